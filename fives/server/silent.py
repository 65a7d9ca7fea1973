"""Who connects and then asks for nothing, or takes no answer, is let go: else it keeps a place that others need.

A process has only so many files open. Sockets of tables have a time for their hello and are counted; this is for all
that is plain HTTP: a request that never ends, an answer that nobody takes, a line on which nothing comes.
"""

from __future__ import annotations

from asyncio import BaseTransport, TimerHandle
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

SILENT = 20.0  # seconds in which something must have come of a connection


def _is_asked(cycle: Any) -> bool:
    """Whether a whole request is there and its answer is not yet."""
    return cycle is not None and not cycle.more_body and not cycle.response_complete


class Brief(H11Protocol):
    """The protocol of an HTTP connection."""

    look: TimerHandle | None = None
    answered = 0
    seen = (0, 0)  # how many requests were answered, and what of the answers was not taken, at the last look

    def connection_made(self, transport: BaseTransport) -> None:
        """It begins."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self._later()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._stop()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From now on it is a socket, with a protocol of its own."""
        self._stop()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """A request is answered."""
        self.answered += 1
        super().on_response_complete()

    def _look(self) -> None:
        """Ends it, unless something has come of it since the last look or its answer is still being made."""
        before, self.seen = self.seen, (self.answered, self.transport.get_write_buffer_size())
        if self.seen == before and not (self.seen[1] == 0 and _is_asked(self.cycle)):
            self.transport.abort()
        else:
            self._later()

    def _later(self) -> None:
        self.look = self.loop.call_later(SILENT, self._look)

    def _stop(self) -> None:
        if self.look is not None:
            self.look.cancel()
            self.look = None
