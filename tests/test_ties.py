"""A tie at the target is told, and what it leads to; what is added up is called what it is."""

from __future__ import annotations

import pytest

from fives import RULE_SETS, describe
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
    from fives import parse_rules
    words, people = words_in("en"), People(parse_rules(rules), ("Aoi", "Ben", "Cem"))
    standing = describe.standing(words, people, totals, playoff)
    assert standing.endswith(said) if said else "tie" not in standing
    hands = [tuple(tiles_of(mask)) for mask in (1, 2, 4)]
    told = account(words, people, hands, None, (), (0, 0, 0), totals, 3, 0, playoff)
    assert told.tie == said
    assert account(words, people, hands, None, (), (0, 0, 0), totals, 3).tie == "", "nothing comes after it there"


def test_the_sum_of_rounded_hands_is_not_called_the_pips() -> None:
    words = words_in("en")
    people = People(RULE_SETS["dominos-cc-all-fives"], ("Aoi", "Ben", "Cem"))
    hands = [tuple(tiles_of(mask)) for mask in (0, 1 << 6 | 1 << 1, 1 << 9)]
    told = describe.settle_hands(words, people, hands, 0)
    assert "The hands, each rounded: " in told.pool or "The pips gained: " in told.pool
    raw = [sum(tile.pips for tile in hand) for hand in hands[1:]]
    assert ("The pips gained" in told.pool) == all(pips % 5 == 0 for pips in raw)
