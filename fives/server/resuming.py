"""What is left of deadlines when a process takes up what another one left, whatever the system's clock did between."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from fives.server.clock import AWAY, BETWEEN
from fives.server.schema import turns

PEOPLES = ("turn", "away", "round")  # deadlines that people wait for: no outage may eat them
USUAL = {"round": BETWEEN, "away": AWAY}  # how long those are of which the first version did not say it; others: now


def resume(connection: sa.Connection, alive: int, now: int) -> None:
    """What was left of the turns of people when the last process ended, it lived at `alive`, is left of them now.

    No deadline is further away than it was when it was set.
    """
    usual = sa.case(*((turns.c.kind == kind, wait) for kind, wait in USUAL.items()), else_=0)
    whole = sa.case((turns.c.set_at > 0, turns.c.act_by - turns.c.set_at), else_=usual)
    ended = sa.case((turns.c.set_at > alive, turns.c.set_at), else_=alive)
    left = turns.c.act_by - ended
    rest = sa.case((left > whole, whole), else_=left)
    peoples = turns.c.kind.in_(PEOPLES)
    _put(connection, peoples, now, sa.case((rest > 0, rest), else_=0))
    _put(connection, sa.and_(sa.not_(peoples), turns.c.act_by > now + whole), now, whole)


def _put(connection: sa.Connection, which: Any, now: int, wait: Any) -> None:
    connection.execute(turns.update().where(which).values(act_by=now + wait, set_at=now))
