"""A table with those who look at it. No web here.

A state waits until the new tile is drawn where it lands; a new fold comes later as a frame of its own, and commands and
answers wait for neither.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor
from typing import cast

from fives.refused import Refused
from fives.server import past
from fives.server import protocol as p
from fives.server.around import clock_of
from fives.server.bare import news
from fives.server.clock import put_off
from fives.server.ends import coming
from fives.server.folding import Folding
from fives.server.frames import Common, Public, common, state
from fives.server.limits import Bucket
from fives.server.now import now_ms as now_ms
from fives.server.scenes import Raw, Scenes, fold
from fives.server.steps import Step
from fives.server.table import Table
from fives.server.viewer import Slow as Slow
from fives.server.viewer import Viewer as Viewer

KEPT = 64  # frames for others who look alike: every seat in each language and view has one of the last step
FRESH = 50  # milliseconds for which what is public is not asked again
REACTIONS = (0.5, 4)  # a second, and at once
NAMES = (1 / 15, 4)  # the same in a waiting room; once they play a name counts twice: nobody shall talk by them


class Gone(Exception):
    """The table was deleted."""


class Room:
    """A table, its viewers, and its scenes, which `painter` draws and `folder` folds anew."""

    def __init__(self, table: Table, painter: Executor, folder: Executor | None = None,
                 folding: Folding | None = None) -> None:
        self.table = table
        self.viewers: set[Viewer] = set()
        self.lock = asyncio.Lock()
        self.gone = False
        self._reactions: dict[int | None, Bucket] = {}
        self._names: dict[int, Bucket] = {}
        self._painter, self._folder = painter, folder or painter
        self._folding = folding or Folding()
        self._scenes = Scenes(self._folding)
        self._drawing: asyncio.Task[None] | None = None
        self._refolding: asyncio.Task[None] | None = None
        self._closed = False
        self._public: tuple[int, Public] | None = None
        self._common: dict[str, Common] = {}
        self._said: dict[int, Raw] = {}
        self._frames: dict[tuple[int | None, str, str, int], str] = {}

    @property
    def here(self) -> set[int | None]:
        """The seats from which somebody looks."""
        return {viewer.seat for viewer in self.viewers}

    def reactions(self, seat: int | None) -> Bucket:
        """What a seat may call out, from all its pages together."""
        return self._reactions.setdefault(seat, Bucket(*REACTIONS))

    def handle(self, seat: int | None, message: p.Command, now: int, token: bytes | None, somebody: str) -> Step:
        """What a command of a seat brings about, see `Table.handle`; a seat gets only so many names."""
        table = self.table
        step = table.handle(seat, message, now, self.here, token, somebody)
        named = isinstance(message, p.Rename | p.Sit) and step.stores and not step.again
        if not named or step.seat is None:
            return step
        bucket = self._names.setdefault(step.seat, Bucket(*NAMES))
        return step if bucket.take(1 if table.waiting else 2) else Step(
            seat, message.key, table.number, refused=Refused("names"))

    def left(self, seat: int, now: int) -> Step | None:
        """The last page of a seat has gone: who is waited for without a clock is waited for from now on.

        None when that changes nothing.
        """
        table, due = self.table, self.table.deadline
        if due is None or due.kind != "away" or seat in self.here or seat != table.turn:
            return None
        return Step(number=table.number, deadline=put_off(due, now), timed=True)

    def frame(self, viewer: Viewer) -> str | None:
        """The state for a viewer; the same for all who look alike and have the same.

        None while it is being drawn, empty when there is nothing to tell.
        """
        table = self.table
        bare = viewer.klass == "bare"
        if bare and not viewer.whole and viewer.sent == table.number:
            return ""  # a program has no use for it
        scene = None if bare else self._scene(viewer.klass)
        if scene is None and not bare:
            self._draw()
            return None
        viewer.whole = False
        public = None if bare else self._known()  # first: it may be that what was kept holds no longer
        since, labels = viewer.sent, viewer.words
        viewer.sent, viewer.words = past.reach(table, since) if bare else table.number, False
        alike = viewer.seat, "" if bare else viewer.lang, viewer.klass, since
        near = not labels and table.number - past.BEHIND <= since < table.number  # as all are who keep up
        found = self._frames.get(alike) if near else None
        if found is None:
            eyes = table.eyes(viewer.seat)
            if public is None:
                events = past.part(table, eyes, since)
                found = p.encode(news(table.glance(eyes), table.number, events, self._said)).decode()
            else:
                if viewer.lang not in self._common:
                    self._common[viewer.lang] = common(table.view(None), public, viewer.lang)
                coming = viewer.seat if eyes is None else None
                found = p.encode(state(table.view(eyes), public, viewer.lang, self._common[viewer.lang], scene,
                                       table.since(eyes, since), labels, coming)).decode()
            if near and len(self._frames) < KEPT:
                self._frames[alike] = found
        return found

    def scene(self, viewer: Viewer) -> str | None:
        """The frame of a new fold; None when the state is on its way anyway."""
        scene = self._scenes.get(viewer.klass, self.table.view(None).layout)
        if scene is None:
            return None
        return p.encode(p.SceneFrame(self.table.number, viewer.klass, cast(p.SceneOf, scene))).decode()

    def changed(self) -> None:
        """Has the new state sent to all."""
        self._frames.clear()
        self._common.clear()
        self._said.clear()
        self._public = None
        for viewer in self.viewers:
            if viewer.seat is not None and self.table.seats[viewer.seat].token != viewer.digest:
                viewer.stand_up()  # the seat is somebody else's now
            viewer.news()
        if not self._folding.quick:
            self._draw()

    def clock_started(self) -> None:
        """Tells all that the clock of the turn runs."""
        self._frames.clear()
        self._public = None
        clock = clock_of(self.table, now_ms())
        if clock is not None:
            self.tell({lang: p.ClockFrame(self.table.number, clock) for lang in p.LANGS})

    def pressed(self) -> None:
        """Tells all who look who is ready now."""
        self._frames.clear()
        self._public = None
        frame = p.NextFrame(self.table.number, coming(self._known()))
        self.tell(dict.fromkeys(p.LANGS, frame))

    def tell(self, messages: dict[p.Lang, p.Heard]) -> None:
        """Tells all something in their languages; who is slow may miss it."""
        frames = {lang: p.encode(message).decode() for lang, message in messages.items()}
        for viewer in self.viewers:
            viewer.hear(frames[viewer.lang])

    def close(self) -> None:
        """Draws nothing any more."""
        self._closed = True
        for task in (self._drawing, self._refolding):
            if task:
                task.cancel()

    def _known(self) -> Public:
        """What is public now. What was made of it before, with less gone from the clock, is kept no longer."""
        now = now_ms()
        if self._public is None or now - self._public[0] > FRESH:
            before, self._public = self._public, (now, Public.of(self.table, self.here, now))
            if before is not None and before[1] != self._public[1]:
                self._frames.clear()
        return self._public[1]

    def _scene(self, klass: str) -> Raw | None:
        layout = self.table.view(None).layout
        scene = self._scenes.get(klass, layout)
        if scene is None and self._folding.quick and (self._drawing is None or self._drawing.done()):
            self._scenes.draw(klass, layout)
            scene = self._scenes.get(klass, layout)
            self._refold()
        return scene

    def _draw(self) -> None:
        """Has what is missing drawn, beside the loop; one drawing at a time."""
        if not self._closed and (self._drawing is None or self._drawing.done()) and self._missing():
            self._drawing = asyncio.create_task(self._draw_all())

    def _looked_at(self) -> set[str]:
        return {viewer.klass for viewer in self.viewers if viewer.klass != "bare"}

    def _missing(self) -> set[str]:
        wanted = self._looked_at()
        if not wanted:
            return wanted
        layout = self.table.view(None).layout
        return {klass for klass in wanted if self._scenes.get(klass, layout) is None}

    async def _draw_all(self) -> None:
        loop = asyncio.get_running_loop()
        while missing := self._missing():
            klass = missing.pop()
            await loop.run_in_executor(self._painter, self._scenes.draw, klass, self.table.view(None).layout)
            for viewer in self.viewers:
                if viewer.dirty and viewer.klass == klass:
                    viewer.stir()
        self._refold()

    def _refold(self) -> None:
        """Has new folds looked for that are due, beside the loop; one at a time."""
        if not self._closed and self._scenes.due() and (self._refolding is None or self._refolding.done()):
            self._refolding = asyncio.create_task(self._fold_all())

    async def _drawn(self) -> None:
        if self._drawing and not self._drawing.done():
            await asyncio.wait([self._drawing])

    async def _fold_all(self) -> None:
        loop = asyncio.get_running_loop()
        while due := [klass for klass in self._scenes.due() if klass in self._looked_at()]:
            await self._drawn()
            folded = await loop.run_in_executor(self._folder, fold, self._scenes.copy(due[0]))
            await self._drawn()
            if self._scenes.put(due[0], folded, self.table.view(None).layout):
                self._frames.clear()
                for viewer in self.viewers:
                    if viewer.klass == due[0]:
                        viewer.folded = True
                        viewer.stir()
