"""What is sent to viewers: each gets what there is for it within the turn of the loop that brought it about.

Who does not take it is waited for apart, and then gets the newest state.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator, MutableMapping
from typing import Any, Protocol

from fives.server import protocol as p
from fives.server.texts import said
from fives.server.viewer import Viewer

log = logging.getLogger("fives.telling")
LAST = 5.0  # seconds for the last frame
LONG = 0.002  # seconds of making frames, after which those that are made are sent
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Coroutine[Any, Any, None]]


class Closed(Exception):
    """The socket is closed."""


class Line(Protocol):
    """The line of a socket itself, past ASGI."""

    @property
    def full(self) -> bool:
        """Whether it takes no more for now."""

    def say(self, text: str) -> None:
        """Sends a text frame. Raises `OSError` when it is closed."""

    @property
    def waiting(self) -> bool:
        """Whether a frame has come that nobody has asked for."""

    def go_straight(self) -> None:
        """Keeps the frames that come from now on, and those that wait, for who asks the line itself."""

    async def frame(self) -> str | None:
        """The next frame; None for a binary one. Raises `OSError` when it is closed."""


class Socket:
    """A socket: text frames both ways, over ASGI, or straight over its line where that is known."""

    def __init__(self, receive: Receive, send: Send, line: Line | None = None) -> None:
        self._receive, self._send, self._line = receive, send, line
        self._straight: Line | None = None

    def go_straight(self) -> None:
        """From now on frames come straight from the line, where that is known."""
        self._straight = self._line
        if self._line is not None:
            self._line.go_straight()

    @property
    def waiting(self) -> bool:
        """Whether a frame may have come that nobody has asked for."""
        return self._straight is None or self._straight.waiting

    async def frame(self) -> str | None:
        """The next text frame; None for a binary one. Raises `Closed`."""
        if self._straight is not None:
            try:
                return await self._straight.frame()
            except OSError as error:
                raise Closed from error
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise Closed
        return message.get("text")

    async def accept(self) -> None:
        """Accepts it. Raises `Closed`."""
        await self._say({"type": "websocket.accept"})

    def begin(self, text: str) -> Awaitable[None] | None:
        """Sends a text frame: None when that is done, else the rest of it. Raises `Closed`."""
        if self._line is None or self._line.full:
            return begun(self.send(text))
        try:
            self._line.say(text)
        except OSError as error:
            raise Closed from error
        return None

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


class Post:
    """Has the tellers of many viewers tell: some make their frames, then all of these send them in a row.

    Each write wakes a reader on this machine, which costs a fifth of a move when it falls asleep again before the next.
    """

    def __init__(self) -> None:
        self._due: deque[Teller] = deque()

    def plan(self, teller: Teller) -> None:
        """Has a teller tell when the loop has done what it does now."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._deliver)
        self._due.append(teller)

    def _deliver(self) -> None:
        loop, made = asyncio.get_running_loop(), list[Teller]()
        until = loop.time() + LONG
        while self._due and (not made or loop.time() < until):
            made.append(self._due.popleft())
            made[-1].make()
        for teller in made:
            teller.tell()
        if self._due:
            loop.call_soon(self._deliver)


class Teller:
    """Sends what there is for a viewer, as fast as it takes it."""

    def __init__(self, socket: Socket, viewer: Viewer, post: Post) -> None:
        self.done = False
        self._socket, self._viewer, self._post = socket, viewer, post
        self._made: list[str] = []
        self._loop = asyncio.get_running_loop()
        self._planned = False
        self._waiting: asyncio.Task[None] | None = None
        viewer.stirred = self.stir
        self.stir()

    def stir(self) -> None:
        """There is something: it is sent when the loop has done what it does now, together with what that brings."""
        if not self._planned and self._waiting is None and not self.done:
            self._planned = True
            self._post.plan(self)

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

    def make(self) -> None:
        """Makes the frames that there are now; `tell` sends them, before anything else happens."""
        self._planned = False
        if self.done:
            return
        try:
            self._made = self._viewer.frames()
        except Exception:
            self._fail()

    def tell(self) -> None:
        """Sends what was made."""
        made, self._made = self._made, []
        if self.done:
            return
        try:
            if made and (rest := self._socket.begin(together(made))) is not None:
                self._wait(self._patiently(rest))  # it takes no more for now
                return
        except Closed:
            self.done = True  # it has gone
        except Exception:
            self._fail()
        else:
            if self._viewer.ended is not None:
                self.done = True
                self._wait(self._end(self._viewer.ended))
            elif self._viewer.more:
                self.stir()

    def _fail(self) -> None:
        log.exception("no frame could be made")
        self.done = True
        self._wait(self._socket.close(1011))

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
