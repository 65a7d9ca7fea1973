"""A command that comes again is not carried out again, whatever became of its answer and of the server."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fives.server import keeping
from fives.server import protocol as p
from fives.server.host import Host
from fives.server.lobby import SECRET
from fives.server.room import Viewer
from fives.server.seating import KEPT
from fives.server.steps import Step
from fives.server.table import Table
from fives.tiles import TextError
from people_world import do, end_of_round, go, of_people, open_table, sit, until_person, why
from table_world import record
from test_host import at_table, hosted

KEY = "k" * SECRET


def started_again(table: Table) -> Table:
    """The table as the next process has it."""
    known = Step(events=tuple(table.events), match=table.match, deadline=table.deadline)
    return Table.rebuilt(record(table, [table.write(known, 0)]), Random(1), 0)


def with_a_bot_and_a_person() -> Table:
    table = open_table(("bot:greedy", "open", "open"))
    sit(table, 2, "Ken")
    return table


def with_somebody_who_left() -> Table:
    table = of_people(3)
    until_person(table)
    do(table, 2, p.Leave("left"))
    return table


def between_rounds() -> Table:
    table = of_people(3)
    end_of_round(table)
    do(table, 1, p.Ready(table.number, "ready"))
    do(table, 2, p.Ready(table.number, "ready"))
    return table


@pytest.mark.parametrize(("table", "seat", "command"), [
    (with_a_bot_and_a_person(), 0, p.Free("k", 1)), (with_a_bot_and_a_person(), 0, p.Fill("k", 3, "casual")),
    (with_a_bot_and_a_person(), 0, p.Begin("k")), (with_a_bot_and_a_person(), 2, p.Rename("k", "Min")),
    (with_somebody_who_left(), 1, p.Leave("k")), (with_somebody_who_left(), 2, p.Back("k")),
    (with_somebody_who_left(), 0, p.Free("k", 2)), (between_rounds(), 0, p.Leave("k"))],
    ids=lambda value: type(value).__name__ if isinstance(value, p.Command) else "")
def test_a_command_about_seats_that_comes_again_after_a_restart_gets_the_first_answer(
        table: Table, seat: int, command: p.Command) -> None:
    done = do(table, seat, command)
    assert why(done) is None
    again = started_again(table)
    assert again.seats == table.seats
    step = again.handle(seat, command, 0)
    assert (step.again, step.number, why(step)) == (True, done.number, None)


def test_who_came_back_elsewhere_is_not_sent_away_by_what_was_sent_before() -> None:
    table = of_people(2)
    until_person(table)
    leave = p.Leave("leave")
    do(table, 1, leave)
    do(table, 1, p.Back("back"))
    table = started_again(table)
    do(table, 1, leave)
    assert table.seats[1].active


def test_the_last_keys_of_a_seat_are_stored_and_no_others() -> None:
    table = of_people(2)
    for number in range(KEPT + 3):
        do(table, 1, p.Rename(f"k{number}", f"Ken {number}"))
    assert [key for key, _ in table.seats[1].keys] == [f"k{number}" for number in range(3, KEPT + 3)]
    assert table.seats[0].keys == ()


def test_keys_go_with_their_person_and_stay_when_who_was_to_come_sits_down() -> None:
    table = open_table(("bot:greedy",))
    until_person(table)
    do(table, 0, p.Free("free", 1))
    sit(table, 1, "Ken")
    do(table, 1, p.Rename("name", "Min"))
    end_of_round(table)
    while table.seats[1].comes:
        go(table)
    assert [key for key, _ in table.seats[1].keys] == ["name"]
    assert started_again(table).handle(1, p.Rename("name", "Min"), 0).again
    end_of_round(table)
    do(table, 1, p.Leave("leave"))
    do(table, 0, p.Free("free 2", 1))
    sit(table, 1, "Ann")
    assert table.seats[1].keys == ()


@pytest.mark.parametrize("keys", ["", "{}", '[["k"]]', '[["k","1"]]'])
def test_keys_that_are_none_make_no_table(keys: str) -> None:
    table = of_people(2)
    kept = record(table, [table.write(Step(events=tuple(table.events)), 0)])
    with pytest.raises(TextError, match="keys of seat 0"):
        keeping.seats_of(kept._replace(seats=(kept.seats[0]._replace(keys=keys), *kept.seats[1:])))


def of_type(viewer: Viewer, kind: str) -> list[dict[str, Any]]:
    """The messages of a type that wait for a viewer."""
    return [message for message in map(json.loads, viewer.frames()) if message["type"] == kind]


def test_a_seat_that_was_opened_is_not_opened_again_under_who_sat_down_there(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        owner = await at_table(host, seats=3, places=["bot:greedy", "open"])
        name, token = owner.room.table.id, owner.token
        free = p.Free("free", 1)
        await host.hear(owner, free)
        host.leave(owner)  # its answer was lost
        for sitting, message in ((None, p.Sit(KEY, 1, "Ken")), (token, free)):
            assert name not in host.rooms, "nobody looks, so it was let go"
            room = await host.room(name)
            assert room is not None
            viewer = host.join(room, p.Hello(sitting))
            assert viewer is not None
            await host.hear(viewer, message)
            told = of_type(viewer, "done")
            host.leave(viewer)
        assert told == [{"type": "done", "key": "free", "number": 1}]
        again = await host.room(name)
        assert again is not None
        assert again.table.seats[1].name == "Ken"
    hosted(tmp_path, do)


def test_who_stood_up_is_told_so_again(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        room = (await at_table(host, seats=3, places=["open", "open"])).room
        other = host.join(room, p.Hello())
        assert other is not None
        await host.hear(other, p.Sit(KEY, 1, "Ken"))
        for _ in range(2):
            await host.hear(other, p.Leave("leave"))
            assert [message["key"] for message in of_type(other, "done")] == ["leave"]
            assert other.seat is None
    hosted(tmp_path, do)


def test_no_key_takes_two_seats_and_who_has_taken_one_is_told_which(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        room = (await at_table(host, seats=3, places=["open", "open"])).room
        told: list[dict[str, Any]] = []
        for seat in (1, 1, 2):
            other = host.join(room, p.Hello())
            assert other is not None
            await host.hear(other, p.Sit(KEY, seat, "Ken"))
            told += of_type(other, "seated")
        same = host.join(room, p.Hello(told[0]["token"]))
        assert same is not None
        await host.hear(same, p.Sit(KEY, 1, "Ken"))
        told += of_type(same, "seated")
        assert told == told[:1] * 4
        assert [seat.kind for seat in room.table.seats] == ["person", "person", "open"]
    hosted(tmp_path, do)


def test_the_key_of_who_sat_down_is_in_no_file(tmp_path: Path) -> None:
    """The token is made of it."""
    async def do(host: Host) -> None:
        room = (await at_table(host, seats=2, places=["open"])).room
        other = host.join(room, p.Hello())
        assert other is not None
        await host.hear(other, p.Sit(KEY, 1, "Ken"))
        await host.hear(other, p.Rename("renamed", "Min"))
    hosted(tmp_path, do)
    with sqlite3.connect(tmp_path / "fives.sqlite") as file:
        text = "\n".join(file.iterdump())
    file.close()
    assert "renamed" in text
    assert KEY not in text


def test_a_reaction_is_heard_once_however_often_it_comes(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        viewer = await at_table(host, seats=2)
        viewer.frames()
        for _ in range(9):
            await host.hear(viewer, p.React("k", "nice"))
        told = [json.loads(frame) for frame in viewer.frames()]
        assert [message["type"] for message in told] == ["reaction", *["done"] * 9]
        for number in range(4):
            await host.hear(viewer, p.React(f"k{number}", "oops"))
        viewer.frames()
        await host.hear(viewer, p.React("k3", "oops"))
        assert [message["reason"] for message in of_type(viewer, "refused")] == ["rate"]
    hosted(tmp_path, do)
