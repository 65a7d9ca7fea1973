"""The best play that a budget buys, for one view or for many at once."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from fives.bots.thinking import think, warm
from fives.layout import Play
from fives.tiles import TextError, shown
from fives.view import View

MOST_THREADS = 256


def best_play(view: View, budget: float = 0.02, seed: int = 0) -> Play:
    """The play that `master` makes for the seat of a view; `fives.bots.thinking.think` tells what it thought.

    budget: seconds, as an amount of work, so that the same view, budget and seed give the same play everywhere. Raises
    `TextError` when the view offers no play.
    """
    if not 0 < budget <= 3600:
        raise TextError(f"budget: expected seconds over 0 and up to 3600, got {shown(budget)}")
    return think(view, "master", seed, budget).choice


def best_plays(views: Sequence[View], budget: float = 0.02, seed: int = 0, threads: int = 1) -> list[Play]:
    """The best play of each view, in order, whatever the number of threads; compiled code runs in them side by side.

    budget: for each of them. Raises `TextError` as `best_play` does, with the number of the view.
    """
    if type(threads) is not int or not 1 <= threads <= MOST_THREADS:
        raise TextError(f"threads: expected a whole number from 1 to {MOST_THREADS}, got {shown(threads)}")
    for number, view in enumerate(views):
        if not view.options or view.turn != view.seat:
            raise TextError(f"view {number}: expected a seat that is in turn and can play")
    if threads == 1 or len(views) < 2:
        return [best_play(view, budget, seed) for view in views]
    warm()  # once, not in each of them
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(lambda view: best_play(view, budget, seed), views))
