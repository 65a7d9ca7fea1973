"""The running tables: loads them, carries out one step at a time for each, stores before it shows. No web here."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from weakref import WeakValueDictionary

from fives.bots import Move
from fives.server import lobby
from fives.server import protocol as p
from fives.server.clock import Agenda, Deadline
from fives.server.damaged import Damaged, load
from fives.server.errands import Errands
from fives.server.folding import Folding
from fives.server.pending import pending
from fives.server.room import Gone, Room, Viewer, now_ms
from fives.server.steps import Step
from fives.server.store import Store, StoreError
from fives.server.table import Table
from fives.server.texts import refusal, somebody
from fives.server.thinking import Thinkers, level_in_turn

log = logging.getLogger("fives.host")
UNSEEN = 60.0  # seconds until a table that nobody looks at is let go


class Host:
    """All tables of this process. `chance` shuffles and makes tokens; `pace` is in milliseconds."""

    def __init__(self, store: Store, pace: int, chance: Random) -> None:
        self.store, self.pace, self.chance = store, pace, chance
        self.rooms: dict[str, Room] = {}
        self.folding = Folding()
        self.thinkers = Thinkers()
        self.errands = Errands(self)
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # while anybody waits for it
        self._painter = ThreadPoolExecutor(1, "fives-painter")
        self._folder = ThreadPoolExecutor(1, "fives-folder")
        self._agenda = Agenda()
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking: set[str] = set()  # the tables whose bots think now

    async def create(self, wish: p.NewTable) -> tuple[str, str]:
        """A new table, stored with the first event of its match: its name and the token of its first seat.

        Raises `TextError` or `StoreError`.
        """
        now = now_ms()
        table, token = lobby.new_table(wish, somebody(wish.lang), self.pace, self.chance)
        step = table.start(now)
        if not await self.store.append(table.write(step, now)._replace(create=lobby.rows(table, now))):
            raise StoreError("the table is there already")
        table.take(step)
        self._enter(table)
        return table.id, token

    async def room(self, name: str) -> Room | None:
        """A table by its name; None when there is none."""
        if (room := self.rooms.get(name)) is not None:
            return room
        async with self._loading.setdefault(name, asyncio.Lock()):
            if (room := self.rooms.get(name)) is None:
                table = await asyncio.to_thread(self._load, name)
                if table is not None:
                    room = self._enter(table)
        return room

    def _enter(self, table: Table) -> Room:
        self.thinkers.expect(seat.level for seat in table.seats)
        room = self.rooms.setdefault(table.id, Room(table, self._painter, self._folder, self.folding))
        self._plan(room)
        asyncio.get_running_loop().call_later(UNSEEN, self._close, room)
        return room

    def _load(self, name: str) -> Table | None:
        try:
            return load(self.store, name, self.chance, now_ms())
        except Damaged as error:  # it must not take the others with it
            log.error("table %s cannot be opened, what is stored makes no match: %s", name, str(error))
            return None

    def join(self, room: Room, hello: p.Hello, origin: str = "", peer: str = "") -> Viewer | None:
        """A viewer who has said hello; None when the token opens no seat here. See `Viewer` for where it comes from."""
        seat = digest = None
        if hello.token is not None:
            seat = lobby.seat_of(room.table.seats, hello.token)
            if seat is None:
                return None
            digest = lobby.digest(hello.token)
        first = seat not in room.here
        # who comes for the first time wants no old news
        have = hello.have if 0 < hello.have <= room.table.number else room.table.number
        viewer = Viewer(room, seat, hello.lang, hello.view, have, hello.token, digest, origin, peer)
        room.viewers.add(viewer)
        self.rooms[room.table.id] = room
        if seat is not None and first:
            room.changed()
            self.errands.look_for_host(room)
        viewer.show()
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """A viewer has gone."""
        room = viewer.room
        room.viewers.discard(viewer)
        if viewer.seat is not None and viewer.seat not in room.here:
            room.changed()
            self.errands.left(room, viewer.seat)
        self._close(room)

    def _close(self, room: Room) -> None:
        name = room.table.id
        # what was let go and loaded again since is another room, which people may look at
        if self.rooms.get(name) is room and not room.viewers and room.table.deadline is None and not room.lock.locked():
            del self.rooms[name]

    async def hear(self, viewer: Viewer, message: p.Incoming) -> None:
        """A message of a viewer. Raises `TextError` for a move that is none, `StoreError`, `Slow`, `Gone`."""
        if isinstance(message, p.Command):
            await self._command(viewer, message)
        elif isinstance(message, p.Settled):
            room, seat = viewer.room, viewer.seat
            await self.carry_out(room, lambda now: room.table.motion_ended(seat, message.at, now))
        elif isinstance(message, p.Ping):
            viewer.answer(p.Pong(message.t))
        elif isinstance(message, p.Look):
            viewer.klass = message.view
            viewer.show()
        elif isinstance(message, p.Language):
            viewer.lang = message.lang
            viewer.show(words=True)
        elif not isinstance(message, p.Hello):
            await self.errands.hear(viewer, message)

    async def _command(self, viewer: Viewer, message: p.Command) -> None:
        room = viewer.room
        if message.key in viewer.taken:
            viewer.answer(viewer.taken[message.key])
            return
        token = None
        if isinstance(message, p.Sit):
            message, token = lobby.meant(room.table, message, self.chance)
        digest = lobby.digest(token) if token else None
        step = await self.carry_out(room, lambda now: room.handle(
            viewer.seat, message, now, digest, somebody(viewer.lang)), viewer)
        assert step is not None
        if step.refused is not None:
            viewer.answer(p.Refusal(message.key, step.refused.reason, refusal(step.refused, viewer.lang), step.number))
            viewer.show()
        elif token and step.seat is not None:
            if not step.again:
                viewer.seat, viewer.token, viewer.digest = step.seat, token, digest
            viewer.settle(p.Taken(message.key, step.seat, viewer.token or token))
            room.changed()
            self.errands.look_for_host(room)
        elif isinstance(message, p.Leave):
            viewer.settle(p.Done(message.key, step.number))
        else:
            viewer.answer(p.Done(message.key, step.number))

    async def carry_out(self, room: Room, propose: Callable[[int], Step | None],
                        viewer: Viewer | None = None) -> Step | None:
        """Asks what would happen, stores it, makes it true, and has it shown. Raises `Gone`, `StoreError`."""
        async with room.lock:
            while True:
                if room.gone:
                    raise Gone
                now = now_ms()
                step = propose(now)
                if step is None:
                    return None
                if not step.stores or step.again:
                    room.table.remember(step)
                    return step
                if await self.store.append(room.table.write(step, now)):
                    room.table.take(step)
                    self._plan(room)
                    if step.company:
                        self.errands.look_for_host(room)
                    if step.timed:
                        room.clock_started()
                    elif step.only_ready:
                        room.pressed()
                    else:
                        room.changed()
                    return step
                await self._catch_up(room)  # another process was first

    async def _catch_up(self, room: Room) -> None:
        table = await asyncio.to_thread(self._load, room.table.id)
        if table is None:
            raise StoreError(f"table {room.table.id} cannot be read again")
        room.table = table
        self._plan(room)
        room.changed()

    # what happens by itself

    @property
    def waits(self) -> bool:
        """Whether anything is due some time, also at tables that nobody has opened since the start."""
        return self._agenda.next() is not None

    def _plan(self, room: Room) -> None:
        due, name = room.table.deadline, room.table.id
        self._agenda.set(name, due.by if due else None)
        if due:
            self._wake.set()
        if due and due.kind == "bot" and name not in self._thinking and self.thinkers.ahead(level_in_turn(room.table)):
            self.keep(self._tick(name))  # it thinks while its pace runs

    def forget(self, room: Room) -> None:
        """Lets go of a table that was deleted."""
        self._agenda.set(room.table.id, None)
        self.rooms.pop(room.table.id, None)
        room.close()

    async def run(self) -> None:
        """Carries out what is due, until cancelled, also what was pending when the last process ended."""
        self.keep(self.errands.run())
        async with asyncio.TaskGroup() as beside:
            beside.create_task(self._take_up())
            while True:
                by = self._agenda.next()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(None if by is None else max(0, by - now_ms()) / 1000):
                        await self._wake.wait()
                self._wake.clear()
                for table in self._agenda.due(now_ms()):
                    self.keep(self._tick(table))

    async def _take_up(self) -> None:
        for table, due in await pending(self.store):
            if table not in self.rooms:  # somebody may have moved since: what is loaded knows better
                self._agenda.set(table, due)
        self._wake.set()

    def keep(self, work: object) -> None:
        """Has something done beside."""
        task: asyncio.Task[None] = asyncio.create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tick(self, name: str) -> None:
        try:
            if (room := await self.room(name)) is None:
                return
            due, turn = room.table.deadline, room.table.turn
            if due is not None and due.kind == "bot" and turn is not None:
                await self._bot(room, due, turn)
            else:
                await self._carry_out_due(room, due)
        except Gone:
            pass
        except Exception as error:  # else this table would stand still for good
            log.error("table %s: %s; trying again in a second", name, error, exc_info=not isinstance(error, StoreError))
            self._agenda.set(name, now_ms() + 1000)
            self._wake.set()

    async def _bot(self, room: Room, due: Deadline, turn: int) -> None:
        """A bot plays, when it is due. It thinks once about a turn, whatever comes until its play is stored."""
        name = room.table.id
        if name in self._thinking:
            return  # what that thought leads to comes by itself
        self._thinking.add(name)
        try:
            move = await self.thinkers.choose(level_in_turn(room.table), room.table.view(turn), room.table.luck)
            while (rest := due.by - now_ms()) > 0:
                await self.thinkers.pause(rest / 1000)
            await self._carry_out_due(room, due, move)
        finally:
            self._thinking.discard(name)
        if self.rooms.get(name) is room:
            self._plan(room)  # what came due meanwhile was let pass

    async def _carry_out_due(self, room: Room, due: Deadline | None, move: Move | None = None) -> None:
        step = await self.carry_out(room, lambda now: room.table.tick(now, move, room.here)
                                    if room.table.deadline == due else None)
        if step is None:
            self._plan(room)
        self._close(room)

    async def finish(self) -> None:
        """Waits for what is being stored; thinks and draws nothing any more."""
        self.errands.close()
        self.thinkers.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2)
        for room in self.rooms.values():
            room.close()
        self.folding.close()
        for pool in (self._painter, self._folder):
            pool.shutdown(wait=False, cancel_futures=True)
