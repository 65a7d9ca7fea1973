"""Who does not take what it is sent gets no more of it, and is let go after a while: nothing piles up for it.

The server of WebSockets answers every ping, and waits before it closes, whether or not the other side takes anything.
"""

from __future__ import annotations

from asyncio import TimerHandle

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

STUCK = 30.0  # seconds until a connection is cut that takes nothing


class Patient(WebSocketsSansIOProtocol):
    """The protocol of a WebSocket."""

    cut: TimerHandle | None = None

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
