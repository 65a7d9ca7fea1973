"""Deadlines as data: what happens by itself, and when. No clock is read here; `now` is an argument, in milliseconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from typing import NamedTuple

from fives.events import Event, Settled
from fives.match import Match
from fives.server.seating import Seat

BETWEEN = 12_000  # milliseconds for a look at the settlement
MOTION = 1000  # the clock of a turn starts after that, if the page does not say before that its motion has ended
GRACE = 500  # a move counts that comes so much too late
AWAY = 60_000  # without a clock: how long a table of several people waits for one who has gone
LATE = 2  # turns in a row that run out until a bot holds the seat


class Deadline(NamedTuple):
    """What is due at `by`: a lot, a deal, a bot's move, a forced draw or pass, the next round, or the end of a turn.

    It holds while the match stands at `number`. A `turn` is a person's, against the clock; `away` is the end of the
    waiting for a person who is not there: it begins anew when that one goes, and when it ends while that one is there.
    """

    kind: str
    number: int
    by: int


class Left(NamedTuple):
    """What a turn still has: milliseconds of the turn, then of the bank; `starts`: until its clock starts by itself."""

    turn: int
    bank: int
    starts: int


def due_after(match: Match, last: Event, seats: Sequence[Seat], pace: int, clock: int, now: int) -> Deadline | None:
    """What comes by itself after the last event; None when a person is to act, or the match is over.

    Bots wait for `pace` milliseconds, and what is forced takes as long. `clock` are the milliseconds of a turn, 0
    without one.
    """
    if waiting(match, seats):
        return None
    if match.need == "move" and match.round is not None:
        seat = seats[match.round.turn]
        if match.round.may != "play":
            return Deadline("forced", match.number, now + pace)
        if not seat.active:
            return Deadline("bot", match.number, now + pace)
        if clock:
            return Deadline("turn", match.number, now + MOTION + clock + seat.bank + GRACE)
        if any(other.active for other in seats if other is not seat):
            return Deadline("away", match.number, now + AWAY)
    elif match.need in ("lot", "deal"):
        if not isinstance(last, Settled):
            return Deadline(match.need, match.number, now + pace)
        people = [other for other in seats if other.kind == "person" or other.comes]
        if not people or any(other.active or other.comes for other in people):
            return Deadline("round", match.number, now + BETWEEN)
    return None


def waiting(match: Match, seats: Sequence[Seat]) -> bool:
    """Whether the table waits for people to sit down, before its match."""
    return match.number <= 1 and any(seat.kind == "open" for seat in seats)


def no_later(due: Deadline, times: Mapping[str, Deadline]) -> Deadline:
    """The deadline in a turn that had these others: who goes and comes back gains no time, nor does the bot for them.

    A bot plays when it was first said, however often its person came back since, and no later than the turn would end.
    """
    return due._replace(by=min([due.by, *(times[kind].by for kind in (due.kind, "turn") if kind in times)]))


def put_off(due: Deadline, now: int) -> Deadline:
    """The end of a waiting that begins now."""
    return due._replace(by=now + AWAY)


def left(due: Deadline, clock: int, bank: int, now: int) -> Left:
    """What a turn still has at this moment."""
    both = due.by - GRACE - now
    return Left(min(clock, max(0, both - bank)), min(bank, max(0, both)), max(0, both - clock - bank))


def spent(seat: Seat, times: Mapping[str, Deadline], clock: int, now: int) -> Seat:
    """The seat in turn without what its turn took of the bank, be it that its person has left it meanwhile.

    The very same when it took nothing.
    """
    bank = left(times["turn"], clock, seat.bank, now).bank if "turn" in times else seat.bank
    return seat if bank == seat.bank else replace(seat, bank=bank)


def started(due: Deadline, clock: int, bank: int, now: int) -> Deadline | None:
    """The deadline of a turn whose page is ready before the clock has started by itself; None when it has."""
    by = now + clock + bank + GRACE
    return due._replace(by=by) if by < due.by else None


class Agenda:
    """The next deadline of each table, soonest first."""

    def __init__(self) -> None:
        self._by: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []

    def set(self, table: str, by: int | None) -> None:
        """Sets the deadline of a table, or takes it away."""
        if by is None:
            self._by.pop(table, None)
        elif self._by.get(table) != by:
            self._by[table] = by
            heappush(self._heap, (by, table))

    def next(self) -> int | None:
        """When the soonest deadline is; None when there is none."""
        while self._heap and self._by.get(self._heap[0][1]) != self._heap[0][0]:
            heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def due(self, now: int) -> list[str]:
        """Takes out the tables whose deadline has come."""
        found = []
        while (by := self.next()) is not None and by <= now:
            table = heappop(self._heap)[1]
            del self._by[table]
            found.append(table)
        return found
