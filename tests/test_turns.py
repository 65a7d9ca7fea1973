"""What a table says of the turn without a view of it, and what is done for the seat in turn."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from fives.bots import bot
from fives.server import clock, seating
from fives.server.clock import Deadline
from fives.server.seating import Seat
from table_world import table_of, tick


@pytest.mark.parametrize(("rules", "seats", "kinds"), [
    ("five-up", 2, {"play", "draw"}), ("five-up", 4, {"play", "draw"}), ("dominos-cc-block", 4, {"play", "pass"})])
def test_the_turn_is_that_of_the_view_and_what_is_forced_is_what_a_bot_does(
        rules: str, seats: int, kinds: set[str]) -> None:
    table = table_of(rules, seats, bots=True)
    found = set()
    for _ in range(120):
        assert table.turn == table.view(None).turn
        if table.turn is not None:
            view = table.view(table.turn)
            chosen = seating.chosen(table.match, table.turn, "greedy", Random(5))
            assert chosen == bot("greedy").choose(view, Random(5))
            found.add(view.may)
        if table.deadline is None:
            break
        tick(table)
    assert found >= kinds


def test_a_seat_that_nothing_has_changed_is_the_very_same() -> None:
    seat = Seat(0, "Mina", "person", bank=5000)
    turn = {"turn": Deadline("turn", 3, 20_000 + clock.GRACE)}
    assert seating.back(seat) is seat
    assert seating.back(replace(seat, late=1)) == seating.back(replace(seat, sits_in=True)) == seat
    assert clock.spent(seat, {}, 15_000, 0) is seat
    assert clock.spent(seat, turn, 15_000, 15_000) is seat
    assert clock.spent(seat, turn, 15_000, 16_000) == replace(seat, bank=4000)
