"""What the store says to the database: moves in few words, since they are nearly all; seats; deleting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from fives.server.records import SeatRow, Write
from fives.server.schema import events, matches, seats, tables, turns

Putter = Callable[[sa.Connection, list[tuple[Any, ...]]], None]


def is_moves(write: Write) -> bool:
    """Whether a write is events and the next deadline alone."""
    return not (write.create or write.match or write.ready or write.reseated or write.gone or write.alive)


def quick(dialect: sa.Dialect) -> dict[str, Putter]:
    """Statements compiled once, which take rows as tuples in the order of the columns."""
    insert: Any = sqlite.insert if dialect.name == "sqlite" else postgresql.insert
    upsert = insert(turns)
    upsert = upsert.on_conflict_do_update(index_elements=["table"], set_={
        name: upsert.excluded[name] for name in ("number", "kind", "act_by", "set_at")})
    return {"event": _putter(events.insert(), dialect, [column.name for column in events.columns]),
            "turn": _putter(upsert, dialect, [column.name for column in turns.columns]),
            "no turn": _putter(turns.delete().where(turns.c.table == sa.bindparam("gone")), dialect, ["gone"])}


def _putter(statement: Any, dialect: sa.Dialect, names: list[str]) -> Putter:
    compiled = statement.compile(dialect=dialect, column_keys=names if statement.is_insert else None)
    text = str(compiled)
    assert not compiled.positional or list(compiled.positiontup) == names

    def put(connection: sa.Connection, rows: list[tuple[Any, ...]]) -> None:
        if not rows:
            return
        given: Any = rows if compiled.positional else [dict(zip(names, row, strict=True)) for row in rows]
        connection.exec_driver_sql(text, given)
    return put


def reseat(connection: sa.Connection, write: Write) -> bool:
    """Takes the next version of a table's seats; False when somebody else has."""
    assert write.reseated
    done = connection.execute(tables.update().where(
        tables.c.id == write.table, tables.c.version == write.reseated.version).values(
        version=write.reseated.version + 1, host=write.reseated.host))
    return done.rowcount == 1


def put_seats(connection: sa.Connection, rows: Sequence[SeatRow]) -> None:
    """Puts seats as they are now; whether they are ready is put apart."""
    for row in rows:
        values = {name: value for name, value in row._asdict().items() if name not in ("table", "seat", "ready")}
        connection.execute(seats.update().where(seats.c.table == row.table, seats.c.seat == row.seat).values(values))


def delete(connection: sa.Connection, table: str) -> None:
    """Deletes a table and all of it, its turn apart."""
    mine = sa.select(matches.c.id).where(matches.c.table == table)
    connection.execute(events.delete().where(events.c.match.in_(mine)))
    for part, column in ((matches, matches.c.table), (seats, seats.c.table), (tables, tables.c.id)):
        connection.execute(part.delete().where(column == table))
