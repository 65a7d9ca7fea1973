"""How speed is measured here: short slices in turn, the best of each, and ratios of what ran side by side.

A busy machine makes single readings swing twofold. What is the same on any day is the ratio of two rates whose slices
took turns.
"""

from __future__ import annotations

import json
import operator
import time
from collections.abc import Callable
from typing import NamedTuple

Run = Callable[[], float]  # does a slice of work and returns how much it was
SIGNS = {">=": operator.ge, "<=": operator.le}


class Row(NamedTuple):
    """One figure beside its goal."""

    what: str
    value: float
    sign: str
    goal: float


def rates(runs: dict[str, Run], slices: int, clock: Callable[[], float] = time.process_time, rest: float = 0.0
          ) -> dict[str, float]:
    """Work a second, the best of several slices that take turns; of CPU time, unless another clock is named.

    rest: seconds between slices. Who rested is let in sooner, where others work too.
    """
    best = dict.fromkeys(runs, 0.0)
    for _ in range(slices):
        for name, run in runs.items():
            time.sleep(rest)
            started = clock()
            work = run()
            best[name] = max(best[name], work / (clock() - started))
    return best


def shown(what: str, rate: float, unit: str) -> None:
    """Prints a rate, for people: it is of this machine and this hour."""
    size, word = (1e6, " million") if rate >= 1e6 else (1e3, " thousand") if rate >= 1e3 else (1, "")
    print(f"  {what:60} {rate / size:8.1f}{word} {unit} a second", flush=True)


def report(rows: list[Row]) -> None:
    """A table, then the same as JSON lines."""
    print()
    for row in rows:
        met = "" if SIGNS[row.sign](row.value, row.goal) else "   MISSED"
        print(f"  {row.what:60} {row.value:10.2f}   goal {row.sign} {row.goal:g}{met}")
    print()
    for row in rows:
        print(json.dumps({"what": row.what, "value": round(row.value, 3), "goal": f"{row.sign} {row.goal:g}"}))
