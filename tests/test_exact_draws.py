"""Exact endings with a boneyard: every order of drawing counts alike, also when the last tile drawn does not fit."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

import pytest

from endings import Minimax
from fives import ALL_FIVES, FIVE_UP, RULE_SETS, TILES, Layout, Round, Rules
from fives.analysis import solve as module
from fives.analysis.positions import parse_position
from fives.analysis.solve import solve

EVERY = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
SEATS = pytest.mark.parametrize("seats", [2, 4], ids=["two seats", "partners"])
BOTH = pytest.mark.parametrize("plainly", [10**9, 0], ids=["plain", "compiled"])  # plain twice where numba is missing


@pytest.fixture(autouse=True)
def _by(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "plainly" in request.fixturenames:
        for name in ("PLAINLY", "READY"):
            monkeypatch.setattr(module, name, request.getfixturevalue("plainly"))


def scarce(rules: Rules, seats: int, count: int) -> list[Round]:
    """Random positions with few tiles in hands, and up to three in the boneyard, of which most do not fit."""
    chance = random.Random(f"{rules} {seats}")
    found: list[Round] = []
    while len(found) < count:
        layout, rest = Layout(rules), chance.sample(TILES, len(TILES))
        for tile in rest[:chance.randint(4, 16)]:
            plays = list(layout.plays_of(tile))
            layout = layout.play(chance.choice(plays)) if plays else layout
        rest = [tile for tile in TILES if tile not in layout.lying]
        chance.shuffle(rest)
        hands = [[rest.pop() for _ in range(chance.randint(1, 3 if seats == 2 else 2))] for _ in range(seats)]
        rest.sort(key=lambda tile: any(layout.plays_of(tile)))
        standing = Round.standing(layout, hands, rest[:chance.randint(0, 3)], chance.randrange(seats))
        if not standing.over:
            found.append(standing)
    return found


def wrong(standing: Round, totals: Sequence[int] = (), playoff: bool = False) -> bool:
    """Whether the solution is not what plain expectimax says of the position and of every play."""
    found = solve(standing, totals or None, playoff=playoff, budget=None, every=True)
    truth = Minimax(standing, totals, playoff)
    plays = {choice.play: (choice.worth.match or 0, choice.worth.points) for choice in found.choices}
    return (not found.exact or (found.worth.match or 0, found.worth.points) != truth.value()
            or (standing.may == "play" and plays != truth.plays()))


@BOTH
@SEATS
@EVERY
def test_what_the_last_draw_leads_to_is_looked_at_to_the_end(rules: Rules, seats: int, plainly: int) -> None:
    """Who drew the last tile in vain passes: then the other team is in turn, and its value is needed in full."""
    rules = rules.vary(partners=rules.partners or seats == 4)
    assert [str(each) for each in scarce(rules, seats, 250) if wrong(each)] == []


@BOTH
@SEATS
@EVERY
def test_who_may_win_the_match_does_so_in_every_order_of_the_boneyard(rules: Rules, seats: int, plainly: int) -> None:
    near = rules.vary(target=(30,) * 3, partners=rules.partners or seats == 4)
    chance = random.Random(seats)
    for standing in scarce(near, seats, 100):
        totals = (chance.randrange(0, 30, 5), chance.randrange(0, 30, 5))
        assert not wrong(standing, totals, near.playoff and chance.random() < 0.3)


@pytest.mark.parametrize("position", ["0-1 3-4 / 1-5 | 6-6 | 1", "0-1 3-4 / 1-5 6-6 | - | 1"])
def test_a_tile_that_fits_nowhere_is_worth_the_same_drawn_and_held(position: str) -> None:
    standing = parse_position(f"2-4 2-5@2-4 0-5@2-5 | {position}", ALL_FIVES)
    assert solve(standing).worth.points == -20 == Minimax(standing).value()[1]


def test_plays_that_win_at_once_are_equally_good_before_a_draw() -> None:
    standing = parse_position("0-5 | 0-0 5-5 1-2 / 1-3 6-6 | 3-3 4-4 | 0", ALL_FIVES)
    found = solve(standing, (245, 0))
    assert [(str(choice.play), choice.worth.match) for choice in found.choices] == [("0-0@0-5", 1), ("5-5@0-5", 1)]


@pytest.mark.parametrize("rules", [FIVE_UP, ALL_FIVES], ids=str)
def test_bounds_before_a_draw_hold_whenever_the_search_is_stopped(rules: Rules) -> None:
    for standing in scarce(rules, 2, 60):
        truth = Minimax(standing).value()[1]
        for nodes in (0, 3, 10, 30):
            found = solve(standing, budget=None, nodes=nodes)
            low, high = (bound.points if bound else None for bound in (found.at_least, found.at_most))
            assert low is None or Fraction(low) <= truth
            assert high is None or Fraction(high) >= truth
            assert not found.exact or found.worth.points == truth
