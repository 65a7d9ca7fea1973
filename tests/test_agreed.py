"""What a table agreed on beside the rules is told in words before anybody sits down: clock, strength of bots."""

from __future__ import annotations

import pytest

from fives.bots import LEVELS
from fives.server import protocol as p
from fives.server.around import agreed
from fives.server.steps import Ways
from fives.words import words_in

FRIENDS, AMONG_BOTS = ("person", "open", "bot"), ("person", "bot")


@pytest.mark.parametrize("lang", p.LANGS)
@pytest.mark.parametrize("seconds", [15, 30, 60])
def test_the_clock_and_its_reserve_are_told(lang: str, seconds: int) -> None:
    words = words_in(lang)
    told = agreed(words, Ways(seconds * 1000), FRIENDS)
    assert str(seconds) in told
    more = agreed(words, Ways(seconds * 1000, 120_000), FRIENDS)
    assert "120" in more
    assert "120" not in told
    assert agreed(words, Ways(seconds * 1000), AMONG_BOTS), "also to one person, if there is a clock"


@pytest.mark.parametrize("lang", p.LANGS)
def test_that_there_is_no_clock_is_told_where_people_agreed_on_it(lang: str) -> None:
    words = words_in(lang)
    assert words.say("No limit of time for a turn.") in agreed(words, Ways(), FRIENDS)
    assert agreed(words, Ways(), ("person", "person")) == words.say("No limit of time for a turn.")
    assert agreed(words, Ways(), AMONG_BOTS) == "", "there is nobody to agree with"


@pytest.mark.parametrize("lang", p.LANGS)
def test_every_strength_of_bots_has_its_name_of_the_first_page(lang: str) -> None:
    words = words_in(lang)
    told = [agreed(words, Ways(level=level), FRIENDS) for level in LEVELS]
    assert len(set(told)) == len(LEVELS)
    assert not any(level in text for level, text in zip(LEVELS, told, strict=True)), "as people say it"
    assert agreed(words, Ways(level="greedy"), FRIENDS) == told[LEVELS.index("casual")]
    strength = words.say("Strength of the bots: {level}.", level="|").split("|")[0]
    assert strength in told[0]
    assert strength not in agreed(words, Ways(15_000), ("person",) * 2), "there are none"
