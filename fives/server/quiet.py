"""Since when nothing has happened at a table. Days count only while a server runs: an outage makes no table older."""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa

from fives.server.schema import events, matches, tables

_last_match = sa.select(matches.c.id).where(matches.c.table == tables.c.id).order_by(
    matches.c.ordinal.desc()).limit(1).correlate(tables).scalar_subquery()
_last_event = sa.func.coalesce(sa.select(events.c.at).where(events.c.match == _last_match).order_by(
    events.c.number.desc()).limit(1).correlate(tables).scalar_subquery(), tables.c.created)
_since = sa.case((tables.c.stirred > _last_event, tables.c.stirred), else_=_last_event)


def old(connection: sa.Connection, before: int) -> list[str]:
    """The tables at which nothing has happened since `before`."""
    return [name for (name,) in connection.execute(sa.select(tables.c.id).where(_since < before))]


_stir = tables.update().where(tables.c.id == sa.bindparam("of"))


def stir(connection: sa.Connection, happened: Iterable[tuple[str, int]]) -> None:
    """Something happened at these tables then that is no event."""
    if rows := [{"of": table, "stirred": at} for table, at in happened]:
        connection.execute(_stir, rows)


def take_off(connection: sa.Connection, alive: int, now: int) -> None:
    """Takes off the time since the last process ended, it lived at `alive`; all of it, be it that a clock was wrong."""
    since = _since + max(0, now - alive)
    connection.execute(tables.update().values(stirred=sa.case((since < now, since), else_=now)))
