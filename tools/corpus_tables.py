"""The settlements and matches of the corpus: what is asked; the reference of the tests answers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.reference import GAMES, WHOLE_SET, Match, settle, teams_of

Case = dict[str, Any]

# Blocked rounds by seats: the tiles left, chosen for what is special about them.
BLOCKS: dict[str, list[list[str]]] = {
    "two-tie": [["0-4"], ["1-3"]],
    "two-tie-one-has-fewer-tiles": [["0-1", "0-3"], ["0-4"]],
    "two-hold-nothing-but-blanks": [["0-0"], ["0-1"]],
    "two-round-up-and-down": [["0-3"], ["5-6", "0-1"]],
    "two-lightest-has-more-tiles": [["0-1", "0-2"], ["6-6"]],
    "three-all-tie": [["0-5"], ["1-4"], ["2-3"]],
    "three-all-tie-fewest-tiles-decide": [["0-5"], ["0-1", "0-4"], ["0-2", "0-3"]],
    "three-two-lowest-tie": [["0-4"], ["2-6"], ["1-3"]],
    "three-two-lowest-tie-third-rounds-down": [["0-4"], ["1-3"], ["6-6"]],
    "three-two-lowest-tie-third-rounds-to-fifteen": [["0-4"], ["6-6", "0-1"], ["1-3"]],
    "three-two-highest-tie": [["0-1"], ["2-6"], ["3-5"]],
    "three-each-rounds-up": [["0-1"], ["6-6", "1-2"], ["3-5"]],
    "three-pool-rounds-otherwise": [["0-1"], ["1-1", "0-5"], ["2-5"]],
    "three-two-tie-one-has-fewer-tiles": [["0-1", "0-3"], ["0-4"], ["6-6"]],
    "four-partners-tie": [["0-4"], ["1-3"], ["0-2"], ["1-1"]],
    "four-lightest-seat-of-the-heavier-pair": [["0-0"], ["1-2"], ["5-6"], ["0-3"]],
    "four-all-tie": [["0-6"], ["1-5"], ["2-4"], ["3-3"]],
    "four-two-tie-on-tiles-too": [["0-4"], ["1-3"], ["5-5"], ["6-6"]],
    "four-three-tie-one-has-fewer-tiles": [["0-1", "0-5"], ["2-4"], ["0-2", "0-4"], ["5-6"]],
    "four-thirteen-each": [["0-0"], ["6-6", "0-1"], ["5-6", "0-2"], ["4-6", "0-3"]],
    "four-pair-with-a-blank": [["0-0"], ["0-1"], ["0-2"], ["0-3"]],
}
OUTS: dict[str, tuple[list[list[str]], int]] = {
    "two-nothing-left-but-the-double-blank": ([[], ["0-0"]], 0),
    "two-a-double-counts-both-halves": ([["4-4"], []], 1),
    "two-two-pips": ([[], ["0-2"]], 0),
    "two-three-pips": ([["1-2"], []], 1),
    "three-thirteen-and-twelve": ([["5-5", "1-2"], [], ["5-6", "0-1"]], 1),
    "three-two-and-two": ([[], ["0-2"], ["1-1"]], 0),
    "three-three-and-three": ([["0-3"], ["1-2"], []], 2),
    "four-thirteen-each": ([["6-6", "0-1"], ["5-6", "0-2"], ["4-6", "0-3"], []], 3),
    "four-partner-holds-most": ([[], ["0-1"], ["6-6", "5-5", "5-6"], ["0-2"]], 0),
    "four-partners-three-and-three": ([["0-3"], [], ["1-2"], ["0-4"]], 1),
}


def plain(number: Any) -> int | float:
    return int(number) if number == int(number) else float(number)


def settle_cases(rng: random.Random) -> Iterator[Case]:
    """Every special settlement under every rule set, and random ones."""
    for game in GAMES:
        for name, left in BLOCKS.items():
            yield settlement(f"settle-blocked-{name}-{game}", game, left, None)
        for name, (left, out) in OUTS.items():
            yield settlement(f"settle-out-{name}-{game}", game, left, out)
        for seats in (2, 3, 4):
            for out in (None, rng.randrange(seats)):
                tiles = rng.sample(WHOLE_SET, seats * 4)
                left = [tiles[4 * seat : 4 * seat + rng.randint(1, 4)] for seat in range(seats)]
                if out is not None:
                    left[out] = []
                yield settlement(f"settle-any-{game}-{seats}-{'out' if left.count([]) else 'blocked'}", game, left, out)


def settlement(name: str, game: str, left: list[list[str]], out: int | None) -> Case:
    settled = [plain(points) for points in settle(game, len(left), left, out)]
    return {
        "kind": "settle", "id": name, "rules": game, "players": len(left), "left": left, "out": out, "settled": settled
    }  # fmt: skip


P, S = "play", "settle"
# name, rule set, seats, totals before, events; "*" before a name: a tie is being played off
MATCHES: list[tuple[str, str, int, list[float], list[list[Any]]]] = [
    ("reached-in-play-is-not-won", "five-up", 2, [300, 100], [[P, 0, 5]]),
    ("reached-in-play-and-kept", "five-up", 2, [300, 100], [[P, 0, 5], [S, [0, -30]]]),
    ("reached-in-play-and-lost-again", "five-up", 2, [300, 100], [[P, 0, 15], [S, [-15, 0]]]),
    ("fallen-back-then-a-later-round", "five-up", 2, [300, 100], [[P, 0, 10], [S, [-10, 0]], [P, 0, 5], [S, [0, -5]]]),
    ("just-below", "five-up", 2, [300, 295], [[S, [0, -5]]]),
    ("exactly-at", "five-up", 3, [290, 295, 0], [[P, 0, 15], [S, [0, -10, -5]]]),
    ("beyond-counts-too", "five-up", 2, [300, 0], [[P, 0, 35], [S, [0, -10]]]),
    ("two-beyond-the-higher-wins", "five-up", 3, [300, 300, 300], [[P, 0, 10], [P, 1, 15], [S, [0, 0, -5]]]),
    ("tie-beyond-goes-on", "five-up", 3, [305, 300, 10], [[P, 1, 10], [P, 0, 5], [S, [0, 0, -5]]]),
    ("tie-then-a-lone-leader-below", "five-up", 2, [300, 300], [[P, 0, 5], [P, 1, 5], [S, [0, 0]], [S, [-20, -25]]]),
    ("tie-twice", "five-up", 2, [310, 310], [[S, [-5, -5]], [S, [-5, -5]], [S, [0, -5]]]),
    ("tie-below-is-no-play-off", "five-up", 2, [300, 300], [[S, [-5, -5]], [S, [0, -5]]]),
    ("play-off-is-not-won-in-play", "five-up", 2, [305, 305], [[S, [0, 0]], [P, 0, 20]]),
    ("*play-off-not-in-play", "five-up", 2, [305, 305], [[P, 0, 20]]),
    ("*play-off-third-team-wins", "five-up", 3, [305, 305, 300], [[P, 2, 10], [S, [-5, -5, 0]]]),
    ("*play-off-third-team-joins", "five-up", 3, [305, 305, 300], [[P, 2, 5], [S, [0, 0, 0]]]),
    ("*play-off-tie-below-goes-on", "five-up", 2, [305, 305], [[S, [-20, -20]], [P, 0, 5], [S, [0, -5]]]),
    ("*play-off-far-below", "five-up", 2, [20, 20], [[S, [-30, -25]]]),
    ("*play-off-of-pairs", "five-up", 4, [310, 310], [[P, 1, 5], [S, [-10, -10]]]),
    ("pairs-win-together", "five-up", 4, [290, 280], [[P, 0, 20], [S, [-5, -10]]]),
    ("below-nothing", "five-up", 2, [5, 0], [[S, [-15, -30]], [P, 1, 10], [S, [0, -40]]]),
    ("at-once-in-play", "all-fives", 2, [215, 249], [[P, 0, 35]]),
    ("at-once-not-yet", "all-fives", 2, [245, 245], [[S, [0, 0]]]),
    ("at-once-by-settlement", "all-fives", 2, [230, 245], [[P, 0, 5], [S, [15, 0]]]),
    ("at-once-beyond", "all-fives", 2, [245, 0], [[P, 0, 10]]),
    ("at-once-two-seats-play-to-more", "all-fives", 2, [240, 0], [[S, [5, 0]]]),
    ("at-once-three-seats", "all-fives", 3, [180, 195, 0], [[P, 1, 5]]),
    ("at-once-pairs", "all-fives", 4, [180, 195], [[P, 0, 5], [P, 0, 15]]),
    ("share-one-reaches", "all-fives", 3, [195, 150, 0], [[S, [5, 5, 0]]]),
    ("share-half-short", "all-fives", 3, [197, 150, 0], [[S, [2.5, 2.5, 0]]]),
    ("share-both-reach-higher-wins", "all-fives", 3, [198, 197.5, 0], [[S, [2.5, 2.5, 0]]]),
    ("share-both-reach-tied-goes-on", "all-fives", 3, [197.5, 197.5, 0], [[S, [7.5, 7.5, 0]]]),
    ("share-tied-then-a-play-decides", "all-fives", 3, [197.5, 197.5, 0], [[S, [2.5, 2.5, 0]], [P, 1, 5]]),
    ("share-tied-then-third-passes-both", "all-fives", 3, [200, 200, 180], [[P, 2, 25]]),
    ("share-tied-then-third-still-below", "all-fives", 3, [200, 200, 180], [[P, 2, 10], [P, 0, 5]]),
    ("share-tied-then-third-ties-too", "all-fives", 3, [200, 200, 180], [[P, 2, 20]]),
    ("halves-are-kept", "all-fives", 3, [2.5, 0, 7.5], [[S, [2.5, 0, 2.5]], [P, 1, 5], [S, [0, 7.5, 7.5]]]),
    ("at-once", "dominos-cc-all-fives", 2, [120, 145], [[P, 0, 30]]),
    ("at-once-by-settlement", "dominos-cc-all-fives", 3, [120, 145, 0], [[S, [45, 0, 0]]]),
    ("at-once-four-seats", "dominos-cc-all-fives", 4, [145, 145, 145, 145], [[P, 3, 5]]),
    ("not-yet", "dominos-cc-all-fives", 4, [145, 145, 140, 0], [[P, 2, 5], [S, [0, 0, 0, 0]]]),
    ("beyond", "dominos-cc-all-fives", 2, [145, 0], [[S, [70, 0]]]),
    ("hundred", "dominos-cc-draw", 2, [60, 99], [[S, [40, 0]]]),
    ("hundred-beyond", "dominos-cc-draw", 3, [60, 99, 99], [[S, [0, 0, 77]]]),
    ("ninety-nine", "dominos-cc-draw", 4, [60, 99, 0, 0], [[S, [39, 0, 0, 0]]]),
    ("nothing-settled", "dominos-cc-draw", 2, [99, 99], [[S, [0, 0]], [S, [0, 1]]]),
    ("hundred", "dominos-cc-block", 2, [60, 99], [[S, [40, 0]]]),
    ("hundred-beyond", "dominos-cc-block", 3, [60, 99, 99], [[S, [0, 77, 0]]]),
    ("ninety-nine", "dominos-cc-block", 4, [60, 99, 0, 0], [[S, [0, 0, 99, 0]]]),
    ("nothing-settled", "dominos-cc-block", 2, [99, 99], [[S, [0, 0]], [S, [1, 0]]]),
]


def match_cases(rng: random.Random) -> Iterator[Case]:
    """The matches of the table, and one long random match for every rule set and number of seats."""
    for name, game, seats, before, events in MATCHES:
        yield played(f"match-{name.lstrip('*')}-{game}-{seats}", game, seats, before, events, name[0] == "*")
    for game in GAMES:
        for seats in (2, 3, 4):
            before = [0.0] * len(teams_of(game, seats))
            yield played(f"match-long-{game}-{seats}", game, seats, before, list(long_match(rng, game, seats)), False)


def long_match(rng: random.Random, game: str, seats: int) -> Iterator[list[Any]]:
    """Rounds of random scores and settlements of random hands until somebody has won."""
    match = Match(game, seats, [0] * len(teams_of(game, seats)))
    while match.winner is None:
        if GAMES[game]["multiple"]:
            for _ in range(rng.randint(2, 8)):
                team, points = rng.randrange(len(match.scores)), 5 * rng.randint(1, 4)
                match.play(team, points)
                yield [P, team, points]
                if match.winner is not None:
                    return
        tiles = rng.sample(WHOLE_SET, seats * 3)
        left = [tiles[3 * seat : 3 * seat + rng.randint(1, 3)] for seat in range(seats)]
        out = rng.choice([None, rng.randrange(seats)])
        if out is not None:
            left[out] = []
        settled = settle(game, seats, left, out)
        match.settle(settled)
        yield [S, [plain(points) for points in settled]]


def played(name: str, game: str, seats: int, before: list[float], events: list[list[Any]], playoff: bool) -> Case:
    match = Match(game, seats, before, playoff)
    for kind, *told in events:
        match.play(*told) if kind == P else match.settle(*told)
    case: Case = {"kind": "match", "id": name, "rules": game, "players": seats, "before": [plain(n) for n in before]}
    case |= {"playoff": True} if playoff else {}
    return case | {"events": events, "scores": [plain(n) for n in match.scores], "winner": match.winner}
