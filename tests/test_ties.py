"""A tie at the target is told, and what it leads to; what is added up is called what it is."""

from __future__ import annotations

import pytest

from fives import RULE_SETS, describe, parse_rules, parse_tile
from fives.describe.people import People
from fives.describe.settle import account
from fives.tiles import tiles_of
from fives.words import words_in

PLAYED_OFF = "There is a tie: play-off, until one leads alone."
GOES_ON = "There is a tie at the target: who leads alone first wins the match."


@pytest.mark.parametrize(("rules", "totals", "playoff", "said"), [
    ("all-fives", (200, 200, 50), False, GOES_ON),  # docs/rules.md, C3
    ("all-fives", (205, 200, 50), False, ""),
    ("all-fives", (150, 150, 50), False, ""),
    ("five-up", (305, 305, 50), False, PLAYED_OFF),
    ("five-up", (300, 300, 50), True, PLAYED_OFF),
    ("five-up playoff=no", (305, 305, 50), False, GOES_ON),
])
def test_a_tie_at_the_target_is_told_with_the_totals_and_the_settlement(
        rules: str, totals: tuple[int, ...], playoff: bool, said: str) -> None:
    words, people = words_in("en"), People(parse_rules(rules), ("Aoi", "Ben", "Cem"))
    standing = describe.standing(words, people, totals, playoff)
    assert standing.endswith(said) if said else "tie" not in standing
    hands = [tuple(tiles_of(mask)) for mask in (1, 2, 4)]
    told = account(words, people, hands, None, (), (0, 0, 0), totals, 3, 0, playoff)
    assert told.tie == said
    assert account(words, people, hands, None, (), (0, 0, 0), totals, 3).tie == "", "nothing comes after it there"


@pytest.mark.parametrize(("hands", "said"), [
    ("0-5 / 1-1 2-2", "The hands, each rounded: 5 + 5 = 10."),
    ("0-5 / 4-6", "The pips gained: 5 + 10 = 15."),
])
def test_the_sum_of_rounded_hands_is_not_called_the_pips(hands: str, said: str) -> None:
    people = People(RULE_SETS["dominos-cc-all-fives"], ("Aoi", "Ben", "Cem"))
    held = [[], *([parse_tile(tile) for tile in hand.split()] for hand in hands.split(" / "))]
    assert describe.settle_hands(words_in("en"), people, held, 0).pool.startswith(said)
