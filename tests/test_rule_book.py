"""The rule book, a sentence a test: what no single position can show."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from fives import ALL_FIVES, DOMINOS_CC_ALL_FIVES, FIVE_UP, TILES, Match, Round, Rules, lay_out, parse_play, tally
from fives import events as ev
from fives.match import draw_lot, lot_leader, whole_deal
from fives.rounds import forced_lead, whole
from fives.rules import RULE_SETS
from fives.tiles import TextError, Tile, parse_tile

KINDS = [(rules, seats) for rules in RULE_SETS.values() for seats in (2, 3, 4)]
names = pytest.mark.parametrize(("rules", "seats"), KINDS, ids=[f"{rules.id}-{seats}" for rules, seats in KINDS])


def random_round(rules: Rules, seats: int, rng: random.Random) -> Iterator[Round]:
    """Every state of a round of random play."""
    tiles = rng.sample(TILES, 28)
    hands, boneyard = whole_deal(rules, seats, tiles)
    leader = forced_lead(hands)[0] if rules.first_leader == "highest" else rng.randrange(seats)
    played = Round.deal(rules, hands, boneyard, leader)
    yield played
    while not played.over:
        played = played.move(rng.choice(played.legal) if played.may == "play" else played.may)
        yield played


def random_match(rules: Rules, seats: int, rng: random.Random) -> Iterator[tuple[Match, ev.Event]]:
    """Every event of a match of random play, with the match after it."""
    event: ev.Event = ev.start(rules, seats)
    match = ev.apply(None, event)
    yield match, event
    while match.need != "over":
        if match.need in ("lot", "deal"):
            found = (getattr(ev, match.need)(match, rng.sample(TILES, 28)),)
        else:
            assert match.round is not None
            played = match.round
            move = rng.choice(played.legal) if played.may == "play" else played.may
            found = ev.act(match, played.turn, move)
        for event in found:
            match = ev.apply(match, event)
            yield match, event


@names
def test_the_pips_of_layout_hands_and_boneyard_are_always_168(rules: Rules, seats: int) -> None:
    rng = random.Random(1)
    for _ in range(20):
        for played in random_round(rules, seats, rng):
            lie = sum(tile.pips for tile in played.layout.lying)
            assert lie + sum(played.left) + sum(tile.pips for tile in played.boneyard) == 168


@names
def test_a_blocked_round_with_an_empty_boneyard_leaves_even_pips(rules: Rules, seats: int) -> None:
    rng = random.Random(2)
    blocked = 0
    for _ in range(300):
        *_, last = random_round(rules, seats, rng)
        if last.end == "blocked" and not last.boneyard:
            blocked += 1
            assert sum(last.left) % 2 == 0
    assert blocked or not rules.draws


@names
def test_in_every_state_one_seat_may_do_one_thing(rules: Rules, seats: int) -> None:
    rng = random.Random(3)
    for _ in range(20):
        for played in random_round(rules, seats, rng):
            ways = [bool(played.legal), played.refusal("draw") is None, played.refusal("pass") is None, played.over]
            assert ways.count(True) == 1
            assert played.turn in range(seats)


@names
def test_seats_moved_round_give_results_moved_round(rules: Rules, seats: int) -> None:
    rng = random.Random(4)
    for _ in range(25):
        *_, last = random_round(rules, seats, rng)
        for step in range(1, seats):
            hands, boneyard = dealt(last)
            moved = [hands[(seat - step) % seats] for seat in range(seats)]
            again = Round.deal(rules, moved, boneyard, (last.leader + step) % seats)
            for made in last.made:
                again = again.move(made.move)
            assert again.end == last.end
            teams = rules.teams(seats)
            for team in range(teams):
                assert again.settled[(team + step) % teams] == last.settled[team]
                assert again.points[(team + step) % teams] == last.points[team]


def dealt(last: Round) -> tuple[list[list[Tile]], list[Tile]]:
    """The deal of a round, from what became of its tiles."""
    hands = [list(hand) for hand in last.hands]
    drawn = []
    for made in last.made:
        if made.drawn is not None:
            drawn.append(made.drawn)
        elif not isinstance(made.move, str):
            hands[made.seat].append(made.move.tile)
    for made in last.made:
        if made.drawn is not None:
            hands[made.seat].remove(made.drawn)
    return hands, [*drawn, *last.boneyard]


def test_exactly_five_tiles_score_as_a_lead() -> None:
    points = {str(tile): lay_out(ALL_FIVES, [parse_play(str(tile))]).points for tile in TILES}
    assert {tile: n for tile, n in points.items() if n} == {"4-6": 10, "5-5": 10, "0-5": 5, "1-4": 5, "2-3": 5}


def test_the_largest_count_of_all_fives_is_36_and_the_largest_score_35() -> None:
    arms = "0-0 0-6@0-0 0-5@0-0 0-4@0-0 0-3@0-0 6-6@0-6 5-5@0-5 4-4@0-4"
    assert lay_out(ALL_FIVES, map(parse_play, f"{arms} 3-3@0-3".split())).count == 36
    highest = lay_out(ALL_FIVES, map(parse_play, f"{arms} 3-5@0-3".split()))
    assert (highest.count, highest.points) == (35, 35)
    # four ends at the most, each an ordinary half or a double of its own pips: 12 + 10 + 8 + 6
    rng = random.Random(5)
    for _ in range(200):
        for played in random_round(ALL_FIVES, 2, rng):
            assert len(played.layout.counted) <= 4
            assert len({end.tile for end in played.layout.counted if end.tile.double}) <= 4
            assert (played.layout.count or 0) <= 36
            assert played.layout.points <= 35


@names
def test_a_match_is_the_fold_of_its_events(rules: Rules, seats: int) -> None:
    rng = random.Random(6)
    story = list(random_match(rules, seats, rng))
    match, _ = story[-1]
    assert ev.fold(event for _, event in story) == match
    assert [event.number for _, event in story] == list(range(1, len(story) + 1))
    assert match.winner is not None
    best = max(match.totals)
    assert match.totals[match.winner] == best
    assert match.totals.count(best) == 1


@names
def test_who_leads_next(rules: Rules, seats: int) -> None:
    """The finisher leads; a lot is drawn after a block; where the highest double leads, it leads every round."""
    rng = random.Random(7)
    ends = set()
    for _ in range(3):
        last: ev.Shown | None = None
        lot: ev.Lot | None = None
        for match, event in random_match(rules, seats, rng):
            if isinstance(event, ev.Shown):
                last, lot = event, None
            if isinstance(event, ev.Lot):
                lot = event
            if isinstance(event, ev.Dealt):
                assert match.round is not None
                if rules.first_leader == "highest":
                    seat, tile = forced_lead(event.hands)
                    assert lot is None
                    assert event.leader == seat
                    assert {play.tile for play in match.round.legal} == {tile}
                elif last is None or last.out is None:
                    ends.add("lot")
                    assert lot is not None
                    assert event.leader == lot.leader
                else:
                    ends.add("finisher")
                    assert lot is None
                    assert event.leader == last.out
                    assert {play.tile for play in match.round.legal} == set(event.hands[last.out])
    assert ends <= {"lot", "finisher"}
    assert bool(ends) == (rules.first_leader == "lot")


def test_those_who_tie_in_a_lot_draw_again_from_the_rest() -> None:
    tiles = [parse_tile(text) for text in ["2-3", "1-4", "0-0", "5-6", "0-1", "6-6"]]
    goes = draw_lot(3, tiles)
    assert [[(seat, str(tile)) for seat, tile in go] for go in goes] == [
        [(0, "2-3"), (1, "1-4"), (2, "0-0")], [(0, "5-6"), (1, "0-1")]]
    assert lot_leader(3, goes) == 0


def test_the_hands_are_shown_when_a_match_ends_in_mid_round_and_nothing_is_settled() -> None:
    match = Match.new(ALL_FIVES, 2, [240, 0])
    held = "4-6 0-0 0-1 0-2 0-3 0-4 0-5 0-6 1-1 1-2 1-3 1-4 1-5 1-6 2-2 2-3 2-4 2-5"
    tiles = [parse_tile(text) for text in held.split()]
    rest = [tile for tile in TILES if tile not in tiles]
    match = ev.apply(match, ev.Lot(1, (((0, parse_tile("6-6")), (1, parse_tile("0-1"))),), 0))
    match = ev.apply(match, ev.deal(match, [*tiles, *rest]))
    found = ev.act(match, 0, parse_play("4-6"))
    assert [type(event).__name__ for event in found] == ["Played", "Shown", "Won"]
    shown = found[1]
    assert isinstance(shown, ev.Shown)
    assert shown.end is None
    assert len(shown.hands[0]) == 8
    for event in found:
        match = ev.apply(match, event)
    assert (match.winner, match.totals, match.need) == (0, (250, 0), "over")


def test_a_match_that_is_won_within_a_round_takes_no_settlement() -> None:
    rng, won = random.Random(3), 0
    for number in range(120):
        match = Match.new(ALL_FIVES, 3, [195, 195, 0]).led(number % 3)
        match = ev.apply(match, ev.deal(match, rng.sample(TILES, 28)))
        while match.need == "move":
            assert match.round is not None
            match = match.move(rng.choice(match.round.legal) if match.round.may == "play" else match.round.may)
        shown = match.show()
        if shown.need == "settle":
            assert shown.settle().totals[2] >= shown.totals[2]
            continue
        won += 1
        assert shown.need == "win"
        for over in (shown, shown.close()):
            with pytest.raises(TextError, match=r"^no settlement is due now$"):
                over.settle()
    assert won > 20


@pytest.mark.parametrize("first", ["lot", "highest"])
@pytest.mark.parametrize("later", ["finisher", "highest"])
def test_a_round_is_led_by_any_tile_or_by_the_highest_double_as_the_rules_say(first: str, later: str) -> None:
    rng = random.Random(4)
    match = Match.new(ALL_FIVES.vary(first_leader=first, later_leader=later, target=(10_000,) * 3), 2)
    for number in range(6):
        match = match.led(number % 2) if match.need == "lot" else match
        must = (later if number else first) == "highest"
        hands, boneyard = whole_deal(match.rules, 2, rng.sample(TILES, 28))
        holder, _ = forced_lead(hands)
        hands = hands if must or holder == match.leader else hands[::-1]  # so that the leader may lead either way
        leader = forced_lead(hands)[0]
        wrong = [Round.deal(match.rules, hands, boneyard, leader, not must)]
        if must:
            wrong.append(Round.deal(match.rules, hands, boneyard, 1 - leader, False))
        for other in wrong:
            with pytest.raises(TextError, match=f"^forced: expected {must}, got {not must}$"):
                match.dealt(other)
        match = match.dealt(Round.deal(match.rules, hands, boneyard, leader, must))
        while match.need == "move":
            assert match.round is not None
            match = match.move(rng.choice(match.round.legal) if match.round.may == "play" else match.round.may)
        match = match.show().settle()


def test_a_round_of_a_play_off_is_played_to_its_end_and_settled_also_where_the_target_ends_a_match_at_once() -> None:
    match = Match.new(ALL_FIVES.vary(playoff=True), 3, [200, 200, 100], playoff=True).led(0)
    lead = parse_tile("5-5")
    match = ev.apply(match, ev.deal(match, [lead, *(tile for tile in TILES if tile != lead)]))
    found = ev.act(match, 0, parse_play("5-5"))
    assert [type(event).__name__ for event in found] == ["Played"]
    match = ev.apply(match, found[0])
    assert (match.winner, match.totals, match.need) == (None, (210, 200, 100), "move")
    rng = random.Random(1)
    while match.need == "move":
        assert match.round is not None
        match = match.move(rng.choice(match.round.legal) if match.round.may == "play" else match.round.may)
    match = match.show().settle()
    assert match.winner == max(range(3), key=match.totals.__getitem__)


def test_the_finisher_gains_nothing_by_going_out_in_five_up() -> None:
    rng = random.Random(8)
    for _ in range(100):
        *_, last = random_round(FIVE_UP, 3, rng)
        assert last.gainers == ()
        assert all(whole(halves) <= 0 for halves in last.settled)
        if last.out is not None:
            assert last.settled[last.out] == 0


def test_partners_share_a_score_in_five_up_and_all_fives_and_none_do_in_the_dominos_cc_games() -> None:
    assert [rules.teams(4) for rules in RULE_SETS.values()] == [2, 2, 4, 4, 4]
    assert [FIVE_UP.team(seat, 4) for seat in range(4)] == [0, 1, 0, 1]
    assert [DOMINOS_CC_ALL_FIVES.team(seat, 4) for seat in range(4)] == [0, 1, 2, 3]


def test_a_tally_of_three_keeps_half_points() -> None:
    match = Match.new(ALL_FIVES, 3, [7.5, 0, 2])
    assert [str(total) for total in match.totals] == ["15/2", "0", "2"]
    assert match.tally[tally.TOTAL] == 15
