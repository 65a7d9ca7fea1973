"""A record of a match as a value, and what follows from it: the match, its events, the rounds, what was left unsaid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from fives.events import Event
from fives.match import Match
from fives.notation.course import Course
from fives.notation.seen import view_of
from fives.notation.sheet import Sheet
from fives.refused import Refused
from fives.rounds import Points, Round
from fives.rules import Rules
from fives.tiles import TextError
from fives.view import View

Where = Callable[[int, str, int], tuple[int, int]]


@dataclass(frozen=True)
class Record:
    """What is written of a match; what is empty was not said. Points are raw.

    `start` are the totals that it begins at, `first` the number of its first round. `names` are by seat. `proofs` is
    kept as it is, letter by letter.
    """

    rules: Rules
    seats: int
    names: tuple[str, ...] = ()
    date: str = ""
    place: str = ""
    clock: str = ""
    commitment: str = ""
    remarks: tuple[str, ...] = ()
    start: tuple[Points, ...] = ()
    playoff: bool = False
    first: int = 1
    rounds: tuple[Sheet, ...] = ()
    proofs: str = ""

    def course(self, finish: bool = False, where: Where | None = None) -> Course:
        """The record played through. `where` tells line and column of a part of a round (-1: the headers).

        Raises `TextError` where it is at odds with the rules or itself.
        """
        number, part, index = -1, "from", 0
        course: Course | None = None
        try:
            course = Course(self.rules, self.seats, self.start, self.playoff, self.first, finish)
            for number, sheet in enumerate(self.rounds):
                course.play(sheet, number + 1 < len(self.rounds))
        except (TextError, Refused) as error:
            if course is not None:
                part, index = course.at
            said = str(error)
            if isinstance(error, Refused) and part == "move":
                said = f"seat {self.rounds[number].moves[index].seat}: {said}"
            if where is not None:
                raise TextError(said, *where(number, part, index)) from error
            place = f"round {number + self.first}, {part} {index}: " if course is not None else ""
            raise TextError(f"{place}{said}") from error
        return course

    def match(self) -> Match:
        """The match as far as the record goes. Raises `TextError` when too little is known of a round being played."""
        course = self.course()
        if course.open:
            raise TextError(f"too little is known to go on: {course.lacks}")
        return course.match

    def view(self, seat: int | None) -> View:
        """What a seat sees at the end of the record (None: a spectator), also where the hands of others are not known.

        Raises `TextError` when too little is known, of its own hand or of whose turn it is.
        """
        return view_of(self.course(), seat)

    def events(self) -> tuple[Event, ...]:
        """The events of the match. Raises `TextError` when the record does not tell them all."""
        course = self.course()
        if course.lacks:
            raise TextError(f"the record does not tell every event: {course.lacks}")
        return tuple(course.events)

    def played(self) -> tuple[Round | None, ...]:
        """Each round as far as it was played, hands and all; None for one whose hands cannot be known.

        The tiles that nobody drew stand in an order of their own where the record does not tell it.
        """
        return tuple(self.course().played)

    def filled(self) -> Record:
        """The record with all that follows from what it says: counts, points, settlements, totals, the winner."""
        return replace(self, rounds=tuple(self.course(finish=True).filled))
