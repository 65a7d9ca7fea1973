"""Whoever asks a bot, a picture or a sentence for what cannot be thought, drawn or said is told so in words."""

from __future__ import annotations

import pickle
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from fives import FIVE_UP, TILES, Match, Round, TextError, Tile, View, events, notation, svg, view
from fives.analysis.positions import match_of, parse_position, position_of
from fives.bots import BOTS, Bot, bot
from fives.bots.levels import BUDGET, MOST, plan_of
from fives.bots.plans import WORK
from fives.bots.thinking import think
from fives.describe import People, settle_hands
from fives.event_json import event_to_json
from fives.match import whole_deal
from fives.words import LANGUAGES, Words, words_in

EN = words_in("en")
TWO, THREE = People(FIVE_UP, ("Ana", "Ben")), People(FIVE_UP, ("Ana", "Ben", "Caro"))
LEFT = [[], [Tile(1, 4)]]
NO_NUMBERS: list[Any] = ["1", b"1", [], {}, object(), 1j, True, float("nan"), -1, Decimal(1)]


def dealt() -> Round:
    """A round of two seats."""
    return Round.deal(FIVE_UP, *whole_deal(FIVE_UP, 2, TILES[::-1]), 0)


def seen() -> View:
    """What the seat in turn sees of it."""
    return view(Match.new(FIVE_UP, 2).led(0).dealt(dealt()), 0)


# Bots


@pytest.mark.parametrize("budget", [*NO_NUMBERS, float("inf"), 10**400], ids=str)
def test_a_time_to_think_is_a_number_of_seconds(budget: Any) -> None:
    for ask in (lambda: think(seen(), budget=budget), lambda: bot("master", budget), lambda: bot("club", budget),
                lambda: Bot("master", budget=budget).choose(seen(), Random(1))):
        with pytest.raises(TextError, match=r"^budget: expected seconds from 0, got "):
            ask()


def test_any_kind_of_number_may_say_the_time() -> None:
    usual = plan_of("master", FIVE_UP, 2)
    for budget in (BUDGET, Fraction(BUDGET), np.float64(BUDGET)):
        assert plan_of("master", FIVE_UP, 2, budget) == usual  # type: ignore[arg-type]
    assert plan_of("master", FIVE_UP, 2, 1e308)[WORK] == MOST


@pytest.mark.parametrize("worlds", [*NO_NUMBERS, 0, 1.5, 1.0, 1 << 33, np.int64(3)], ids=str)
def test_worlds_are_tried_in_whole_numbers_from_one(worlds: Any) -> None:
    for level in ("master", "expert", "club"):
        with pytest.raises(TextError, match=r"^worlds: expected a whole number from 1 to \d+, got "):
            think(seen(), level, worlds=worlds)


@pytest.mark.parametrize("level", ["casual", None, [], 3], ids=str)
def test_only_levels_that_think_are_asked_for_their_thoughts(level: Any) -> None:
    with pytest.raises(TextError, match=r"^expected one of club, expert, master, flat, got "):
        think(seen(), level)


@pytest.mark.parametrize("name", BOTS)
def test_bots_of_the_same_level_and_time_are_the_same(name: str) -> None:
    for budget in (None, 0.5):
        level = bot(name, budget)
        assert level == bot(name, budget) == pickle.loads(pickle.dumps(level)) == eval(repr(level))
        assert len({level, bot(name, budget)}) == 1
    assert (bot(name, 0.5) == bot(name, 0.25)) == (name != "master"), "nobody else takes so long"
    assert bot(name) == BOTS[name]


def test_a_bot_says_how_it_is_made() -> None:
    assert repr(bot("casual")) == "bot('casual')"
    assert repr(bot("master", 0.5)) == "bot('master', 0.5)"


# Words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_of_a_language_go_to_another_process(lang: str) -> None:
    assert pickle.loads(pickle.dumps(words_in(lang))) is words_in(lang)
    assert pickle.loads(pickle.dumps(Words(lang))).say("You") == words_in(lang).say("You")


@pytest.mark.parametrize("lang", [None, 3, b"en", "en-GB"], ids=str)
def test_a_language_is_one_that_there_is(lang: Any) -> None:
    with pytest.raises(TextError, match=r"^expected a language \(en, ko, ja\), got "):
        words_in(lang)


# Positions and events


