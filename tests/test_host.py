"""The running tables without the web: another process that is first, tables that cannot be read, what was pending."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request

from fives.server import pending
from fives.server import protocol as p
from fives.server.app import Web
from fives.server.files import Files
from fives.server.host import Host
from fives.server.room import Viewer, now_ms
from fives.server.steps import Step
from fives.server.store import Store, StoreError
from fives.server.table import Table
from fives.server.viewer import WAITING, Slow
from fives.tiles import TextError

Json = dict[str, object]


def hosted(folder: Path, do: Callable[[Host], Awaitable[None]], pace: int = 0, seed: int = 1) -> None:
    """Does something with a running host."""
    async def whole() -> None:
        store = Store(folder)
        host = Host(store, pace, Random(seed))
        running = asyncio.create_task(host.run())
        try:
            async with asyncio.timeout(15):
                await do(host)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await host.finish()
            await asyncio.to_thread(store.close)
    asyncio.run(whole())


async def at_table(host: Host, **wish: object) -> Viewer:
    """Somebody at seat 0 of a new table."""
    name, token = await host.create(p.NewTable(**wish))  # type: ignore[arg-type]
    room = await host.room(name)
    assert room is not None
    viewer = host.join(room, p.Hello(token))
    assert viewer is not None
    return viewer


async def state_where(viewer: Viewer, holds: Callable[[Json], bool]) -> Json:
    """The first state for which this holds."""
    while True:
        for frame in await viewer.next():
            found: Json = json.loads(frame)
            if found["type"] == "state" and holds(found):
                return found


def my_turn(state: Json) -> bool:
    return state["may"] == "play"


def move_of(viewer: Viewer, key: str = "k") -> p.Move:
    table = viewer.room.table
    return p.Move(table.number, key, str(table.view(0).options[0].play))


def test_when_another_process_was_first_the_table_catches_up(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        viewer = await at_table(host, rules="dominos-cc-block", seats=2)
        await state_where(viewer, my_turn)
        table, message = viewer.room.table, move_of(viewer)
        elsewhere = table.handle(0, p.Move(message.at, "elsewhere", str(table.view(0).options[-1].play)), now_ms())
        assert await host.store.append(table.write(elsewhere, now_ms()))
        await host.hear(viewer, message)
        told = [json.loads(frame) for frame in viewer.answers]
        assert [(answer["type"], answer.get("reason")) for answer in told] == [("refused", "old")]
        state = await state_where(viewer, lambda state: int(str(state["number"])) > message.at)
        assert viewer.room.table.events[message.at:][0] == elsewhere.events[0]
        assert state["number"] == viewer.room.table.number
    hosted(tmp_path, do, pace=200)


def test_a_table_that_was_let_go_and_loaded_again_is_not_let_go_while_somebody_looks_at_it(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        name, token = await host.create(p.NewTable(rules="dominos-cc-block", seats=2))
        first = host.rooms[name]
        while name in host.rooms:  # until it is our turn, and nobody looks on yet
            await asyncio.sleep(0.01)
        room = await host.room(name)
        assert room is not None
        assert room is not first
        viewer = host.join(room, p.Hello(token))
        assert viewer is not None
        await state_where(viewer, my_turn)
        host._close(first)  # as is done a minute after a table was made
        number = room.table.number
        await host.hear(viewer, move_of(viewer))
        await state_where(viewer, lambda state: int(str(state["number"])) > number + 1)  # the bot's move is seen, too
    hosted(tmp_path, do)


def test_a_move_that_is_no_move_leaves_no_trace(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        viewer = await at_table(host)
        await state_where(viewer, my_turn)
        number = viewer.room.table.number
        with pytest.raises(TextError):
            await host.hear(viewer, p.Move(number, "k", "9-9"))
        assert viewer.room.table.number == number
        await host.hear(viewer, move_of(viewer))
        assert viewer.room.table.number > number
    hosted(tmp_path, do)


def test_nothing_is_shown_that_could_not_be_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def do(host: Host) -> None:
        viewer = await at_table(host)
        await state_where(viewer, my_turn)
        before, message = viewer.room.table.match, move_of(viewer)

        async def fails(_: object) -> bool:
            raise StoreError("the disk is full")
        with monkeypatch.context() as patch:
            patch.setattr(host.store, "append", fails)
            with pytest.raises(StoreError):
                await host.hear(viewer, message)
        assert viewer.room.table.match is before
        assert viewer.answers == []
        await host.hear(viewer, message)
        assert json.loads(viewer.answers[0])["type"] == "done", "the same command can be sent again"
    hosted(tmp_path, do)


def test_a_table_at_which_something_fails_is_tried_again(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    tick, failures = Table.tick, [ZeroDivisionError("a fault"), StoreError("the disk is full")]

    def fails(self: Table, *given: Any) -> Step | None:
        if failures:
            raise failures.pop()
        return tick(self, *given)

    async def do(host: Host) -> None:
        monkeypatch.setattr(Table, "tick", fails)
        await state_where(await at_table(host), my_turn)
    hosted(tmp_path, do)
    assert [bool(record.exc_info) for record in caplog.records] == [False, True], "a fault is told with its traceback"
    assert "the disk is full; trying again in a second" in caplog.text


def test_a_table_that_cannot_be_read_does_not_take_the_others_with_it(
        tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    names = []

    async def make(host: Host) -> None:
        for _ in range(2):
            names.append((await at_table(host)).room.table.id)
    hosted(tmp_path, make)
    with sqlite3.connect(tmp_path / "fives.sqlite") as file:
        file.execute("update events set event=? where match=? and number=1", ('{"what":"hop"}', f"{names[0]}-1"))
    file.close()

    async def look(host: Host) -> None:
        assert await host.room(names[0]) is None
        assert await host.room(names[1]) is not None
    hosted(tmp_path, look)
    assert names[0] in caplog.text


def test_a_round_that_was_waiting_begins_after_a_restart(tmp_path: Path) -> None:
    async def play(host: Host) -> None:
        viewer = await at_table(host, rules="dominos-cc-block", seats=4)
        name.append(viewer.room.table.id)
        while viewer.room.table.settled is None:
            await state_where(viewer, lambda state: my_turn(state) or bool(state["settlement"]))
            if viewer.room.table.settled is None:
                await host.hear(viewer, move_of(viewer, f"k{viewer.room.table.number}"))
    name: list[str] = []
    hosted(tmp_path, play)
    with sqlite3.connect(tmp_path / "fives.sqlite") as file:
        assert file.execute("select kind from turns").fetchall() == [("round",)]
        file.execute("update turns set act_by=?", (now_ms() - 1,))
    file.close()

    async def goes_on(host: Host) -> None:
        # nobody looks on, so the table may be let go again as soon as a person is to play
        while not (room := await host.room(name[0])) or room.table.match.rounds < 2:
            await asyncio.sleep(0.01)
    hosted(tmp_path, goes_on)


def test_a_table_that_nobody_needs_is_let_go_and_found_again(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        viewer = await at_table(host)
        await state_where(viewer, my_turn)
        name, number = viewer.room.table.id, viewer.room.table.number
        host.leave(viewer)
        assert name not in host.rooms
        room = await host.room(name)
        assert room is not None
        assert room.table.number == number
    hosted(tmp_path, do)


def test_who_does_not_take_its_answers_is_let_go(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        viewer = await at_table(host)
        for number in range(WAITING):
            await host.hear(viewer, p.Ping(number))
        with pytest.raises(Slow):
            await host.hear(viewer, p.Ping(0))
    hosted(tmp_path, do)


def test_a_viewer_is_told_who_is_away(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        viewer = await at_table(host)
        watching = host.join(viewer.room, p.Hello())
        assert watching is not None
        await state_where(watching, lambda state: not state["seats"][0]["away"])  # type: ignore[index]
        host.leave(viewer)
        await state_where(watching, lambda state: state["seats"][0]["away"])  # type: ignore[index]
    hosted(tmp_path, do)


def test_who_is_ready_is_told_without_the_whole_state(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        first = await at_table(host, rules="dominos-cc-block", seats=2, places=("open",), clock=0)
        room = first.room
        second = host.join(room, p.Hello())
        assert second is not None
        await host.hear(second, p.Sit("s", 1, "Ken"))
        table = room.table
        async with asyncio.timeout(20):
            while table.settled is None:
                seen = table.view(table.view(None).turn)
                if seen.may == "play":
                    player = first if seen.seat == 0 else second
                    await host.hear(player, p.Move(table.number, f"k{table.number}", str(seen.options[0].play)))
                await asyncio.sleep(0.002)
            for viewer in (first, second):
                await state_where(viewer, lambda state: state["settlement"] is not None)
            await host.hear(first, p.Ready(table.number, "r"))
            for viewer, more in ((first, ["done"]), (second, [])):
                told = [json.loads(frame) for frame in await viewer.next()]
                assert [message["type"] for message in told] == ["next", *more]
                assert (told[0]["next"]["ready"], told[0]["next"]["waiting"]) == ([0], 1)
                assert told[0]["number"] == table.number
            await host.hear(second, p.Ready(table.number, "r"))
            await state_where(second, lambda state: state["settlement"] is None)
    hosted(tmp_path, do, pace=0)


def test_a_bot_plays_whose_turn_came_while_the_deadlines_of_before_were_read(tmp_path: Path) -> None:
    begun: list[Viewer] = []

    async def first(host: Host) -> None:
        begun.append(await at_table(host, rules="dominos-cc-block", seats=2))
        await state_where(begun[0], my_turn)

    async def second(host: Host) -> None:
        known, name = threading.Event(), begun[0].room.table.id

        def late() -> list[tuple[str, int]]:
            known.wait(10)
            return [(name, now_ms() + 600_000)]
        host.store.deadlines = late  # type: ignore[method-assign]
        room = await host.room(name)
        assert room is not None
        viewer = host.join(room, p.Hello(begun[0].token))
        assert viewer is not None
        number = room.table.number
        await host.hear(viewer, move_of(viewer))
        known.set()
        await state_where(viewer, lambda state: int(str(state["number"])) > number + 1)
    hosted(tmp_path, first)
    hosted(tmp_path, second, pace=500)


def test_deadlines_that_cannot_be_read_at_first_are_read_again_and_what_is_new_does_not_wait(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pending, "AGAIN", 0.01)

    async def do(host: Host) -> None:
        tries, can = list[bool](), threading.Event()

        def read() -> list[tuple[str, int]]:
            tries.append(can.is_set())
            if not can.is_set():
                raise StoreError("disk I/O error")
            return [("old", now_ms() + 600_000)]
        host.store.deadlines = read  # type: ignore[method-assign]
        viewer = await at_table(host, rules="dominos-cc-block", seats=2)
        await state_where(viewer, my_turn)
        assert tries
        assert not host.waits
        can.set()
        while not host.waits:
            await asyncio.sleep(0.01)
        assert tries.count(True) == 1
    hosted(tmp_path, do)


def test_names_that_were_asked_for_in_vain_are_not_kept(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        def fails(*_: object) -> None:
            raise StoreError("disk I/O error")
        host.store.load = fails  # type: ignore[method-assign]
        for number in range(9):
            both = await asyncio.gather(host.room(f"x{number}"), host.room(f"x{number}"), return_exceptions=True)
            assert [type(error) for error in both] == [StoreError] * 2
            del both
        assert len(host._loading) == 0
    hosted(tmp_path, do)


@pytest.mark.parametrize("part", ["run", "finish"])
def test_whatever_goes_wrong_the_store_is_closed_and_health_is_not_said_to_be_good(
        part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async def fails(_: Host) -> None:
        raise RuntimeError("ours")

    async def do() -> None:
        host = Host(Store(tmp_path), 0, Random(1))
        web = Web(host, Files(), 20, 60)
        with pytest.raises(RuntimeError) if part == "finish" else contextlib.nullcontext():
            async with web._life(Starlette()):
                for _ in range(3):
                    await asyncio.sleep(0)
                found = await web.health(Request({"type": "http"}))
                assert found.status_code == (200 if part == "finish" else 503)
        assert ("nothing happens by itself" in caplog.text) == (part == "run")
        Store(tmp_path).close()  # nobody has it any more
    with monkeypatch.context() as patch:
        patch.setattr(Host, part, fails)
        asyncio.run(do())
