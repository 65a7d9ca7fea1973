"""One WebSocket for each viewer of a table, in the terms of ASGI itself: no framework between table and people."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from fives.server import protocol as p
from fives.server.guard import fits, same_origin
from fives.server.host import Host
from fives.server.limits import Addresses, Bucket, TooMany, address_of
from fives.server.room import Gone, Room
from fives.server.store import StoreError
from fives.server.straight import LINE
from fives.server.telling import Closed, Message, Post, Receive, Send, Socket, Teller
from fives.server.texts import said
from fives.server.viewer import Slow, Viewer
from fives.tiles import TextError

log = logging.getLogger("fives.sockets")
HELLO = 10.0  # seconds for the first frame
PATIENCE = (1.0, 100)  # frames above the rate that are answered, a second and at once: who sends more is let go
LONG = 0.002  # seconds for a frame, after which others have their turn


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
        socket = Socket(receive, send, (scope.get("extensions") or {}).get(LINE, {}).get("line"))
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
                message = _read(await socket.frame())
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
        bucket, patience = Bucket(self.rate, self.burst), Bucket(*PATIENCE)
        loop = asyncio.get_running_loop()
        socket.go_straight()
        try:
            while not teller.done:
                text = await socket.frame()
                began = loop.time()
                try:
                    if not bucket.take():
                        if not patience.take():
                            await teller.said()
                            await socket.close(1008)
                            return
                        viewer.answer(p.Error("rate", said("rate", viewer.lang)))
                        continue
                    message = _read(text)
                    if isinstance(message, p.Hello):
                        viewer.answer(p.Error("hello", said("hello", viewer.lang)))
                    else:
                        await self.host.hear(viewer, message)
                except (p.BadFrame, TextError) as error:
                    viewer.answer(p.Error("malformed", str(error)))
                except StoreError:  # the store has logged it
                    viewer.answer(p.Error("store", said("store", viewer.lang)))
                except Gone:
                    viewer.end("closed")  # which the teller says, as to all others there
                if socket.waiting and loop.time() - began > LONG:
                    await asyncio.sleep(0)  # frames that have come already do not wait: others would
            await teller.ended()
        except Slow:
            await socket.close(1008)
        finally:
            teller.stop()


def _read(text: str | None) -> p.Incoming:
    if text is None:
        raise p.BadFrame("expected a text frame")
    return p.read(text)
