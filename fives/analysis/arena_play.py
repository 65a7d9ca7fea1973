"""Plays the rounds and matches of an arena: each deal once for every team that the first level can be.

What is dealt and drawn depends on the seed and the number of the deal, never on the levels; and each seat of a deal
has a generator of its own, the same whoever sits there. So a level against itself comes out even to the point.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from fives.analysis.batch_rounds import DEALS, PLAYERS, stream
from fives.bots import Bot, bot
from fives.match import Match, whole_deal
from fives.playout import chance
from fives.rounds import Points, Round, forced_lead
from fives.rules import Rules, parse_rules
from fives.tally import HIGHEST, LOT
from fives.tiles import TILES, Tile
from fives.view import view

FAR = (10_000, 10_000, 10_000)  # a target out of reach: rounds for points
MOST_ROUNDS = 400  # of a match, before it counts as won by nobody
KINDS = ("round", "match")
MOST = 1 << 22  # deals, and matches


@dataclass(frozen=True, slots=True)
class Setting:
    """Who plays whom at what: the names of two levels, the rule set, how many seats, the seed of all chance, and what
    `master` may spend on a play, in seconds (None: as it likes)."""

    a: str
    b: str
    rules: Rules
    seats: int
    seed: int = 0
    budget: float | None = None

    def to_json(self) -> dict[str, object]:
        """The setting as the head of a file."""
        return {"arena": 1, "a": self.a, "b": self.b, "rules": str(self.rules), "seats": self.seats,
                "seed": self.seed, "budget": self.budget}

    @classmethod
    def from_json(cls, head: dict[str, object]) -> Setting:
        """The setting of such a head."""
        budget = head["budget"]
        return cls(str(head["a"]), str(head["b"]), parse_rules(str(head["rules"])), int(str(head["seats"])),
                   int(str(head["seed"])), None if budget is None else float(str(budget)))


@dataclass(frozen=True, slots=True)
class Played:
    """What came of one deal, or of one match, by the team that A was: A's points less the mean of the others' (a match:
    1 won, 0 lost), and the seconds and plays of both levels."""

    kind: str
    number: int
    results: tuple[Fraction, ...]
    seconds: tuple[float, float]
    plays: tuple[int, int]


class Seats:
    """The levels at their seats, with their generators and what they have spent."""

    def __init__(self, setting: Setting, number: int, team: int) -> None:
        rules, seats = setting.rules, setting.seats
        self.is_a = [rules.team(seat, seats) == team for seat in range(seats)]
        levels = (bot(setting.a, setting.budget), bot(setting.b, setting.budget))
        self.bots: list[Bot] = [levels[0 if is_a else 1] for is_a in self.is_a]
        start = Random(stream(setting.seed, number, PLAYERS))
        self.rngs = [Random(start.getrandbits(62)) for _ in range(seats)]
        self.seconds, self.plays = [0.0, 0.0], [0, 0]

    def round(self, match: Match) -> Match:
        """Plays a round to its end, or to that of the match."""
        while match.need == "move":
            assert match.round is not None
            seat, may = match.round.turn, match.round.may
            if may != "play":
                match = match.move("draw" if may == "draw" else "pass")
                continue
            seen = view(match, seat)
            started = time.perf_counter()
            move = self.bots[seat].choose(seen, self.rngs[seat])
            side = 0 if self.is_a[seat] else 1
            self.seconds[side] += time.perf_counter() - started
            self.plays[side] += 1
            match = match.move(move)
        return match


def shuffled(rng: list[int]) -> list[Tile]:
    """The tiles in an order by chance."""
    tiles = list(TILES)
    for last in range(27, 0, -1):
        at = chance(rng, last + 1)
        tiles[at], tiles[last] = tiles[last], tiles[at]
    return tiles


def dealt(match: Match, rng: list[int], leader: int | None = None) -> Match:
    """The match with its next round dealt. leader: who leads where a lot would decide; None: by chance."""
    by_lot = chance(rng, match.seats)
    if match.leader == LOT:
        match = match.led(by_lot if leader is None else leader)
    hands, boneyard = whole_deal(match.rules, match.seats, shuffled(rng))
    leads = forced_lead(hands)[0] if match.leader == HIGHEST else match.leader
    return match.dealt(Round.deal(match.rules, hands, boneyard, leads, match.forced))


def play_round(setting: Setting, number: int) -> Played:
    """Plays deal `number` once for each team that A can be, as a round of a match that is far from its end."""
    results = []
    seconds, plays = [0.0, 0.0], [0, 0]
    rules = setting.rules._replace(target=FAR)
    for team in range(rules.teams(setting.seats)):
        seats = Seats(setting, number, team)
        rng = [stream(setting.seed, number, DEALS)]
        match = seats.round(dealt(Match.new(rules, setting.seats), rng, number % setting.seats)).show().settle()
        results.append(_ahead(match.totals, team))
        for side in (0, 1):
            seconds[side] += seats.seconds[side]
            plays[side] += seats.plays[side]
    return Played("round", number, tuple(results), (seconds[0], seconds[1]), (plays[0], plays[1]))


def _ahead(points: tuple[Points, ...], team: int) -> Fraction:
    """The points of a team less the mean of the others'."""
    others = [Fraction(point) for other, point in enumerate(points) if other != team]
    return Fraction(points[team]) - sum(others, Fraction(0)) / len(others)


def play_match(setting: Setting, number: int) -> Played:
    """Plays match `number` once for each team that A can be: every time the same deals, one after the other."""
    results = []
    seconds, plays = [0.0, 0.0], [0, 0]
    for team in range(setting.rules.teams(setting.seats)):
        seats = Seats(setting, number, team)
        match = Match.new(setting.rules, setting.seats)
        while match.winner is None and match.rounds < MOST_ROUNDS:
            rng = [stream(setting.seed + 1, number << 9 | match.rounds, DEALS)]
            match = seats.round(dealt(match, rng)).show()
            match = match.settle() if match.winner is None else match
        results.append(Fraction(int(match.winner == team)))
        for side in (0, 1):
            seconds[side] += seats.seconds[side]
            plays[side] += seats.plays[side]
    return Played("match", number, tuple(results), (seconds[0], seconds[1]), (plays[0], plays[1]))


def play_some(setting: Setting, kind: str, numbers: list[int]) -> list[Played]:
    """Plays some deals or matches, by number: what is sent to another process, or another machine."""
    each = play_round if kind == "round" else play_match
    return [each(setting, number) for number in numbers]
