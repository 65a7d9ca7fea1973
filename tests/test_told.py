"""What a state tells in sentences: of draws in a row, and of who sits where."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest

from fives.server.around import sits
from fives.words import LANGUAGES, words_in
from table_world import frame, table_of, tick


def told(table: Any, seat: int | None, since: int = 0, lang: Any = "en") -> dict[str, Any]:
    """The state that a seat is sent, with what is new since a number."""
    return json.loads(frame(table, seat, since, lang))  # type: ignore[no-any-return]


def test_draws_in_a_row_are_told_once_to_everybody_by_the_last_of_them() -> None:
    rows = 0
    for seed in range(6):
        table = table_of("all-fives", 2, seed=seed, bots=True)
        while table.match.need in ("move", "lot", "deal") and table.match.rounds <= 1:
            tick(table)
        for viewer in (None, 0, 1):
            events = told(table, viewer)["events"]
            for (drew, seat), run in groupby(events, lambda one: (one["what"] == "draw", one.get("seat"))):
                row = list(run)
                if not drew:
                    assert all(one["text"] for one in row)
                    continue
                *others, last = (one["text"] for one in row)
                assert not any(others), "the last tells all"
                rows += len(row) > 1
                if viewer == seat:
                    assert last == f"You draw {', '.join(one['tile'] for one in row)}."
                else:
                    name = table.seats[seat].name
                    assert last == f"{name} draws {'a tile' if len(row) == 1 else f'{len(row)} tiles'}."
    assert rows


def test_a_draw_that_is_new_alone_is_told_alone() -> None:
    table = table_of("all-fives", 2, seed=1, bots=True)
    told_of = 0
    while told_of < 3:
        before = table.number
        tick(table)
        events = told(table, None, before)["events"]
        told_of += [one["text"].split(" ", 1)[1] for one in events if one["what"] == "draw"] == ["draws a tile."]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_sits_at_a_seat_is_a_sentence_that_changes_with_whoever_sits_there_and_how(lang: str) -> None:
    words = words_in(lang)
    ways = [("Bea", "person", False, False, ""), ("Bea", "person", True, False, ""), ("Bea", "person", False, True, ""),
            ("Oak", "bot", False, False, ""), ("Oak", "bot", False, False, "Bea"), ("", "open", False, False, "")]
    found = [sits(words, *way) for way in ways]
    assert len(set(found)) == len(ways)
    assert found[-1] == "", "nobody sits there"
    assert all("Bea" in one for one in (*found[:3], found[4]))
    assert sits(words, "Bea", "person", True, True, "") == found[2], "a bot plays, be its person there or not"
    assert "Oak" in found[3]


def test_a_state_says_of_each_seat_who_sits_there() -> None:
    table = table_of("five-up", 2)
    table.seats = (table.seats[0], replace(table.seats[1], kind="person", name="Bea"))
    assert [one["says"] for one in told(table, 0)["seats"]] == ["Mina is at the table.", "Bea is away."]
    assert told(table, None)["seats"][1]["says"] == "Bea is away."
