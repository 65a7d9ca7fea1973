"""Many rounds at once, in and out as NumPy arrays: whole rounds from the deal, and playouts from where a round stands.

They are rounds, not matches: no target ends one. A seed gives the same rounds on any machine, with any number of
threads, compiled or not.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fives import fast, kernel
from fives.analysis import batch_rounds
from fives.analysis.asked import check_whole
from fives.analysis.batch_rounds import FINISHER, LAID, LEADER, MADE, RESULT, TOTAL
from fives.analysis.batch_states import states_of
from fives.rounds import state_of
from fives.rules import Rules, check_rules
from fives.tiles import shown

BOTS = {"random": batch_rounds.RANDOM, "greedy": batch_rounds.GREEDY}
MOST = 20_000_000  # rounds at once: what comes of them fills 440 MB; another seed makes others
PIECE, PLAIN_PIECE = 5_000, 20  # rounds between two looks at what else is to be done: a few milliseconds
Watch = Callable[[int], object]
Numbers = NDArray[np.int16]
Piece = Callable[[int, int, Numbers], None]  # the number of the first round, how many, where what comes of them goes


@dataclass(frozen=True, eq=False)
class Results:
    """What came of rounds, by number along the first axis (playouts of several states: by state, then by number).

    `leader`: the seat that led (playouts: that was in turn). `finisher`: the seat that went out, -1 in a block.
    `laid`: tiles on the layout. `made`: points made by plays, `points`: with the settlement, both by team along the
    last axis and in halves of a raw point. `complete` says that all that was asked for is there. Equal results hold
    equal numbers; they have no hash, as arrays have none.
    """

    leader: Numbers
    finisher: Numbers
    laid: Numbers
    made: Numbers
    points: Numbers
    complete: bool

    def __len__(self) -> int:
        return len(self.leader)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Results):
            return NotImplemented
        return all(np.array_equal(getattr(self, each.name), getattr(other, each.name)) for each in fields(self))

    __hash__ = None  # type: ignore[assignment]


def simulate(rules: Rules, seats: int, bots: str | Sequence[str] = "random", rounds: int = 1000, seed: int = 0,
             threads: int = 1, *, watch: Watch | None = None, compiling: Callable[[], None] | None = None) -> Results:
    """Deals and plays rounds.

    bots: `random` or `greedy`, one for all or one for each seat. The lead goes round, unless the rules have a
    certain tile lead the first round. rounds: up to `MOST`. seed: 0 to 2**63 - 1; a round's deal and draws depend on
    it and the round's number, never on chances that bots take. watch: is told now and then how many rounds are done,
    and may say False to end it; Ctrl-C ends it too: what was done is returned. compiling: is called before the seconds
    that a first compile takes.

    Raises `ValueError` for anything else.
    """
    check_rules(rules)
    if type(seats) is not int or not 2 <= seats <= 4:
        raise ValueError(f"seats: expected 2 to 4, got {shown(seats)}")
    forced = rules.first_leader == "highest"
    start, size = np.array(state_of(rules, seats, forced), np.int64), rules.hand_size(seats)
    manners, functions = _manners(bots, seats), fast.compiled(batch_rounds, first=compiling)
    check_whole(seed=(seed, 0, (1 << 63) - 1), rounds=(rounds, 0, MOST), threads=(threads, 1, 64))

    def piece(first: int, count: int, out: Numbers) -> None:
        functions.whole_rounds(start.copy(), _room(), _room(), manners, seed, first, count, size, out)

    return _results(*_run(piece, rounds, threads, watch), rules.teams(seats))


def playouts(states: Sequence[int] | NDArray[np.int64], each: int, seed: int = 0,
             bots: str | Sequence[str] = "random", threads: int = 1, *, watch: Watch | None = None,
             compiling: Callable[[], None] | None = None) -> Results:
    """Plays rounds out from where they stand, `each` so many times, all hands and the boneyard as they are.

    states: the state of one round (`Round.state`), or of several along the first axis, with the same seats and teams.
    Points include those made before. The other arguments are those of `simulate`. Raises `ValueError`, for numbers that
    are no state of a round too.
    """
    starts = states_of(states)
    many = starts.reshape(-1, kernel.ROUND)
    seats, teams = int(many[0, kernel.SEATS]), int(many[0, kernel.TEAMS])
    check_whole(seed=(seed, 0, (1 << 63) - 1), each=(each, 0, MOST // len(many)), threads=(threads, 1, 64))
    manners, functions, flat = _manners(bots, seats), fast.compiled(batch_rounds, first=compiling), many.reshape(-1)

    def piece(first: int, count: int, out: Numbers) -> None:
        room = np.zeros(kernel.ROUND, np.int64)
        functions.play_outs(flat, room, _room(), _room(), manners, seed, first, count, max(each, 1), out)

    table, complete = _run(piece, each * len(many), threads, watch)
    if starts.ndim == 2:
        done = len(table) // max(each, 1)  # of the last one not all, where it was ended
        table = table[:done * each].reshape(done, each, RESULT)
    return _results(table, complete, teams)


def _manners(bots: object, seats: int) -> NDArray[np.int64]:
    names = [bots] * seats if isinstance(bots, str) else [*bots] if isinstance(bots, Iterable) else []
    if len(names) != seats or not all(isinstance(name, str) and name in BOTS for name in names):
        raise ValueError(f"bots: expected {' or '.join(BOTS)}, for all or for each of {seats} seats, "
                         f"got {shown(names or bots)}")
    return np.array([BOTS[name] for name in names], np.int64)


def _room() -> NDArray[np.int64]:
    return np.zeros(1, np.int64)


def _run(piece: Piece, total: int, threads: int, watch: Watch | None) -> tuple[Numbers, bool]:
    """Runs pieces in order until all is done, or somebody ends it; what was done, and whether it is all."""
    table = np.zeros((total, RESULT), np.int16)
    piece(0, 0, table[:0].reshape(-1))  # compiles, before there are threads
    size = PIECE if fast.COMPILED else PLAIN_PIECE

    def part(first: int) -> int:
        last = min(first + size, total)
        piece(first, last - first, table[first:last].reshape(-1))
        return last

    firsts, done = range(0, total, size), 0
    with contextlib.suppress(KeyboardInterrupt), contextlib.closing(_in_order(part, firsts, threads)) as parts:
        for done in parts:
            if watch and watch(done) is False:
                break
    return table[:done], done == total


def _in_order(part: Callable[[int], int], firsts: range, threads: int) -> Generator[int]:
    """The results of parts in order; with several threads, some of them are worked at ahead."""
    if threads == 1:
        yield from map(part, firsts)
        return
    waiting: deque[Future[int]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for first in firsts:
                waiting.append(pool.submit(part, first))
                if len(waiting) > 2 * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _results(table: Any, complete: bool, teams: int) -> Results:
    return Results(table[..., LEADER], table[..., FINISHER], table[..., LAID], table[..., MADE:MADE + teams],
                   table[..., TOTAL:TOTAL + teams], complete)
