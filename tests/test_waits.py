"""Who is waited for, and how long: a person whose line is lost, all of them when the server ends, and a restart."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random

import pytest
from starlette.applications import Starlette

from fives.server import around
from fives.server import protocol as p
from fives.server.app import Web
from fives.server.clock import AWAY, GRACE, LATE, MOTION
from fives.server.files import Files
from fives.server.host import Host
from fives.server.resuming import BACK
from fives.server.room import Viewer, now_ms
from fives.server.store import Store
from people_world import go, of_people, until_person
from table_world import frame
from test_host import at_table, hosted, state_where

TURN = 15_000


async def two(host: Host, **wish: object) -> tuple[Viewer, Viewer]:
    """Two people at a table who look at it: first who is to play, then who waits."""
    viewer = await at_table(host, seats=2, places=["open"], **wish)
    other = host.join(viewer.room, p.Hello())
    assert other is not None
    await host.hear(other, p.Sit("s", 1, "Aoi"))
    both = viewer, other
    await state_where(viewer, lambda state: state["need"] == "move" and state["turn"] is not None)
    turn = viewer.room.table.view(None).turn
    return (both[turn or 0], both[1 - (turn or 0)])


def test_without_a_clock_the_minute_begins_when_the_last_page_of_the_seat_has_gone(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        mine, other = await two(host, clock=0)
        room, seat = mine.room, mine.seat or 0
        due = room.table.deadline
        assert due is not None
        assert due.kind == "away"
        again = host.join(room, p.Hello(mine.token))
        assert again is not None
        for viewer in (again, other):
            host.leave(viewer)
        await asyncio.sleep(0.1)
        assert room.table.deadline == due, "another page is there, and who is not in turn is not waited for"
        gone = now_ms()
        host.leave(mine)
        while (later := room.table.deadline) == due:
            await asyncio.sleep(0.01)
        assert later is not None
        assert later == due._replace(by=later.by)
        assert gone + AWAY <= later.by <= now_ms() + AWAY
        assert dict(host.store.deadlines())[room.table.id] == later.by, "a restart knows it too"
        assert room.table.tick(due.by, here=room.here) is None, "what would have been the minute of before"
        back = host.join(room, p.Hello(mine.token))
        assert back is not None
        assert room.left(seat, now_ms()) is None, "not for one who is back before that is stored"
    hosted(tmp_path, do)


@pytest.mark.parametrize(("clock", "used", "left"), [(15, 11_000, BACK), (60, 11_000, 49_000 + MOTION + GRACE),
                                                     (60, 59_000, BACK), (0, 59_000, AWAY)])
def test_after_a_restart_who_is_waited_for_has_the_time_to_come_back(
        clock: int, used: int, left: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[int] = []

    async def begins(host: Host) -> None:
        mine, _ = await two(host, clock=clock)
        due = mine.room.table.deadline
        assert due is not None
        began = due.by - (MOTION + 1000 * clock + GRACE if clock else AWAY)
        host.store.ended = began + used
    hosted(tmp_path, begins)
    monkeypatch.setattr("fives.server.store.now_ms", lambda: now_ms() + 3_600_000)  # an hour later
    store = Store(tmp_path)
    found += [by - now_ms() - 3_600_000 for _, by in store.deadlines()]
    store.close()
    assert [left - 1000 <= rest <= left for rest in found] == [True]


def test_a_server_that_ends_plays_for_nobody_whom_it_has_let_go(tmp_path: Path) -> None:
    async def do() -> None:
        host = Host(Store(tmp_path), 0, Random(1))
        web = Web(host, Files(), 20, 60)
        async with web._life(Starlette()):
            mine, _ = await two(host, clock=15)
            room, number = mine.room, mine.room.table.number
            due = room.table.deadline
            assert due is not None
            room.table.deadline = due._replace(by=now_ms() + 200)
            host._plan(room)
            web.end()
            ended = now_ms()
            await asyncio.sleep(0.5)
            assert room.table.number == number
        alive = Store(tmp_path)
        rest = dict(alive.deadlines())[room.table.id] - now_ms()
        alive.close()
        assert rest > due.by - ended - 300, "nor does what it takes to end count"
    asyncio.run(do())


def test_who_was_away_for_long_is_told_the_last_plays_and_how_many_there_were(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(around, "TOLD", 3)
    table = of_people(2, clock=15)
    seat = until_person(table)
    for _ in range(200):
        if len(table.missed(seat)) >= 6:
            break
        go(table)
    played = table.missed(seat)
    assert [by for by, _ in played[:LATE]] == ["clock"] * LATE
    assert [event.number for _, event in played] == sorted(event.number for _, event in played)
    told = json.loads(frame(table, seat, table.number))["missed"]
    assert len(told["moves"]) == 3
    assert told["moves"][-1].startswith(str(played[-1][1].tile))
    assert f"{len(played) - 3} earlier plays are not listed." in told["text"]
