"""What is left of deadlines when a process takes up what another one left, whatever the system's clock did between."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from fives.server.clock import AWAY, BETWEEN
from fives.server.schema import turns

PEOPLES = ("turn", "away", "round")  # deadlines that people wait for: no outage may eat them
BACK = 12_000  # milliseconds in which a page is back that looks for the line again and again, see `net.js`
LEAST = {"turn": BACK, "away": AWAY}  # what is left at least of these, if it was as much: their people are not there
USUAL = {"round": BETWEEN, "away": AWAY}  # how long those are of which the first version did not say it; others: now


def resume(connection: sa.Connection, alive: int, now: int) -> None:
    """What was left of the turns of people when the last process ended, it lived at `alive`, is left of them now.

    Who is waited for gets the time to come back, but no deadline is further away than it was when it was set.
    """
    usual = sa.case(*((turns.c.kind == kind, wait) for kind, wait in USUAL.items()), else_=0)
    whole = sa.case((turns.c.set_at > 0, turns.c.act_by - turns.c.set_at), else_=usual)
    ended = sa.case((turns.c.set_at > alive, turns.c.set_at), else_=alive)
    least = sa.case(*((turns.c.kind == kind, wait) for kind, wait in LEAST.items()), else_=0)
    left = sa.case((turns.c.act_by - ended > least, turns.c.act_by - ended), else_=least)
    rest = sa.case((left > whole, whole), else_=left)
    peoples = turns.c.kind.in_(PEOPLES)
    _put(connection, peoples, now, rest)
    _put(connection, sa.and_(sa.not_(peoples), turns.c.act_by > now + whole), now, whole)


def _put(connection: sa.Connection, which: Any, now: int, wait: Any) -> None:
    connection.execute(turns.update().where(which).values(act_by=now + wait, set_at=now))
