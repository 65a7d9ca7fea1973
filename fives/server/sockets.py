"""One WebSocket for each viewer of a table, in the terms of ASGI itself: no framework between table and people."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from fives.server import protocol as p
from fives.server.guard import fits, same_origin
from fives.server.hearing import Hearing, read
from fives.server.host import Host
from fives.server.limits import Addresses, Bucket, TooMany, address_of
from fives.server.room import Room
from fives.server.store import StoreError
from fives.server.straight import LINE
from fives.server.telling import Closed, Message, Post, Receive, Send, Socket, Teller
from fives.server.texts import said
from fives.server.viewer import Viewer

log = logging.getLogger("fives.sockets")
HELLO = 10.0  # seconds for the first frame


class Rooms(Protocol):
    """Finds the room of a name for an address."""

    async def __call__(self, name: str, address: str) -> Room | None:
        """The room; None when there is none. Raises `TooMany`."""


class Sockets:
    """The sockets of one host; `rate` and `burst` are the frames a second of one, `room` finds a table."""

    def __init__(self, host: Host, addresses: Addresses, rate: float, burst: int, room: Rooms) -> None:
        self.host, self.addresses, self.rate, self.burst, self.room = host, addresses, rate, burst, room
        self.post = Post()

    async def serve(self, table: str, scope: Message, receive: Receive, send: Send) -> None:
        """One viewer of one table, from its hello until it goes."""
        if (await receive())["type"] != "websocket.connect":
            return
        socket = Socket(receive, send, scope.get("extensions", {}).get(LINE, {}).get("line"))
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        address = address_of(scope["client"][0] if scope.get("client") else "")
        if not (fits(headers) and same_origin(headers)):
            await socket.close(1008)
            return
        try:
            await socket.accept()
            await self._look_on(socket, table, address, headers)
        except Closed:
            pass  # it has gone
        except StoreError:  # the store has logged it
            await socket.close(1011)
        except Exception:
            log.exception("a socket is closed by a fault of this server")
            await socket.close(1011)

    async def _look_on(self, socket: Socket, table: str, address: str, headers: dict[str, str]) -> None:
        hello = await self._hello(socket)
        room, reason = None, "table"
        try:
            room = await self.room(table, address) if hello else None
        except TooMany:
            reason = "too-many"
        # where the page is: what its browser says, or else how this server was called
        origin = headers.get("origin") or f"http://{headers.get('host', '')}"
        viewer = self.host.join(room, hello, origin, address) if hello and room else None
        if hello and viewer is None:
            reason = "token" if room else reason
            await socket.complain(reason, said(reason, hello.lang))
        if viewer is None:
            await socket.close(1008)
            return
        try:
            await self._serve(socket, viewer)
        finally:
            self.host.leave(viewer)

    async def _hello(self, socket: Socket) -> p.Hello | None:
        try:
            async with asyncio.timeout(HELLO):
                message = read(await socket.frame())
        except TimeoutError:
            await socket.complain("hello", said("hello", "en"))
        except p.BadFrame as error:
            await socket.complain("malformed", str(error))
        else:
            if isinstance(message, p.Hello):
                return message
            await socket.complain("hello", said("hello", "en"))
        return None

    async def _serve(self, socket: Socket, viewer: Viewer) -> None:
        teller = Teller(socket, viewer, self.post)
        hearing = Hearing(socket, viewer, teller, self.host.hear, Bucket(self.rate, self.burst))
        try:
            await socket.listen(hearing.heard, hearing.idle)
        finally:
            await hearing.idle()
            await teller.ended()
            teller.stop()
