"""Measure the plain kernel beside other domino programs, all in this one process and interleaved: ratios of rates.

The peers are the packages `dominoes` (block, four seats) and `open-spiel` (python_block_dominoes, two seats), installed
by the extra `bench`. A rate is the best of several slices of CPU time; a ratio is what stays the same on a busy machine.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable

from fives import FIVE_UP, RULE_SETS, kernel, playout
from fives.rounds import state_of

SLICES = 5


def whole_rounds(name: str, seats: int, count: int) -> Callable[[], int]:
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


def stepped(name: str, seats: int, count: int) -> Callable[[], int]:
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


def dominoes_rounds(count: int) -> Callable[[], int]:
    """Random block games of the package `dominoes`."""
    import dominoes

    def run() -> int:
        played = 0
        for _ in range(count):
            game = dominoes.Game.new()
            while game.result is None:
                game.make_move(*random.choice(game.valid_moves))
                played += 1
        return played

    return run


def spiel_rounds(count: int) -> Callable[[], int]:
    """Random games of OpenSpiel's python_block_dominoes."""
    import open_spiel.python.games  # noqa: F401
    import pyspiel

    game = pyspiel.load_game("python_block_dominoes")

    def run() -> int:
        played = 0
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(actions, odds)[0])
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                    played += 1
        return played

    return run


def rates(runs: dict[str, Callable[[], int]]) -> dict[str, float]:
    """Plays a second of CPU time: the best of several slices, taken in turn."""
    best = dict.fromkeys(runs, 0.0)
    for _ in range(SLICES):
        for name, run in runs.items():
            started = time.process_time()
            played = run()
            best[name] = max(best[name], played / (time.process_time() - started))
    return best


def start_time() -> float:
    """The median wall seconds of `fives count`, of nine starts."""
    found = []
    for _ in range(9):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-m", "fives", "count", "1-4"], check=True, capture_output=True)
        found.append(time.perf_counter() - started)
    return sorted(found)[4]


def report(rows: list[tuple[str, float, str, float]]) -> None:
    """A table, then the same as JSON lines."""
    for what, value, sign, goal in rows:
        print(f"  {what:58} {value:8.2f}   goal {sign} {goal:g}")
    for what, value, sign, goal in rows:
        print(json.dumps({"what": what, "value": round(value, 3), "goal": f"{sign} {goal:g}"}))


def main() -> int:
    """Run and print all of it."""
    runs = {f"{name} {seats}": whole_rounds(name, seats, 150) for name in RULE_SETS for seats in (2, 4)}
    runs["stepped"] = stepped(FIVE_UP.id, 2, 150)
    runs["stepped block 4"] = stepped("dominos-cc-block", 4, 150)
    runs["dominoes"] = dominoes_rounds(120)
    runs["spiel"] = spiel_rounds(25)
    found = rates(runs)
    for name, rate in found.items():
        print(f"  {name:58} {rate / 1000:8.1f} thousand plays a second of one core")
    slowest = min(rate for name, rate in found.items() if name in runs and name[-1] in "24" and " " in name)
    report([
        ("plain kernel against dominoes, slowest rule set", slowest / found["dominoes"], ">=", 1.0),
        ("plain kernel stepped from lists against dominoes", found["stepped"] / found["dominoes"], ">=", 1.0),
        ("block, four seats, stepped, against dominoes", found["stepped block 4"] / found["dominoes"], ">=", 1.0),
        ("plain kernel against python_block_dominoes, slowest", slowest / found["spiel"], ">=", 6.0),
        ("plain kernel stepped against python_block_dominoes", found["stepped"] / found["spiel"], ">=", 6.0),
        ("start of the command line, seconds", start_time(), "<=", 0.15),
    ])
    return 0


if __name__ == "__main__":
    sys.exit(main())
