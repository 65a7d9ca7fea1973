"""What a seat can tell of the tiles it cannot see: exactly the worlds in which all that it saw could have happened."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from fives.bots import known as k
from fives.bots import worlds
from fives.bots.levels import plan_of
from fives.bots.likely import likelihood
from fives.bots.plans import OTHERS
from fives.bots.reading import known_of
from fives.kernel import (
    ALL,
    BONEYARD,
    DRAW,
    HAND,
    PLAY,
    TURN,
    draw,
    may,
    must_lead,
    pass_on,
    play,
    playable,
)
from fives.layout import Play
from fives.match import Match
from fives.notation import read
from fives.rounds import Round, forced_lead, state_of
from fives.rules import ALL_FIVES, DOMINOS_CC_BLOCK, DOMINOS_CC_DRAW, FIVE_UP, RULE_SETS, Rules
from fives.tiles import TILES, mask_of
from fives.view import View, view

pytestmark = pytest.mark.thorough

ROOM = 1 << 17
Hands = tuple[int, ...]


def begun(rules: Rules, seats: int, rng: random.Random) -> Match:
    """A match at the first move of its first round."""
    match = Match.new(rules, seats)
    tiles = rng.sample(TILES, 28)
    size = rules.hand_size(seats)
    hands = [tiles[seat * size:(seat + 1) * size] for seat in range(seats)]
    leader = forced_lead(hands)[0] if match.forced else 0
    match = match if match.forced else match.led(leader)
    return match.dealt(Round.deal(rules, hands, tiles[seats * size:], leader, match.forced))


def choices(match: Match, rng: random.Random) -> Iterator[tuple[Match, View]]:
    """Plays a round at random; every position in which a seat has a choice, with its view."""
    while match.need == "move":
        assert match.round is not None
        if match.round.may != "play":
            match = match.move("draw" if match.round.may == "draw" else "pass")
            continue
        seen = view(match, match.round.turn)
        yield match, seen
        match = match.move(rng.choice(seen.options).play)


def enumerated(seen: View) -> Counter[Hands]:
    """Every deal and every order of drawing from which the moves that a seat saw could have come, replayed by the
    rules: how many lead to which hands now."""
    assert seen.seat is not None
    known = known_of(seen)
    moves = known[k.FIRST:k.FIRST + known[k.MOVES]]
    played = [[move >> 4 & 31 for move in moves if move & 3 == seat and move >> 2 & 3 == PLAY]
              for seat in range(seen.seats)]
    drawn = [move >> 4 for move in moves if move & 3 == seen.seat and move >> 2 & 3 == DRAW]
    own = mask_of(seen.hand) | sum(1 << tile for tile in played[seen.seat])
    unseen = k.unseen(known)
    found: Counter[Hands] = Counter()

    def deal(seat: int, s: list[int], free: int) -> None:
        if seat == seen.seats:
            s[BONEYARD] = ALL ^ sum(s[HAND:HAND + 4])
            if not (seen.forced and s[HAND + s[TURN]] >> must_lead(sum(s[HAND:HAND + 4])) & 1 == 0):
                replay(s, 0)
            return
        if seat == seen.seat:
            hands = [own & ~sum(1 << tile for tile in drawn)]
        else:
            tiles = [*played[seat], *(tile for tile in range(28) if free >> tile & 1)]
            hands = [sum(1 << tile for tile in hand) for hand in combinations(tiles, known[k.DEALT])]
        for hand in hands:
            s[HAND + seat] = hand
            deal(seat + 1, list(s), free & ~hand)

    def replay(s: list[int], number: int) -> None:
        for at in range(number, len(moves)):
            what, code = moves[at] >> 2 & 3, moves[at] >> 4
            if may(s) != what:
                return
            if what == DRAW:
                for tile in [code] if s[TURN] == seen.seat else range(28):
                    if not s[BONEYARD] >> tile & 1:
                        continue
                    after = list(s)
                    draw(after, tile)
                    replay(after, at + 1)
                return
            if what == PLAY:
                if not playable(s) >> (code & 31) & 1:
                    return
                play(s, code)
            else:
                pass_on(s)
        if s[HAND + s[TURN]] == mask_of(seen.hand):
            found[tuple(s[HAND:HAND + seen.seats])] += 1

    start = state_of(seen.rules, seen.seats, seen.forced)
    start[TURN] = seen.leader or 0
    deal(0, start, unseen)
    return found


def sampled(seen: View, count: int, seed: int) -> Counter[Hands]:
    """How often each way of the hidden hands is drawn."""
    known = known_of(seen)
    b, table, x = [0] * worlds.BELIEF, [0] * ROOM, [0] * worlds.WORLD
    assert worlds.believe(known, b, table, ROOM)
    rng = [seed]
    found: Counter[Hands] = Counter()
    for _ in range(count):
        worlds.world(b, table, rng, x)
        found[tuple(known[HAND + seat] if seat == seen.seat else x[seat] for seat in range(seen.seats))] += 1
    return found


def ordinary(seen: View) -> tuple[int, int]:
    """How many tiles are not seen, and how many draws and passes others made."""
    return 28 - len(seen.layout.lying) - len(seen.hand), sum(
        not isinstance(made.move, Play) and made.seat != seen.seat for made in seen.made)


# rule set, seats, the most tiles not seen, and rounds in which others drew or passed before that
CASES = [(ALL_FIVES, 2, 9, 7), (FIVE_UP, 2, 8, 14), (FIVE_UP, 3, 6, 13), (ALL_FIVES, 3, 7, 13), (ALL_FIVES, 3, 7, 16),
         (ALL_FIVES, 3, 7, 19), (ALL_FIVES, 4, 6, 19), (DOMINOS_CC_DRAW, 3, 7, 5), (DOMINOS_CC_DRAW, 3, 7, 6),
         (DOMINOS_CC_DRAW, 3, 7, 10), (DOMINOS_CC_DRAW, 3, 7, 23), (DOMINOS_CC_BLOCK, 2, 15, 8)]


@pytest.mark.parametrize(("rules", "seats", "most", "number"), CASES)
def test_every_world_that_agrees_is_as_likely_as_any_other(rules: Rules, seats: int, most: int, number: int) -> None:
    rng = random.Random(f"{number} {rules.id} {seats}")
    seen = next(seen for _, seen in choices(begun(rules, seats, rng), rng)
                if 3 <= ordinary(seen)[0] <= most and ordinary(seen)[1] >= 2)
    expected = enumerated(seen)
    total, count, free = sum(expected.values()), 3000, len(expected) - 1
    found = sampled(seen, count, 5)
    assert free
    assert found.keys() <= expected.keys()
    square = sum((found[hands] - count * ways / total) ** 2 / (count * ways / total)
                 for hands, ways in expected.items())
    assert square < free + 4 * (2 * free) ** 0.5 + 4


def test_some_worlds_come_about_in_more_ways_than_others() -> None:
    """So that it would be noticed if each were as likely: what was played may have been dealt or drawn."""
    ways = set()
    for rules, seats, most, number in CASES:
        rng = random.Random(f"{number} {rules.id} {seats}")
        seen = next(seen for _, seen in choices(begun(rules, seats, rng), rng)
                    if 3 <= ordinary(seen)[0] <= most and ordinary(seen)[1] >= 2)
        ways.add(len(set(enumerated(seen).values())))
    assert max(ways) > 1


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.id)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_true_always_agrees(rules: Rules, seats: int) -> None:
    """In the belief of every seat at every choice of whole rounds, the hands as they are can be filled in."""
    rng = random.Random(rules.id)
    b, table, x = [0] * worlds.BELIEF, [0] * ROOM, [0] * worlds.WORLD
    for _ in range(6):
        for match, seen in choices(begun(rules, seats, rng), rng):
            assert match.round is not None
            known = known_of(seen)
            assert worlds.believe(known, b, table, ROOM)
            worlds.world(b, table, [5], x)
            banned = [ALL] * seats
            for at in range(b[worlds.CLASSES]):
                banned[b[worlds.SEAT + at]] &= b[worlds.BAN + at]
            for seat in range(seats):
                if seat != seen.seat:
                    assert not match.round.held(seat) & banned[seat]
                    assert x[seat].bit_count() == seen.held[seat]
            order = x[worlds.ORDER:worlds.ORDER + seen.boneyard]
            hidden = sum(x[:4]) | sum(1 << tile for tile in order)
            assert hidden == k.unseen(known) == mask_of(match.round.boneyard) | sum(
                match.round.held(seat) for seat in range(seats) if seat != seen.seat)


def test_where_the_table_has_no_room_anything_may_be_anywhere() -> None:
    rng = random.Random("7 all-fives 2")
    seen = next(seen for _, seen in choices(begun(ALL_FIVES, 2, rng), rng) if ordinary(seen)[1] >= 2)
    b, table, x = [0] * worlds.BELIEF, [0] * 8, [0] * worlds.WORLD
    known = known_of(seen)
    assert not worlds.believe(known, b, table, 8)
    worlds.world(b, table, [5], x)
    assert x[1 - (seen.seat or 0)].bit_count() == seen.held[1 - (seen.seat or 0)]


def test_nobody_was_dealt_a_tile_before_the_one_that_had_to_lead() -> None:
    rng = random.Random(3)
    seen = next(seen for _, seen in choices(begun(DOMINOS_CC_BLOCK, 2, rng), rng) if seen.made)
    lead = seen.made[0].move
    assert isinstance(lead, Play)
    b, table = [0] * worlds.BELIEF, [0] * ROOM
    assert worlds.believe(known_of(seen), b, table, ROOM)
    assert b[worlds.BAN] == mask_of(tile for tile in TILES if tile.double and tile.pips > lead.tile.pips)


def test_where_no_world_agrees_anything_may_be_anywhere() -> None:
    seen = read("rules: dominos-cc-block first_leader=lot later_leader=finisher\nseats: 2\n\nround\n"
                "hand 0: 0-0 0-1 2-3 3-4 4-5 5-6 6-6\n0: 6-6\n1: pass\n0: 5-6@6-6\n1: pass\n"
                "0: 4-5@5-6\n1: pass\n0: 3-4@4-5\n1: pass\n").view(0)  # who holds seven tiles, of four
    b, table, x = [0] * worlds.BELIEF, [0] * ROOM, [0] * worlds.WORLD
    known = known_of(seen)
    assert not worlds.believe(known, b, table, ROOM)
    worlds.world(b, table, [5], x)
    assert x[1].bit_count() == seen.held[1]
    assert likelihood(known, b, x, plan_of("master", seen.rules, 2), OTHERS) > 0
