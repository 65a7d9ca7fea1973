"""What a table agreed on, and what a command or the clock brings about there. Values."""

from __future__ import annotations

from typing import NamedTuple

from fives import events as e
from fives.match import Match
from fives.refused import Refused
from fives.server.clock import Deadline
from fives.server.seating import Company


class Ways(NamedTuple):
    """What a table agreed on beside the rules: milliseconds of a turn and of the bank, visibility, the bots' level."""

    clock: int = 0
    bank: int = 0
    visibility: str = "link"
    level: str = "greedy"


PLAIN = Ways()


class Step(NamedTuple):
    """What a command or the clock brings about: the events to store, the match after them, the deadline after them.

    `refused` is a refusal of the rules, or a reason of the table itself. `again`: it was answered before. `fresh`: a
    new match begins. `company`: seats or host are others now. `by`: who made the move for the person of its seat.
    """

    seat: int | None = None
    key: str | None = None
    number: int = 0
    events: tuple[e.Event, ...] = ()
    match: Match | None = None
    ready: tuple[int, int] | None = None
    deadline: Deadline | None = None
    refused: Refused | None = None
    again: bool = False
    fresh: bool = False
    company: Company | None = None
    by: str | None = None
    timed: bool = False

    @property
    def only_ready(self) -> bool:
        """Whether all that it brings about is that somebody is ready."""
        return self.ready is not None and not self.events and self.company is None

    @property
    def kept(self) -> Step:
        """The same with its answer stored at the seat, for a command that comes again after a restart."""
        if self.company is None or self.seat is None or self.key is None:
            return self
        return self._replace(company=self.company.answered(self.seat, self.key, self.number))

    @property
    def stores(self) -> bool:
        """Whether there is anything to store."""
        return bool(self.events) or self.ready is not None or self.company is not None or self.timed
