"""How long the levels think, and where the numbers of `fives/bots/tastes.py` come from.

    python tools/bench_bots.py            milliseconds of processor time a play, by level, rule set and seats
    python tools/bench_bots.py --learn    plays rounds by `expert` and prints the table of manners that they teach

How strong the levels are, `fives arena` measures; see docs/bots.md.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator

import numpy as np

from fives import kernel
from fives.analysis.arena_play import FAR, dealt
from fives.analysis.batch import simulate
from fives.bots.judging import judged
from fives.bots.known import unseen
from fives.bots.levels import THINKING
from fives.bots.reading import code_of, known_of
from fives.bots.tastes import Manner
from fives.bots.thinking import think
from fives.match import Match
from fives.rules import ALL_FIVES, FIVE_UP, RULE_SETS, Rules
from fives.view import View, view
from measuring import Row, report

JUDGED = 7  # numbers that are judged of a play
ROUNDS, WORLDS = 500, 100  # of each rule set and number of seats; of each decision


def choices(rules: Rules, seats: int, rounds: int, level: str, worlds: int | None = None) -> Iterator[tuple[View, int]]:
    """Plays rounds by a level; each view that had a choice, and the kernel's number of what was chosen."""
    for number in range(rounds):
        match = dealt(Match.new(rules._replace(target=FAR), seats), [kernel.ALL + number], number % seats)
        while match.need == "move":
            assert match.round is not None
            if match.round.may != "play":
                match = match.move("draw" if match.round.may == "draw" else "pass")
                continue
            seen = view(match, match.round.turn)
            play = seen.options[0].play
            if len(seen.options) > 1:
                play = think(seen, level, number, worlds=worlds).choice
                yield seen, code_of(play)
            match = match.move(play)


def rows_of(seen: View, chosen: int) -> tuple[list[list[int]], int]:
    """What is judged of every play, a row for each, and which of them was chosen."""
    known = known_of(seen)
    hidden, hand = unseen(known), known[kernel.HAND + known[kernel.TURN]]
    codes = list(dict.fromkeys(code_of(option.play) for option in seen.options))
    tastes = [[int(at == each) for at in range(8)] for each in range(JUDGED)]
    rows = [[judged(known[kernel.LAYOUT], hand, hidden, code, known[kernel.SPINS], known[kernel.MULTIPLE], taste, 0)
             for taste in tastes] for code in codes]
    return rows, codes.index(chosen)


def learned(decisions: list[tuple[list[list[int]], int]]) -> tuple[int, ...]:
    """The weights, in thousandths, under which the chosen plays are likeliest (Newton's method, a little damped)."""
    several = [(np.array(rows, float), at) for rows, at in decisions if len(rows) > 1]
    scale = np.concatenate([rows for rows, _ in several]).std(axis=0) + 1e-9
    weights = np.zeros(JUDGED)
    for _ in range(25):
        slope, bend = -1e-3 * len(several) * weights, 1e-3 * len(several) * np.eye(JUDGED)
        for rows, at in several:
            scaled = rows / scale
            liking = np.exp(scaled @ weights - (scaled @ weights).max())
            share = liking / liking.sum()
            mean = share @ scaled
            slope += scaled[at] - mean
            bend += (scaled * share[:, None]).T @ scaled - np.outer(mean, mean)
        weights += np.linalg.solve(bend, slope)
    return tuple(int(each) for each in np.round(1000 * weights / scale))


def manner_of(rules: Rules, seats: int) -> Manner:
    """What rounds of this rule set teach."""
    taste = learned([rows_of(*each) for each in choices(rules, seats, ROUNDS, "expert", WORLDS)])
    points = simulate(rules, seats, "greedy", 20_000, 3).points.astype(float)
    ahead = points[:, 0] - points[:, 1:].max(axis=1)
    pace = (points.mean() + points.max(axis=1).mean()) / 2
    return Manner(taste, max(4, round(float(pace))), round(float(ahead.std())))


def learn() -> None:
    """Prints the table."""
    for rules in RULE_SETS.values():
        print(f'    "{rules.id}": (')
        for seats in (2, 3, 4):
            print(f"        {manner_of(rules, seats)!r},", flush=True)
        print("    ),")


def speed(rules: Rules, seats: int, level: str, worlds: int | None = None) -> float:
    """Milliseconds of processor time that a play with a choice takes, the best of three goes."""
    rng = random.Random(7)
    views = [seen for seen, _ in choices(rules, seats, 6, "club") if rng.random() < 0.7]
    think(views[0], level)
    best = 1e9
    for _ in range(3):
        started = time.process_time()
        for seed, seen in enumerate(views):
            think(seen, level, seed, worlds=worlds)
        best = min(best, time.process_time() - started)
    return 1000 * best / len(views)


def main() -> None:
    """Runs what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--learn", action="store_true", help="print the table of manners")
    if parser.parse_args().learn:
        learn()
        return
    print(f"{'':22}" + "".join(f"{level:>9}" for level in THINKING))
    for rules in RULE_SETS.values():
        for seats in (2, 4):
            print(f"{rules.id:20} {seats}" + "".join(f"{speed(rules, seats, level):9.2f}" for level in THINKING),
                  flush=True)
    report([row for rules in (FIVE_UP, ALL_FIVES) for row in (
        Row(f"{rules.name}: a decision of 200 worlds, milliseconds", speed(rules, 2, "expert", 200), "<=", 5),
        Row(f"{rules.name}: master at 20 ms, milliseconds", speed(rules, 2, "master"), "<=", 20))])


if __name__ == "__main__":
    main()
