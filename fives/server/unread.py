"""Who does not take what it is sent gets no more of it, and is let go after a while: nothing piles up for it. Who sends
more than messages can make up is cut, and so is who never becomes a socket, or does not end as one.

The server of WebSockets answers every ping, and waits before it closes, whether or not the other side takes anything.
It reads all that has come at once, however many frames these are, and tells nobody of those that are no messages, nor
of a request that it refuses by itself.
"""

from __future__ import annotations

import logging
from asyncio import BaseTransport, TimerHandle
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from fives.server.limits import Addresses, Bucket

log = logging.getLogger("fives.unread")
STUCK = 30.0  # seconds until a connection is cut that takes nothing
BEGIN = 20.0  # seconds until one is cut that is no socket yet, or none any more
LAST = 2.0  # seconds for reading an answer that is the last one
REFUSED = (b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
           b"content-length: %d\r\n\r\n%b")
PART = 4096  # bytes that are read before anybody looks how many frames they were
UNIT = 1024  # bytes that count like a frame
PIECES = 64  # frames of one message


def refusal(msg: str) -> bytes:
    """The answer to what is no request."""
    return REFUSED % (len(msg), msg.encode())


class Patient(WebSocketsSansIOProtocol):
    """The protocol of a WebSocket. `counted`: the address under which its connection is counted."""

    addresses: Addresses
    counted: str | None = None
    cut: TimerHandle | None = None
    look: TimerHandle | None = None
    ending = False  # whether it was closed already at the last look

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

    def connection_made(self, transport: BaseTransport) -> None:
        """It begins."""
        super().connection_made(transport)
        self._later()

    def data_received(self, data: bytes) -> None:
        """Reads what has come; stops when it is too much."""
        for start in range(0, len(data), PART):  # mostly one
            part = data[start:start + PART]
            self._came = len(part)
            super().data_received(part)
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self._refuse()
            if self.transport.is_closing():
                return

    def _refuse(self) -> None:
        """Sends the answer to a request that was refused before anybody here heard of it."""
        self.handshake_initiated = self.handshake_complete = self.close_sent = True
        self.transport.write(b"".join(self.conn.data_to_send()) or refusal("Invalid HTTP request received."))
        self.transport.close()

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

    def shutdown(self) -> None:
        """The server ends: whatever this connection is at, the others are told, too."""
        try:
            if not self.transport.is_closing():
                super().shutdown()
        except Exception:
            log.exception("a socket could not be told that the server ends")
            self.transport.abort()
        else:
            self.loop.call_later(LAST, self.transport.abort)  # nobody waits longer for who reads nothing

    def send_500_response(self) -> None:
        """Answers a request for which there will be no socket; another answer would be one too many."""
        super().send_500_response()
        self.handshake_complete = True

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._keep()
        if self.look is not None:
            self.look.cancel()
        if self.counted is not None:
            self.addresses.connections.give(self.counted)
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        """Answers a ping, if the answer is taken."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # which is the answer, and goes nowhere

    def _look(self) -> None:
        if self.handshake_complete and not self.ending:
            self.ending = self.transport.is_closing()
            self._later()
        else:
            self.transport.abort()

    def _later(self) -> None:
        self.look = self.loop.call_later(BEGIN, self._look)

    def _keep(self) -> None:
        if self.cut is not None:
            self.cut.cancel()
            self.cut = None
