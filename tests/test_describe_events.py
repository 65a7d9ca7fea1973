"""What is said of events: whole, in every language, and no tile that its reader may not see."""

from __future__ import annotations

import re

import pytest

from fives import RULE_SETS, Match, Rules, Tile
from fives import describe as d
from fives import events as e
from fives.words import words_in
from telling import ALL, ALL_FIVES, CC_BLOCK, CC_DRAW, FIVE_UP, people, tiles, told

# Lots, deals, draws, passes


def test_a_lot_tells_every_go_and_who_leads() -> None:
    event = e.Lot(2, (((0, Tile(2, 6)), (1, Tile(3, 5)), (2, Tile(0, 1))), ((0, Tile(1, 1)), (1, Tile(4, 6)))), 1)
    assert d.lot(words_in("en"), people(FIVE_UP, 3, you=1), event) == (
        "The lot: Aoi 2-6, You 3-5, Oak 0-1. You and Aoi tie and draw again: Aoi 1-1, You 4-6. You lead.")
    assert d.lot(words_in("ko"), people(FIVE_UP, 3, 1, "ko"), event) == (
        "추첨: 아오이 2-6, 나 3-5, 참나무 0-1. "
        "나와 아오이는 동률이라 다시 뽑습니다: 아오이 1-1, 나 4-6. 내가 선공입니다.")


@pytest.mark.parametrize(("number", "mine", "other"), [
    (1, "You draw a tile.", "Aoi draws a tile."), (3, "You draw 3 tiles.", "Aoi draws 3 tiles.")])
def test_draws_are_counted(number: int, mine: str, other: str) -> None:
    words = words_in("en")
    assert d.drew(words, people(FIVE_UP, you=0), 0, number) == mine
    assert d.drew(words, people(FIVE_UP, you=1), 0, number) == other


@pytest.mark.parametrize(("lang", "rules"), ALL)
def test_every_event_is_said_whole_and_in_its_language(lang: str, rules: Rules) -> None:
    kinds = set()
    for seats in (2, 3, 4):
        for one in told(lang, rules, seats, seats):
            kinds.add(type(one.event))
            assert one.text
            assert not re.search(r"[{}|]|\(이\)|[이을은과]\(", one.text)
            if lang != "en":
                assert not re.search("[A-Za-z]", one.text.replace("Dominos.cc", "")), one.text
    assert kinds >= {e.Started, e.Dealt, e.Played, e.Shown, e.Settled}


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_no_sentence_names_a_tile_that_its_reader_may_not_see(rules: Rules) -> None:
    for one in told("en", rules, 3, 7):
        if isinstance(one.event, e.Drew):
            assert (str(one.event.tile) in one.text) == (one.you == one.event.seat)
        if isinstance(one.event, e.Dealt):
            own = one.event.hands[one.you] if one.you is not None else ()
            assert set(re.findall(r"\d-\d", one.text)) == set(map(str, own))


@pytest.mark.parametrize(("lang", "mine", "other"), [
    ("en", "You pass.", "Minjun passes."), ("ko", "차례를 넘겼습니다.", "민준이 차례를 넘겼습니다."),
    ("ja", "あなたがパスしました。", "民俊がパスしました。")])
def test_a_pass(lang: str, mine: str, other: str) -> None:
    words, passed = words_in(lang), e.Passed(9, 1)
    assert d.passed(words, people(CC_BLOCK, 2, 1, lang), passed) == mine
    assert d.passed(words, people(CC_BLOCK, 2, 0, lang), passed) == other


@pytest.mark.parametrize(("event", "text"), [
    (e.Shown(9, "out", 1, (tiles("0-5 2-3"), ())), "Minjun went out. Hands are shown. You: 0-5, 2-3."),
    (e.Shown(9, "blocked", None, (tiles("0-5"), tiles("1-1"))),
     "The round is blocked. Hands are shown. You: 0-5. Minjun: 1-1."),
    (e.Shown(9, None, None, (tiles("0-5"), tiles("1-1"))),
     "The match is decided. Hands are shown. You: 0-5. Minjun: 1-1."),
    (e.Shown(9, None, 0, ((), tiles("1-1"))), "You went out. The match is decided. Hands are shown. Minjun: 1-1."),
])
def test_hands_are_shown_with_what_ended_the_round(event: e.Shown, text: str) -> None:
    assert d.event(words_in("en"), people(ALL_FIVES, 2, 0), Match.new(ALL_FIVES, 2), event) == text


def test_an_event_that_was_not_cut_tells_no_more() -> None:
    words, match = words_in("en"), Match.new(CC_DRAW, 2)
    drew = e.Drew(5, 1, Tile(3, 4))
    assert d.event(words, people(CC_DRAW, 2, you=0), match, drew) == "Minjun draws a tile."
    assert d.event(words, people(CC_DRAW, 2, you=None), match, drew) == "Minjun draws a tile."
    assert d.event(words, people(CC_DRAW, 2, you=1), match, drew) == "You draw 3-4."
    assert d.event(words, people(CC_DRAW, 2, you=0), match, drew, open=True) == "Minjun draws 3-4."


def test_a_deal_tells_sizes_the_own_hand_and_who_leads() -> None:
    words = words_in("en")
    assert d.deal(words, people(FIVE_UP, you=0), 6, 2, 8, tiles("0-5 2-2")) == (
        "Round 6: 5 tiles each. 8 in the boneyard. Your hand: 0-5, 2-2. Oak leads.")
    assert d.deal(words, people(CC_DRAW, 2), 1, 0, 14, forced=True) == (
        "Round 1: 7 tiles each. 14 in the boneyard. Aoi holds the tile that must lead.")
