"""What the store reads of the database: a table with one of its matches, and what is due."""

from __future__ import annotations

import sqlalchemy as sa

from fives.server.records import EventRow, MatchRow, Record, SeatRow, TableRow, TurnRow
from fives.server.schema import events, matches, seats, tables, turns
from fives.tiles import TextError


def record(connection: sa.Connection, table: str, ordinal: int | None) -> Record | None:
    """What is stored of a table and its last match, or another one. Raises `TextError` when there is no such match.

    With the last one come the events of the one before, for who was away meanwhile.
    """
    row = connection.execute(tables.select().where(tables.c.id == table)).first()
    if row is None:
        return None
    which = matches.c.ordinal == ordinal if ordinal is not None else sa.true()
    match = connection.execute(matches.select().where(matches.c.table == table, which).order_by(
        matches.c.ordinal.desc()).limit(1)).first()
    if match is None:
        raise TextError("no match is stored")
    turn = connection.execute(turns.select().where(turns.c.table == table)).first()
    return Record(
        TableRow(*row),
        tuple(SeatRow(*seat) for seat in connection.execute(
            seats.select().where(seats.c.table == table).order_by(seats.c.seat))),
        MatchRow(*match),
        _events(connection, match.id),
        TurnRow(*turn) if turn else None,
        _before(connection, table, match.ordinal) if ordinal is None else ())


def _before(connection: sa.Connection, table: str, ordinal: int) -> tuple[EventRow, ...]:
    """The events of the match before; none when a row of it cannot be read: the table is played at without them."""
    try:
        match = connection.execute(sa.select(matches.c.id).where(
            matches.c.table == table, matches.c.ordinal == ordinal - 1)).scalar()
        return () if match is None else _events(connection, match)
    except Exception:  # whatever it is: a row can hold anything
        return ()


def _events(connection: sa.Connection, match: str) -> tuple[EventRow, ...]:
    return tuple(EventRow(*event) for event in connection.execute(
        events.select().where(events.c.match == match).order_by(events.c.number)))


def ordinals(connection: sa.Connection, table: str) -> list[int]:
    """The matches of a table, as they are counted."""
    return list(connection.execute(sa.select(matches.c.ordinal).where(
        matches.c.table == table).order_by(matches.c.ordinal)).scalars())


def deadlines(connection: sa.Connection) -> list[tuple[str, int]]:
    """Every table with a deadline, and when it is."""
    return [(table, by) for table, by in connection.execute(sa.select(turns.c.table, turns.c.act_by))]
