"""A WebSocket without detours: what comes is handed on as it comes, what is said is sent as it is said.

ASGI has a queue and a switch of what is read for each frame that comes, and a chain of calls for each that goes. Who
looks at a table says hello over ASGI, and is then heard and told over the line itself.
"""

from __future__ import annotations

from asyncio import Future
from collections.abc import Callable
from typing import Any, cast

from websockets.exceptions import InvalidState
from websockets.http11 import Request

from fives.server.unread import Patient

LINE = "fives.line"  # among the extensions of the scope


class Ear:
    """Stands where the queue of a socket was: hands on what comes, and `gone` is done at the end."""

    def __init__(self, heard: Callable[[str | None], None], gone: Future[None]) -> None:
        self._heard, self.gone = heard, gone

    def put_nowait(self, message: Any) -> None:
        """Something has come: a frame, None for a binary one, or the end."""
        if message["type"] == "websocket.receive":
            self._heard(message.get("text"))
        elif not self.gone.done():
            self.gone.set_result(None)


class Straight(Patient):
    """The protocol of a WebSocket that tells the application of itself."""

    def handle_connect(self, event: Request) -> None:
        """Somebody wants a socket."""
        super().handle_connect(event)
        if not self.handshake_complete:
            self.scope["extensions"][LINE] = {"line": self}

    def listen(self, heard: Callable[[str | None], None]) -> Future[None]:
        """From now on frames go to `heard`, first those that wait; done when no more can come."""
        before, ear = self.queue, Ear(heard, self.loop.create_future())
        self.queue = cast(Any, ear)
        if self.read_paused:
            self.transport.resume_reading()
        self.read_paused = True  # it is not: whoever hears says when it is too much
        while not before.empty():
            ear.put_nowait(before.get_nowait())
        return ear.gone

    def hold(self, much: bool) -> None:
        """Reads no more while it is too much."""
        if not self.transport.is_closing():
            (self.transport.pause_reading if much else self.transport.resume_reading)()

    @property
    def full(self) -> bool:
        """Whether the other side takes no more for now."""
        return not self.writable.is_set()

    def say(self, text: str) -> None:
        """Sends a frame. Raises `OSError` when the line is closed."""
        if self.disconnected:
            raise ConnectionError
        try:
            self.conn.send_text(text.encode())
        except InvalidState as error:
            raise ConnectionError from error
        self.transport.write(b"".join(self.conn.data_to_send()))
