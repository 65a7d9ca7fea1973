"""When a bot plays: its thought begins with its turn, and how long that took tells nobody whether it had a choice."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random

import pytest

from fives.bots import Move
from fives.server import protocol as p
from fives.server import thinking
from fives.server.host import Host
from fives.server.records import Write
from fives.server.room import Viewer, now_ms
from fives.server.store import StoreError
from fives.view import View
from table_world import table_of, tick
from test_beside import thinks
from test_host import at_table, hosted, move_of, my_turn, state_where

pytestmark = pytest.mark.processes

TAKES = 0.25  # seconds of a thought, where there is a choice


async def plays_on(viewer: Viewer, host: Host, key: str) -> None:
    """The person at seat 0 plays, or is ready, when that is asked for."""
    state = await state_where(viewer, lambda state: my_turn(state) or bool(state["settlement"]))
    ready = p.Ready(viewer.room.table.number, key)
    await host.hear(viewer, ready if state["settlement"] else move_of(viewer, key))


@pytest.mark.parametrize(("pace", "least"), [(0, 0.35), (500, 0.05)])
def test_an_only_play_and_one_of_many_are_made_at_the_same_time_after_the_turn_came(
        pace: int, least: float, tmp_path: Path) -> None:
    """By the pace exactly, where it is longer than the thought."""
    async def do(host: Host) -> None:
        late: dict[bool, list[int]] = {True: [], False: []}
        choices: list[bool] = []

        async def think(level: str, view: View, *_: object) -> Move:
            choices.append(len(view.options) > 1)
            await asyncio.sleep(TAKES if choices[-1] else 0)
            return view.options[0].play
        host.thinkers.think, host.thinkers.least = think, least  # type: ignore[method-assign, assignment]
        viewer = await at_table(host, rules="dominos-cc-block", seats=2, bots="master")
        table, append = viewer.room.table, host.store.append

        async def noted(write: Write) -> bool:
            if table.deadline is not None and table.deadline.kind == "bot" and write.events:
                late[choices[-1]].append(now_ms() - table.deadline.by)
            return await append(write)
        host.store.append = noted  # type: ignore[method-assign]
        step = 0
        while min(map(len, late.values())) < 2:
            step += 1
            await plays_on(viewer, host, f"k{step}")
        due = max(round(least * 1000) - pace, 0)
        for found in late.values():
            assert due - 5 <= min(found) < due + TAKES * 1000 / 2, late
    hosted(tmp_path, do, pace)


def test_an_only_play_waits_in_the_same_line_as_other_thoughts() -> None:
    table = table_of("five-up", 2, seed=3, bots=True)
    views: dict[bool, View] = {}
    while len(views) < 2:
        turn = table.view(None).turn
        if turn is not None and table.view(turn).may == "play":
            views[len(table.view(turn).options) > 1] = table.view(turn)
        tick(table)

    async def both() -> list[bool]:
        ended = []
        thinkers = thinking.Thinkers(1, least=0)
        thinkers.crew.command = thinks("time.sleep(0.3)")

        async def thought(choice: bool) -> None:
            await thinkers.choose("master", views[choice], Random(1))
            ended.append(choice)
        try:
            await asyncio.gather(thought(True), thought(False))
        finally:
            thinkers.close()
        return ended
    assert asyncio.run(both()) == [True, False]


def test_what_a_bot_thought_for_a_seat_that_was_taken_back_is_not_played(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if whoever plays for people should need time some day."""
    monkeypatch.setattr(thinking, "STAND_IN", "club")

    async def do(host: Host) -> None:
        thoughts: list[asyncio.Future[Move]] = []

        async def choose(*_: object) -> Move:
            thoughts.append(asyncio.get_running_loop().create_future())
            return await thoughts[-1]
        monkeypatch.setattr(host.thinkers, "choose", choose)
        viewer = await at_table(host, rules="dominos-cc-block", seats=2, places=["open"], clock=0)
        room = viewer.room
        other = host.join(room, p.Hello())
        assert other is not None
        await host.hear(other, p.Sit("s", 1, "Ken"))
        while room.table.view(None).turn is None:
            await asyncio.sleep(0.002)
        person = (viewer, other)[room.table.view(None).turn or 0]
        await host.hear(person, p.Leave("l"))
        while not thoughts:
            await asyncio.sleep(0.002)
        before, options = room.table.match, room.table.view(person.seat).options
        await host.hear(person, p.Back("b"))
        thoughts[0].set_result(options[0].play)
        await asyncio.sleep(0.05)
        assert room.table.match is before
        assert len(thoughts) == 1
        await host.hear(person, p.Move(room.table.number, "m", str(options[-1].play)))
        assert room.table.match.number > before.number
    hosted(tmp_path, do)


def test_a_play_that_could_not_be_stored_is_made_a_second_later(
        tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def do(host: Host) -> None:
        tried: list[float] = []

        async def think(level: str, view: View, *_: object) -> Move:
            return view.options[0].play
        host.thinkers.think, host.thinkers.least = think, 0.01  # type: ignore[method-assign, assignment]
        viewer = await at_table(host, rules="dominos-cc-block", seats=2, bots="master")
        table, append = viewer.room.table, host.store.append

        async def fails_once(write: Write) -> bool:
            if table.deadline is not None and table.deadline.kind == "bot" and write.events:
                tried.append(time.monotonic())
                if len(tried) == 1:
                    raise StoreError("no room for this play")
            return await append(write)
        host.store.append = fails_once  # type: ignore[method-assign]
        await plays_on(viewer, host, "k1")
        await state_where(viewer, lambda state: len(tried) > 1 and my_turn(state))
        assert tried[1] - tried[0] > 0.9
    hosted(tmp_path, do)
    assert "trying again in a second" in caplog.text


def test_a_server_that_ends_does_not_wait_for_a_bot_whose_pace_still_runs(tmp_path: Path) -> None:
    ended: list[float] = []

    async def do(host: Host) -> None:
        async def think(level: str, view: View, *_: object) -> Move:
            return view.options[0].play
        host.thinkers.think, host.thinkers.least = think, 0.01  # type: ignore[method-assign, assignment]
        viewer = await at_table(host, rules="dominos-cc-block", seats=2, bots="master")
        table = viewer.room.table
        table.pace = 5000
        while not (table.deadline and table.deadline.kind == "bot"):
            due = table.deadline
            if due is not None:
                await host.carry_out(viewer.room, lambda now, due=due: table.tick(max(now, due.by)))  # type: ignore[misc]
            elif table.view(0).may == "play":
                await host.hear(viewer, move_of(viewer))
        await asyncio.sleep(0.1)
        assert host._thinking
        ended.append(time.monotonic())
    hosted(tmp_path, do)
    assert time.monotonic() - ended[0] < 1.5
