"""Measure exact endings: compiled searches of random positions of two seats with an empty boneyard, best to worst.

Two kinds of positions: laid (a layout of random plays, the other tiles dealt in equal hands) and played (rounds from
their deal, played at random until the boneyard is empty; as many tiles as are then left). Every search begins with a
table that knows nothing. Times are of the processor, which other work on it does not lengthen much.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Sequence

from fives import ALL_FIVES, FIVE_UP, RULE_SETS, Rules, kernel, playout, tally
from fives.analysis.looking import Engine, Look
from fives.analysis.solve import solve
from fives.layout import Layout
from fives.rounds import Round, state_of
from fives.tiles import TILES

GOALS = {FIVE_UP.id: 20.0, ALL_FIVES.id: 5.0}  # milliseconds for 14 tiles
Position = list[int]


def laid(rules: Rules, tiles: int, chance: random.Random) -> Round | None:
    """A layout of random plays and two hands of the rest; None where it came to an end."""
    rest = list(TILES)
    layout = Layout(rules)
    for _ in range(28 - tiles):
        plays = [play for tile in rest for play in layout.plays_of(tile)]
        if not plays:
            return None
        layout = layout.play(chance.choice(plays))
        rest.remove(layout.plays[-1].tile)
    chance.shuffle(rest)
    return Round.standing(layout, (rest[::2], rest[1::2]), (), 0)


def played(rules: Rules, rng: list[int]) -> Position | None:
    """A round from its deal, as soon as its boneyard is empty; None where it never is."""
    s = state_of(rules, 2, rules.first_leader == "highest")
    playout.deal(s, rng, rules.hand_size(2), playout.chance(rng, 2))
    while playout.ready(s, rng):
        if not s[kernel.BONEYARD]:
            return s
        kernel.play(s, playout.random_play(s, rng))
    return None


def rounds_laid(rules: Rules, tiles: int, count: int) -> list[Round]:
    """So many positions in which a seat can play."""
    chance = random.Random(tiles)
    found: list[Round] = []
    while len(found) < count:
        standing = laid(rules, tiles, chance)
        if standing is not None and standing.may == "play":
            found.append(standing)
    return found


def states(rules: Rules, tiles: int, count: int) -> list[Position]:
    """The same on ints."""
    return [list(standing.state) for standing in rounds_laid(rules, tiles, count)]


def states_played(rules: Rules, count: int) -> list[Position]:
    """So many positions of rounds whose boneyard has just become empty."""
    rng = [playout.seeded(1)]
    found: list[Position] = []
    while len(found) < count:
        s = played(rules, rng)
        if s is not None:
            found.append(s)
    return found


def times(rules: Rules, tiles: int, found: Sequence[Position]) -> tuple[list[float], list[int]]:
    """Milliseconds and positions looked at, for each search."""
    engine = Engine(True, tiles)
    spent, nodes = [], []
    for number, s in enumerate(found, 1):
        look = Look(engine, s, [0] * tally.TALLY, False, number)
        started = time.process_time()
        done = engine.functions.search(look.s, look.t, look.x, engine.table, 1 << 60)
        spent.append((time.process_time() - started) * 1000)
        assert done
        nodes.append(look.nodes)
    return sorted(spent), nodes


def row(name: str, spent: list[float], nodes: list[int]) -> None:
    """A line of the table."""
    last = spent[len(spent) * 9 // 10]
    rate = sum(nodes) / sum(spent) / 1000
    print(f"  {name:34} {statistics.median(spent):10.2f} {last:10.2f} {statistics.median(nodes):12.0f} {rate:8.2f}",
          flush=True)


def plain_rate(rules: Rules, found: Sequence[Position]) -> float:
    """Millions of positions a second of the plain functions."""
    engine = Engine(False, 12)
    total, started = 0, time.process_time()
    for number, s in enumerate(found, 1):
        look = Look(engine, s, [0] * tally.TALLY, False, number)
        look.search()
        total += look.nodes
    return total / (time.process_time() - started) / 1e6


def without_search(s: Position, known: dict[tuple[int, ...], int]) -> int:
    """The value for seat 0 by plain minimax, every position looked at once: what alpha-beta is measured by."""
    key = (s[kernel.LAYOUT], s[kernel.HAND], s[kernel.HAND + 1], s[kernel.TURN])
    if key in known:
        return known[key]
    may = kernel.may(s)
    before = s[kernel.POINTS] - s[kernel.POINTS + 1]
    if may == kernel.OVER:
        after = list(s)
        kernel.settle(after)
        return after[kernel.POINTS] - after[kernel.POINTS + 1] - before
    values = []
    hand, layout = kernel.playable(s), s[kernel.LAYOUT]
    codes = kernel.end_plays(layout, hand) | (kernel.double_plays(layout, hand) << 64 if layout else 0)
    while codes or may == kernel.PASS:
        after = list(s)
        if may == kernel.PASS:
            kernel.pass_on(after)
        else:
            kernel.play(after, kernel.ctz(codes))
        values.append(after[kernel.POINTS] - after[kernel.POINTS + 1] - before + without_search(after, known))
        if may == kernel.PASS:
            break
        codes &= codes - 1
    known[key] = max(values) if s[kernel.TURN] == 0 else min(values)
    return known[key]


def whole(found: Sequence[Round]) -> float:
    """The median milliseconds of `solve`: the value, every play as good as the best, and the line."""
    spent = []
    for standing in found:
        started = time.process_time()
        solve(standing, budget=None)
        spent.append((time.process_time() - started) * 1000)
    return statistics.median(spent)


def report(rows: list[tuple[str, float, str]]) -> None:
    """The figures that have a goal, then the same as JSON lines."""
    for what, value, goal in rows:
        print(f"  {what:62} {value:10.3f}   goal {goal}")
    for what, value, goal in rows:
        print(json.dumps({"what": what, "value": round(value, 3), "goal": goal}))


def main() -> int:
    """Run and print all of it; the largest sizes only when asked for with --long."""
    long = "--long" in sys.argv[1:]
    if not Engine(True, 4).compiled:
        print("expected numba: there is nothing compiled to measure")
        return 1
    rows: list[tuple[str, float, str]] = []
    times(FIVE_UP, 4, states(FIVE_UP, 4, 1))  # compiled or loaded
    print(f"  {'':34} {'median ms':>10} {'90% ms':>10} {'positions':>12} {'M/s':>8}")
    for rules in (FIVE_UP, ALL_FIVES):
        for tiles in (10, 12, 14, 16, 18, *((20, 22) if long else ())):
            spent, nodes = times(rules, tiles, states(rules, tiles, 60 if tiles <= 14 else 20 if tiles <= 16 else 6))
            row(f"{rules.id}, laid, {tiles} tiles", spent, nodes)
            if tiles == 14:
                rows.append((f"{rules.name}, 14 tiles, median ms", statistics.median(spent), f"<= {GOALS[rules.id]:g}"))
        found = states_played(rules, 100)
        held = [kernel.popcount(s[kernel.HAND] | s[kernel.HAND + 1]) for s in found]
        row(f"{rules.id}, played, {min(held)} to {max(held)} tiles", *times(rules, max(held), found))
    for rules in list(RULE_SETS.values())[2:]:
        spent, nodes = times(rules, 14, states(rules, 14, 40))
        row(f"{rules.id}, laid, 14 tiles", spent, nodes)
    rows += ratios()
    report(rows)
    return 0


def ratios() -> list[tuple[str, float, str]]:
    """How much is gained by compiling, and by looking at fewer positions than plain minimax."""
    found = states(FIVE_UP, 12, 12)
    spent, nodes = times(FIVE_UP, 12, found)
    compiled = sum(nodes) / sum(spent) / 1000
    ratio = compiled / plain_rate(FIVE_UP, found)
    small = states(FIVE_UP, 12, 4)
    all_of_them = 0
    for s in small:
        known: dict[tuple[int, ...], int] = {}
        without_search(s, known)
        all_of_them += len(known)
    fewer = all_of_them / sum(times(FIVE_UP, 12, small)[1])
    standing = rounds_laid(FIVE_UP, 14, 20)
    return [("compiled against plain functions, positions a second", ratio, ">= 20"),
            ("minimax with a table against this search, positions of 12 tiles", fewer, ">= 5"),
            ("solve: value, all best plays, the line, 14 tiles, median ms", whole(standing), "<= 40")]


if __name__ == "__main__":
    sys.exit(main())
