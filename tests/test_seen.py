"""What a seat sees, as text: what follows from the deal, the moves and the totals must be as it is written."""

from __future__ import annotations

import re
from typing import Any

import pytest

from fives import RULE_SETS, TILES, TextError, view
from fives import events as e
from fives.notation import read
from fives.notation.seen import view_from_json, view_to_json
from notation_records import played

SEEN = played(RULE_SETS["five-up"], 2, 12, 200)
MOVES = [match for length in range(3, len(SEEN)) if (match := e.fold(SEEN[:length])).need == "move"]


@pytest.mark.parametrize(("changed", "reason"), [
    ({"boneyard": 28}, "boneyard: expected "), ({"boneyard": 0}, "boneyard: expected "),
    ({"held": []}, "held: expected "), ({"held": [3, 28]}, "held: expected "), ({"winner": 0}, "winner: expected null"),
    ({"shown": [["0-0"], ["1-1"]]}, "shown: expected []"), ({"round": 0}, "round: expected a number from 1"),
    ({"totals": [0, 0, 0]}, "totals: expected 2 numbers, got 3"), ({"leader": 3}, "leader: expected null or a seat"),
    ({"leader": None}, "leader: expected a seat, got null"), ({"hand": []}, "hand: expected "),
    ({"seat": None}, "hand: expected []: who looks on"), ({"made": []}, "hand: expected "),
    ({"rules": "five-up at_once=yes", "totals": [999, 0]}, "need: at these totals the match is over"),
    ({"rules": "five-up at_once=yes", "totals": [999, 999]}, "playoff: expected true"),
    ({"need": "lot", "leader": None}, "shown: expected 2 hands, got 0"),
    ({"need": "show"}, "need: the round is not over"),
    ({"need": "settle", "made": []}, "made: expected the moves"), ({"need": "lot"}, "leader: expected null"),
    ({"rules": "five-up at_once=yes", "totals": [999, 0], "need": "settle"}, "need: at these totals the match is over"),
    ({"totals": [999, 0], "need": "deal"}, "need: at these totals the match is over"),
    ({"totals": [999, 999], "need": "lot"}, "playoff: expected true"),
    ({"need": "win"}, "winner: nobody has won at these totals"),
    ({"need": "deal", "made": []}, "turn: expected null")], ids=repr)
def test_what_a_seat_sees_in_a_round_follows_from_the_deal_and_the_moves(changed: dict[str, Any], reason: str) -> None:
    found = next(found for match in MOVES if match.round and any(made.points for made in match.round.made)
                 and len((found := view_to_json(view(match, match.round.turn)))["hand"]) not in (0, 5))
    with pytest.raises(TextError, match="^" + re.escape(reason)):
        view_from_json({**found, **changed})


def test_the_hands_of_a_round_that_is_over_are_those_that_were_left() -> None:
    match = next(match for length in range(3, len(SEEN)) if (match := e.fold(SEEN[:length])).need == "settle")
    found = view_to_json(view(match, 0))
    hands = found["shown"]
    lying = view(match, 0).layout.lying
    other = next(str(tile) for tile in TILES if tile not in lying and str(tile) not in hands[0] + hands[1])
    for changed, reason in (
        ({"shown": []}, "shown: expected 2 hands"), ({"shown": hands[::-1]}, "shown: expected the hand of seat 0"),
        ({"shown": [hands[0], [*hands[1], other]]}, "shown: "), ({"winner": 1}, "winner: expected null"),
        ({"made": found["made"][:-1]}, ""), ({"held": found["held"][::-1]}, "held: "), ({"boneyard": 3}, "boneyard: "),
        ({"need": "show"}, "shown: expected []"), ({"need": "move"}, "need: the round is over"),
    ):
        with pytest.raises(TextError, match="^" + re.escape(reason)):
            view_from_json({**found, **changed})


def test_the_drawn_tile_is_told_to_the_seat_that_drew_it_alone() -> None:
    match = next(match for match in MOVES if match.round and match.round.made and match.round.made[-1].move == "draw")
    assert match.round
    drawn = match.round.made[-1]
    own, others = (view_to_json(view(match, seat)) for seat in (drawn.seat, 1 - drawn.seat))
    own["made"][-1]["drawn"], others["made"][-1]["drawn"] = None, str(drawn.drawn)
    for found, reason in ((own, "the tile"), (others, "no tile")):
        with pytest.raises(TextError, match=f"^made: expected {reason} drawn by seat {drawn.seat}"):
            view_from_json(found)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_round_that_ended_and_was_not_settled_shows_nothing_of_the_next(seat: int | None) -> None:
    text = "rules: five-up\nseats: 2\n\nround\nend: out 0\ntotals: 3 1\n\nround\nend: blocked\n"
    with pytest.raises(TextError, match=r"^too little is known to go on: "):
        read(text).view(seat)
    assert read(f"{text}left: 3 | 1\ntotals: 3 1\n").view(seat).need == "lot"


def test_the_order_of_the_boneyard_is_not_asked_of_a_round_that_goes_on() -> None:
    whole = read("rules: five-up\nseats: 2\n\nround\nhand 0: 0-3 1-2 3-5 5-5 5-6\nhand 1: 0-0 0-5 1-3 3-6 4-4\n"
                 "1: 0-5\n")
    with pytest.raises(TextError, match=r"^too little is known to go on: "):
        whole.match()  # of which a match must know
    assert (whole.view(0).need, whole.view(0).may, whole.view(0).boneyard) == ("move", "play", 18)


# dead: no tile of the set fits that does not lie
DEAD = ("rules: dominos-cc-block\nseats: 2\n\nround\n0: 0-0\n1: 0-2@0-0\n0: 0-3@0-0\n1: 1-2@0-2\n0: 3-4@0-3\n"
        "1: 0-1@1-2\n0: 0-4@3-4\n1: 0-5@0-4\n0: 5-6@0-5\n1: 0-6@5-6\n")


def test_a_round_in_which_no_tile_of_the_set_can_follow_is_over() -> None:
    with pytest.raises(TextError, match=r"^the round is over$"):
        read(DEAD).view(None)
    assert read(DEAD).filled().rounds[0].end == "blocked"
    assert read(DEAD.removesuffix("1: 0-6@5-6\n")).view(None).need == "move"


def test_nobody_passes_to_a_seat_that_is_known_to_hold_nothing_that_fits() -> None:
    text = ("rules: dominos-cc-block\nseats: 3\n\nround\nhand 0: {}\n0: 6-6\n1: pass\n2: pass\n0: 1-6@6-6\n"
            "1: 1-2@1-6\n2: 2-2@1-2\n0: 2-6@2-2\n1: pass\n2: pass\n")
    assert read(text.format("6-6 1-6 2-6 0-0 1-3 5-6")).view(0).may == "play"
    read(text.removesuffix("2: pass\n").format("6-6 1-6 2-6 0-0 1-3 4-5"))  # seat 2 may play
    with pytest.raises(TextError, match=r"^line 14, column 4: the round was over: nobody can play, so nobody passes$"):
        read(text.format("6-6 1-6 2-6 0-0 1-3 4-5"))


def test_the_tile_that_must_lead_is_looked_for_in_every_hand_that_is_known() -> None:
    text = "rules: dominos-cc-all-fives\nseats: 2\n\nround\n0: {}\nhand 1: 0-1 0-2 0-3 0-4 0-5 1-2 5-5\n"
    assert read(text.format("6-6")).view(1).turn == 1
    with pytest.raises(TextError, match="seat 0: This round must be led with 5-5"):
        read(text.format("4-4"))
