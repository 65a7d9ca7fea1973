"""What a viewer says: its frames, answered one after the other."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

from fives.server import protocol as p
from fives.server.limits import Bucket
from fives.server.room import Gone
from fives.server.store import StoreError
from fives.server.telling import Socket, Teller
from fives.server.texts import said
from fives.server.viewer import Slow, Viewer
from fives.tiles import TextError

log = logging.getLogger("fives.hearing")
PATIENCE = (1.0, 100)  # frames above the rate that are answered, a second and at once: who sends more is let go
LONG = 0.002  # seconds for frames, after which others have their turn
Hear = Callable[[Viewer, p.Incoming], Coroutine[Any, Any, None]]


class Hearing:
    """The frames of one viewer; `hear` says what a message brings about. Closes the socket of who is too much."""

    def __init__(self, socket: Socket, viewer: Viewer, teller: Teller, hear: Hear, bucket: Bucket) -> None:
        self._socket, self._viewer, self._teller, self._hear = socket, viewer, teller, hear
        self._bucket, self._patience = bucket, Bucket(*PATIENCE)
        self._waiting: deque[str | None] = deque()
        self._work: asyncio.Task[None] | None = None
        self._over = self._held = False
        self._loop = asyncio.get_running_loop()

    def heard(self, text: str | None) -> None:
        """A frame has come, None for a binary one: it waits while another is being answered."""
        if self._over:
            return
        if self._work is None:
            self._work = self._loop.create_task(self._answer(text))
            return
        self._waiting.append(text)
        if not self._held:
            self._held = True
            self._socket.hold(True)

    async def idle(self) -> bool:
        """Waits until all that has come is answered; whether more may come."""
        if self._work is not None:
            await asyncio.wait([self._work])
        return not (self._over or self._teller.done)

    async def _answer(self, text: str | None) -> None:
        began = self._loop.time()
        try:
            while not self._teller.done:
                await self._one(text)
                if self._over or not self._waiting:
                    break
                text = self._waiting.popleft()
                if self._loop.time() - began > LONG:
                    await asyncio.sleep(0)  # frames that have come already do not wait: others would
                    began = self._loop.time()
        except Slow:
            await self._close(1008)
        except Exception:
            log.exception("a socket is closed by a fault of this server")
            await self._close(1011)
        self._work = None
        if self._held:
            self._held = False
            self._socket.hold(False)

    async def _one(self, text: str | None) -> None:
        viewer = self._viewer
        try:
            if not self._bucket.take():
                if self._patience.take():
                    viewer.answer(p.Error("rate", said("rate", viewer.lang)))
                    return
                await self._teller.said()
                await self._close(1008)
                return
            message = read(text)
            if isinstance(message, p.Hello):
                viewer.answer(p.Error("hello", said("hello", viewer.lang)))
            else:
                await self._hear(viewer, message)
        except (p.BadFrame, TextError) as error:
            viewer.answer(p.Error("malformed", str(error)))
        except StoreError:  # the store has logged it
            viewer.answer(p.Error("store", said("store", viewer.lang)))
        except Gone:
            viewer.end("closed")  # which the teller says, as to all others there

    async def _close(self, code: int) -> None:
        self._over = True
        self._waiting.clear()
        await self._socket.close(code)


def read(text: str | None) -> p.Incoming:
    """The message of a frame. Raises `BadFrame`."""
    if text is None:
        raise p.BadFrame("expected a text frame")
    return p.read(text)
