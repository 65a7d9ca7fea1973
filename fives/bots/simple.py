"""The levels that need no thought: any legal play, the play of most points, and now the one, now the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fives.layout import Play

if TYPE_CHECKING:
    from random import Random

    from fives.view import View

RASH = 0.5  # how much of its plays a beginner makes without looking


def random_play(view: View, rng: Random) -> Play:
    """One of the legal plays, all as likely."""
    return rng.choice(view.options).play


def greedy_play(view: View, rng: Random) -> Play:
    """The play of most points, then of the heaviest tile, then the first that the view offers: by the low half of
    the tile, then by what was laid first of all that it may join. Chance has no part in it.

    Among equals `playout.greedy_play` may take another one: it goes by codes, where no order of laying is known.
    """
    return max(view.options, key=lambda option: (option.points, option.tile.pips)).play


def beginner_play(view: View, rng: Random) -> Play:
    """Half of the time any legal play, else that of most points."""
    return random_play(view, rng) if rng.random() < RASH else greedy_play(view, rng)
