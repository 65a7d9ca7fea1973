"""What is sent at the end of a round and of a match: it adds up, and shows every hand."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from fives import events as e
from fives.rules import RULE_SETS
from fives.server.table import Table
from table_world import frame, table_of, tick

KINDS = [(rules, seats) for rules in RULE_SETS for seats in (2, 3, 4)]


def told(table: Table) -> dict[str, Any]:
    """The state that whoever watches is sent."""
    return json.loads(frame(table, None, table.number))  # type: ignore[no-any-return]


def figure(text: str) -> Fraction:
    """A figure as it is printed: `+4`, `−2.5`."""
    return Fraction(text.replace("\u2212", "-"))


def ends_of_rounds(table: Table) -> list[dict[str, Any]]:
    """A match that bots play to its end: what is told whenever a round is over."""
    found = []
    while table.match.need != "over":
        step = tick(table)
        if any(isinstance(event, e.Shown) for event in step.events):
            found.append(told(table))
    return found


@pytest.mark.parametrize(("rules", "seats"), KINDS)
def test_a_settlement_goes_from_the_total_before_the_round_over_plays_and_hands_to_the_total(
        rules: str, seats: int) -> None:
    table = table_of(rules, seats, seed=5, bots=True)
    before: list[Fraction] = [Fraction(0)] * len(table.match.totals)
    rounds = [state for state in ends_of_rounds(table) if state["settlement"]]
    assert rounds
    for state in rounds:
        teams = state["settlement"]["teams"]
        assert [figure(team["before"]) for team in teams] == before
        before = [figure(team["after"]) for team in teams]
        for team, total in zip(teams, state["teams"], strict=True):
            assert bool(team["plays"]) == bool(RULE_SETS[rules].multiple), "where nothing counts, plays make nothing"
            parts = [figure(team[key] or "0") for key in ("before", "plays", "change")]
            missing = RULE_SETS[rules].to(seats) - RULE_SETS[rules].unit * figure(team["after"])
            assert bool(team["to_go"]) == (missing > 0)
            assert not team["to_go"] or figure(team["to_go"].split()[0]) * RULE_SETS[rules].unit == missing
            assert sum(parts) == figure(team["after"]) == figure(total["total"])


@pytest.mark.parametrize("rules", ["all-fives", "dominos-cc-all-fives"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_that_ends_within_a_round_shows_what_was_left_in_every_hand(rules: str, seats: int) -> None:
    within = 0
    for seed in range(4):
        table = table_of(rules, seats, seed=seed, bots=True)
        last = ends_of_rounds(table)[-1]
        left = [one["tiles"] for one in last["result"]["left"]]
        if last["settlement"]:
            assert left == [], "the settlement shows them"
            continue
        within += 1
        assert table.match.round is not None
        assert left == [list(map(str, hand)) for hand in table.match.round.hands]
        assert [one["name"] for one in last["result"]["left"]] == [seat["name"] for seat in last["seats"]]
    assert within


def test_who_plays_off_a_tie_is_told_so_when_it_begins_and_as_long_as_it_lasts() -> None:
    for seed in range(60):
        table = table_of("five-up target=5,5,5", 2, seed=seed, bots=True)
        while table.match.need != "over" and not table.match.playoff:
            tick(table)
        if table.match.playoff:
            break
    begun = told(table)
    assert len({team["total"] for team in begun["teams"]}) == 1, "equal totals"
    assert "There is a tie: play-off, until one leads alone. " in begun["settlement"]["text"]
    while table.match.need != "move":
        tick(table)
    assert told(table)["rules"]["chip"].startswith("Five Up to 1, play-off, round ")
    assert "연장" in json.loads(frame(table, None, table.number, "ko"))["rules"]["chip"]
    assert "延長" in json.loads(frame(table, None, table.number, "ja"))["rules"]["chip"]
    while table.match.need != "over":
        tick(table)
    assert "tie" not in told(table)["settlement"]["text"], "one leads alone"
