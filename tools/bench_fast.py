"""Measure the compiled kernels: beside C by hand, beside other domino programs, beside the plain ones; and their start.

The rounds in C are the same as ours, play by play: it ends with status 1 when a checksum differs.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests")]

import layouts  # noqa: E402
import peers  # noqa: E402
import yardstick  # noqa: E402
from fives import ALL_FIVES, RULE_SETS, fast, fold, playout  # noqa: E402
from fives.analysis import batch  # noqa: E402
from fives.rounds import state_of  # noqa: E402
from fives.rules import Rules  # noqa: E402
from measuring import Row, Run, rates, report, shown  # noqa: E402

SLICES = 15
MANNERS = ("random", "greedy")
START = """
import time
started = time.perf_counter()
from fives import ALL_FIVES
from fives.analysis import batch
batch.simulate(ALL_FIVES, 2, "greedy", 1000, compiling=lambda: print("compiles", flush=True))
print(time.perf_counter() - started)
"""


def say_compiling() -> None:
    """Tell why nothing happens."""
    print("  compiling for this processor, once; a moment ...", flush=True)


def ours(rules: Rules, seats: int, forced: bool, greedy: int, count: int, seed: int) -> int:
    """Rounds by the compiled kernel; their checksum."""
    s, rng = np.array(state_of(rules, seats, forced)), np.array([playout.seeded(seed)])
    return int(fast.compiled(playout, first=say_compiling).rounds(s, rng, rules.hand_size(seats), count, greedy))


def against_c(builds: list[yardstick.Rounds], rules: Rules, seats: int, greedy: int) -> float:
    """How fast compiled plays are made, those in C being 1."""
    asked = (rules, seats, False, greedy, 5000, 1)
    (check, plays), *others = (rounds(*asked) for rounds in builds)
    if any(other != (check, plays) for other in others) or ours(*asked) != check:
        raise SystemExit(f"the rounds are not those in C: {rules.id}, {seats} seats, {MANNERS[greedy]}")

    def run_of(rounds: Callable[..., object]) -> Run:
        def run() -> int:
            rounds(*asked)
            return plays
        return run

    found = rates({"ours": run_of(ours), **{str(n): run_of(rounds) for n, rounds in enumerate(builds)}}, SLICES)
    best = max(found[str(n)] for n in range(len(builds)))
    shown(f"{rules.id}, {seats} seats, {MANNERS[greedy]}: compiled", found["ours"], "plays")
    shown("   the same in C", best, "plays")
    return found["ours"] / best


def beside_c(folder: Path) -> list[Row]:
    """Compiled plays against those in C, in every rule set, for every number of seats."""
    rows, builds = [], yardstick.build(folder)
    for greedy, goal in ((0, 0.75), (1, 0.80)):
        ratios = [against_c(builds, rules, seats, greedy) for rules in RULE_SETS.values() for seats in (2, 3, 4)]
        rows.append(Row(f"compiled {MANNERS[greedy]} plays against C, least of all", min(ratios), ">=", goal))
        rows.append(Row(f"compiled {MANNERS[greedy]} plays against C, median", statistics.median(ratios), ">=", goal))
    return rows


def beside_peers() -> list[Row]:
    """Compiled rounds against other programs; the slowest of our rule sets."""
    plays = {rules.id: int(batch.simulate(rules, 2, "random", 20_000, 1).laid.sum()) for rules in RULE_SETS.values()}

    def run_of(rules: Rules) -> Run:
        def run() -> int:
            batch.simulate(rules, 2, "random", 20_000, 1)
            return plays[rules.id]
        return run

    runs: dict[str, Run] = {rules.id: run_of(rules) for rules in RULE_SETS.values()}
    found = rates({**runs, "dominoes": peers.dominoes(60), "python_block_dominoes": peers.spiel(12),
                   "OpenSpiel's rollouts in C++": peers.spiel_rollouts(400), "plain": plain_run(),
                   "all-fives-domino": peers.all_fives(40)}, 7)
    for name, rate in found.items():
        shown(name, rate, "rounds" if name == "all-fives-domino" else "plays")
    slowest, in_c = min(found[name] for name in runs), found["OpenSpiel's rollouts in C++"]
    rounds = found[ALL_FIVES.id] * 20_000 / plays[ALL_FIVES.id]
    return [
        Row("compiled plays against dominoes", slowest / found["dominoes"], ">=", 150),
        Row("compiled plays against python_block_dominoes", slowest / found["python_block_dominoes"], ">=", 1000),
        Row("compiled plays against OpenSpiel's rollouts in C++", slowest / in_c, ">=", 4),
        Row("compiled rounds against all-fives-domino", rounds / found["all-fives-domino"], ">=", 5000),
        Row("compiled plays against the same plain", found[ALL_FIVES.id] / found["plain"], ">=", 100),
    ]


def plain_run() -> Run:
    """All Fives by the plain functions."""
    size = ALL_FIVES.hand_size(2)

    def run() -> int:
        s, rng, played = state_of(ALL_FIVES, 2, False), [playout.seeded(1)], 0
        for number in range(100):
            playout.deal(s, rng, size, number % 2)
            playout.finish_random(s, rng)
            played += 28 - sum(mask.bit_count() for mask in (s[2], *s[14:18]))
        return played

    return run


def beside_plain_folds() -> list[Row]:
    """Compiled drawings against plain ones."""
    sets = [found for spinners in layouts.SPINNERS for found in layouts.some_rounds(3, spinners, 2)]
    compiled = fast.compiled(fold, first=say_compiling)
    for links in sets:
        if fold.play_out(links, len(links), 0) != compiled.play_out(np.array(links), len(links), 0).tolist():
            raise SystemExit("not the same drawing, plain and compiled")

    def run_of(play_out: object, pack: object) -> Run:
        def run() -> int:
            for links in sets:
                play_out(pack(links), len(links), 0)  # type: ignore[operator]
            return sum(map(len, sets))
        return run

    found = rates({"plain": run_of(fold.play_out, list), "compiled": run_of(compiled.play_out, np.array)}, 5)
    for name, rate in found.items():
        shown(f"tiles laid in a drawing, {name}", rate, "tiles")
    return [Row("compiled drawings against plain ones", found["compiled"] / found["plain"], ">=", 10)]


def two_threads() -> list[Row]:
    """Two threads against one, on the wall and in work: the first takes two processors with nothing else to do."""
    def run_of(threads: int) -> Run:
        return lambda: len(batch.simulate(ALL_FIVES, 2, "random", 100_000, 1, threads))

    runs: dict[str, Run] = {"one thread": run_of(1), "two threads": run_of(2)}
    wall, work = rates(runs, 40, time.perf_counter, 0.05), rates(runs, 10)
    for name, rate in wall.items():
        shown(name, rate, "rounds")
    return [Row("two threads against one", wall["two threads"] / wall["one thread"], ">=", 1.7),
            Row("work of one thread against that of two", work["two threads"] / work["one thread"], ">=", 0.95)]


def starts(folder: Path) -> list[Row]:
    """Seconds on the wall of the first batch of a new process, imports included: compiled by then, or compiled now."""
    def start(cache: Path) -> float:
        env = {**os.environ, "FIVES_CACHE": str(cache)}
        done = subprocess.run([sys.executable, "-c", START], env=env, check=True, capture_output=True, text=True)
        *said, seconds = done.stdout.split()
        assert said == ([] if (cache / "warm").exists() else ["compiles"])
        (cache / "warm").touch()
        return float(seconds)

    first = min(start(folder / f"cache{number}") for number in range(2))
    warm = min(start(folder / "cache0") for _ in range(9))
    return [Row("first batch of a process, compiled by then, seconds", warm, "<=", 1.5),
            Row("first batch ever, compiled meanwhile, seconds", first, "<=", 30)]


def main() -> int:
    """Run and print all of it."""
    if not fast.COMPILED:
        print(f"  nothing to measure: {fast.WHY_NOT}")
        return 1
    print(f"  the machine: {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        report(beside_c(folder) + beside_peers() + two_threads() + starts(folder) + beside_plain_folds())
    return 0


if __name__ == "__main__":
    sys.exit(main())
