"""The engine and the naive reference of these tests play the same rounds and agree after every event."""

from __future__ import annotations

import os
import random
from fractions import Fraction

import pytest

import reference
from fives import TILES, Round, parse_tile
from fives.match import Match, draw_lot, lot_leader, whole_deal
from fives.rounds import forced_lead, left_over, settlement, whole
from fives.rules import RULE_SETS

pytestmark = pytest.mark.thorough

ROUNDS = int(os.environ.get("FIVES_ROUNDS", "2000"))
KINDS = [(rules, seats) for rules in RULE_SETS for seats in (2, 3, 4)]


def dealt(name: str, seats: int, rng: random.Random) -> tuple[Round, reference.Round]:
    """The same deal for both."""
    rules = RULE_SETS[name]
    tiles = list(TILES)
    rng.shuffle(tiles)
    hands, boneyard = whole_deal(rules, seats, tiles)
    leader = forced_lead(hands)[0] if rules.first_leader == "highest" else rng.randrange(seats)
    ours = Round.deal(rules, hands, boneyard, leader)
    theirs = reference.Round(name, seats, leader, [list(map(str, hand)) for hand in hands], list(map(str, boneyard)))
    return ours, theirs


def ends(ours: Round) -> tuple[object, ...]:
    """Everything that a layout shows, in the corpus's form, order apart."""
    layout = ours.layout
    joins = {frozenset([(str(j.tile), j.place), (str(j.onto), j.onto_place)]) for j in layout.joins}
    return (joins, {(str(e.tile), e.place, e.pip) for e in layout.open},
            sorted((str(c.tile), c.value) for c in layout.counted), set(map(str, layout.spinners)))


def their_ends(theirs: reference.Round) -> tuple[object, ...]:
    joins = {frozenset([(a, p), (b, q)]) for a, p, b, q in theirs.joins()}
    return (joins, {tuple(end) for end in theirs.open_ends()},
            sorted(map(tuple, theirs.counted())), set(theirs.spinners()))


@pytest.mark.parametrize(("name", "seats"), KINDS)
def test_every_round_is_the_same_event_by_event(name: str, seats: int) -> None:
    rng = random.Random(f"{name} {seats}")
    for number in range(ROUNDS):
        ours, theirs = dealt(name, seats, rng)
        while True:
            assert ours.may == theirs.may()
            if ours.may == "over":
                break
            assert ours.turn == theirs.turn
            legal = [str(play) for play in ours.legal]
            assert sorted(legal) == theirs.legal()
            move = rng.choice(legal) if legal else ours.may
            ours = ours.move(move)
            made = ours.made[-1]
            assert (made.count, made.points) == theirs.do(move)
            if number % 5 == 0:
                assert ends(ours) == their_ends(theirs)
        assert (ours.end, ours.out, list(ours.left)) == (theirs.end, theirs.out, theirs.left)
        assert [whole(halves) for halves in ours.settled] == theirs.settled


@pytest.mark.parametrize(("name", "seats"), KINDS)
def test_any_hands_left_are_settled_the_same(name: str, seats: int) -> None:
    rng = random.Random(f"left {name} {seats}")
    for _ in range(400):
        tiles = [str(tile) for tile in rng.sample(TILES, 12)]
        out = rng.choice([None, *range(seats)])
        # short hands, so that ties are met
        left = [[] if seat == out else [tiles.pop() for _ in range(rng.randint(1, 3))] for seat in range(seats)]
        s = left_over(RULE_SETS[name], [[parse_tile(t) for t in hand] for hand in left], out)
        assert [whole(halves) for halves in settlement(s)] == reference.settle(name, seats, left, out), left


@pytest.mark.parametrize(("name", "seats"), KINDS)
def test_any_scores_make_the_same_match(name: str, seats: int) -> None:
    from fives import tally

    rng = random.Random(f"match {name} {seats}")
    rules = RULE_SETS[name]
    teams = rules.teams(seats)
    for _ in range(400):
        before = [rules.to(seats) - 5 * rng.randint(1, 4) for _ in range(teams)]
        theirs = reference.Match(name, seats, before)
        t = list(Match.new(rules, seats, before).tally)
        while theirs.winner is None and max(theirs.scores) < 2 * rules.to(seats):
            if rng.random() < 0.6 and rules.multiple:
                team, points = rng.randrange(teams), 5 * rng.randint(1, 3)
                theirs.play(team, points)
                tally.score(t, team, 2 * points)
            else:
                low = -3 if rules.settle == "seat" else 0
                points = [Fraction(5 * rng.randint(low, 3), 2 if rules.split else 1) for _ in range(teams)]
                theirs.settle(points)
                tally.settled(t, [int(2 * n) for n in points], 0)
            assert [whole(n) for n in t[tally.TOTAL:tally.TOTAL + teams]] == theirs.scores
            assert t[tally.WINNER] == (-1 if theirs.winner is None else theirs.winner)
            assert bool(t[tally.TIED]) == theirs.playoff


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_lot_finds_the_same_leader(seats: int) -> None:
    rng = random.Random(f"lot {seats}")
    again = 0
    for _ in range(500):
        tiles = rng.sample(TILES, 28)
        goes = draw_lot(seats, tiles)
        leader, drawn = reference.lot(range(seats), list(map(str, tiles)))
        assert lot_leader(seats, goes) == leader
        assert [[(seat, str(tile)) for seat, tile in go] for go in goes] == [list(map(tuple, go)) for go in drawn]
        again += len(goes) > 1
    assert again > 20
