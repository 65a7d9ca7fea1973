"""Thinks about a play: every candidate with its value, how sure that is, and in how many worlds it was tried."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from math import exp, sqrt
from typing import TYPE_CHECKING, Any

from fives import fast, kernel
from fives.bots import ends, likely, plans, search, tree, worlds
from fives.bots.known import KNOWN, unseen
from fives.bots.levels import PACE, PLAIN_PACE, manner_of, plan_of
from fives.bots.reading import code_of, known_of
from fives.bots.reasons import wins
from fives.kernel import ROUND, SEATS, TEAMS
from fives.layout import Play
from fives.playout import seeded
from fives.rules import FIVE_UP
from fives.tiles import TextError, expect, mask_of, shown
from fives.view import View

if TYPE_CHECKING:
    from fives.analysis.solver import Worth

ROOM = 1 << 17  # numbers in the table of a belief
NODES_OF_TREE = 1 << 17
SOLVED = 14  # a round is searched to its end with so many tiles in all hands
NODES, PLAIN_NODES = 300_000, 30_000  # positions for that; without numba it is so much less
BLUR = 1e-15  # what adding up equal numbers may leave of a spread in each trial, as a part of their squares
LONG, LOOK = 1.0, 0.1  # seconds of a budget from which on Ctrl-C is heeded meanwhile; between two looks
Watch = Callable[[int, int], object]  # told how much work is done, of how much; says False to end it
EMPTY = [2 if slot in (SEATS, TEAMS) else 0 for slot in range(KNOWN)]  # what is known of a round of no tiles


@dataclass(frozen=True, slots=True)
class Candidate:
    """A play that was thought about.

    value: the mean, None where nothing was tried; error: its standard error, 0 if it is exact, None if it is not known,
    as after one trial or where all came out alike; worlds: how many it was tried in. `Thought.match` says what the
    value is.
    """

    play: Play
    value: float | None
    error: float | None
    worlds: int


@dataclass(frozen=True, slots=True)
class Thought:
    """What a level thought of a view: the play it makes, then the others by value; equal plays onto equal ends are one.

    No other was tried more often than the play it makes; so one that was tried less may have a higher value.

    match: values are chances to win the match, else raw points from now to the end of the round, own team's less the
    mean of the others'. exact: nothing was hidden, and the round was searched to its end. worlds: how many were tried.
    complete: nobody ended it early.
    """

    level: str
    seed: int
    candidates: tuple[Candidate, ...]
    match: bool
    exact: bool
    worlds: int
    complete: bool = True

    @property
    def choice(self) -> Play:
        """The play it makes."""
        return self.candidates[0].play


def think(view: View, level: str = "master", seed: int = 0, budget: float | None = None,
          worlds: int | None = None, *, watch: Watch | None = None,
          compiling: Callable[[], None] | None = None) -> Thought:
    """What a level (club, expert, master, flat) thinks of the plays of the seat in turn.

    The same view, seed and amount of work give the same thought. budget: for master, in seconds, as an amount of work;
    seed: 0 to 2**62 - 1; worlds: how many to try instead. watch: is told some times a second how much work is done, of
    how much, and may say False to end it: the thought so far is returned. compiling: as in `warm`. Raises `TextError`
    when the view offers no play, and for a level, a seed, a budget or a number of worlds that is none.
    """
    if type(seed) is not int or not 0 <= seed < 1 << 62:
        raise TextError(f"seed: expected a whole number from 0 to {(1 << 62) - 1}, got {shown(seed)}")
    expect(View, view)
    if not view.options or view.seat is None or view.turn != view.seat:
        raise TextError("expected the view of a seat that is in turn and can play")
    plan = plan_of(level, view.rules, view.seats, budget, worlds)
    known = known_of(view)
    match = ends.is_near(known, plan)
    if level in ("expert", "master") and len(view.options) > 1:
        solved = _solved(view, level, seed, match, watch, compiling)
        if solved:
            return solved
    codes, found, count, complete = _decided(known, plan, seed, watch)
    plays: dict[int, Play] = {}
    for option in view.options:
        plays.setdefault(code_of(option.play), option.play)
    chosen, *others = [_candidate(view, plays[int(codes[at])], found, at, match) for at in range(count)]
    others.sort(key=lambda each: (each.value is None, -(each.value or 0)))
    candidates = (chosen, *others)
    tried = (each.worlds for each in candidates)
    return Thought(level, seed, candidates, match, False,
                   sum(tried) if plan[plans.METHOD] == plans.TREE else max(tried), complete)


def _solved(view: View, level: str, seed: int, match: bool, watch: Watch | None,
            compiling: Callable[[], None] | None) -> Thought | None:
    """The thought of a round in which nothing is hidden: what every play is worth, if that is not too much work."""
    if view.seats != 2 or view.boneyard or sum(view.held) > SOLVED:
        return None
    from fives.analysis.solve import solve

    most = NODES if fast.COMPILED else PLAIN_NODES
    solution = solve(view, view.totals if match else None, playoff=match and view.playoff, budget=None,
                     nodes=most, every=True,
                     watch=watch and (lambda nodes: watch(min(nodes, most), most)), compiling=compiling)
    if not solution.exact or not solution.choices:
        return None
    match = match and any(choice.worth.match for choice in solution.choices)
    found = [Candidate(choice.play, _chance(view, choice.worth) if match else float(choice.worth.points), 0.0, 1)
             for choice in solution.choices]
    return Thought(level, seed, tuple(found), match, True, 1)


def _chance(view: View, worth: Worth) -> float:
    """The chance to win the match after a round of this worth: by the lead it leaves, where it is not decided."""
    if worth.match:
        return (1 + float(worth.match)) / 2
    assert view.team is not None
    manner = manner_of(view.rules, view.seats)
    ahead = 2 * float(view.totals[view.team] - view.totals[1 - view.team] + worth.points)
    return 1 / (1 + exp(-1.7 * ahead / manner.swing))


def _candidate(view: View, play: Play, found: Any, at: int, match: bool) -> Candidate:
    tried = int(found[search.TRIED + at])
    if not tried:
        return Candidate(play, None, None, 0)
    mean = float(found[search.SUM + at]) / tried
    spread = max(float(found[search.SQUARES + at]) / tried - mean * mean, 0.0)
    if _certain(view, play, match):
        return Candidate(play, mean, 0.0, tried)
    alike = spread <= tried * BLUR * (1 + mean * mean)  # which does not say that the next one would be, too
    return Candidate(play, mean, None if alike else sqrt(spread / (tried - 1)), tried)


def _certain(view: View, play: Play, match: bool) -> bool:
    """Whether nothing hidden and nothing that is still to be played can change what a play is worth."""
    known = known_of(view)
    after = kernel.lay(view.layout.packed, code_of(play), known[kernel.SPINS])
    if match and wins(view, known, kernel.worth(after, known[kernel.MULTIPLE])):
        return True
    if view.seats != 2 or view.boneyard:
        return False
    hand = mask_of(view.hand) & ~(1 << play.tile.number)
    return not hand or not kernel.fits(after) & (hand | unseen(known))


def warm(compiling: Callable[[], None] | None = None, *, endings: bool = False) -> None:
    """Compiles what thinking needs, or loads it; else the first play does. compiling: is called before seconds of that.

    endings: the search of rounds in which nothing is hidden, too, which the first of these would compile.
    """
    functions: Any = fast.compiled(search, first=compiling)
    functions.decide  # noqa: B018  imports numba
    _decided(EMPTY, plan_of("master", FIVE_UP, 2, 0.0), 0)
    if endings:
        from fives.analysis.solve import warm as warm_endings

        warm_endings(compiling)


def _decided(known: list[int], plan: list[int], seed: int, watch: Watch | None = None) -> tuple[Any, Any, int, bool]:
    """Runs the search, compiled where that can be: the plays, what was found of them, how many; whether it is all."""
    functions: Any = fast.compiled(search)
    functions.decide  # noqa: B018  imports numba, which may turn out not to work here
    most = min(NODES_OF_TREE, 64 + plan[plans.WORK]) if plan[plans.METHOD] == plans.TREE else 1
    sizes = (worlds.BELIEF, ROOM, worlds.WORLD, likely.MOST_KEPT * worlds.EVER, ROUND, search.MOST, most * tree.NODE,
             2 * tree.DEEPEST)
    points = (likely.MOST_KEPT, search.FOUND, most * tree.FIGURES)
    long = watch is not None or plan[plans.WORK] > LONG * (PACE if fast.COMPILED else PLAIN_PACE)
    if not fast.COMPILED:
        b, table, x, kept, w, codes, nodes, path = ([0] * size for size in sizes)
        sums, found, figures = ([0.0] * size for size in points)
        plan = [*plan]

        def plainly() -> int:
            return search.decide(known, plan, [seeded(seed)], ROOM, b, table, x, kept, sums, w, codes, found, nodes,
                                 figures, most, path)
        count, complete = _watched(plainly, plan, watch) if long else (plainly(), True)
        return codes, found, count, complete
    import numpy as np

    known_, plan_, rng_ = (np.array(row, np.int64) for row in (known, plan, [seeded(seed)]))
    b_, table_, x_, kept_, w_, codes_, nodes_, path_ = (np.zeros(size, np.int64) for size in sizes)
    sums_, found_, figures_ = (np.zeros(size) for size in points)

    def fastly() -> int:
        return int(functions.decide(known_, plan_, rng_, ROOM, b_, table_, x_, kept_, sums_, w_, codes_, found_, nodes_,
                                    figures_, most, path_))
    count, complete = _watched(fastly, plan_, watch) if long else (fastly(), True)
    return codes_, found_, count, complete


def _watched(run: Callable[[], int], plan: Any, watch: Watch | None) -> tuple[int, bool]:
    """Runs a search in a thread, so that somebody can be told how far it is, and end it; whether it came to its end."""
    complete, work = True, max(int(plan[plans.WORK]), 1)
    with ThreadPoolExecutor(1, "fives-thought") as pool:
        running = pool.submit(run)
        try:
            while True:
                try:
                    return running.result(LOOK), complete
                except NotYet:
                    if complete and watch is not None and watch(min(int(plan[plans.DONE]), work), work) is False:
                        plan[plans.WORK] = plan[plans.WORLDS] = 0
                        complete = False
        finally:
            plan[plans.WORK] = plan[plans.WORLDS] = 0  # after Ctrl-C nobody waits for it
