"""A WebSocket without detours: what comes is there as it comes, what is said is sent as it is said.

ASGI has a queue and a switch of what is read for each frame that comes, and a chain of calls for each that goes. Who
looks at a table says hello over ASGI, and is then heard and told over the line itself.
"""

from __future__ import annotations

from asyncio import Future, Queue
from collections import deque
from typing import Any, cast

from websockets.exceptions import InvalidState

from fives.server.unread import Patient

LINE = "fives.line"  # among the extensions of the scope


class Straight(Patient):
    """The protocol of a WebSocket that tells the application of itself."""

    _unasked: deque[Any]  # what has come, in the form of ASGI
    _asked: Future[None] | None = None  # done when something has come for who waits
    _held = False  # nothing more is read, since enough waits

    async def run_asgi(self) -> None:
        """Runs the application for this socket; when it ends, nothing here leads in a ring to itself any more."""
        self.scope["extensions"][LINE] = {"line": self}
        try:
            await super().run_asgi()
        finally:
            del self.scope["extensions"][LINE]
            self.queue = Queue()

    def go_straight(self) -> None:
        """Keeps the frames that come from now on, and those that wait, for who asks the line itself."""
        before, self._unasked, self.queue = self.queue, deque(), cast(Any, self)
        while not before.empty():
            self._unasked.append(before.get_nowait())
        self._held, self.read_paused = self.read_paused, True  # as if: reading stops and goes on here alone
        self._read_on()

    def put_nowait(self, message: Any) -> None:
        """What comes, as it was put into the queue of ASGI in whose place this stands."""
        self._unasked.append(message)
        if self._asked is not None and not self._asked.done():
            self._asked.set_result(None)
        elif not self._held and len(self._unasked) > 1 and not self.transport.is_closing():
            self._held = True
            self.transport.pause_reading()

    async def frame(self) -> str | None:
        """The next frame; None for a binary one. Raises `OSError` when the line is closed."""
        while not self._unasked:
            self._asked = self.loop.create_future()
            await self._asked
        message = self._unasked.popleft()
        self._read_on()
        if message["type"] == "websocket.disconnect":
            raise ConnectionError
        found: str | None = message.get("text")
        return found

    def _read_on(self) -> None:
        if self._held and not self._unasked and not self.transport.is_closing():
            self._held = False
            self.transport.resume_reading()

    @property
    def waiting(self) -> bool:
        """Whether a frame has come that nobody has asked for."""
        return bool(self._unasked)

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
