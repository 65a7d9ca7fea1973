"""Faults that other programs and rule pages were reported for, each turned into the sentence that holds here."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cmp_to_key

import pytest

from fives import (
    ALL_FIVES,
    DOMINOS_CC_ALL_FIVES,
    FIVE_UP,
    TILES,
    Layout,
    Match,
    Refused,
    Round,
    TextError,
    kernel,
    lay_out,
    tally,
)
from fives import events as ev
from fives.layout import parse_play
from fives.match import whole_deal
from fives.playout import deal, seeded
from fives.rounds import forced_lead, left_over, settlement, state_of, whole
from fives.rules import Rules
from fives.tiles import ALL, Tile, mask_of, parse_tile

COUNTING = (FIVE_UP, ALL_FIVES, DOMINOS_CC_ALL_FIVES)
three = pytest.mark.parametrize("rules", COUNTING, ids=[rules.id for rules in COUNTING])
CROSS = ("0-0 0-3@0-0 0-2@0-0 0-4@0-0 0-1@0-0 1-1@0-1 1-5@1-1 1-4@1-1 1-6@1-1 5-5@1-5 4-5@5-5 5-6@5-5 0-5@5-5 0-6@0-5 "
         "6-6@0-6 2-6@6-6 3-6@6-6 4-6@6-6 1-2@2-6")


def laid(rules: Rules, plays: str) -> Layout:
    return lay_out(rules, map(parse_play, plays.split()))


def counts(rules: Rules, plays: str) -> list[tuple[int | None, int]]:
    """The count and the points after each play."""
    layout, found = Layout(rules), []
    for play in map(parse_play, plays.split()):
        layout = layout.play(play)
        found.append((layout.count, layout.points))
    return found


def sums(rules: Rules, plays: str) -> list[int | None]:
    return [count for count, _ in counts(rules, plays)]


def points(rules: Rules, plays: str) -> list[int]:
    return [points for _, points in counts(rules, plays)]


def tiles(text: str) -> list[Tile]:
    return [parse_tile(word) for word in text.split()]


def standing(rules: Rules, plays: str, hand: str, boneyard: str, other: str = "") -> Round:
    """Seat 0 to move with a hand; seat 1 holds one tile that is nowhere else, or some that are named."""
    layout = laid(rules, plays)
    known = {*layout.lying, *tiles(hand), *tiles(boneyard)}
    held = tiles(other) if other else [next(tile for tile in TILES if tile not in known)]
    return Round.standing(layout, [tiles(hand), held], tiles(boneyard), 0)


def legal(played: Round) -> set[str]:
    return {str(play) for play in played.legal}


def settled(rules: Rules, left: list[str], out: int | None = None) -> list[object]:
    return [whole(halves) for halves in settlement(left_over(rules, [tiles(hand) for hand in left], out))]


# Counting


@three
def test_a_lone_double_counts_both_halves_and_is_silent_once_both_its_lines_are_joined(rules: Rules) -> None:
    assert counts(rules, "3-3 3-4@3-3 1-3@3-3") == [(6, 0), (10, 10), (5, 5)]


@three
def test_the_first_double_spins_wherever_it_lies(rules: Rules) -> None:
    plays = "3-4 3-6@3-4 2-4@3-4 2-2@2-4 2-5@2-2 2-3@2-2 1-2@2-2"
    assert sums(rules, plays) == [7, 10, 8, 10, 11, 14, 15]
    assert points(rules, plays) == [0, 10, 0, 10, 0, 0, 15]


@three
def test_a_branch_is_not_open_before_both_lines_are_joined(rules: Rules) -> None:
    layout = laid(rules, "3-4 3-6@3-4 2-4@3-4 2-2@2-4")
    assert [end.place for end in layout.open if end.tile == Tile(2, 2)] == ["line-b"]
    layout = layout.play(parse_play("2-5@2-2"))
    assert [end.place for end in layout.open if end.tile == Tile(2, 2)] == ["branch-a", "branch-b"]


def test_ten_open_ends_of_four_spinners_all_count_in_five_up() -> None:
    assert sums(FIVE_UP, CROSS) == [0, 3, 5, 9, 10, 11, 14, 18, 24, 29, 23, 29, 29, 35, 41, 31, 34, 38, 37]
    assert [n // 5 for n in points(FIVE_UP, CROSS)] == [0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0]
    assert len(laid(FIVE_UP, CROSS).counted) == 10


@pytest.mark.parametrize("rules", [ALL_FIVES, DOMINOS_CC_ALL_FIVES], ids=["all-fives", "dominos-cc-all-fives"])
def test_a_later_double_has_no_branches_where_only_the_first_spins(rules: Rules) -> None:
    plays = CROSS.split()
    assert sums(rules, " ".join(plays[:7])) == [0, 3, 5, 9, 10, 11, 14]
    with pytest.raises(Refused, match="1-1 has no place left: it is no spinner"):
        laid(rules, " ".join(plays[:8]))


@three
def test_what_a_place_would_count_is_what_the_play_counts(rules: Rules) -> None:
    played = standing(rules, "6-6 5-6@6-6 0-6@6-6", "1-1 4-5 1-6 3-4 0-1 2-6", "0-0")
    assert sums(rules, "6-6 5-6@6-6 0-6@6-6") == [12, 17, 5]
    shown = {str(play): played.layout.play(play).count for play in played.legal}
    assert shown == {"4-5@5-6": 4, "1-6@6-6": 6, "0-1@0-6": 6, "2-6@6-6": 7}
    assert {str(play): played.move(play).made[-1].count for play in played.legal} == shown
    assert sums(rules, "6-6 1-6@6-6") == [12, 13]


@three
def test_the_ends_beside_doubles_are_open_and_count(rules: Rules) -> None:
    plays = ("5-6 4-5@5-6 1-4@4-5 1-6@5-6 1-2@1-4 2-5@1-2 5-5@2-5 1-1@1-6 0-5@5-5 0-4@0-5 4-4@0-4 4-6@4-4 3-6@4-6 "
             "1-5@1-1 3-3@3-6 3-5@3-3")
    assert sums(rules, plays) == [11, 10, 7, 2, 3, 6, 11, 12, 2, 6, 10, 8, 5, 8, 11, 10]
    assert points(rules, plays) == [0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 5, 0, 0, 10]
    made = points(rules, plays)  # seat B leads, the seats alternate
    assert (sum(made[1::2]), sum(made[0::2])) == (20, 15)
    branches = {str(end.tile) for end in laid(rules, plays).open if end.place.startswith("branch")}
    assert branches == ({"5-5", "1-1", "4-4", "3-3"} if rules is FIVE_UP else {"5-5"})


@three
def test_whether_a_second_double_forks_is_the_rule_sets_to_say(rules: Rules) -> None:
    plays = "6-6 3-6@6-6 2-6@6-6 4-6@6-6 2-2@2-6 2-5@2-2"
    assert sums(rules, plays) == [12, 15, 5, 9, 11, 12]
    if rules is FIVE_UP:
        assert sums(rules, f"{plays} 2-3@2-2")[-1] == 15
    else:
        with pytest.raises(Refused, match="no spinner"):
            laid(rules, f"{plays} 2-3@2-2")


@three
def test_a_count_of_zero_never_scores(rules: Rules) -> None:
    assert counts(rules, "0-0 0-5@0-0") == [(0, 0), (5, 5)]
    assert counts(rules, "0-5 0-0@0-5 5-5@0-5") == [(5, 5), (5, 5), (10, 10)]


@three
def test_a_double_covered_on_its_far_side_is_no_end(rules: Rules) -> None:
    assert counts(rules, "3-5 5-5@3-5 1-5@5-5 1-1@1-5 1-6@1-1") == [(8, 0), (13, 0), (4, 0), (5, 5), (9, 0)]


# Legal plays


def test_the_set_has_28_tiles_and_a_tile_twice_is_no_deal() -> None:
    assert len(set(TILES)) == 28
    hands, boneyard = whole_deal(FIVE_UP, 2, TILES)
    with pytest.raises(TextError, match="the tile 0-0 is there twice"):
        Round.deal(FIVE_UP, [hands[0], [Tile(0, 0), *hands[1][1:]]], boneyard, 0)
    rng = random.Random(1)
    for _ in range(10_000):
        hands, boneyard = whole_deal(FIVE_UP, 3, rng.sample(TILES, 28))
        assert mask_of([*hands[0], *hands[1], *hands[2], *boneyard]) == ALL


@three
def test_a_tile_that_does_not_match_is_refused_and_changes_nothing(rules: Rules) -> None:
    plays = "5-5 3-5@5-5 2-5@5-5 3-3@3-5 1-3@3-3"
    assert sums(rules, plays) == [10, 13, 5, 8, 3]
    played = standing(rules, plays, "3-4 1-2", "0-0")
    before = (played.state, played.layout, played.made)
    with pytest.raises(Refused, match="3-4 shows no pips that 2-5 shows" if rules is FIVE_UP else "3-4 has no place"):
        played.move("3-4@2-5")
    with pytest.raises(Refused, match="shows no pips"):
        played.layout.play(parse_play("3-4@2-5"))
    assert (played.state, played.layout, played.made) == before


@three
def test_a_tile_lies_on_the_layout_once(rules: Rules) -> None:
    with pytest.raises(Refused, match="2-3 lies on the layout already"):
        laid(rules, "3-3 3-5@3-3 2-3@3-3 2-3@3-3")
    twice = "6-6 4-6 4-5 5-5 5-6 0-6 0-0 0-3 3-5 1-5 1-3 3-4 0-4 0-2 1-6 0-1 0-5 4-5"
    with pytest.raises(TextError, match="the tile 4-5 is there twice"):
        mask_of(tiles(twice))


@three
def test_a_spinner_with_one_line_joined_takes_the_other_line_next(rules: Rules) -> None:
    layout = laid(rules, "2-5 5-5@2-5")
    assert [(end.place, end.pip) for end in layout.open if end.tile.double] == [("line-b", 5)]
    layout = layout.play(parse_play("3-5@5-5"))
    assert (layout.count, layout.points, layout.joins[-1].onto_place) == (5, 5, "line-b")
    layout = layout.play(parse_play("1-5@5-5"))
    assert (layout.count, layout.points, layout.joins[-1].onto_place) == (6, 0, "branch-a")


def test_what_the_leader_may_lead_is_the_rule_sets_to_say() -> None:
    mine, yours = tiles("1-2 3-4 5-5"), tiles("0-1 2-3 4-6")
    for rules in COUNTING:
        size = rules.hand_size(2)
        # small tiles fill the hands, no double above 5-5 among them
        rest = [tile for tile in TILES if tile not in (*mine, *yours) and tile != Tile(6, 6)]
        hands = [[*mine, *rest[:size - 3]], [*yours, *rest[size - 3:2 * size - 6]]]
        boneyard = [*rest[2 * size - 6:], Tile(6, 6)]
        played = Round.deal(rules, hands, boneyard, 0)
        led = {str(play): played.move(play).made[-1].points for play in played.legal}
        if rules is DOMINOS_CC_ALL_FIVES:
            assert led == {"5-5": 10}
            with pytest.raises(Refused, match="This round must be led with 5-5"):
                played.move("3-4")
        else:
            assert {"1-2", "3-4", "5-5"} <= set(led)
            assert (led["1-2"], led["3-4"], led["5-5"]) == (0, 0, 10)


@three
def test_open_places_are_derived_from_the_plays(rules: Rules) -> None:
    text = str(laid(rules, "4-4 2-4@4-4 1-4@4-4"))
    assert sums(rules, text) == [8, 10, 3]
    again = laid(rules, text)
    assert {(str(end.tile), end.place, end.pip) for end in again.open} == {
        ("2-4", "low", 2), ("1-4", "low", 1), ("4-4", "branch-a", 4), ("4-4", "branch-b", 4)}
    assert (again.play(parse_play("4-6@4-4")).count, again.play(parse_play("4-6@4-4")).points) == (9, 0)


def chi_square(orders: Iterable[Sequence[int]]) -> float:
    """Of the count of each tile at each place; 729 degrees of freedom, since rows and columns are fixed."""
    at = [[0] * 28 for _ in range(28)]
    shuffles = 0
    for order in orders:
        shuffles += 1
        for place, tile in enumerate(order):
            at[place][tile] += 1
    expected = shuffles / 28
    return sum((n - expected) ** 2 / expected for row in at for n in row)


def test_every_tile_is_as_likely_in_every_place_of_a_shuffle() -> None:
    """The shuffle of the tables and of the terminal, with a source that can be repeated: fair ones stay below 920."""
    rng = random.Random(20)
    numbers = {tile: tile.number for tile in TILES}
    assert chi_square([numbers[tile] for tile in rng.sample(TILES, 28)] for _ in range(56_000)) < 920
    by_comparing = (sorted(range(28), key=cmp_to_key(lambda a, b: rng.choice((-1, 1)))) for _ in range(5_000))
    assert chi_square(by_comparing) > 920


def test_every_tile_is_as_likely_in_every_hand_and_in_the_boneyard_of_a_playout() -> None:
    """Chi-square of three columns (two hands, the boneyard) for each tile; 28 x 2 less what is fixed."""
    rng, deals = [seeded(20)], 28_000
    s = state_of(FIVE_UP, 2, False)
    found = [[0] * 28 for _ in range(3)]
    for _ in range(deals):
        deal(s, rng, 5, 0)
        for column, mask in zip(found, (s[kernel.HAND], s[kernel.HAND + 1], s[kernel.BONEYARD]), strict=True):
            while mask:
                column[kernel.ctz(mask)] += 1
                mask &= mask - 1
    expected = (deals * 5 / 28, deals * 5 / 28, deals * 18 / 28)
    odds = sum((n - due) ** 2 / due for column, due in zip(found, expected, strict=True) for n in column)
    assert odds < 54 + 5 * 108**0.5


def test_so_many_tiles_are_dealt_and_all_the_others_can_be_drawn() -> None:
    sizes = {rules.id: [rules.hand_size(seats) for seats in (2, 3, 4)] for rules in COUNTING}
    assert sizes == {"five-up": [5, 5, 5], "all-fives": [9, 7, 5], "dominos-cc-all-fives": [7, 6, 5]}
    boneyards = {rules.id: [len(whole_deal(rules, seats, TILES)[1]) for seats in (2, 3, 4)] for rules in COUNTING}
    assert boneyards == {"five-up": [18, 13, 8], "all-fives": [10, 7, 8], "dominos-cc-all-fives": [14, 10, 8]}


# Drawing and passing


@three
def test_who_can_play_neither_draws_nor_passes(rules: Rules) -> None:
    played = standing(rules, "3-5", "3-4 0-1", "2-2 6-6")
    for move in ("draw", "pass"):
        with pytest.raises(Refused, match="You can play 3-4"):
            played.move(move)
    assert legal(played) == {"3-4@3-5"}
    assert played.move("3-4@3-5").made[-1].count == 9


@three
def test_one_draws_until_a_tile_fits_and_plays_that_one(rules: Rules) -> None:
    plays = "5-6 4-5@5-6 1-4@4-5 1-6@5-6 1-2@1-4 2-5@1-2 5-5@2-5 1-1@1-6 0-5@5-5 0-4@0-5"
    # 0-4 is joined by its low half to the low half of 0-5; the branches of 5-5 wait for a five
    played = standing(rules, plays, "0-3 2-2 3-3", "2-3 3-6 2-6 4-4 1-5 0-2 3-5")
    for _ in range(4):
        assert played.may == "draw"
        with pytest.raises(Refused, match="draw before you pass"):
            played.move("pass")
        played = played.move("draw")
    assert legal(played) == {"4-4@0-4"}
    for move in ("draw", "pass"):
        with pytest.raises(Refused, match="You can play 4-4"):
            played.move(move)
    with pytest.raises(Refused, match="2-6 has no place"):
        played.move("2-6@0-4")
    played = played.move("4-4@0-4")
    assert (played.made[-1].count, played.made[-1].points) == (10, 10)
    assert [str(tile) for tile in played.hand(0)] == ["0-3", "2-2", "2-3", "2-6", "3-3", "3-6"]
    assert str(played.boneyard[0]) == "1-5"


@three
def test_an_open_branch_that_counts_nothing_is_a_place_all_the_same(rules: Rules) -> None:
    assert sums(rules, "6-6 2-6@6-6 3-6@6-6") == [12, 14, 5]
    played = standing(rules, "6-6 2-6@6-6 3-6@6-6", "4-6 0-1", "1-1")
    for move in ("draw", "pass"):
        with pytest.raises(Refused, match="You can play 4-6"):
            played.move(move)
    assert legal(played) == {"4-6@6-6"}
    assert (played.move("4-6@6-6").made[-1].count, played.move("4-6@6-6").made[-1].points) == (9, 0)


@three
def test_where_the_drawn_tile_goes_is_the_players_choice(rules: Rules) -> None:
    played = standing(rules, "2-3 3-5@2-3", "0-0 4-4", "2-5 1-6").move("draw")
    assert {str(play): played.move(play).made[-1].points for play in played.legal} == {"2-5@2-3": 10, "2-5@3-5": 0}


@three
def test_a_turn_does_not_end_with_one_useless_draw(rules: Rules) -> None:
    played = standing(rules, "5-5", "0-1 2-2", "3-4 0-6 4-5 1-5")
    for _ in range(3):
        played = played.move("draw")
        assert played.turn == 0
    assert legal(played) == {"4-5@5-5"}
    assert played.move("4-5@5-5").made[-1].count == 14
    assert [str(tile) for tile in played.boneyard] == ["1-5"]


# The end of a round

ONES = "1-1 1-2@1-1 1-3@1-1 1-5@1-1 0-2@1-2 3-4@1-3 5-6@1-5 0-1@0-2 1-4@3-4 1-6@5-6"


@three
def test_on_a_dead_layout_the_whole_boneyard_is_drawn_before_the_round_is_blocked(rules: Rules) -> None:
    assert sums(rules, ONES) == [2, 4, 5, 10, 8, 9, 10, 11, 8, 3]
    assert points(rules, ONES) == [0, 0, 5, 10, 0, 0, 10, 0, 0, 0]
    hands, expected = {
        "five-up": (["0-0", "0-3 2-2", "3-3 6-6"], [0, -100, -20]),
        "all-fives": (["0-0 2-2 0-3 0-4", "3-3 5-5 6-6 4-4"], [0, 85]),
        "dominos-cc-all-fives": (["0-0 0-3", "2-3 2-4"], [0, 110]),
    }[rules.id]
    layout = laid(rules, ONES)
    held = [tiles(hand) for hand in hands]
    boneyard = [tile for tile in TILES if tile not in layout.lying and not any(tile in hand for hand in held)]
    turn = 1 if rules is FIVE_UP else 0
    played = Round.standing(layout, held, boneyard, turn)
    for _ in boneyard:
        assert (played.may, played.turn) == ("draw", turn)
        played = played.move("draw")
    assert (played.end, played.out, played.boneyard) == ("blocked", None, ())
    assert played.left[turn] == {"five-up": 102, "all-fives": 84, "dominos-cc-all-fives": 109}[rules.id]
    assert [whole(halves) for halves in played.settled] == expected


@three
def test_a_last_tile_that_is_a_double_scores_and_ends_the_round_with_no_draw(rules: Rules) -> None:
    played = standing(rules, "1-2", "2-2", "3-4", "0-0").move("2-2@1-2")
    assert (played.made[-1].count, played.made[-1].points) == (5, 5)
    assert (played.end, played.out, [str(tile) for tile in played.boneyard]) == ("out", 0, ["3-4"])
    assert played.settled == (0, 0)
    with pytest.raises(Refused, match="The round is over"):
        played.move("draw")


def test_the_finisher_leads_next_or_a_lot_decides_or_the_highest_double_does() -> None:
    for rules in COUNTING:
        for out in (2, None):
            match = Match.new(rules, 4)
            hands, _ = whole_deal(rules, 4, TILES)
            leader = forced_lead(hands)[0]
            left = [[] if seat == out else [TILES[seat]] for seat in range(4)]
            ended = Round.standing(laid(rules, "5-5"), left, [], 2)
            assert ended.end == ("blocked" if out is None else "out")
            match = Match(match.rules, 4, 2, match.tally, leader, 1, ended, "shown").settle()
            assert match.need == ("lot" if out is None and rules is not DOMINOS_CC_ALL_FIVES else "deal")
            if rules is DOMINOS_CC_ALL_FIVES:
                assert match.forced
            elif out is not None:
                assert match.leader == 2
    hands = [tiles("0-1"), tiles("1-2"), tiles("2-3"), tiles("5-5")]
    assert forced_lead(hands) == (3, Tile(5, 5))


def test_a_round_that_is_over_is_settled_once_and_takes_no_late_move() -> None:
    played = standing(ALL_FIVES, "1-2", "2-2", "3-4", "0-3").move("2-2@1-2")
    match = Match.new(ALL_FIVES, 2)
    match = Match(match.rules, 2, 3, match.tally, 0, 1, played, "playing")
    assert match.need == "show"
    with pytest.raises(Refused, match="No round is being played now"):
        ev.act(match, 1, "pass")
    found = []
    while following := ev.due(match):
        found.append(type(following).__name__)
        match = ev.apply(match, following)
    assert found == ["Shown", "Settled"]
    assert match.need == "deal"
    with pytest.raises(Refused):
        ev.act(match, 1, "pass")


# Settlement, for Five Up, All Fives and Dominos.cc All Fives in this order


@pytest.mark.parametrize(("left", "out", "expected"), [
    pytest.param(["", "0-6", "2-6 1-5 4-5 1-2 0-1"], 0, [[0, -5, -25], [35, 0, 0], [30, 0, 0]],
                 id="the others' pips are rounded once, each, or paid by each"),
    pytest.param(["1-3", "6-6 2-4"], None, [[-5, -20], [20, 0], [20, 0]],
                 id="who is lightest in a block takes the whole hand, not the difference"),
    pytest.param(["3-4", "3-6"], None, [[-5, -10], [10, 0], [10, 0]], id="only one is paid in a block"),
    pytest.param(["0-3 0-4", "3-4", "6-6 0-1"], None, [[-5, -5, -15], [7.5, 7.5, 0], [0, 20, 0]],
                 id="two of three who tie share the third hand, or fewer tiles decide"),
    pytest.param(["0-3", "3-5", "6-6 0-2"], None, [[-5, -10, -15], [20, 0, 0], [25, 0, 0]],
                 id="second place is paid nothing"),
    pytest.param(["0-2", "4-5", "6-6 2-6", "3-6"], None, [[-20, -20], [0, 20], [40, 0, 0, 0]],
                 id="partners are compared by the pips of both"),
    pytest.param(["", "4-4 0-1"], 0, [[0, -10], [10, 0], [10, 0]], id="a double left in a hand counts both halves"),
])
def test_a_settlement(left: list[str], out: int | None, expected: list[list[float]]) -> None:
    assert [settled(rules, left, out) for rules in COUNTING] == expected


def test_with_pairs_agreed_on_the_dominos_cc_game_compares_pairs() -> None:
    pairs = DOMINOS_CC_ALL_FIVES.vary(partners=True)
    assert settled(pairs, ["0-2", "4-5", "6-6 2-6", "3-6"]) == [0, 20]


# The end of a match


def scored(rules: Rules, before: list[int], made: int, settlement_: list[int] | None = None) -> Match:
    """A match in which team 0 makes points by a play, then perhaps is settled."""
    match = Match.new(rules, 2, before)
    t = list(match.tally)
    tally.score(t, 0, 2 * made)
    if settlement_:
        tally.settled(t, [2 * n for n in settlement_], 0)
    return Match(rules, 2, 1, tuple(t), 0)


def test_the_target_is_looked_at_after_settling_in_five_up_and_at_once_elsewhere() -> None:
    assert points(FIVE_UP, "1-4 1-6@1-4")[1] == 10
    assert scored(FIVE_UP, [295, 0], 10).winner is None
    caught = scored(FIVE_UP, [295, 0], 10, [-20, 0])
    assert (caught.totals, caught.winner) == ((285, 0), None)
    assert scored(ALL_FIVES, [240, 0], 10).winner == 0
    assert scored(DOMINOS_CC_ALL_FIVES, [140, 0], 10).winner == 0


def test_points_beyond_the_target_count() -> None:
    beyond = scored(FIVE_UP, [300, 0], 15, [0, -5])
    assert (beyond.totals, beyond.winner) == ((315, -5), 0)
    for rules, before in ((ALL_FIVES, 245), (DOMINOS_CC_ALL_FIVES, 145)):
        beyond = scored(rules, [before, 0], 10)
        assert (beyond.totals, beyond.winner) == ((before + 10, 0), 0)


def test_a_play_off_ends_with_a_lone_leader_even_below_the_target() -> None:
    match = Match.new(FIVE_UP, 2, [305, 305], playoff=True)
    t = list(match.tally)
    tally.settled(t, [-10, -30], 0)
    assert t[tally.WINNER] == 0
    assert [whole(n) for n in t[tally.TOTAL:tally.TOTAL + 2]] == [300, 290]


def test_the_tiles_left_are_settled_before_winners_are_compared() -> None:
    for rules, before, left, winner in ((FIVE_UP, [310, 305], [-10, 0], 1), (ALL_FIVES, [240, 235], [0, 10], None),
                                        (DOMINOS_CC_ALL_FIVES, [140, 135], [0, 10], None)):
        assert settled(rules, ["4-5", ""], 1) == left
        t = list(Match.new(rules, 2, before).tally)
        tally.settled(t, [2 * n for n in left], 0)
        assert t[tally.WINNER] == (-1 if winner is None else winner)
