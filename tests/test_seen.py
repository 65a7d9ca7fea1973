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


def test_the_tile_that_must_lead_is_looked_for_in_every_hand_that_is_known() -> None:
    text = "rules: dominos-cc-all-fives\nseats: 2\n\nround\n0: {}\nhand 1: 0-1 0-2 0-3 0-4 0-5 1-2 5-5\n"
    assert read(text.format("6-6")).view(1).turn == 1
    with pytest.raises(TextError, match="seat 0: This round must be led with 5-5"):
        read(text.format("4-4"))
