"""The best play that a budget buys, for one view or for many at once."""

from __future__ import annotations

from collections.abc import Iterable

from fives.analysis.asked import MOST_BUDGET, MOST_SEED, MOST_THREADS, check_whole, is_seconds
from fives.analysis.beside import of_each
from fives.bots.thinking import Watch, think, warm
from fives.layout import Play
from fives.tiles import TextError, shown, through
from fives.view import View


def best_play(view: View, budget: float = 0.02, seed: int = 0, *, watch: Watch | None = None) -> Play:
    """The play that `master` makes for the seat of a view; `fives.bots.thinking.think` tells what it thought.

    budget: seconds, as an amount of work, so that the same view, budget and seed give the same play everywhere. watch:
    is told some times a second how much work is done, of how much, and may say False to end it: the best so far is
    returned. Raises `TextError` when the view offers no play.
    """
    _check(view)
    _check_budget(budget)
    return think(view, "master", seed, budget, watch=watch).choice


def best_plays(views: Iterable[View], budget: float = 0.02, seed: int = 0, threads: int = 1, *,
               watch: Watch | None = None) -> list[Play]:
    """The best play of each view, in order, whatever the number of threads; compiled code runs in them side by side.

    budget: for each of them. watch: is told after each how many are done, of how many, and may say False to end it;
    Ctrl-C ends it too: the plays of the first views, as far as it came, are returned. Raises `TextError` as `best_play`
    does, with the number of the view.
    """
    check_whole(threads=(threads, 1, MOST_THREADS), seed=(seed, 0, MOST_SEED))
    _check_budget(budget)
    views = list(through("views", views))
    for number, view in enumerate(views):
        _check(view, f"view {number}: ")
        if not view.options or view.turn != view.seat:
            raise TextError(f"view {number}: expected a seat that is in turn and can play")
    if not views:
        return []
    warm()  # once, not in each of them
    return of_each(lambda view, goes_on: best_play(view, budget, seed, watch=lambda *_: goes_on()), views, threads,
                   watch)


def _check(view: object, where: str = "") -> None:
    if not isinstance(view, View):
        raise TextError(f"{where}expected a View, got {shown(view)}")


def _check_budget(budget: object) -> None:
    if not budget or not is_seconds(budget, MOST_BUDGET):
        raise TextError(f"budget: expected seconds over 0 and up to {MOST_BUDGET}, got {shown(budget)}")
