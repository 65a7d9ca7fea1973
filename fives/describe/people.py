"""Who sits where, and how they are named: you, Aoi, You and Minjun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fives.rules import Rules
from fives.tiles import check_text, through
from fives.words import Fact, Words


class Forms(NamedTuple):
    """One sentence for the subjects there can be: you alone, one other (`{name}`), several (`{name}` names all)."""

    you: str
    one: str
    many: str = ""


@dataclass(frozen=True, slots=True)
class People:
    """The seats of a match as one viewer hears of them: names by seat, the viewer's own seat (None: a spectator)."""

    rules: Rules
    names: tuple[str, ...]
    you: int | None = None

    def __post_init__(self) -> None:
        for name in through("names", self.names):
            check_text("names", name)

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.names)

    @property
    def teams(self) -> int:
        """How many teams there are."""
        return self.rules.teams(self.seats)

    def team_of(self, seat: int) -> int:
        """The team of a seat."""
        return self.rules.team(seat, self.seats)

    def members(self, *teams: int) -> tuple[int, ...]:
        """The seats of some teams, the viewer first: Korean and Japanese have no fair form with "I" at the end."""
        seats = [seat for seat in range(self.seats) if self.team_of(seat) in teams]
        return tuple(sorted(seats, key=lambda seat: seat != self.you))

    def name(self, words: Words, seat: int) -> str:
        """The name of a seat, `You` for the viewer's own."""
        return words.say("You") if seat == self.you else self.names[seat]

    def listed(self, words: Words, team: int) -> str:
        """The names of a team for a column: `You, Minjun`."""
        return words.listed(self.name(words, seat) for seat in self.members(team))

    def both(self, words: Words, seats: Sequence[int]) -> str:
        """The names of some seats in a sentence: `You and Minjun`."""
        ordered = sorted(seats, key=lambda seat: seat != self.you)
        return words.both(self.name(words, seat) for seat in ordered)

    def team(self, words: Words, team: int) -> str:
        """The name of a team in a sentence: `You and Minjun`."""
        return self.both(words, self.members(team))

    def says(self, words: Words, seats: int | Sequence[int], forms: Forms, **facts: Fact) -> str:
        """The sentence that has these seats as its subject."""
        who = (seats,) if isinstance(seats, int) else seats
        if len(who) > 1:
            return words.say(forms.many, name=self.both(words, who), **facts)
        if who[0] == self.you:
            return words.say(forms.you, **facts)
        return words.say(forms.one, name=self.names[who[0]], **facts)
