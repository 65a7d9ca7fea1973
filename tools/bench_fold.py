"""Measure the drawings: rounds as played and full sets of every kind of spinner, in every view; table, then JSON lines.

Each row: what was drawn and how (played: a tile at a time, folded anew when needed; fold: all at once), the least and
the middle half tile in px, new folds a round, landings missing or not as they should be, what an independent check
found, and the processor time. Ends with status 1 when a drawing is at fault.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from random import Random
from statistics import mean, median

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import fold_check  # noqa: E402
import layouts  # noqa: E402
from fives import fold  # noqa: E402
from fives.fold_landing import FOLDS, SIZE  # noqa: E402
from fives.grid import COUNT, POSE  # noqa: E402

VIEWS = ("tall", "square", "wide")


def share(values: list[float], part: float) -> float:
    """The value under which a part of all lies."""
    return sorted(values)[int(part * (len(values) - 1))] if values else 0.0


class Row:
    """One row of the table, while it is counted."""

    def __init__(self, what: str, how: str, spinners: str, view: int) -> None:
        self.what, self.how, self.spinners, self.view = what, how, spinners, view
        self.sizes: list[float] = []
        self.ms: list[float] = []
        self.aside = self.count = self.folds = self.overlaps = self.faults = self.near = self.cords = self.corded = 0
        self.poor = self.blind = self.lost = self.clash = 0

    def look(self, links: list[int], drawing: list[int]) -> None:
        """Check one drawing and its landings."""
        spots, corded = fold_check.spots_of(drawing)
        report = fold_check.check(links, spots, corded)
        self.overlaps += report.overlaps
        self.near += report.near
        self.aside += report.aside
        self.faults += len(report.faults)
        if report.overlaps or report.faults:
            print("FAULT", self.what, self.how, self.spinners, self.view, links, report, file=sys.stderr)
        landings = fold_check.check_landings(links, spots, fold_check.landings_of(drawing, links))
        self.blind += landings.missing
        self.lost += landings.faults
        self.clash += landings.clashes
        self.poor += landings.corded

    def finish(self, drawing: list[int]) -> None:
        """Count a layout that is done."""
        self.count += 1
        self.sizes.append(drawing[SIZE] / 16)
        cords = sum(pose >> 18 & 3 != 0 for pose in drawing[POSE : POSE + drawing[COUNT]])
        self.cords += cords
        self.corded += cords > 0
        self.folds += drawing[FOLDS]

    def result(self) -> dict[str, object]:
        """The row as it is printed."""
        return {
            "what": self.what,
            "how": self.how,
            "spinners": self.spinners,
            "view": VIEWS[self.view],
            "layouts": self.count,
            "half p5": round(share(self.sizes, 0.05), 1),
            "half p50": round(median(self.sizes), 1),
            "folds": round(self.folds / self.count, 2),
            "overlaps": self.overlaps,
            "faults": self.faults + self.lost,
            "near": self.near,
            "aside": self.aside,
            "corded": self.corded,
            "no landing": self.blind,
            "corded landing": self.poor,
            "clash": self.clash,
            "ms": round(mean(self.ms), 2),
            "ms p99": round(share(self.ms, 0.99), 1),
        }


def measure(what: str, spinners: str, view: int, sets: list[list[int]]) -> list[Row]:
    """Draw all, in both ways."""
    step, whole = Row(what, "played", spinners, view), Row(what, "fold", spinners, view)
    for links in sets:
        began = time.process_time()
        drawing = fold.begin(links[0], view)
        spent = time.process_time() - began
        for i, link in enumerate(links[1:], 2):
            began = time.process_time()
            drawing = fold.follow(drawing, link)
            spent += time.process_time() - began
            step.look(links[:i], drawing)
        step.ms.append(1000 * spent / len(links))
        step.finish(drawing)
        began = time.process_time()
        drawing = fold.fold(links, len(links), 0, view)
        whole.ms.append(1000 * (time.process_time() - began))
        whole.look(links, drawing)
        whole.finish(drawing)
    return [step, whole]


def main() -> int:
    """Measure and print."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--rounds", type=int, default=60, help="of each kind (60; 500 to be sure)")
    ask.add_argument("--full", type=int, default=15, help="full sets of each kind (15; 100 to be sure)")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--views", default="012")
    ask.add_argument("--json", action="store_true", help="only the JSON lines")
    options = ask.parse_args()
    found = []
    for spinners in layouts.SPINNERS:
        rng = Random(f"{options.seed} full {spinners}")
        rounds = layouts.some_rounds(options.seed, spinners, options.rounds)
        full = [layouts.full_set(rng, spinners) for _ in range(options.full)]
        for view in map(int, options.views):
            for what, sets in (("round", rounds), ("full", full)):
                if sets:
                    found += [row.result() for row in measure(what, spinners, view, sets)]
    if not options.json:
        names = list(found[0])
        widths = [max(len(name), *(len(str(row[name])) for row in found)) for name in names]
        print("  ".join(name.ljust(width) for name, width in zip(names, widths, strict=True)))
        for row in found:
            print("  ".join(str(row[name]).ljust(width) for name, width in zip(names, widths, strict=True)))
        print()
    for row in found:
        print(json.dumps(row))
    return any(row["overlaps"] or row["faults"] for row in found)


if __name__ == "__main__":
    sys.exit(main())
