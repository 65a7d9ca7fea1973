"""What the store says to the database: moves in few words, since they are nearly all; seats; deleting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from fives.server import quiet
from fives.server.records import SeatRow, Write
from fives.server.schema import events, matches, seats, tables, turns

Putter = Callable[[sa.Connection, Sequence[tuple[Any, ...]]], None]


MOST = 100  # rows in one statement


def is_moves(write: Write) -> bool:
    """Whether a write is events, who is ready, that something happened, and the next deadline alone."""
    return not (write.create or write.match or write.reseated or write.gone or write.alive)


class Quick:
    """The statements of moves, compiled once, which take rows as tuples in the order of the columns.

    Many rows go in one statement: the thread that stores gives up Python's lock for each, and waits for it afterwards.
    """

    def __init__(self, dialect: sa.Dialect) -> None:
        insert: Any = sqlite.insert if dialect.name == "sqlite" else postgresql.insert
        upsert = insert(turns)
        self._events = _rows(events.insert(), events, dialect)
        self._turns = _rows(upsert.on_conflict_do_update(index_elements=["table"], set_={
            name: upsert.excluded[name] for name in ("number", "kind", "act_by", "set_at")}), turns, dialect)

    def put(self, connection: sa.Connection, writes: Sequence[Write]) -> None:
        """Puts moves; fails as a whole when the number of one of them is taken."""
        self._events(connection, [row for write in writes for row in write.events])
        put_ready(connection, writes)
        turned = {write.table: write.turn for write in writes}
        self._turns(connection, [turn for turn in turned.values() if turn])
        if gone := [table for table, turn in turned.items() if turn is None]:
            connection.execute(turns.delete().where(turns.c.table.in_(gone)))


def put_ready(connection: sa.Connection, writes: Sequence[Write]) -> None:
    """Puts who is ready, and that something happened which is no event."""
    if ready := [{"of": each.table, "by": each.ready[0], "ready": each.ready[1]} for each in writes if each.ready]:
        connection.execute(_READY, ready)
    quiet.stir(connection, [(write.table, write.stirred) for write in writes if write.stirred])


_READY = seats.update().where(seats.c.table == sa.bindparam("of"), seats.c.seat == sa.bindparam("by"))


def _rows(statement: Any, into: sa.Table, dialect: sa.Dialect) -> Putter:
    """Puts rows with a statement that is written for one row."""
    compiled = statement.compile(dialect=dialect, column_keys=[column.name for column in into.columns])
    head, values, rest = str(compiled).partition(" VALUES ")
    _, conflict, clause = rest.partition(" ON CONFLICT")
    row = f"({', '.join(['?' if dialect.paramstyle == 'qmark' else '%s'] * len(into.columns))})"

    def put(connection: sa.Connection, rows: Sequence[tuple[Any, ...]]) -> None:
        for at in range(0, len(rows), MOST):
            some = rows[at:at + MOST]
            text = f"{head}{values}{', '.join([row] * len(some))}{conflict}{clause}"
            connection.exec_driver_sql(text, tuple(chain(*some)))
    return put


def reseat(connection: sa.Connection, write: Write) -> bool:
    """Takes the next version of a table's seats; False when somebody else has."""
    assert write.reseated
    done = connection.execute(tables.update().where(
        tables.c.id == write.table, tables.c.version == write.reseated.version).values(
        version=write.reseated.version + 1, host=write.reseated.host))
    return done.rowcount == 1


def put_seats(connection: sa.Connection, rows: Sequence[SeatRow]) -> None:
    """Puts seats as they are now."""
    for row in rows:
        values = {name: value for name, value in row._asdict().items() if name not in ("table", "seat")}
        connection.execute(seats.update().where(seats.c.table == row.table, seats.c.seat == row.seat).values(values))


def delete(connection: sa.Connection, table: str) -> None:
    """Deletes a table and all of it, its turn apart."""
    mine = sa.select(matches.c.id).where(matches.c.table == table)
    connection.execute(events.delete().where(events.c.match.in_(mine)))
    for part, column in ((matches, matches.c.table), (seats, seats.c.table), (tables, tables.c.id)):
        connection.execute(part.delete().where(column == table))
