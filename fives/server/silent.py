"""Who connects and then asks for nothing, or takes no answer, is let go: else it keeps a place that others need.

A process has only so many files open. Sockets of tables have a time for their hello and are counted; this is for all
that is plain HTTP: more connections of one address than anybody needs, a request that never ends or is longer than any
form, an answer that nobody takes, a line on which nothing comes.
"""

from __future__ import annotations

import logging
from asyncio import BaseTransport, TimerHandle
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from fives.server.limits import FORM, Addresses, address_of
from fives.server.unread import LAST, PART, Patient, refusal

log = logging.getLogger("fives.silent")
SILENT = 20.0  # seconds in which something must have come of a connection
DROPPED = 1_000_000  # bytes that are taken and not read, so that who sends them comes to read the answer


def _is_asked(cycle: Any) -> bool:
    """Whether a whole request is there and its answer is not yet."""
    return cycle is not None and not cycle.more_body and not cycle.response_complete


def _is_asking(cycle: Any) -> bool:
    """Whether a request has not ended, and has no answer before its end."""
    return cycle is not None and cycle.more_body and not cycle.response_started


def _is_too_long(cycle: Any) -> bool:
    """Whether more of a body has come than any form has, and there is still more."""
    return cycle is not None and cycle.more_body and len(cycle.body) > FORM


class Brief(H11Protocol):
    """The protocol of an HTTP connection. `counted`: the address under which it is counted; `deaf`: it reads no more.
    """

    addresses: Addresses
    counted: str | None = None
    deaf = False
    dropped = 0
    look: TimerHandle | None = None
    answered = 0
    seen = (0, 0)  # how many requests were answered, and what of the answers was not taken, at the last look

    @classmethod
    def of(cls, addresses: Addresses) -> type[Brief]:
        """The protocol for what these addresses may have open."""
        return cast(type[Brief], type(cls.__name__, (cls,), {"addresses": addresses}))

    def connection_made(self, transport: BaseTransport) -> None:
        """It begins, unless there are too many of its address."""
        super().connection_made(transport)  # type: ignore[arg-type]
        host = self.client[0] if self.client else ""
        if not self.addresses.settings.is_proxy(host):
            address = address_of(host)
            if not self.addresses.connections.take(address):
                self.transport.abort()
                return
            self.counted = address
        self._later()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._stop()
        if self.counted is not None:
            self.addresses.connections.give(self.counted)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Reads what has come, part by part: of a body that is too long no more than shows that it is."""
        if self.deaf:
            self.dropped += len(data)
            if self.dropped > DROPPED:
                self.transport.pause_reading()
            return
        for start in range(0, len(data), PART):
            if self.deaf or self.transport.is_closing():
                return
            super().data_received(data[start:start + PART])
            if _is_too_long(self.cycle):
                self.deaf = True  # whoever answers will say so

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From now on it is a socket, with a protocol of its own."""
        self._stop()
        self.deaf = True
        # nobody reads them, and those of all that runs on this machine may be more than a socket may ask with
        self.headers = [(name, value) for name, value in self.headers if name != b"cookie"]
        super().handle_websocket_upgrade(event)
        socket = self.transport.get_protocol()
        if isinstance(socket, Patient):
            socket.counted, self.counted = self.counted, None

    def on_response_complete(self) -> None:
        """A request is answered; when it has not ended yet, its rest is not read, and nothing comes after it."""
        self.answered += 1
        ended = not self.cycle.more_body
        super().on_response_complete()
        if not ended and not self.transport.is_closing():
            self.deaf = True
            self._stop()
            if self.transport.can_write_eof():
                self.transport.write_eof()  # to close at once would take the answer from who still sends
            self.look = self.loop.call_later(LAST, self.transport.abort)

    def send_400_response(self, msg: str) -> None:
        """What comes is no HTTP: it is said, unless something else is; the answer to what came before has no hearer."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            # by hand: h11 would have to know that an answer to HEAD may say why
            self.transport.write(refusal(msg))
        self._hang_up()

    def shutdown(self) -> None:
        """The server ends: what is asked is answered, and who is still asking is not waited for."""
        try:
            if self.transport.is_closing():
                pass  # all is said
            elif _is_asking(self.cycle):
                self._hang_up()
            else:
                super().shutdown()
        except Exception:  # whatever this connection is at, the others are told, too
            log.exception("a connection could not be told that the server ends")
            self.transport.abort()
        else:
            if not _is_asked(self.cycle):
                self.loop.call_later(LAST, self.transport.abort)

    def _hang_up(self) -> None:
        self.transport.close()
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

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
