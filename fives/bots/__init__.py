"""The levels of play: each is handed what its seat sees and a generator, and names a move.

A bot never gets a round: two worlds that look the same to its seat get the same choice. A level is a row of `BOTS`;
one that needs heavy modules imports them when it is first asked for a move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from fives.bots import simple
from fives.layout import Play
from fives.tiles import TextError, shown

if TYPE_CHECKING:
    from random import Random

    from fives.view import View

Move = Play | Literal["draw", "pass"]
NAMES = ("Oak", "Elm", "Ash")  # what bots are called, in every language


@dataclass(frozen=True, slots=True)
class Bot:
    """A level of play. `choose(view, rng)` names the move of the seat in turn."""

    name: str
    play: Callable[[View, Random], Play]

    def choose(self, view: View, rng: Random) -> Move:
        """The move that this level makes; it draws and passes where that is all it may do.

        Raises `ValueError` when the seat of the view is not in turn.
        """
        if view.may == "draw":
            return "draw"
        if view.may == "pass":
            return "pass"
        if view.may != "play":
            raise ValueError(f"seat {view.seat} is not in turn")
        return self.play(view, rng)


BOTS: dict[str, Bot] = {level.name: level for level in (
    Bot("random", simple.random_play),
    Bot("greedy", simple.greedy_play),
)}


def bot(name: str) -> Bot:
    """The bot of a level. Raises `TextError`."""
    found = BOTS.get(name)
    if found is None:
        raise TextError(f"expected a level of play ({', '.join(BOTS)}), got {shown(name)}")
    return found
