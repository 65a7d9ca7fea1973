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
from fives.tiles import TILES, Tile

Value = tuple[Fraction, Fraction]


def endings(rules: Rules, tiles: int, boneyard: int, count: int, seats: int = 2) -> list[Round]:
    """Random positions: a layout of random plays, then so many tiles in hands, and in the boneyard. A few tiles may be
    nowhere: nobody asks for them."""
    chance = random.Random(f"{rules.id} {tiles} {boneyard} {seats}")
    found: list[Round] = []
    while len(found) < count:
        rest = list(TILES)
        chance.shuffle(rest)
        layout = Layout(rules)
        for _ in range(28 - tiles - boneyard):
            plays = [play for tile in rest for play in layout.plays_of(tile)]
            if not plays:
                break
            layout = layout.play(chance.choice(plays))
            rest.remove(layout.plays[-1].tile)
        cuts = sorted(chance.sample(range(1, tiles), seats - 1))  # hands of any size
        hands = [rest[a:b] for a, b in zip([0, *cuts], [*cuts, tiles], strict=True)]
        standing = Round.standing(layout, hands, rest[tiles:tiles + boneyard], chance.randrange(seats))
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


def minimax(played: Round, totals: Sequence[Any] = (0, 0), playoff: bool = False) -> Value:
    """Wins less losses of the team in turn, and its points over the other while the match goes on: the mean of all
    orders of the boneyard. Both teams look for wins first."""
    match = replace(Match.new(played.rules, played.seats, totals, playoff), round=played, stage="playing", rounds=1)
    first = match.totals[0] - match.totals[1]
    known: dict[object, Value] = {}

    def value(match: Match) -> Value:
        """For team 0."""
        key = (match.round.state, match.tally)  # type: ignore[union-attr]
        if key not in known:
            known[key] = look(match)
        return known[key]

    def look(match: Match) -> Value:
        now = match.round
        assert now is not None
        if match.need == "move" and now.may == "play":
            values = [value(match.move(play)) for play in now.legal]
            return max(values) if played.rules.team(now.turn, now.seats) == 0 else min(values)
        if match.need == "move" and now.may == "draw":
            each = [value(replace(match, round=first_to_draw(now, tile)).move("draw")) for tile in now.boneyard]
            return sum(v[0] for v in each) / Fraction(len(each)), sum(v[1] for v in each) / Fraction(len(each))
        if match.need == "move":
            return value(match.move("pass"))
        ended = match.show()
        if ended.need == "settle":
            ended = ended.settle()
        if ended.winner is not None:
            return Fraction(1 if ended.winner == 0 else -1), Fraction(0)
        return Fraction(0), Fraction(ended.totals[0] - ended.totals[1] - first)

    found = value(match)
    return found if played.rules.team(played.turn, played.seats) == 0 else (-found[0], -found[1])


def first_to_draw(played: Round, tile: Tile) -> Round:
    """The round with this tile of the boneyard as the next to be drawn."""
    return replace(played, boneyard=(tile, *(other for other in played.boneyard if other != tile)))


def play_values(played: Round, totals: Sequence[Any] = (0, 0)) -> dict[Play, Value]:
    """What every play of a round is worth to who makes it, points of the play included, in a match nobody can win."""
    values = {}
    team = played.rules.team(played.turn, played.seats)
    for play in played.legal:
        moved = played.move(play)
        made = moved.made[-1].points
        sign = 1 if played.rules.team(moved.turn, played.seats) == team else -1
        values[play] = (Fraction(0), made + sign * minimax(moved, totals)[1])
    return values
