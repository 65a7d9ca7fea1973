"""What is handed out stays what it is, and what is handed in is gone through once; only one seat leads."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import replace
from random import Random

import pytest

from fives import (
    ALL_FIVES,
    FIVE_UP,
    RULE_SETS,
    TILES,
    Layout,
    Match,
    Refused,
    Round,
    TextError,
    Tile,
    events,
    lay_out,
    view,
)
from fives.match import draw_lot, whole_deal
from fives.notation import read_view, view_text
from fives.rounds import forced_lead
from fives.words import LANGUAGES, Words, words_in
from table_world import frame, table_of, tick

KINDS = [(rules, seats) for rules in RULE_SETS for seats in (2, 3, 4)]


def dealt(name: str, seats: int) -> Match:
    rules = RULE_SETS[name]
    match = Match.new(rules, seats)
    match = match if match.forced else match.led(0)
    tiles = list(TILES)
    Random(f"{name} {seats}").shuffle(tiles)
    return events.apply(match, replace(events.deal(match, tiles), number=match.number + 1))


def test_a_boneyard_that_can_be_gone_through_once_is_not_lost() -> None:
    hands = [TILES[:5], TILES[5:10]]
    as_list = Round.deal(FIVE_UP, hands, TILES[10:], 0)
    assert Round.deal(FIVE_UP, hands, iter(TILES[10:]), 0) == as_list
    layout = lay_out(FIVE_UP, ["0-0"])
    standing = Round.standing(layout, [TILES[1:3], TILES[3:5]], iter(TILES[5:]), 0)
    assert standing.boneyard == TILES[5:]
    with pytest.raises(TextError, match="turn"):
        Round.standing(layout, [TILES[1:3], TILES[3:5]], TILES[5:], 1.0)  # type: ignore[arg-type]
    assert draw_lot(2, iter(TILES)) == draw_lot(2, TILES)  # type: ignore[arg-type]
    assert whole_deal(FIVE_UP, 2, iter(TILES)) == whole_deal(FIVE_UP, 2, TILES)  # type: ignore[arg-type]


def test_whoever_is_handed_a_view_cannot_change_the_match() -> None:
    match = dealt("five-up", 2)
    assert match.round is not None
    match = match.move(match.round.legal[0])
    assert match.round is not None
    seen = view(match, match.round.turn)
    with pytest.raises((AttributeError, TypeError)):
        seen.layout.lying.clear()  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        seen.layout.lying[Tile(0, 0)] = None  # type: ignore[index]
    assert len(match.round.layout.lying) == 1


def test_a_layout_of_other_rules_or_parts_is_laid_anew_or_none() -> None:
    layout = lay_out(FIVE_UP, ["1-4", "1-1@1-4", "4-4@1-4"])
    for copied in (copy.copy(layout), copy.deepcopy(layout), pickle.loads(pickle.dumps(layout))):
        assert (copied, dict(copied.lying), hash(copied)) == (layout, dict(layout.lying), hash(layout))
    with pytest.raises(TextError, match="expected the joins and the packed layout"):
        replace(layout, rules=ALL_FIVES)
    with pytest.raises(TextError, match="expected the joins and the packed layout"):
        Layout(FIVE_UP, (), (), layout.packed)


def test_a_layout_holds_what_was_laid_however_its_plays_were_given() -> None:
    layout = lay_out(FIVE_UP, ["1-4", "1-1@1-4"])
    for plays in (("4-1", "1-1@4-1"), ["1-4", "1-1@1-4"], list(layout.plays)):
        same = Layout(FIVE_UP, plays, layout.joins, layout.packed)  # type: ignore[arg-type]
        assert (same, hash(same), repr(same), str(same)) == (layout, hash(layout), repr(layout), str(layout))
    assert hash(Layout(FIVE_UP, [])) == hash(Layout(FIVE_UP))  # type: ignore[arg-type]


@pytest.mark.parametrize("error", [
    Refused("over"), Refused("not-host"), Refused("no-place", tile=Tile(1, 2)),
    Refused("end-taken", pip=3, onto=Tile(1, 3)),
    TextError("expected a tile"), TextError("expected a tile", 3, 4)], ids=repr)
def test_an_error_can_be_read_back(error: ValueError) -> None:
    for same in (eval(repr(error)), pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
        assert (type(same), vars(same), str(same), repr(same)) == (type(error), vars(error), str(error), repr(error))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_of_a_language_are_a_value(lang: str) -> None:
    words = words_in(lang)
    assert words == eval(repr(words)) == Words(lang)
    assert hash(words) == hash(Words(lang))
    assert [other for other in LANGUAGES if words_in(other) == words] == [lang]
    assert words != lang


@pytest.mark.parametrize(("name", "seats"), KINDS)
def test_only_the_seat_that_leads_has_a_play_before_the_first(name: str, seats: int) -> None:
    match = dealt(name, seats)
    assert match.round is not None
    for seat in range(seats):
        seen = view(match, seat)
        leads = seat == match.round.turn
        assert bool(seen.ahead) == bool(match.round.plays(seat)) == leads
        assert read_view(view_text(seen)) == seen
    assert RULE_SETS[name].first_leader == "lot" or forced_lead(match.round.hands)[0] == match.round.turn


def test_nobody_is_told_that_a_tile_may_lead_while_another_leads() -> None:
    table = table_of("dominos-cc-block", seats=4)
    while table.match.round is None:
        tick(table)
    leader = table.match.round.turn
    for seat in range(4):
        for held in json.loads(frame(table, seat, 0))["hand"]:
            if seat != leader:
                assert (held["label"], held["plays"], held["why"], held["options"]) == (held["tile"], False, None, [])
            elif held["plays"]:
                assert held["label"].endswith("may lead")


@pytest.mark.parametrize(("rules", "must"), [("five-up", False), ("dominos-cc-block", True)])
def test_who_may_lead_any_tile_is_told_of_none(rules: str, must: bool) -> None:
    table = table_of(rules, bots=True)
    while table.match.need != "move":
        tick(table)
    leader = table.view(None).turn
    said = json.loads(frame(table, leader, 0))["says"]
    assert (str(table.view(leader).options[0].tile) in said) == must


def test_between_rounds_a_seat_sees_who_leads_the_next_one() -> None:
    table, others = table_of("five-up", bots=True), 0
    while table.match.need != "over":
        tick(table)
        if table.match.need == "deal" and table.match.round is not None:
            assert table.view(0).leader == table.match.leader
            others += table.match.leader != table.match.round.leader
    assert others, "mostly it is not who led the last one"


def test_the_hands_stay_open_when_the_match_is_over() -> None:
    table = table_of("dominos-cc-block target=1,1,1", bots=True)
    while table.match.need != "over":
        tick(table)
    assert table.match.round is not None
    assert any(table.match.round.hands)
    for seat in (None, 0, 1):
        assert table.view(seat).shown == table.match.round.hands