@pytest.mark.parametrize("text", [None, b"x", 5, [], ["5-5 | 1-5 / 2-5 | - | 0"]], ids=str)
def test_a_position_is_read_from_a_text(text: Any) -> None:
    with pytest.raises(TextError, match=r"^expected the text of a position, got "):
        parse_position(text, FIVE_UP)


@pytest.mark.parametrize("number", ["x", 1.5, 1.0, True, -1, [], np.int64(1)], ids=str)
def test_a_record_is_opened_at_a_whole_number(number: Any) -> None:
    first = [events.start(FIVE_UP, 2)]
    match = events.apply(None, first[0])
    for event in (events.lot(match, TILES[::-1]), events.Dealt(3, 0, dealt().hands, dealt().boneyard)):
        match = events.apply(match, event)
        first.append(event)
    record = notation.record_of(first)
    for ask in (position_of, match_of):
        with pytest.raises(TextError, match=r"^round: expected a whole number from 1 to 1, got "):
            ask(record, number)
        with pytest.raises(TextError, match=r"^moves: expected a whole number from 0 to 0, got "):
            ask(record, 1, number)
        ask(record, 1, 0)


@pytest.mark.parametrize("event", [3, None, {"what": "pass"}, "pass", events.Passed], ids=str)
def test_only_an_event_is_stored_as_one(event: Any) -> None:
    with pytest.raises(TextError, match=r"^expected an event, got "):
        event_to_json(event)


# Sentences and pictures


def test_a_settlement_is_of_the_people_who_played() -> None:
    for people, hands in ((TWO, [*LEFT, [Tile(0, 1)]]), (THREE, LEFT), (TWO, LEFT[:1]), (TWO, [])):
        wrong = rf"^hands: expected one for each of {people.seats} seats, got {len(hands)}"
        with pytest.raises(TextError, match=wrong):
            settle_hands(EN, people, hands, 0)
    two, three = settle_hands(EN, TWO, LEFT, 0), settle_hands(EN, THREE, [*LEFT, [Tile(0, 1)]], 0)
    for account, people in ((two, THREE), (three, TWO)):
        with pytest.raises(TextError, match=rf"^account: expected a line for each of {people.seats} seats, got "):
            svg.settlement(account, people, EN)
    for totals in ((1,), (1, 2, 3)):
        with pytest.raises(TextError, match=r"^totals: expected 2 numbers, got "):
            svg.settlement(two, TWO, EN, totals=totals)


@pytest.mark.parametrize("total", [float("nan"), float("inf"), 10**400, "5", None, Fraction(1, 3), True, [5]], ids=str)
def test_what_is_no_total_has_no_strokes(total: Any) -> None:
    wrong = r"^expected a total of at most 100000 points, whole or half, got "
    account = settle_hands(EN, TWO, LEFT, 0)
    for draw in (lambda: svg.strokes(FIVE_UP, total), lambda: svg.score_sheet(TWO, (total, 5), EN),
                 lambda: svg.settlement(account, TWO, EN, totals=(5, total))):
        with pytest.raises(TextError, match=wrong):
            draw()


def test_a_total_has_strokes_whatever_kind_of_number_it_is() -> None:
    strokes = svg.strokes(FIVE_UP, 115)
    for total in (115.0, np.int64(115), np.float64(115), Fraction(115)):
        assert svg.strokes(FIVE_UP, total) == strokes  # type: ignore[arg-type]


@pytest.mark.parametrize("names", [("Ana",), ("Ana", "Ben", "Caro")], ids=len)
def test_a_table_names_every_seat_or_none(names: tuple[str, ...]) -> None:
    with pytest.raises(TextError, match=rf"^names: expected one for each of 2 seats, got {len(names)}"):
        svg.table(dealt(), EN, names=names)
    assert "Ben" in svg.table(dealt(), EN, names=["Ana", "Ben"])


@pytest.mark.parametrize("half", [*NO_NUMBERS, 0, 0.5, float("inf"), 10**400, None], ids=str)
def test_a_tile_is_drawn_in_a_size_that_can_be_seen(half: Any) -> None:
    for draw in (lambda: svg.tile(Tile(1, 4), EN, half=half), lambda: svg.hand([Tile(1, 4)], EN, half=half)):
        with pytest.raises(TextError, match=r"^half: expected px from 1 to 10000, got "):
            draw()
    assert svg.tile(Tile(1, 4), EN, half=1) != svg.tile(Tile(1, 4), EN, half=10_000)
