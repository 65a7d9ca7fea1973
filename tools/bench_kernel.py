"""Measure the plain kernel beside other domino programs, all in this one process: ratios of plays a second.

Started with nothing but Python: what the command line, the server and a single call use.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time

import peers
from fives import FIVE_UP, RULE_SETS, kernel, playout
from fives.rounds import state_of
from measuring import Row, Run, rates, report, shown

SLICES = 5


def whole_rounds(name: str, seats: int, count: int) -> Run:
    """Random rounds by the kernel's own loop: deal, draws, passes, plays, settlement. Returns plays made."""
    rules = RULE_SETS[name]
    rng = [playout.seeded(1)]

    def run() -> int:
        played = 0
        s = state_of(rules, seats, rules.first_leader == "highest")
        for number in range(count):
            playout.deal(s, rng, rules.hand_size(seats), number % seats)
            while playout.ready(s, rng):
                kernel.play(s, playout.random_play(s, rng))
                played += 1
            kernel.settle(s)
        return played

    return run


def stepped(name: str, seats: int, count: int) -> Run:
    """The same driven from outside, one play at a time chosen from a list of the legal ones."""
    rules = RULE_SETS[name]
    rng = [playout.seeded(1)]

    def run() -> int:
        played = 0
        s = state_of(rules, seats, rules.first_leader == "highest")
        for number in range(count):
            playout.deal(s, rng, rules.hand_size(seats), number % seats)
            while playout.ready(s, rng):
                hand, layout = kernel.playable(s), s[kernel.LAYOUT]
                codes = kernel.end_plays(layout, hand)
                if layout:
                    codes |= kernel.double_plays(layout, hand) << 64
                legal = []
                while codes:
                    legal.append(kernel.ctz(codes))
                    codes &= codes - 1
                kernel.play(s, random.choice(legal))
                played += 1
            kernel.settle(s)
        return played

    return run


def start_time() -> float:
    """The wall seconds of `fives count`, the best of nine starts."""
    found = []
    for _ in range(9):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-m", "fives", "count", "1-4"], check=True, capture_output=True)
        found.append(time.perf_counter() - started)
    return min(found)


def main() -> int:
    """Run and print all of it."""
    ours: dict[str, Run] = {f"{name}, {seats} seats": whole_rounds(name, seats, 150)
                            for name in RULE_SETS for seats in (2, 4)}
    runs = {**ours, "stepped": stepped(FIVE_UP.id, 2, 150), "stepped block": stepped("dominos-cc-block", 4, 150),
            "dominoes": peers.dominoes(120), "spiel": peers.spiel(25)}
    found = rates(runs, SLICES)
    for name, rate in found.items():
        shown(name, rate, "plays")
    slowest = min(found[name] for name in ours)
    report([
        Row("plain kernel against dominoes, slowest rule set", slowest / found["dominoes"], ">=", 1.0),
        Row("plain kernel stepped from lists against dominoes", found["stepped"] / found["dominoes"], ">=", 1.0),
        Row("block, four seats, stepped, against dominoes", found["stepped block"] / found["dominoes"], ">=", 1.0),
        Row("plain kernel against python_block_dominoes, slowest", slowest / found["spiel"], ">=", 6.0),
        Row("plain kernel stepped against python_block_dominoes", found["stepped"] / found["spiel"], ">=", 6.0),
        Row("start of the command line, seconds", start_time(), "<=", 0.15),
    ])
    return 0


if __name__ == "__main__":
    sys.exit(main())
