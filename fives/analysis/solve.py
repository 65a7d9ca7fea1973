"""Exact endings for people: what a round whose hands are known is worth, the best plays, and the whole line of play."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from fives import fast, tally
from fives.analysis import exact
from fives.analysis.asked import MOST_THREADS, check_effort, check_whole
from fives.analysis.beside import Watch, of_each
from fives.analysis.exact_room import FAR, NO_PLAY
from fives.analysis.looking import Effort, Engine
from fives.analysis.solver import Choice, Place, Solver, Worth
from fives.layout import Layout
from fives.match import Match
from fives.rounds import Made, Points, Round
from fives.rules import FIVE_UP
from fives.tiles import ALL, TILES, TextError, mask_of, shown, through, tiles_of
from fives.view import View

MOST_DRAWN, MOST_DRAWN_IN_MATCH = 10, 7  # tiles of a boneyard that is drawn from: so that a value fits
PLAINLY, READY = 10_000, 200  # positions looked at by plain functions first, and when compiled ones were used before
FIRST, GUESSING = 300_000, 0.3  # positions before anything is guessed, and the part of the budget for guesses
UNMATCHED = tuple(-1 if at == tally.WINNER else 0 for at in range(tally.TALLY))


@dataclass(frozen=True)
class Solution:
    """What a round is worth to the team of `seat`, which is in turn, when both teams play their best.

    exact: `worth` is proven; if not it is a guess, and `at_least` and `at_most` are what is proven (None: nothing).
    choices: the best plays, all that are equally good, if they could be told apart in time; or every play, best first.
    line, end: the moves to the end of the round, or to the first draw, and the round after them. `won`: the match ended
    with the last of these plays, so that nothing is settled.
    drawn: the order of the boneyard may decide who wins the match.
    nodes: how many positions were looked at.
    """

    seat: int
    worth: Worth
    exact: bool
    at_least: Worth | None
    at_most: Worth | None
    choices: tuple[Choice, ...]
    line: tuple[Made, ...]
    end: Round
    won: bool
    drawn: bool
    nodes: int


def solve(position: Round | View, totals: Sequence[Points] | None = None, *, playoff: bool = False,
          budget: float | None = 10.0, nodes: int | None = None, every: bool = False,
          watch: Callable[[int], object] | None = None, compiling: Callable[[], None] | None = None) -> Solution:
    """Solves a round of two seats, or of four with partners, when every hand is known.

    The boneyard is drawn from by chance, whatever its order in `position`. totals: those of both teams now, raw, when
    the match is to count (`playoff`: in a play-off). budget: seconds, and nodes: positions, after which the best so far
    is returned; None: no limit. every: what every play is worth. watch: called with the positions so far, several times
    a second; when it returns False, the best so far is returned. compiling: called before code is compiled, which may
    take some seconds beyond the budget. Raises `TextError` for a position that cannot be solved.
    """
    check_effort(budget, nodes)
    if playoff and totals is None:
        raise TextError("playoff: expected totals too")
    root = _root(position, totals, playoff)
    effort = Effort(budget, nodes, watch)
    tiles = len(root.round.boneyard) * root.round.rules.draws + sum(map(len, root.round.hands))
    solver = Solver(Engine(False, tiles), effort, root)
    if not solver.look.search(effort, READY if Engine.ready else PLAINLY) and fast.COMPILED:
        started = time.monotonic()
        solver = _compiled(tiles, effort, root, compiling) or solver
        effort.allow(time.monotonic() - started)
    return _solution(solver, every)


def solve_all(positions: Iterable[Round | View], totals: Iterable[Sequence[Points] | None] | None = None, *,
              budget: float | None = 10.0, nodes: int | None = None, every: bool = False, threads: int = 1,
              watch: Watch | None = None, compiling: Callable[[], None] | None = None) -> list[Solution]:
    """Solves many positions, in order, whatever the number of threads; compiled code runs in them side by side.

    totals: those of each position, or None. budget, nodes: for each of them; with `nodes` alone what is not exact
    is the same everywhere, too. watch: is told after each how many are done, of how many, and may say False to end it;
    Ctrl-C ends it too: the solutions of the first ones, as far as it came, are returned. Raises `TextError` as `solve`
    does, with the number of the position.
    """
    check_whole(threads=(threads, 1, MOST_THREADS))
    check_effort(budget, nodes)
    positions = list(through("positions", positions))
    totals = None if totals is None else list(through("totals", totals))
    if totals is not None and len(totals) != len(positions):
        raise TextError(f"totals: expected those of {len(positions)} positions, got {len(totals)}")
    wanted = list(zip(positions, totals or [None] * len(positions), strict=True))
    for number, (position, counted) in enumerate(wanted):
        try:
            _root(position, counted, False)
        except TextError as error:
            raise TextError(f"position {number}: {error}") from error
    if fast.COMPILED and wanted:
        warm(compiling)  # once, not in each of them
    return of_each(lambda one, goes_on: solve(*one, budget=budget, nodes=nodes, every=every, watch=lambda _: goes_on()),
                   wanted, threads, watch)


def warm(compiling: Callable[[], None] | None = None) -> None:
    """Compiles what solving needs, or loads it; else the first long search does. compiling: as in `solve`."""
    played = Round.standing(Layout(FIVE_UP), [(TILES[0],), (TILES[1],)], (), 0)
    _compiled(2, Effort(None, None, None), _root(played, None, False), compiling)


def _compiled(tiles: int, effort: Effort, root: Place, compiling: Callable[[], None] | None) -> Solver | None:
    """The solver with compiled functions, all of them made or loaded; None where that does not work here."""
    fast.compiled(exact, first=compiling)
    engine = Engine(True, tiles)
    if not engine.compiled:
        return None
    solver = Solver(engine, effort, root)
    solver.look.ask(0, None, 1)
    return solver


def _solution(solver: Solver, every: bool) -> Solution:
    effort, root, look = solver.effort, solver.root, solver.look
    proven = look.search(effort, FIRST)
    value, play, low, high = look.at_least, look.best, look.at_least, look.at_most
    if not proven:
        part = effort.part(GUESSING, FIRST)
        value, play, proven = solver.guess(part)
        effort.spent += part.spent
        low = high = value
    if not proven:
        proven = look.search(effort)
        low, high = look.at_least, look.at_most
        if proven or low > value:
            play = look.best
        value = min(max(value, low), high)
    choices, places = [], [root]
    if proven:
        choices = solver.every(value, play) if every else solver.best(value, play)
        places = list(solver.line(value, choices[0].play if choices else None))
    elif play != NO_PLAY:
        choices = [Choice(each, solver.worth(value)) for each in solver.by_code(solver.start)[play][:1]]
        places = [solver.start, solver.start.move(choices[0].play)]
    sign = 1 if solver.start.team == root.team else -1
    bounds = sorted((sign * low, sign * high))
    at_least, at_most = (None if abs(bound) == FAR else solver.worth(bound) for bound in bounds)
    end = places[-1]
    return Solution(root.round.turn, solver.worth(sign * value), proven, at_least, at_most,
                    tuple(choices) if root.round.may == "play" else (), end.round.made[len(root.round.made):],
                    end.round, end.won, solver.drawn, effort.spent)


def _root(position: Round | View, totals: Sequence[Points] | None, playoff: bool) -> Place:
    if not isinstance(position, Round | View):
        raise TextError(f"position: expected a Round or a View, got {shown(position)}")
    played = _known(position) if isinstance(position, View) else position
    rules = played.rules
    if rules.teams(played.seats) != 2:
        raise TextError(f"expected two teams, got {rules.teams(played.seats)}: only then is there a best play")
    most = MOST_DRAWN if totals is None else MOST_DRAWN_IN_MATCH
    if rules.draws and len(played.boneyard) > most:
        raise TextError(f"boneyard: expected at most {most} tiles, got {len(played.boneyard)}")
    if totals is None:
        return Place(played, UNMATCHED)
    match = Match.new(rules, played.seats, totals, playoff)
    t = list(match.tally)
    if tally.looks(t):
        tally.decide(t)
    if t[tally.WINNER] >= 0:
        raise TextError("totals: at these the match is over")
    return Place(played, tuple(t))


def _known(view: View) -> Round:
    """The round of a view from which every hand can be told."""
    if view.seat is None or view.turn is None or view.seats != 2 or view.boneyard:
        raise TextError("expected a round whose hands can be told: two seats, an empty boneyard, the view of a seat")
    own = mask_of(view.hand)
    other = ALL ^ own ^ mask_of(view.layout.lying)
    hands = [tuple(tiles_of(own)), tuple(tiles_of(other))]
    return Round.standing(view.layout, hands if view.seat == 0 else hands[::-1], (), view.turn, view.forced)
