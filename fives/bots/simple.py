"""The two levels that need no thought: any legal play, and the play of most points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fives.layout import Play

if TYPE_CHECKING:
    from random import Random

    from fives.view import View


def random_play(view: View, rng: Random) -> Play:
    """One of the legal plays, all as likely."""
    return rng.choice(view.options).play


def greedy_play(view: View, rng: Random) -> Play:
    """The play of most points, then of the heaviest tile, then the first in order; chance has no part in it."""
    return max(view.options, key=lambda option: (option.points, option.tile.pips)).play
