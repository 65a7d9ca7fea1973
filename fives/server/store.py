"""The store: tables, seats, matches and their events, append-only. One writer thread commits what waits as a group.

The key of an event is (match, number): whoever comes second with a number is refused, and that is the only lock a
match needs. The same tables serve SQLite (one process) and PostgreSQL. Times are milliseconds since 1970.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from fives.server.lock import Lock
from fives.server.records import EventRow, MatchRow, Record, SeatRow, TableRow, TurnRow, Write

SCHEMA = 1
GROUP = 500  # writes in one commit, at most
log = logging.getLogger("fives.store")
meta = sa.MetaData()
about = sa.Table("about", meta, sa.Column("key", sa.Text, primary_key=True), sa.Column("value", sa.Text))
tables = sa.Table(
    "tables", meta,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("pace", sa.Integer, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False))
seats = sa.Table(
    "seats", meta,
    sa.Column("table", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("level", sa.Text, nullable=False),
    sa.Column("token", sa.LargeBinary),  # its SHA-256
    sa.Column("ready", sa.BigInteger, nullable=False))  # the table's number that ready was pressed at
matches = sa.Table(
    "matches", meta,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("table", sa.Text, nullable=False, index=True),
    sa.Column("ordinal", sa.Integer, nullable=False),
    sa.Column("base", sa.BigInteger, nullable=False))  # how many events the table's earlier matches have
events = sa.Table(
    "events", meta,
    sa.Column("match", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("event", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("seat", sa.Integer),  # whose command brought it about,
    sa.Column("key", sa.Text),  # and that command's own key
    sqlite_with_rowid=False)
turns = sa.Table(
    "turns", meta,
    sa.Column("table", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("act_by", sa.BigInteger, nullable=False, index=True))


class StoreError(RuntimeError):
    """Storing failed; nothing of the write is there. The text is one line to show."""


Outcome = tuple[asyncio.AbstractEventLoop, "asyncio.Future[bool]", bool]
Waiting = tuple[Write, asyncio.AbstractEventLoop, "asyncio.Future[bool]"]


class Store:
    """The tables of one data folder. Raises `Busy` when another process has it, `StoreError` when it cannot be used."""

    def __init__(self, folder: Path, *, full_sync: bool = False) -> None:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # hands lie in there
            self._lock = Lock(folder / "fives.lock")
        except OSError as error:
            raise StoreError(f"cannot use the folder {folder}: {error.strerror}") from error
        self._engine = sa.create_engine(sa.URL.create("sqlite", database=str(folder / "fives.sqlite")))
        sa.event.listen(self._engine, "connect", _sqlite_ways("FULL" if full_sync else "NORMAL"))
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        try:
            self._prepare(folder)
        except sa.exc.SQLAlchemyError as error:
            self._lock.close()
            raise StoreError(f"cannot use {folder / 'fives.sqlite'}: {_line(error)}") from error
        except StoreError:
            self._lock.close()
            raise
        self._writer = Thread(target=self._write_all, name="fives-store", daemon=True)
        self._writer.start()

    def _prepare(self, folder: Path) -> None:
        self._insert: Any = sqlite.insert if self._engine.dialect.name == "sqlite" else postgresql.insert
        with self._engine.begin() as connection:
            meta.create_all(connection)
            found = connection.execute(sa.select(about.c.value).where(about.c.key == "schema")).scalar()
            if found is None:
                connection.execute(about.insert().values(key="schema", value=str(SCHEMA)))
            elif found != str(SCHEMA):
                raise StoreError(f"{folder} was written by another version of fives (schema {found}, not {SCHEMA})")

    def close(self) -> None:
        """Stores what waits, and lets go of the folder."""
        self._queue.put(None)
        self._writer.join()
        self._engine.dispose()
        self._lock.close()

    async def append(self, write: Write) -> bool:
        """Stores; False when another write took its number. Raises `StoreError`."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[bool] = loop.create_future()
        self._queue.put((write, loop, future))
        return await future

    def load(self, table: str) -> Record | None:
        """What is stored of a table. Raises `StoreError`."""
        with _reading(), self._engine.connect() as connection:
            row = connection.execute(tables.select().where(tables.c.id == table)).first()
            if row is None:
                return None
            match = connection.execute(matches.select().where(matches.c.table == table).order_by(
                matches.c.ordinal.desc()).limit(1)).one()
            turn = connection.execute(turns.select().where(turns.c.table == table)).first()
            return Record(
                TableRow(*row),
                tuple(SeatRow(*seat) for seat in connection.execute(
                    seats.select().where(seats.c.table == table).order_by(seats.c.seat))),
                MatchRow(*match),
                tuple(EventRow(*event) for event in connection.execute(
                    events.select().where(events.c.match == match.id).order_by(events.c.number))),
                TurnRow(*turn) if turn else None)

    def deadlines(self) -> list[tuple[str, int]]:
        """Every table with a deadline, and when it is. Raises `StoreError`."""
        with _reading(), self._engine.connect() as connection:
            return [(table, by) for table, by in connection.execute(sa.select(turns.c.table, turns.c.act_by))]

    # the writer thread

    def _write_all(self) -> None:
        going = True
        while going:
            group: list[Waiting] = []
            job = self._queue.get()
            while job is not None:
                group.append(job)
                if len(group) == GROUP:
                    break
                try:
                    job = self._queue.get_nowait()
                except Empty:
                    break
            else:
                going = False
            if group:
                self._write_group(group)

    def _write_group(self, group: list[Waiting]) -> None:
        error: StoreError | None = None
        stored: set[int] = set()
        try:
            with self._engine.begin() as connection:
                stored = self._put(connection, [write for write, _, _ in group])
        except Exception as problem:
            if len(group) > 1:  # one of them must not fail the others
                for job in group:
                    self._write_group([job])
                return
            log.exception("could not store")
            error = StoreError(_line(problem))
        _tell([(loop, future, index in stored) for index, (_, loop, future) in enumerate(group)], error)

    def _put(self, connection: sa.Connection, writes: Sequence[Write]) -> set[int]:
        """Puts a group of writes; the indices of those that were not refused."""
        _many(connection, tables.insert(), (write.create[0] for write in writes if write.create))
        _many(connection, seats.insert(), (seat for write in writes if write.create for seat in write.create[1]))
        firsts = {(write.events[0].match, write.events[0].number): index
                  for index, write in reversed(list(enumerate(writes))) if write.events}
        kept = {index for index, write in enumerate(writes) if not write.events}
        if firsts:
            insert = self._insert(events).on_conflict_do_nothing().returning(events.c.match, events.c.number)
            rows = [writes[index].events[0]._asdict() for index in firsts.values()]
            kept |= {firsts[match, number] for match, number in connection.execute(insert, rows)}
        held = [writes[index] for index in sorted(kept)]
        _many(connection, events.insert(), (event for write in held for event in write.events[1:]))
        _many(connection, matches.insert(), (write.match for write in held if write.match))
        for write in held:
            if write.ready:
                connection.execute(seats.update().where(
                    seats.c.table == write.table, seats.c.seat == write.ready[0]).values(ready=write.ready[1]))
        turned = {write.table: write.turn for write in held}
        if gone := [table for table, turn in turned.items() if turn is None]:
            connection.execute(turns.delete().where(turns.c.table.in_(gone)))
        upsert = self._insert(turns)
        _many(connection, upsert.on_conflict_do_update(index_elements=["table"], set_={
            name: upsert.excluded[name] for name in ("number", "kind", "act_by")}),
            (turn for turn in turned.values() if turn))
        return kept


@contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except sa.exc.SQLAlchemyError as error:
        log.exception("could not read")
        raise StoreError(_line(error)) from error


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


def _sqlite_ways(sync: str) -> Any:
    def set_up(connection: Any, _: object) -> None:
        for way in ("journal_mode=WAL", f"synchronous={sync}", "busy_timeout=5000"):
            connection.execute(f"PRAGMA {way}")
    return set_up


def _line(error: Exception) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__
