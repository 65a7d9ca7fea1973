"""A table with those who look at it. A viewer is whoever asks `next` for frames; no web here.

Nothing is queued for a slow viewer but its answers: a state is whole, so it gets the newest one, with all events since
its last. A state waits until the layout is drawn; commands and answers never do.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import Executor
from dataclasses import dataclass, field

from fives.server import protocol as p
from fives.server.frames import Common, Public, common, state
from fives.server.scenes import Scenes
from fives.server.table import Table

WAITING = 200  # answers that may wait for a slow viewer


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Slow(RuntimeError):
    """A viewer does not take its answers."""


@dataclass(eq=False)
class Viewer:
    """Somebody who looks at a table: from a seat, or as a spectator (None). `sent` is the last number it was shown."""

    room: Room
    seat: int | None
    lang: p.Lang
    klass: p.Klass
    sent: int
    dirty: bool = True
    words: bool = True
    answers: list[str] = field(default_factory=list)
    wake: asyncio.Event = field(default_factory=asyncio.Event)

    def answer(self, message: p.Answer) -> None:
        """Has a message sent, before the next state. Raises `Slow`."""
        if len(self.answers) >= WAITING:
            raise Slow
        self.answers.append(p.encode(message).decode())
        self.wake.set()

    def show(self, words: bool = False) -> None:
        """Has the whole state sent."""
        self.dirty, self.words = True, self.words or words
        self.wake.set()

    async def next(self) -> list[str]:
        """The frames to send now; waits until there are any."""
        while True:
            await self.wake.wait()
            self.wake.clear()
            found, self.answers = self.answers, []
            if self.dirty and (frame := self.room.frame(self)) is not None:
                self.dirty = False
                found.append(frame)
            if found:
                return found


class Room:
    """A table, its viewers, and its scenes, which `painter` draws."""

    def __init__(self, table: Table, painter: Executor) -> None:
        self.table = table
        self.viewers: set[Viewer] = set()
        self.lock = asyncio.Lock()
        self._painter = painter
        self._scenes = Scenes()
        self._drawing: asyncio.Task[None] | None = None
        self._closed = False
        self._common: dict[str, Common] = {}
        self._frames: dict[tuple[int | None, str, str, int], str] = {}

    @property
    def here(self) -> set[int | None]:
        """The seats from which somebody looks."""
        return {viewer.seat for viewer in self.viewers}

    def frame(self, viewer: Viewer) -> str | None:
        """The state for a viewer; the same for all who look alike and have the same. None while it is being drawn."""
        table = self.table
        scene = self._scenes.get(viewer.klass, table.view(None).layout)
        if scene is None:
            self._draw()
            return None
        since, labels = viewer.sent, viewer.words
        viewer.sent, viewer.words = table.number, False
        alike = viewer.seat, viewer.lang, viewer.klass, since
        found = None if labels else self._frames.get(alike)
        if found is None:
            public = Public.of(table, self.here, now_ms())
            if viewer.lang not in self._common:
                self._common[viewer.lang] = common(table.view(None), public, viewer.lang)
            found = p.encode(state(table.view(viewer.seat), public, viewer.lang, self._common[viewer.lang], scene,
                                   table.since(viewer.seat, since), labels)).decode()
            if since < table.number and not labels:
                self._frames[alike] = found
        return found

    def changed(self) -> None:
        """Has the new state sent to all."""
        self._frames.clear()
        self._common.clear()
        if self.viewers:
            self._draw()
        for viewer in self.viewers:
            viewer.show()

    def close(self) -> None:
        """Draws nothing any more."""
        self._closed = True
        if self._drawing:
            self._drawing.cancel()

    def _draw(self) -> None:
        """Has what is missing drawn, beside the loop; one drawing at a time."""
        if not self._closed and (self._drawing is None or self._drawing.done()) and self._missing():
            self._drawing = asyncio.create_task(self._draw_all())

    def _missing(self) -> set[str]:
        layout = self.table.view(None).layout
        return {viewer.klass for viewer in self.viewers if self._scenes.get(viewer.klass, layout) is None}

    async def _draw_all(self) -> None:
        loop = asyncio.get_running_loop()
        while missing := self._missing():
            klass = missing.pop()
            await loop.run_in_executor(self._painter, self._scenes.draw, klass, self.table.view(None).layout)
            for viewer in self.viewers:
                if viewer.dirty and viewer.klass == klass:
                    viewer.wake.set()
        self._scenes.keep({viewer.klass for viewer in self.viewers})
