"""The levels of play: each is handed what its seat sees and a generator, and names a move.

A bot never gets a round: two worlds that look the same to its seat get the same choice. A level is a row of `BOTS`;
one that needs heavy modules imports them when it is first asked for a move. `docs/bots.md` tells how strong they are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from fives.analysis.asked import check_budget
from fives.bots import simple
from fives.layout import Play
from fives.tiles import TextError, expect, shown
from fives.view import View

if TYPE_CHECKING:
    from random import Random

Move = Play | Literal["draw", "pass"]
NAMES = ("Oak", "Elm", "Ash")  # what bots are called, in every language
LEVELS = ("beginner", "casual", "club", "expert", "master")  # for people, weakest first


@dataclass(frozen=True, slots=True)
class Bot:
    """A level of play. `choose(view, rng)` names the move of the seat in turn; `quick`: in no time.

    play: makes its plays, None: it thinks, as the level of its name; budget: seconds of thought, None: as usual.
    """

    name: str
    play: Callable[[View, Random], Play] | None = None
    quick: bool = False
    budget: float | None = None

    def __repr__(self) -> str:
        budget = "" if self.budget is None else f", {self.budget!r}"
        return f"bot({self.name!r}{budget})"

    def choose(self, view: View, rng: Random) -> Move:
        """The move that this level makes; it draws and passes where that is all it may do.

        Raises `ValueError` when the seat of the view is not in turn, `TextError` for what is no view.
        """
        expect(View, view)
        if view.may == "draw":
            return "draw"
        if view.may == "pass":
            return "pass"
        if view.may != "play":
            raise ValueError(f"seat {view.seat} is not in turn")
        if self.play is None:
            return thoughtful(self.name, view, rng, budget=self.budget)
        return self.play(view, rng)


FEW = (1 << 47) - 1  # of the bits of a seed: those that all published matches of these levels were played with


def thoughtful(level: str, view: View, rng: Random, *, budget: float | None = None) -> Play:
    """The play of a level that thinks. Chance is asked once, so that what comes later does not hang on the work."""
    seed = rng.getrandbits(62) & FEW
    if len(view.options) == 1:
        return view.options[0].play
    from fives.bots.thinking import think

    return think(view, level, seed, budget).choice


# random, greedy and flat are for scripts: the first two of old, the last to measure others by.
BOTS: dict[str, Bot] = {level.name: level for level in (
    Bot("random", simple.random_play, quick=True),
    Bot("greedy", simple.greedy_play, quick=True),
    Bot("beginner", simple.beginner_play, quick=True),
    Bot("casual", simple.greedy_play, quick=True),
    *(Bot(name) for name in ("club", "expert", "master", "flat")),
)}


def bot(name: str, budget: float | None = None) -> Bot:
    """The bot of a level; budget: the seconds that `master` thinks about a play. Raises `TextError`."""
    found = BOTS.get(name) if type(name) is str else None
    if found is None:
        raise TextError(f"expected a level of play ({', '.join(BOTS)}), got {shown(name)}")
    check_budget(budget)
    if budget is not None and name == "master":
        return replace(found, budget=budget)
    return found
