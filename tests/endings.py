"""Endings for tests: random positions whose hands are known, and their value by plain minimax over matches as people
see them, without any search of the package."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from fives import Layout, Match, Round, Rules
from fives.layout import Play
from fives.rounds import forced_lead
from fives.tiles import TILES, Tile

Value = tuple[Fraction, Fraction]


def endings(rules: Rules, tiles: int, boneyard: int, count: int, seats: int = 2, laid: int = 28) -> list[Round]:
    """Random positions: a layout of random plays, at most so many, then so many tiles in hands, and in the boneyard.
    The other tiles are nowhere: nobody asks for them."""
    chance = random.Random(f"{rules.id} {tiles} {boneyard} {seats} {laid}")
    found: list[Round] = []
    while len(found) < count:
        rest = list(TILES)
        chance.shuffle(rest)
        layout = Layout(rules)
        for _ in range(min(laid, 28 - tiles - boneyard)):
            plays = [play for tile in rest for play in layout.plays_of(tile)]
            if not plays:
                break
            layout = layout.play(chance.choice(plays))
            rest.remove(layout.plays[-1].tile)
        cuts = sorted(chance.sample(range(1, tiles), seats - 1))  # hands of any size
        hands = [rest[a:b] for a, b in zip([0, *cuts], [*cuts, tiles], strict=True)]
        turn = chance.randrange(seats)
        if not layout.plays and rules.later_leader == "highest":
            turn = forced_lead(hands)[0]
        standing = Round.standing(layout, hands, rest[tiles:tiles + boneyard], turn)
        if not standing.over:
            found.append(standing)
    return found


def dealt(rules: Rules, tiles: int, seed: int) -> Round | None:
    """A round from its deal, played at random until the boneyard is empty and so many tiles are left at most."""
    chance = random.Random(seed)
    rest = list(TILES)
    chance.shuffle(rest)
    size = rules.hand_size(2)
    hands = [rest[:size], rest[size:2 * size]]
    played: Round | None = None
    for leader in range(2):
        try:
            played = Round.deal(rules, hands, rest[2 * size:], leader)
        except ValueError:
            continue
    assert played is not None
    while not played.over and (sum(map(len, played.hands)) > tiles or (played.boneyard and rules.draws)):
        played = played.move(chance.choice(played.legal) if played.may == "play" else played.may)  # type: ignore[arg-type]
    return None if played.over else played


class Minimax:
    """Wins less losses of the team in turn, and its points over the other while the match goes on: the mean of all
    orders of the boneyard. Both teams look for wins first. Without totals nobody can win."""

    def __init__(self, played: Round, totals: Sequence[Any] = (), playoff: bool = False) -> None:
        rules = played.rules if totals else played.rules.vary(target=(10_000,) * 3)
        match = Match.new(rules, played.seats, totals or (0, 0), playoff)
        self.match = replace(match, round=played, stage="playing", rounds=1)
        self.first = self.match.totals[0] - self.match.totals[1]
        self.team = rules.team(played.turn, played.seats)
        self.known: dict[object, Value] = {}

    def value(self) -> Value:
        """Of the position."""
        return self._for(self._of(self.match))

    def plays(self) -> dict[Play, Value]:
        """Of every play."""
        assert self.match.round is not None
        return {play: self._for(self._of(self.match.move(play))) for play in self.match.round.legal}

    def _for(self, value: Value) -> Value:
        return value if self.team == 0 else (-value[0], -value[1])

    def _of(self, match: Match) -> Value:
        """For team 0."""
        assert match.round is not None
        key = (match.round.state, match.tally)
        if key not in self.known:
            self.known[key] = self._look(match, match.round)
        return self.known[key]

    def _look(self, match: Match, now: Round) -> Value:
        if match.need == "move" and now.may == "play":
            values = [self._of(match.move(play)) for play in now.legal]
            return max(values) if now.rules.team(now.turn, now.seats) == 0 else min(values)
        if match.need == "move" and now.may == "draw":
            each = [self._of(replace(match, round=first_to_draw(now, tile)).move("draw")) for tile in now.boneyard]
            return sum(v[0] for v in each) / Fraction(len(each)), sum(v[1] for v in each) / Fraction(len(each))
        if match.need == "move":
            return self._of(match.move("pass"))
        ended = match.show()
        if ended.need == "settle":
            ended = ended.settle()
        if ended.winner is not None:
            return Fraction(1 if ended.winner == 0 else -1), Fraction(0)
        return Fraction(0), Fraction(ended.totals[0] - ended.totals[1] - self.first)


def first_to_draw(played: Round, tile: Tile) -> Round:
    """The round with this tile of the boneyard as the next to be drawn."""
    return replace(played, boneyard=(tile, *(other for other in played.boneyard if other != tile)))
