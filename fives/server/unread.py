"""Who does not take what it is sent gets no more of it, and is let go after a while: nothing piles up for it. Who sends
more than messages can make up is cut.

The server of WebSockets answers every ping, and waits before it closes, whether or not the other side takes anything.
It reads all that has come at once, however many frames these are, and tells nobody of those that are no messages.
"""

from __future__ import annotations

from asyncio import TimerHandle
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from fives.server.limits import Addresses, Bucket

STUCK = 30.0  # seconds until a connection is cut that takes nothing
PART = 4096  # bytes that are read before anybody looks how many frames they were
UNIT = 1024  # bytes that count like a frame
PIECES = 64  # frames of one message


class Patient(WebSocketsSansIOProtocol):
    """The protocol of a WebSocket. `counted`: the address under which its connection is counted."""

    addresses: Addresses
    counted: str | None = None
    cut: TimerHandle | None = None

    @classmethod
    def of(cls, addresses: Addresses) -> type[Patient]:
        """The protocol for what these addresses may ask for."""
        return cast(type[Patient], type(cls.__name__, (cls,), {"addresses": addresses}))

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # as many messages as are answered, each as long as it may be: frames of other kinds have no more than that
        allowed, longest = self.addresses.settings, 1 + (self.config.ws_max_size or 0) / UNIT
        self._frames = Bucket(allowed.rate * longest, max(allowed.burst, PIECES) * longest)
        self._came = 0

    def data_received(self, data: bytes) -> None:
        """Reads what has come; stops when it is too much."""
        for start in range(0, len(data), PART):  # mostly one
            part = data[start:start + PART]
            self._came = len(part)
            super().data_received(part)
            if self.transport.is_closing():
                return

    def handle_events(self) -> None:
        """Hands on the frames that were read, or cuts who has sent too many."""
        if self._frames.take(len(self.conn.events) + self._came / UNIT):
            super().handle_events()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """A piece of a message: it may be empty, and is kept until the last one comes."""
        if len(self.frames) < PIECES:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def pause_writing(self) -> None:
        """The other side does not take what there is for it."""
        super().pause_writing()
        self.cut = self.loop.call_later(STUCK, self.transport.abort)

    def resume_writing(self) -> None:
        """It takes it again."""
        super().resume_writing()
        self._keep()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._keep()
        if self.counted is not None:
            self.addresses.connections.give(self.counted)
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        """Answers a ping, if the answer is taken."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # which is the answer, and goes nowhere

    def _keep(self) -> None:
        if self.cut is not None:
            self.cut.cancel()
            self.cut = None
