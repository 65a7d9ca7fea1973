"""What several commands say alike: who sits where, and figures of what one is ahead by."""

from __future__ import annotations

from collections.abc import Sequence

from fives.describe.people import People
from fives.rules import Rules
from fives.words import Words
from fives.words.numbers import MINUS


def people_of(words: Words, rules: Rules, seats: int, names: Sequence[str] = ()) -> People:
    """Who sits where, each by name, or by the number of the seat where no name is known."""
    given = names or [""] * seats
    return People(rules, tuple(name or words.say("Seat {n}", n=seat) for seat, name in enumerate(given)))


def ahead(value: float, places: int) -> str:
    """What one is ahead by, in figures of so many places: `+2.5`, `−2.5`; what rounds to nothing has no sign."""
    text = f"{value:+.{places}f}"
    return text.replace("-", MINUS) if float(text) else text[1:]
