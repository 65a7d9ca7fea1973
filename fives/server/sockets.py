"""One WebSocket for each viewer of a table, in the terms of ASGI itself: no framework between the table and its people.

What there is for a viewer is sent within the turn of the loop that brought it about, as long as the viewer takes it;
who does not take it is waited for apart, and then gets the newest state.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Generator, MutableMapping
from typing import Any, Protocol

from fives.server import protocol as p
from fives.server.guard import fits, same_origin
from fives.server.host import Host
from fives.server.limits import Addresses, Bucket, TooMany, address_of
from fives.server.room import Gone, Room
from fives.server.store import StoreError
from fives.server.texts import said
from fives.server.viewer import Slow, Viewer
from fives.tiles import TextError

log = logging.getLogger("fives.sockets")
HELLO = 10.0  # seconds for the first frame
LAST = 5.0  # and for the last
PATIENCE = (1.0, 100)  # frames above the rate that are answered, a second and at once: who sends more is let go
LONG = 0.002  # seconds for a frame, after which others have their turn
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Coroutine[Any, Any, None]]


class Closed(Exception):
    """The socket is closed."""


class Rooms(Protocol):
    """Finds the room of a name for an address."""

    async def __call__(self, name: str, address: str) -> Room | None:
        """The room; None when there is none. Raises `TooMany`."""


class Sockets:
    """The sockets of one host; `rate` and `burst` are the frames a second of one, `room` finds a table."""

    def __init__(self, host: Host, addresses: Addresses, rate: float, burst: int, room: Rooms) -> None:
        self.host, self.addresses, self.rate, self.burst, self.room = host, addresses, rate, burst, room

    async def serve(self, table: str, scope: Message, receive: Receive, send: Send) -> None:
        """One viewer of one table, from its hello until it goes."""
        if (await receive())["type"] != "websocket.connect":
            return
        socket = Socket(receive, send)
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
        viewer = self.host.join(room, hello, origin) if hello and room else None
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
        teller = Teller(socket, viewer)
        bucket, patience = Bucket(self.rate, self.burst), Bucket(*PATIENCE)
        loop = asyncio.get_running_loop()
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
                if loop.time() - began > LONG:
                    await asyncio.sleep(0)  # frames that have come already do not wait: others would
            await teller.ended()
        except Slow:
            await socket.close(1008)
        finally:
            teller.stop()


class Socket:
    """An accepted socket: text frames both ways."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send

    async def frame(self) -> str | None:
        """The next text frame; None for a binary one. Raises `Closed`."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise Closed
        return message.get("text")

    async def accept(self) -> None:
        """Accepts it. Raises `Closed`."""
        await self._say({"type": "websocket.accept"})

    async def send(self, text: str) -> None:
        """Sends a text frame. Raises `Closed`."""
        await self._say({"type": "websocket.send", "text": text})

    async def complain(self, reason: str, text: str) -> None:
        """Says what is wrong with the whole connection."""
        await self.send(p.encode(p.Error(reason, text)).decode())

    async def close(self, code: int) -> None:
        """Closes it."""
        with contextlib.suppress(Closed):
            await self._say({"type": "websocket.close", "code": code})

    async def _say(self, message: Message) -> None:
        try:
            await self._send(message)
        except (OSError, RuntimeError) as error:  # it has gone, or the server of WebSockets has closed it meanwhile
            raise Closed from error


class Teller:
    """Sends what there is for a viewer, as fast as it takes it."""

    def __init__(self, socket: Socket, viewer: Viewer) -> None:
        self.done = False
        self._socket, self._viewer = socket, viewer
        self._loop = asyncio.get_running_loop()
        self._planned = False
        self._waiting: asyncio.Task[None] | None = None
        viewer.stirred = self.stir
        self.stir()

    def stir(self) -> None:
        """There is something: it is sent when the loop has done what it does now, together with what that brings."""
        if not self._planned and self._waiting is None and not self.done:
            self._planned = True
            self._loop.call_soon(self._tell)

    async def ended(self) -> None:
        """Waits until the last that there is to say has been said."""
        if self._waiting is not None:
            await asyncio.wait([self._waiting], timeout=LAST)

    async def said(self) -> None:
        """Waits until all that there is to say now has been said, if that is soon."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST):
                while not self.done and (self._planned or self._waiting is not None):
                    await (asyncio.wait([self._waiting]) if self._waiting is not None else asyncio.sleep(0))
        if self.done:
            await self.ended()

    def stop(self) -> None:
        """Sends no more."""
        self.done = True
        self._viewer.stirred = None
        if self._waiting is not None:
            self._waiting.cancel()

    def _tell(self) -> None:
        self._planned = False
        if self.done:
            return
        try:
            messages = self._viewer.frames()
            if messages and (rest := begun(self._socket.send(together(messages)))) is not None:
                self._wait(self._patiently(rest))  # it takes no more for now
                return
        except Closed:
            self.done = True  # it has gone
        except Exception:
            log.exception("no frame could be made")
            self.done = True
            self._wait(self._socket.close(1011))
        else:
            if self._viewer.ended is not None:
                self.done = True
                self._wait(self._end(self._viewer.ended))
            elif self._viewer.more:
                self.stir()

    def _wait(self, work: Coroutine[Any, Any, None]) -> None:
        self._waiting = self._loop.create_task(work)

    async def _patiently(self, rest: Awaitable[None]) -> None:
        try:
            await rest
        except Closed:
            self.done = True
        self._waiting = None
        self.stir()

    async def _end(self, reason: str) -> None:
        with contextlib.suppress(Closed):
            await self._socket.complain(reason, said(reason, self._viewer.lang))
        await self._socket.close(1000)


def together(messages: list[str]) -> str:
    """The frame of some messages: to send costs more than to say."""
    return messages[0] if len(messages) == 1 else f"[{','.join(messages)}]"


def begun(work: Coroutine[Any, Any, None]) -> Awaitable[None] | None:
    """Runs what is to be awaited up to where it has to wait: None when it is done, else the rest of it.

    To send a frame is to wait only for who is slow; a task for each frame of each viewer costs more than the frame.
    """
    try:
        waits_for = work.send(None)
    except StopIteration:
        return None
    return Rest(work, waits_for)


class Rest:
    """The rest of what was begun: it waits for what it waited for then."""

    def __init__(self, work: Coroutine[Any, Any, None], waits_for: Any) -> None:
        self._work, self._waits_for = work, waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        while True:
            try:
                try:
                    got = yield self._waits_for
                except BaseException as error:  # whoever awaits this was cancelled
                    self._waits_for = self._work.throw(error)
                else:
                    self._waits_for = self._work.send(got)
            except StopIteration:
                return


def _read(text: str | None) -> p.Incoming:
    if text is None:
        raise p.BadFrame("expected a text frame")
    return p.read(text)
