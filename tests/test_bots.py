"""Bots: what each level chooses, that it chooses legally, and that it never depends on what its seat cannot see."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fives import RULE_SETS, TILES, Match, TextError, View, events, view
from fives.bots import BOTS, bot, thinking
from fives.layout import Play
from fives.playout import greedy_play
from fives.rules import ALL_FIVES, DOMINOS_CC_BLOCK, FIVE_UP, Rules
from fives.tiles import parse_tile

SETTINGS = st.tuples(st.sampled_from(list(RULE_SETS.values())), st.integers(2, 4), st.integers(0, 10**6))


def begun(rules: Rules, seats: int, seed: int) -> Match:
    """A match at the first move of its first round."""
    rng = random.Random(seed)
    match = events.apply(None, events.start(rules, seats))
    if match.need == "lot":
        match = events.apply(match, events.lot(match, rng.sample(TILES, 28)))
    return events.apply(match, events.deal(match, rng.sample(TILES, 28)))


def standing(rules: Rules, hand: str, other: str, boneyard: list[str] | None = None) -> Match:
    """A match of two where seat 0 leads with this hand; the rest of the tiles lies in the boneyard."""
    hands = (tuple(map(parse_tile, hand.split())), tuple(map(parse_tile, other.split())))
    rest = [tile for tile in TILES if tile not in (*hands[0], *hands[1])]
    match = events.apply(None, events.start(rules, 2))
    lot = events.Lot(2, (((0, parse_tile("6-6")), (1, parse_tile("0-0"))),), 0)
    return events.apply(events.apply(match, lot), events.Dealt(3, 0, hands, tuple(rest)))


def played(match: Match, seat: int, move: str) -> Match:
    for event in events.act(match, seat, Play(*map(parse_tile, move.split("@"))) if move[0].isdigit() else move):
        match = events.apply(match, event)
    return match


@pytest.mark.parametrize("name", BOTS)
@settings(max_examples=10)
@given(SETTINGS)
def test_a_bot_plays_whole_matches_by_moves_that_the_rules_allow(name: str, setting: tuple[Rules, int, int]) -> None:
    rules, seats, seed = setting
    rng = random.Random(seed)
    match = begun(rules, seats, seed)
    while match.need == "move":
        assert match.round is not None
        seat = match.round.turn
        move = bot(name, 0.002).choose(view(match, seat), rng)
        for event in events.act(match, seat, move):  # raises Refused for an illegal move
            match = events.apply(match, event)
    assert match.rounds == 1


@pytest.mark.parametrize("name", BOTS)
@settings(max_examples=15)
@given(SETTINGS, st.integers(0, 60), st.integers(0, 10**6))
def test_a_bot_chooses_the_same_in_two_worlds_that_look_the_same(
    name: str, setting: tuple[Rules, int, int], moves: int, again: int
) -> None:
    """Plays on to some point, deals what the seat in turn cannot see anew, and asks in both worlds."""
    rules, seats, seed = setting
    rng = random.Random(seed)
    match = begun(rules, seats, seed)
    first = match.round
    assert first is not None
    for _ in range(moves):
        assert match.round is not None
        step = events.act(match, match.round.turn, BOTS["random"].choose(view(match, match.round.turn), rng))
        if len(step) > 1:  # the round is over
            break
        match = events.apply(match, step[0])
    here = match.round
    assert here is not None
    seat = here.turn
    other = reshuffled(match, seat, again)
    assume(other is not None)
    assert other is not None
    one, two = view(match, seat), view(other, seat)
    assert one == two
    quick = bot(name, 0.002)
    assert quick.choose(one, random.Random(again)) == quick.choose(two, random.Random(again))


def reshuffled(match: Match, seat: int, seed: int) -> Match | None:
    """The same moves from another deal of all that the seat cannot see; None when no such deal was found.

    Not every deal will do: who drew or passed must not have been able to play.
    """
    here = match.round
    assert here is not None
    played_by = {made.move.tile: made.seat for made in here.made if isinstance(made.move, Play)}
    seen = {*here.hand(seat), *played_by, *(made.drawn for made in here.made if made.seat == seat and made.drawn)}
    hidden = [tile for tile in TILES if tile not in seen]
    size = here.rules.hand_size(here.seats)
    start = [sorted((*here.hand(each), *(tile for tile, by in played_by.items() if by == each)))
             for each in range(here.seats)]
    drawn = [[made.drawn for made in here.made if made.seat == each and made.drawn] for each in range(here.seats)]
    for attempt in range(20):
        swap = dict(zip(hidden, random.Random(seed + attempt).sample(hidden, len(hidden)), strict=True))
        hands = [[swap.get(tile, tile) for tile in tiles if tile not in drawn[each]]
                 for each, tiles in enumerate(start)]
        order = [swap.get(tile, tile) for made in here.made if (tile := made.drawn)]
        order += [swap.get(tile, tile) for tile in here.boneyard]
        if any(len(hand) != size for hand in hands):
            return None
        try:
            other = match.round.deal(here.rules, hands, order, here.leader, here.forced)  # type: ignore[union-attr]
            for made in here.made:
                other = other.move(made.move)
        except ValueError:
            continue
        if other.over:  # which everybody sees
            continue
        if other.hands != here.hands or other.boneyard != here.boneyard:
            return Match(match.rules, match.seats, match.number, match.tally, match.leader, match.rounds, other,
                         match.stage)
    return None


def test_greedy_plays_for_most_points() -> None:
    match = standing(FIVE_UP, "0-1 1-4 3-3 4-6 2-6", "0-0 1-1 2-2 1-2 0-2")
    assert bot("greedy").choose(view(match, 0), random.Random(1)) == Play(parse_tile("4-6"))


def test_greedy_plays_the_heaviest_tile_of_equal_points() -> None:
    match = standing(FIVE_UP, "0-1 1-2 3-3 3-6 2-6", "0-0 1-1 2-2 0-4 0-2")
    assert bot("greedy").choose(view(match, 0), random.Random(1)) == Play(parse_tile("3-6"))


def test_greedy_plays_the_first_in_order_of_equal_points_and_pips() -> None:
    match = standing(FIVE_UP, "0-1 1-2 3-4 1-6 0-2", "0-0 1-1 2-2 0-4 1-4")
    assert bot("greedy").choose(view(match, 0), random.Random(1)) == Play(parse_tile("1-6"))


def test_among_equals_batches_play_the_lowest_code_and_bots_what_the_view_offers_first() -> None:
    rng, differ = random.Random(6), 0
    for number in range(40):
        match = begun(list(RULE_SETS.values())[number % 5], 2 + number % 3, number)
        while match.need == "move":
            played = match.round
            assert played is not None
            if played.may != "play":
                match = match.move(played.may)  # type: ignore[arg-type]
                continue
            options = view(match, played.turn).options
            best = max((option.points, option.tile.pips) for option in options)
            equal = [option.play for option in options if (option.points, option.tile.pips) == best]
            code = min(map(played.layout.code, equal))
            assert greedy_play(played.state) == code
            assert bot("greedy").choose(view(match, played.turn), rng) == equal[0]
            differ += code != played.layout.code(equal[0])
            match = match.move(rng.choice(played.legal))
    assert differ > 10


def test_levels_that_think_are_given_seeds_of_47_bits_as_in_all_that_was_published(
        monkeypatch: pytest.MonkeyPatch) -> None:
    given, seen = [], view(standing(FIVE_UP, "0-1 1-4 3-3 4-6 2-6", "0-0 1-1 2-2 1-2 0-2"), 0)

    def thought(view: View, level: str, seed: int, budget: float | None) -> SimpleNamespace:
        given.append(seed)
        return SimpleNamespace(choice=view.options[0].play)
    monkeypatch.setattr(thinking, "think", thought)
    for number in range(20):
        bot("expert").choose(seen, random.Random(number))
    assert given == [random.Random(number).getrandbits(62) % (1 << 47) for number in range(20)]


def test_greedy_plays_the_heaviest_tile_where_layouts_do_not_count() -> None:
    match = begun(DOMINOS_CC_BLOCK, 2, 5)
    assert match.round is not None
    seen = view(match, match.round.turn)
    assert bot("greedy").choose(seen, random.Random(1)).tile == max(  # type: ignore[union-attr]
        (option.tile for option in seen.options), key=lambda tile: tile.pips)


def test_random_comes_to_every_legal_play() -> None:
    match = standing(ALL_FIVES, "0-1 1-4 3-3 4-6 2-6 5-5 1-5 2-5 0-6", "0-0 1-1 2-2 1-2 0-2 3-5 3-6 4-4 4-5")
    seen, rng = view(match, 0), random.Random(3)
    chosen = {bot("random").choose(seen, rng) for _ in range(300)}
    assert chosen == {option.play for option in seen.options}
    assert len(chosen) == 9


def test_a_bot_that_cannot_play_draws() -> None:
    match = played(standing(FIVE_UP, "0-0 1-1 2-2 0-1 0-2", "3-4 3-5 3-6 4-5 4-6"), 0, "0-0")
    for level in BOTS.values():
        assert level.choose(view(match, 1), random.Random(1)) == "draw"


def test_a_bot_is_not_asked_out_of_turn() -> None:
    match = standing(FIVE_UP, "0-0 1-1 2-2 0-1 0-2", "3-4 3-5 3-6 4-5 4-6")
    for seat in (1, None):
        with pytest.raises(ValueError, match="not in turn"):
            bot("random").choose(view(match, seat), random.Random(1))


def test_an_unknown_level_is_refused_with_the_levels_there_are() -> None:
    with pytest.raises(TextError, match="random, greedy"):
        bot("genius")
