"""What is done at a table beside playing: reactions, links, records, deleting; and what a server does now and then."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, WeakSet

import msgspec

from fives.refused import Refused
from fives.server import discreet
from fives.server import protocol as p
from fives.server.damaged import rebuilt
from fives.server.hints import Hints
from fives.server.keeping import Told
from fives.server.limits import Buckets, Settings
from fives.server.links import links
from fives.server.records import Write
from fives.server.room import Gone, Room, Viewer, now_ms
from fives.server.seating import Company, alone
from fives.server.steps import Step
from fives.server.store import BEAT, Store, StoreError
from fives.server.texts import reaction, refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from fives.server.host import Host

log = logging.getLogger("fives.errands")
HOST_AWAY = 60.0  # seconds until the host's rights pass on from somebody who is not there
AGAIN = 1.0  # and until that is tried again when it could not be stored
COMPILE = 5.0  # seconds after the start until the folding is compiled
REST = 60.0  # seconds between looks for processes that nobody needs
SETTLED = 600.0  # seconds after the start until old tables are looked for: an operator may see that something is wrong
SWEEP = 3600.0  # and between such looks
DAY = 86_400_000  # milliseconds


class Errands:
    """The errands of a host. Tables are deleted when nothing has happened there for `keep` days (0: never); `export` is
    a folder for the records of those."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.keep = 0
        self.export: Path | None = None
        self.hints = Hints(host.thinkers)
        self._records: WeakKeyDictionary[Room, tuple[object, str]] = WeakKeyDictionary()
        self._gone: WeakKeyDictionary[Room, tuple[int, float]] = WeakKeyDictionary()  # the host, and since when
        self._passing: WeakSet[Room] = WeakSet()
        self._writing, self._coding = asyncio.Lock(), asyncio.Lock()
        self.codes = Buckets(Settings().codes, Settings().codes_burst)
        self._running: set[asyncio.Task[None]] = set()

    async def hear(self, viewer: Viewer, message: p.React | p.Link | p.Hint | p.Export | p.Delete) -> None:
        """Does what a viewer asks for. Raises `Slow`, `StoreError`."""
        try:
            match message:
                case p.React():
                    viewer.answer(self._react(viewer, message))
                case p.Link():
                    viewer.answer(await self._links(viewer, message))
                case p.Hint():
                    self._later(self.hints.answer(viewer, message))
                case p.Export():
                    viewer.answer(p.RecordText(message.key, await self._record(viewer.room)))
                case p.Delete():
                    await self._asked_to_delete(viewer, message)
        except Refused as refused:
            why = refusal(refused, viewer.lang)
            viewer.answer(p.Refusal(message.key, refused.reason, why, viewer.room.table.number))

    async def _links(self, viewer: Viewer, message: p.Link) -> p.Links:
        """The links, their codes made once for a viewer and seat, beside the loop and one at a time: it takes long."""
        asked = viewer.address, viewer.room.table.id, viewer.token
        if viewer.links is None or viewer.links[0] != asked:
            if not self.codes.take(viewer.peer):
                raise Refused("rate")
            async with self._coding:
                viewer.links = asked, await asyncio.to_thread(links, *asked)
        return msgspec.structs.replace(viewer.links[1], key=message.key)

    async def _record(self, room: Room) -> str:
        """The record of a table, written once for what it tells, beside the loop and one at a time."""
        async with self._writing:
            told = Told.of(room.table, _date(time.time()))
            key = room.table.match_id, len(told.events), told.names, told.date
            kept = self._records.get(room)
            if kept is None or kept[0] != key:
                kept = self._records[room] = key, await asyncio.to_thread(told.text)
        return kept[1]

    def _react(self, viewer: Viewer, message: p.React) -> p.Done:
        seat, table = viewer.seat, viewer.room.table
        if seat is None or table.eyes(seat) is None:
            raise Refused("watching")
        if (answer := table.answers.to(seat, message.key)) is None:
            late = None if viewer.reactions.take() else Refused("rate")
            answer = Step(seat, message.key, table.number, refused=late)
            table.remember(answer)
            if late is None:
                viewer.room.tell({
                    lang: p.Reaction(seat, message.what, reaction(message.what, lang)) for lang in p.LANGS})
        if answer.refused is not None:
            raise answer.refused
        return p.Done(message.key, answer.number)

    async def _asked_to_delete(self, viewer: Viewer, message: p.Delete) -> None:
        room = viewer.room
        if not await self.delete(room, lambda: viewer.seat is not None and viewer.seat == room.table.host):
            raise Refused("not-host")
        viewer.answer(p.Done(message.key, room.table.number))

    async def delete(self, room: Room, may: Callable[[], bool]) -> bool:
        """Deletes a table and all of it, if it `may` be when nothing else happens there. Raises `StoreError`."""
        async with room.lock:
            if room.gone or not may():
                return False
            await self.host.store.append(Write(room.table.id, gone=True))
            room.gone = True
            self.host.forget(room)
            for viewer in room.viewers:
                viewer.end("closed")
        return True

    def left(self, room: Room, seat: int) -> None:
        """The last page of a seat has gone."""
        async def wait_anew() -> None:
            with suppress(Gone):
                await self.host.carry_out(room, lambda now: room.left(seat, now))
        self.look_for_host(room)
        if room.left(seat, 0) is not None:
            self._later(wait_anew())

    def look_for_host(self, room: Room) -> None:
        """Who is there, or whose table it is, has changed: the rights of a host who is not there pass on in a while.

        They pass on to somebody who is there, however late that one comes, also after a restart.
        """
        host, gone = room.table.host, self._gone.get(room)
        if host is None or host in room.here:
            self._gone.pop(room, None)
            return
        if gone is None or gone[0] != host:
            self._gone[room] = host, time.monotonic()
        if room not in self._passing and room.here.intersection(room.table.people):
            self._passing.add(room)
            self._later(self._pass_on(room))

    async def _pass_on(self, room: Room) -> None:
        def passed(_: int) -> Step | None:
            table, seat = room.table, room.table.host
            there = room.here.intersection(table.people)
            if seat is None or seat in room.here or not there:
                return None
            nearest = min(there, key=lambda other: ((other or 0) - seat) % len(table.seats))
            return Step(number=table.number, company=Company(table.seats, nearest), deadline=table.deadline)
        try:
            while gone := self._gone.get(room):
                rest = gone[1] + HOST_AWAY - time.monotonic()
                if rest > 0:
                    await asyncio.sleep(rest)
                    continue
                try:
                    await self.host.carry_out(room, passed)
                    break
                except StoreError as error:
                    log.error("table %s: its host is not there, and the rights cannot pass on yet: %s", room.table.id,
                              error)
                    await asyncio.sleep(AGAIN)
        except Gone:
            return
        finally:
            self._passing.discard(room)
        self.look_for_host(room)  # it may have changed while this was stored

    def _later(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)  # type: ignore[arg-type]
        self._running.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception():
            log.error("an errand failed: %s", task.exception())

    async def run(self) -> None:
        """Starts what is done now and then."""
        for work in (self._beat(), self._sweep(), self._compile(), self._rest()):
            self._later(work)

    def close(self) -> None:
        """Ends it all."""
        for task in self._running:
            task.cancel()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            if self.host.waits:
                try:
                    await self.host.store.beat()
                except StoreError as error:
                    log.error("%s", error)

    async def _compile(self) -> None:
        await asyncio.sleep(COMPILE)
        while not any(room.viewers for room in self.host.rooms.values()):
            await asyncio.sleep(COMPILE)
        self.host.folding.start()
        while not any(alone(room.table.seats, seat) for room in self.host.rooms.values() for seat in room.here):
            await asyncio.sleep(COMPILE)
        self.host.thinkers.crew.start()  # somebody may ask for a hint

    async def _rest(self) -> None:
        while True:
            await asyncio.sleep(REST)
            await asyncio.to_thread(self.host.thinkers.rest)

    async def _sweep(self) -> None:
        await asyncio.sleep(SETTLED)
        while self.keep:
            names: list[str] = []
            try:
                await self.host.store.beat()  # days count while the process lives, also when nothing is due
                names = await asyncio.to_thread(self.host.store.old, now_ms() - self.keep * DAY)
            except StoreError as error:
                log.error("old tables stay for now: %s", error)
            gone = 0
            for name in names:
                try:
                    gone += await self._put_away(name)
                except Exception as error:  # whatever it is, it must not keep the others
                    log.error("table %s stays for now: %s", name, discreet.told(error))
            if gone:
                log.warning("tables deleted since nothing has happened there for %d days: %d", self.keep, gone)
            await asyncio.sleep(SWEEP)

    async def _put_away(self, name: str) -> bool:
        """Whether a table was deleted: not when somebody looks at it, or its record is wanted and cannot be had."""
        room = await self.host.room(name)
        if room is not None and room.viewers:
            return False
        if self.export is not None:
            if room is None:
                log.error("table %s stays: it cannot be opened, so that it has no record", name)
                return False
            before = room.table.number, room.table.version
            await asyncio.to_thread(_export, self.host.store, self.export, name)
            room = await self.host.room(name)
            if room is None or room.viewers or (room.table.number, room.table.version) != before:  # somebody came
                return False
        if room is None:
            log.warning("table %s is old and deleted, though it cannot be opened", name)
            await self.host.store.append(Write(name, gone=True))
            return True
        return await self.delete(room, lambda: not room.viewers)


def _export(store: Store, folder: Path, table: str) -> None:
    """Writes the records of all matches of a table. Raises `OSError`, and whatever a damaged match leads to."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for ordinal in store.matches(table):
        record = store.load(table, ordinal)
        if record is not None:
            told = Told.of(rebuilt(record, Random(0), 0), _date(record.events[0].at / 1000))
            (folder / f"{record.match.id}.txt").write_text(told.text(), encoding="utf-8")


def _date(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
