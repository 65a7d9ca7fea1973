"""The best play that a budget buys, for one view or for many at once."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from fives.bots.thinking import Watch, think, warm
from fives.layout import Play
from fives.tiles import TextError, shown
from fives.view import View

MOST_THREADS = 256


def best_play(view: View, budget: float = 0.02, seed: int = 0, *, watch: Watch | None = None) -> Play:
    """The play that `master` makes for the seat of a view; `fives.bots.thinking.think` tells what it thought.

    budget: seconds, as an amount of work, so that the same view, budget and seed give the same play everywhere. watch:
    is told some times a second how much work is done, of how much, and may say False to end it: the best so far is
    returned. Raises `TextError` when the view offers no play.
    """
    if not 0 < budget <= 3600:
        raise TextError(f"budget: expected seconds over 0 and up to 3600, got {shown(budget)}")
    return think(view, "master", seed, budget, watch=watch).choice


def best_plays(views: Sequence[View], budget: float = 0.02, seed: int = 0, threads: int = 1, *,
               watch: Watch | None = None) -> list[Play]:
    """The best play of each view, in order, whatever the number of threads; compiled code runs in them side by side.

    budget: for each of them. watch: is told after each how many are done, of how many, and may say False to end it;
    Ctrl-C ends it too: the plays of the first views, as far as it came, are returned. Raises `TextError` as `best_play`
    does, with the number of the view.
    """
    if type(threads) is not int or not 1 <= threads <= MOST_THREADS:
        raise TextError(f"threads: expected a whole number from 1 to {MOST_THREADS}, got {shown(threads)}")
    for number, view in enumerate(views):
        if not view.options or view.turn != view.seat:
            raise TextError(f"view {number}: expected a seat that is in turn and can play")
    found: list[Play] = []
    if not views:
        return found
    over = Event()  # who still thinks is let go then
    warm()  # once, not in each of them
    with ThreadPoolExecutor(threads) as pool, contextlib.suppress(KeyboardInterrupt):
        coming = [pool.submit(best_play, view, budget, seed, watch=lambda *_: not over.is_set()) for view in views]
        try:
            for play in coming:
                found.append(play.result())
                if watch is not None and watch(len(found), len(views)) is False:
                    break
        finally:
            over.set()
            pool.shutdown(wait=False, cancel_futures=True)
    return found
