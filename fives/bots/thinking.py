"""Thinks about a play: every candidate with its value, how sure that is, and in how many worlds it was tried."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, sqrt
from typing import TYPE_CHECKING, Any

from fives import fast
from fives.bots import ends, likely, plans, search, tree, worlds
from fives.bots.known import KNOWN
from fives.bots.levels import manner_of, plan_of
from fives.bots.reading import code_of, known_of
from fives.kernel import ROUND, SEATS, TEAMS
from fives.layout import Play
from fives.playout import seeded
from fives.rules import FIVE_UP
from fives.tiles import TextError, shown
from fives.view import View

if TYPE_CHECKING:
    from fives.analysis.solver import Worth

ROOM = 1 << 17  # numbers in the table of a belief
NODES_OF_TREE = 1 << 17
SOLVED = 14  # a round is searched to its end with so many tiles in all hands
NODES, PLAIN_NODES = 300_000, 30_000  # positions for that; without numba it is so much less
EMPTY = [2 if slot in (SEATS, TEAMS) else 0 for slot in range(KNOWN)]  # what is known of a round of no tiles


@dataclass(frozen=True, slots=True)
class Candidate:
    """A play that was thought about.

    value: the mean, None where nothing was tried; error: its standard error, 0 if it is exact, None if it is not known;
    worlds: how many it was tried in. `Thought.match` says what the value is.
    """

    play: Play
    value: float | None
    error: float | None
    worlds: int


@dataclass(frozen=True, slots=True)
class Thought:
    """What a level thought of a view: all plays, the one it makes first; equal plays onto equal ends are one.

    match: values are chances to win the match, else raw points from now to the end of the round, own team's less the
    mean of the others'. exact: nothing was hidden, and the round was searched to its end. worlds: how many were tried.
    """

    level: str
    seed: int
    candidates: tuple[Candidate, ...]
    match: bool
    exact: bool
    worlds: int

    @property
    def choice(self) -> Play:
        """The play it makes."""
        return self.candidates[0].play


def think(view: View, level: str = "master", seed: int = 0, budget: float | None = None,
          worlds: int | None = None) -> Thought:
    """What a level (club, expert, master, flat) thinks of the plays of the seat in turn.

    The same view, seed and amount of work give the same thought. budget: for master, in seconds, as an amount of work;
    seed: 0 to 2**62 - 1; worlds: how many to try instead. Raises `TextError` when the view offers no play, and for a
    seed or a budget that is none.
    """
    if type(seed) is not int or not 0 <= seed < 1 << 62:
        raise TextError(f"seed: expected a whole number from 0 to {(1 << 62) - 1}, got {shown(seed)}")
    if not view.options or view.seat is None or view.turn != view.seat:
        raise TextError("expected the view of a seat that is in turn and can play")
    plan = plan_of(level, view.rules, view.seats, budget, worlds)
    known = known_of(view)
    match = ends.is_near(known, plan)
    if level in ("expert", "master") and len(view.options) > 1:
        solved = _solved(view, level, seed, match)
        if solved:
            return solved
    codes, found, count = _decided(known, plan, seed)
    plays: dict[int, Play] = {}
    for option in view.options:
        plays.setdefault(code_of(option.play), option.play)
    candidates = [_candidate(plays[int(codes[at])], found, at) for at in range(count)]
    tried = (each.worlds for each in candidates)
    return Thought(level, seed, tuple(candidates), match, False,
                   sum(tried) if plan[plans.METHOD] == plans.TREE else max(tried))


def _solved(view: View, level: str, seed: int, match: bool) -> Thought | None:
    """The thought of a round in which nothing is hidden: what every play is worth, if that is not too much work."""
    if view.seats != 2 or view.boneyard or sum(view.held) > SOLVED:
        return None
    from fives.analysis.solve import solve

    solution = solve(view, view.totals if match else None, playoff=match and view.playoff, budget=None,
                     nodes=NODES if fast.COMPILED else PLAIN_NODES, every=True)
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


def _candidate(play: Play, found: Any, at: int) -> Candidate:
    tried = int(found[search.TRIED + at])
    if not tried:
        return Candidate(play, None, None, 0)
    mean = float(found[search.SUM + at]) / tried
    spread = max(float(found[search.SQUARES + at]) / tried - mean * mean, 0.0)
    return Candidate(play, mean, sqrt(spread / (tried - 1)) if tried > 1 else None, tried)


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


def _decided(known: list[int], plan: list[int], seed: int) -> tuple[Any, Any, int]:
    """Runs the search, compiled where that can be: the plays, what was found of them, how many there are."""
    functions: Any = fast.compiled(search)
    functions.decide  # noqa: B018  imports numba, which may turn out not to work here
    most = min(NODES_OF_TREE, 64 + plan[plans.WORK]) if plan[plans.METHOD] == plans.TREE else 1
    sizes = (worlds.BELIEF, ROOM, worlds.WORLD, likely.MOST_KEPT * worlds.EVER, ROUND, search.MOST, most * tree.NODE,
             2 * tree.DEEPEST)
    points = (likely.MOST_KEPT, search.FOUND, most * tree.FIGURES)
    if not fast.COMPILED:
        b, table, x, kept, w, codes, nodes, path = ([0] * size for size in sizes)
        sums, found, figures = ([0.0] * size for size in points)
        count = search.decide(known, plan, [seeded(seed)], ROOM, b, table, x, kept, sums, w, codes, found, nodes,
                              figures, most, path)
        return codes, found, count
    import numpy as np

    given = [np.array(row, np.int64) for row in (known, plan, [seeded(seed)])]
    b_, table_, x_, kept_, w_, codes_, nodes_, path_ = (np.zeros(size, np.int64) for size in sizes)
    sums_, found_, figures_ = (np.zeros(size) for size in points)
    return codes_, found_, int(functions.decide(*given, ROOM, b_, table_, x_, kept_, sums_, w_, codes_, found_, nodes_,
                                                figures_, most, path_))
