"""What a program that was away is told: all that it has not, in parts, across a rematch, and nothing that is hidden."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from fives import events as e
from fives.server import past
from fives.server import protocol as p
from fives.server.bare import news
from fives.server.host import Host
from fives.server.table import Table
from fives.server.viewer import Viewer
from fives.view import Hidden
from people_world import do, end_of_round, go, of_people, sit, until_person
from table_world import table_of, tick
from test_host import at_table, hosted


def with_a_rematch(rules: str = "five-up", seed: int = 1) -> Table:
    """A table of two people in the middle of a round of their second match."""
    table = of_people(2, rules, seed, vary=p.Vary(target=20))
    while table.match.need != "over":
        end_of_round(table)
        if table.match.need != "over":
            go(table)
    for seat in (0, 1):
        do(table, seat, p.Rematch(table.number, "rematch"))
    until_person(table)
    return table


def whole(table: Table, seat: int | None, have: int) -> list[tuple[int, e.Event | Hidden]]:
    """What is told in the end to a program that has the events up to a number."""
    told: list[tuple[int, e.Event | Hidden]] = []
    while have < table.number:
        told += past.part(table, seat, have)
        have = past.reach(table, have)
        assert told[-1][0] == have
    return told


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_program_is_told_all_that_it_has_not(seat: int | None) -> None:
    table = with_a_rematch()
    assert table.base > past.BEHIND
    for have in range(0, table.number + 1, 7):
        told = whole(table, seat, have)
        assert [number for number, _ in told] == list(range(have + 1, table.number + 1))
        assert [event.number for number, event in told if number > table.base] == list(
            range(max(1, have + 1 - table.base), table.match.number + 1))
    events = [event for _, event in whole(table, seat, 0)]
    assert isinstance(events[table.base - 1], e.Won)
    assert isinstance(events[table.base], e.Started)


@pytest.mark.parametrize("rules", ["five-up", "all-fives", "dominos-cc-draw"])
def test_what_is_hidden_stays_so_for_who_was_away(rules: str) -> None:
    table = with_a_rematch(rules)
    for seat in (None, 0, 1):
        for number, event in whole(table, seat, 0):
            assert not isinstance(event, e.Dealt), number
            assert not isinstance(event, e.Drew) or event.seat == seat
            if isinstance(event, Hidden) and event.what == "deal":
                held = table.before if number <= table.base else table.events
                dealt = held[event.number - 1]
                assert isinstance(dealt, e.Dealt)
                assert event.hand == (() if seat is None else dealt.hands[seat])


def test_who_sat_down_later_is_told_of_before_what_who_watches_is_told() -> None:
    table = with_a_rematch()
    end_of_round(table)
    do(table, 1, p.Leave("leave"))
    do(table, 0, p.Free("free", 1))
    sit(table, 1, "Ken")
    sat = table.number
    go(table)
    until_person(table)
    assert whole(table, 1, 0)[:sat] == whole(table, None, 0)[:sat]
    assert whole(table, 1, sat) != whole(table, None, sat), "its own hand it is told"


async def goes_on(host: Host, viewer: Viewer) -> None:
    """The person against bots does what may be done now."""
    table = viewer.room.table
    if table.view(0).may == "play":
        move = str(table.view(0).options[0].play)
        await host.hear(viewer, p.Move(table.number, f"k{table.number}", move))
    elif table.match.need == "over":
        await host.hear(viewer, p.Rematch(table.number, "rematch"))
    elif table.settled is not None:
        await host.hear(viewer, p.Ready(table.number, f"k{table.number}"))
    await asyncio.sleep(0.001)
    viewer.frames()


def news_of(frames: list[str]) -> list[dict[str, Any]]:
    return [message for message in map(json.loads, frames) if message["type"] == "news"]


def test_what_is_much_comes_in_parts_of_which_the_last_says_what_may_be_played(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "PART", 7)

    async def do(host: Host) -> None:
        owner = await at_table(host, seats=2)
        room = owner.room
        while (table := room.table).number < 40 or table.view(0).may != "play":
            await goes_on(host, owner)
        viewer = host.join(room, p.Hello(owner.token, have=1, view="bare"))
        assert viewer is not None
        told: list[dict[str, Any]] = []
        while not told or told[-1]["number"] < table.number:
            told += news_of(await viewer.next())
        assert [event["number"] for one in told for event in one["events"]] == list(range(2, table.number + 1))
        assert {len(one["events"]) for one in told[:-1]} == {7}
        assert all(one["number"] == one["events"][-1]["number"] for one in told)
        assert [(one["may"], bool(one["plays"])) for one in told] == [("wait", False)] * (len(told) - 1) + [
            ("play", True)]
        assert viewer.frames() == []
    hosted(tmp_path, do)


def test_the_end_of_the_match_before_is_told_after_a_restart_too(tmp_path: Path) -> None:
    name = ""

    async def first(host: Host) -> None:
        nonlocal name
        viewer = await at_table(host, seats=2, bots="greedy", rules="dominos-cc-block", vary=p.Vary(target=10))
        room, name = viewer.room, viewer.room.table.id
        while room.table.ordinal == 1:
            await goes_on(host, viewer)

    def has(before: bool) -> None:
        async def second(host: Host) -> None:
            room = await host.room(name)
            assert room is not None
            table = room.table
            assert bool(table.before) is before
            last = past.part(table, None, table.base - 1)[0]
            assert last[0] == table.base + (not before)
            assert isinstance(last[1], e.Won if before else e.Started)
        hosted(tmp_path, second)
    hosted(tmp_path, first)
    has(True)
    with sqlite3.connect(tmp_path / "fives.sqlite") as file:
        file.execute("update events set event = '{}' where match = ? and number = 2", (f"{name}-1",))
    file.close()
    has(False)


def test_a_long_match_that_a_program_was_away_from_fits_in_frames_that_anybody_reads() -> None:
    """Many libraries take no frame of more than a megabyte."""
    table = table_of(bots=True, seats=4, seed=3)
    while table.number < 200:
        tick(table)
    events = past.part(table, 0, 0)
    longest = max(len(p.encode(news(table.glance(0), table.number, [event], {}))) for event in events)
    assert longest * past.PART < 2**20
