"""The store: tables, seats, matches and their events, append-only. One writer thread commits what waits as a group.

The key of an event is (match, number): whoever comes second with a number is refused, and that is the only lock a
match needs. They lie in SQLite, for one process; nothing in them is SQLite's alone. Times are milliseconds since 1970.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from fives.server import quiet, reads
from fives.server.disk import Disk, fold
from fives.server.lock import Busy, Lock, lock_of
from fives.server.migrate import OtherVersion, migrate
from fives.server.now import now_ms
from fives.server.puts import Quick, delete, is_moves, put_ready, put_seats, reseat
from fives.server.records import Record, Write
from fives.server.resuming import resume
from fives.server.schema import about, events, matches, seats, tables, turns
from fives.server.sparing import Sparing

GROUP = 500  # writes in one commit, or a few more
BEAT = 1.0  # seconds between notes that the process lives, while anything is due
log = logging.getLogger("fives.store")
for name in ("fives.store", "fives.host", "fives.errands"):  # who asks again each second is told why each time
    logging.getLogger(name).addFilter(Sparing())


class StoreError(RuntimeError):
    """Storing failed; nothing of the write is there. The text is one line to show."""


_EXPECTED = (sa.exc.DBAPIError, StoreError)  # with them a log needs no traceback
Outcome = tuple[asyncio.AbstractEventLoop, "asyncio.Future[bool]", bool]
Waiting = tuple[Write, asyncio.AbstractEventLoop, "asyncio.Future[bool]"]


class Store:
    """The tables of one data folder. Raises `Busy` when another process has it, `StoreError` when it cannot be used."""

    def __init__(self, folder: Path, *, full_sync: bool = False) -> None:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # hands lie in there
            path = folder / "fives.sqlite"
            self._lock = Lock(lock_of(path))
        except OSError as error:
            raise StoreError(f"cannot use the folder {folder}: {error.strerror}") from error
        try:
            self._disk = Disk(path)
        except (OSError, Busy) as error:
            self._lock.close()
            if isinstance(error, Busy):
                raise
            raise StoreError(f"cannot use {path}: {error.strerror}") from error
        self._engine = self._disk.engine("FULL" if full_sync else "NORMAL")
        self._connection: sa.Connection | None = None  # the writer's own
        self._quick = Quick(self._engine.dialect)
        self._queue: SimpleQueue[list[Waiting] | None] = SimpleQueue()
        self._coming: list[Waiting] = []
        self.ended: int | None = None  # when clocks stood still, before the end
        try:
            self._prepare(folder)
        except (sa.exc.SQLAlchemyError, StoreError) as error:
            self._engine.dispose()
            self._disk.close()
            self._lock.close()
            if isinstance(error, StoreError):
                raise
            raise StoreError(f"cannot use {self._disk.path}: {_line(error)}") from error
        self._writer = Thread(target=self._write_all, name="fives-store", daemon=True)
        self._writer.start()

    def _prepare(self, folder: Path) -> None:
        self._insert: Any = sqlite.insert if self._engine.dialect.name == "sqlite" else postgresql.insert
        if found := self._disk.damage():
            path = self._disk.path
            raise StoreError(f"cannot use {path}: it is damaged ({found}); if it is a backup that was copied there, "
                             f"remove {path.name}-wal and {path.name}-shm, else copy a backup there without them")
        with self._engine.begin() as connection:
            try:
                migrate(connection)
            except OtherVersion as error:
                raise StoreError(f"{folder} was written by another version of fives ({error})") from error
        with self._engine.begin() as connection:
            now = now_ms()
            alive = connection.execute(sa.select(about.c.value).where(about.c.key == "alive")).scalar()
            resume(connection, int(alive or 0), now)
            quiet.take_off(connection, int(alive or 0), now)
            self._put_alive(connection, now)

    def _put_alive(self, connection: sa.Connection, now: int) -> None:
        insert = self._insert(about).values(key="alive", value=str(now))
        connection.execute(insert.on_conflict_do_update(index_elements=["key"], set_={"value": str(now)}))

    def close(self) -> None:
        """Stores what waits, and lets go of the folder."""
        self._queue.put(None)
        self._writer.join()
        if not self.gone:
            with suppress(sa.exc.SQLAlchemyError), self._engine.begin() as connection:
                self._put_alive(connection, self.ended or now_ms())
        self._engine.dispose()
        self._disk.close()
        self._lock.close()

    @property
    def gone(self) -> bool:
        """Whether the file or its lock is not where it was when it was opened, so that nothing can be kept."""
        return self._missing is not None

    @property
    def _missing(self) -> Path | None:
        return self._disk.path if self._disk.gone else self._lock.path if self._lock.gone else None

    async def append(self, write: Write) -> bool:
        """Stores; False when another write took its number. Raises `StoreError`."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[bool] = loop.create_future()
        if not self._coming:
            loop.call_soon(self._send_off)  # one call of the writer for all that this turn of the loop brings
        self._coming.append((write, loop, future))
        return await future

    def _send_off(self) -> None:
        coming, self._coming = self._coming, []
        self._queue.put(coming)

    async def beat(self) -> None:
        """Notes that the process lives: after it was killed, that is when the clocks stood still."""
        await self.append(Write("", alive=now_ms()))

    def load(self, table: str, ordinal: int | None = None) -> Record | None:
        """What is stored of a table and its last match, or another. Raises `StoreError`; `TextError` without one."""
        with self._reading() as connection:
            return reads.record(connection, table, ordinal)

    def matches(self, table: str) -> list[int]:
        """The matches of a table, as they are counted. Raises `StoreError`."""
        with self._reading() as connection:
            return reads.ordinals(connection, table)

    def old(self, before: int) -> list[str]:
        """The tables at which nothing has happened since `before`. Raises `StoreError`."""
        with self._reading() as connection:
            return quiet.old(connection, before)

    def deadlines(self) -> list[tuple[str, int]]:
        """Every table with a deadline, and when it is. Raises `StoreError`."""
        with self._reading() as connection:
            return reads.deadlines(connection)

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.connect() as connection:
                connection.exec_driver_sql("BEGIN")  # all is of one moment; by itself the driver begins where it writes
                yield connection
        except sa.exc.SQLAlchemyError as error:
            problem = StoreError(_line(error))
            log.error("could not read: %s", problem)
            raise problem from error

    # the writer thread

    def _write_all(self) -> None:
        going = True
        while going:
            group: list[Waiting] = []
            jobs = self._queue.get()
            while jobs is not None:
                group += jobs
                if len(group) >= GROUP:
                    break
                try:
                    jobs = self._queue.get_nowait()
                except Empty:
                    break
            else:
                going = False
            if group:
                self._write_group(group)
        self._let_go()

    def _write_group(self, group: list[Waiting]) -> None:
        error: StoreError | None = None
        stored: set[int] = set()
        writes = [write for write, _, _ in group]
        try:
            if (missing := self._missing) is not None:
                raise StoreError(f"{missing} is gone: it was deleted, moved or replaced while it was in use")
            if self._connection is None or self._connection.invalidated:
                self._connection = self._engine.connect()
                fold(self._connection)
            connection = self._connection
            try:
                with connection.begin():
                    stored = self._put_quickly(connection, writes)
            except sa.exc.IntegrityError:  # somebody else was first with a number
                with connection.begin():
                    stored = self._put(connection, writes)
        except Exception as problem:
            # one of them must not fail the others; what ails the disk, not a write, fails them all
            if len(group) > 1 and not isinstance(problem, (sa.exc.OperationalError, StoreError)):
                for job in group:
                    self._write_group([job])
                return
            error = StoreError(_line(problem))
            log.error("could not store: %s", error, exc_info=None if isinstance(problem, _EXPECTED) else problem)
            with suppress(Exception):
                self._let_go()
        _tell([(loop, future, index in stored) for index, (_, loop, future) in enumerate(group)], error)

    def _let_go(self) -> None:
        """Closes what is open, not just to the pool: the last to close gives back the room of SQLite's log."""
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None
        self._engine.dispose()

    def _put_quickly(self, connection: sa.Connection, writes: Sequence[Write]) -> set[int]:
        """Puts what is moves in few words, the rest as it should be."""
        slow = [index for index, write in enumerate(writes) if not is_moves(write)]
        stored = {slow[index] for index in self._put(connection, [writes[index] for index in slow])} if slow else set()
        moves = set(range(len(writes))).difference(slow)
        self._quick.put(connection, [writes[index] for index in sorted(moves)])
        return stored | moves

    def _put(self, connection: sa.Connection, writes: Sequence[Write]) -> set[int]:
        """Puts a group of writes; the indices of those that were not refused."""
        _many(connection, tables.insert(), (write.create[0] for write in writes if write.create))
        _many(connection, seats.insert(), (seat for write in writes if write.create for seat in write.create[1]))
        tried = [index for index, write in enumerate(writes) if not write.reseated or reseat(connection, write)]
        firsts = {(writes[index].events[0].match, writes[index].events[0].number): index
                  for index in reversed(tried) if writes[index].events}
        kept = {index for index in tried if not writes[index].events}
        if firsts:
            insert = self._insert(events).on_conflict_do_nothing().returning(events.c.match, events.c.number)
            rows = [writes[index].events[0]._asdict() for index in firsts.values()]
            kept |= {firsts[match, number] for match, number in connection.execute(insert, rows)}
        held = [writes[index] for index in sorted(kept)]
        _many(connection, events.insert(), (event for write in held for event in write.events[1:]))
        _many(connection, matches.insert(), (write.match for write in held if write.match))
        put_ready(connection, held)
        for write in held:
            if write.reseated:
                put_seats(connection, write.reseated.seats)
            if write.alive:
                self._put_alive(connection, write.alive)
            if write.gone:
                delete(connection, write.table)
        turned = {write.table: write.turn for write in held if write.table}
        if gone := [table for table, turn in turned.items() if turn is None]:
            connection.execute(turns.delete().where(turns.c.table.in_(gone)))
        upsert = self._insert(turns)
        _many(connection, upsert.on_conflict_do_update(index_elements=["table"], set_={
            name: upsert.excluded[name] for name in ("number", "kind", "act_by", "set_at")}),
            (turn for turn in turned.values() if turn))
        return kept


def _many(connection: sa.Connection, statement: Any, rows: Iterable[Any]) -> None:
    if values := [row._asdict() for row in rows]:
        connection.execute(statement, values)


def _tell(outcomes: list[Outcome], error: StoreError | None) -> None:
    """Wakes those who wait, one call for each loop."""
    def wake(mine: list[tuple[asyncio.Future[bool], bool]]) -> None:
        for future, kept in mine:
            if future.done():
                continue
            if error:
                future.set_exception(error)
            else:
                future.set_result(kept)

    for loop in {id(loop): loop for loop, _, _ in outcomes}.values():
        try:
            loop.call_soon_threadsafe(wake, [(future, kept) for other, future, kept in outcomes if other is loop])
        except RuntimeError:  # the loop is closed: nobody waits any more
            continue


def _line(error: Exception) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__
