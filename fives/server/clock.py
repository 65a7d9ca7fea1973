"""Deadlines as data: what happens by itself, and when. No clock is read here; `now` is an argument, in milliseconds."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from fives.events import Event, Settled
from fives.match import Match

BETWEEN = 12_000  # milliseconds for a look at the settlement


class Deadline(NamedTuple):
    """What is due at `by`: a lot, a deal, a bot's move, a forced draw or pass, or the next round.

    It holds while the match stands at `number`.
    """

    kind: str
    number: int
    by: int


def due_after(match: Match, last: Event, kinds: Sequence[str], pace: int, now: int) -> Deadline | None:
    """What comes by itself after the last event; None when a person is to act, or the match is over.

    `kinds` are the kinds of the seats. Bots wait for `pace` milliseconds, and what is forced takes as long.
    """
    if match.need == "move" and match.round is not None:
        if match.round.may != "play":
            return Deadline("forced", match.number, now + pace)
        if kinds[match.round.turn] == "bot":
            return Deadline("bot", match.number, now + pace)
    elif isinstance(last, Settled) and match.need in ("lot", "deal"):
        return Deadline("round", match.number, now + BETWEEN)
    elif match.need in ("lot", "deal"):
        return Deadline(match.need, match.number, now + pace)
    return None


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
