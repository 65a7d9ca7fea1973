"""How the searches of `exact` are run: plain or compiled, piece by piece, until a budget is spent."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from fives import fast, kernel
from fives.analysis import exact
from fives.analysis.exact_room import (
    AT_LEAST,
    AT_MOST,
    BEST,
    CUTS,
    DEEPEST,
    HEAD,
    LIKELY,
    MATCHED,
    NODES,
    PAIR,
    ROOM,
    SEARCH,
    SHIFT,
)

PLAIN_BITS, LEAST_BITS, MOST_BITS = 12, 8, 20  # pairs in a table, as powers of two
PLAIN_PIECE, PIECE = 250, 100_000  # positions between two looks at the clock


class Effort:
    """What may be spent: seconds, positions (None: no limit), and as long as `watch(positions)` does not say False."""

    def __init__(self, seconds: float | None, nodes: int | None, watch: Callable[[int], object] | None) -> None:
        self.end = None if seconds is None else time.monotonic() + float(seconds)
        self.nodes, self.watch = nodes, watch
        self.spent = 0

    def piece(self, size: int) -> int:
        """How many positions may be looked at now; 0 when all is spent."""
        if self.end is not None and time.monotonic() >= self.end:
            return 0
        if self.watch is not None and self.watch(self.spent) is False:
            self.end = 0.0  # over and done with
            return 0
        return size if self.nodes is None else max(min(size, self.nodes - self.spent), 0)

    def part(self, share: float, nodes: int) -> Effort:
        """An effort of its own, a part of what is left; of so many positions where there is no limit."""
        watch = self.watch
        before = self.spent
        seconds = None if self.end is None else (self.end - time.monotonic()) * share
        if self.nodes is not None:
            nodes = int((self.nodes - self.spent) * share)
        limit = nodes if seconds is None or self.nodes is not None else None
        return Effort(seconds, limit, watch and (lambda spent: watch(before + spent)))

    def allow(self, seconds: float) -> None:
        """Allows so many seconds more."""
        if self.end:
            self.end += seconds


class Engine:
    """The functions of `exact`, plain or compiled, and a table for so many tiles. `ready`: compiled ones were used."""

    ready = False

    def __init__(self, compiled: bool, tiles: int) -> None:
        self.functions: Any = exact
        if compiled:
            functions = fast.compiled(exact)
            functions.ask  # noqa: B018  imports numba, which may turn out not to work here
            compiled = fast.COMPILED
            self.functions = functions if compiled else exact
            Engine.ready = compiled
        self.piece = PIECE if compiled else PLAIN_PIECE
        bits = min(max(tiles + 1, LEAST_BITS), MOST_BITS) if compiled else PLAIN_BITS
        self.shift = 62 - bits
        self.compiled = compiled
        self.table = self.row([0] * 8, PAIR << bits)

    def row(self, values: Sequence[int], size: int = 0) -> Any:
        """A row of numbers as the functions take it, of so many at least."""
        if not self.compiled:
            return [*values, *[0] * (size - len(values))]
        import numpy as np
        row = np.zeros(max(size, len(values)), np.int64)
        row[:len(values)] = values
        return row


class Look:
    """One search of a position: of a round and its totals on ints. `deepest`: frames after which it is only guessed.

    Looks of one engine with the same `number` share what the table knows; their points must start from one root.
    """

    def __init__(self, engine: Engine, s: Sequence[int], t: Sequence[int], matched: bool, number: int,
                 deepest: int = 0) -> None:
        self.engine = engine
        s, t, x = list(s), list(t), [0] * HEAD
        x[MATCHED], x[DEEPEST] = int(matched), deepest
        x[SEARCH], x[SHIFT] = number, engine.shift
        exact.begin(s, t, x)  # less work than a call of a compiled function
        self.s, self.t, self.x = engine.row(s), engine.row(t), engine.row(x, ROOM)

    def search(self, effort: Effort | None = None, most: int | None = None) -> bool:
        """Looks until the value is exact; False when the effort is spent, or `most` positions were looked at."""
        while self.at_least < self.at_most:
            number = min(max(int(self.x[LIKELY]), self.at_least + 1), self.at_most)
            if not self.ask(number, effort, most):
                return False
        return True

    def ask(self, number: int, effort: Effort | None = None, most: int | None = None) -> bool:
        """Looks until it is known whether the value is at least this; False when that is too much."""
        while self.at_least < number <= self.at_most:
            piece = self.engine.piece if effort is None else effort.piece(self.engine.piece)
            if most is not None:
                piece = min(piece, most - self.nodes)
            if piece <= 0:
                return False
            before = self.nodes
            self.engine.functions.ask(self.s, self.t, self.x, self.engine.table, number, piece)
            if effort is not None:
                effort.spent += self.nodes - before
        return True

    @property
    def turn(self) -> int:
        """The seat that acts here, after those that pass: the value is its team's."""
        return int(self.s[kernel.TURN])

    @property
    def at_least(self) -> int:
        """The value is at least this."""
        return int(self.x[AT_LEAST])

    @property
    def at_most(self) -> int:
        """The value is at most this."""
        return int(self.x[AT_MOST])

    @property
    def best(self) -> int:
        """The kernel's number of a play that makes `at_least`."""
        return int(self.x[BEST])

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""
        return int(self.x[NODES])

    @property
    def guessed(self) -> bool:
        """Whether some positions were only guessed."""
        return bool(self.x[CUTS])
