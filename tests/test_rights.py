"""Whose table it is: the rights of a host who is not there pass on to somebody who is, however it came about."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest

from fives.server import protocol as p
from fives.server.host import Host
from fives.server.records import Write
from fives.server.room import Viewer
from fives.server.seating import Company
from fives.server.steps import Step
from fives.server.store import StoreError
from test_host import at_table, hosted, state_where


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits a minute here."""
    monkeypatch.setattr("fives.server.errands.HOST_AWAY", 0.05)


async def sits(host: Host, viewer: Viewer, seat: int) -> Viewer:
    """Somebody who opens the link and sits down."""
    other = host.join(viewer.room, p.Hello())
    assert other is not None
    await host.hear(other, p.Sit(f"s{seat}", seat, "Aoi"))
    assert other.seat == seat
    return other


def test_a_friend_who_comes_long_after_the_host_has_gone_may_begin(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        viewer = await at_table(host, seats=3, places=["open", "open"])
        room = viewer.room
        host.leave(viewer)
        watching = host.join(room, p.Hello())  # the table stays, and nobody sits there
        assert watching is not None
        await state_where(watching, lambda state: state["host"] == 0)
        friend = await sits(host, viewer, 2)
        await state_where(friend, lambda state: state["host"] == 2 and state["yours"])
        await host.hear(friend, p.Begin("b"))
        await state_where(friend, lambda state: state["stage"] == "playing")
    hosted(tmp_path, do)


def test_a_host_who_does_not_come_back_after_a_restart_is_not_waited_for(tmp_path: Path) -> None:
    found: list[str] = []

    async def begins(host: Host) -> None:
        viewer = await at_table(host, seats=3, places=["open", "open"])
        friend = await sits(host, viewer, 1)
        assert friend.token is not None
        found.extend((viewer.room.table.id, friend.token))

    async def goes_on(host: Host) -> None:
        room = await host.room(found[0])
        assert room is not None
        friend = host.join(room, p.Hello(found[1]))
        assert friend is not None
        await state_where(friend, lambda state: state["host"] == 1 and state["yours"])
    hosted(tmp_path, begins)
    hosted(tmp_path, goes_on)


def test_rights_that_pass_on_to_somebody_who_is_away_pass_on_again(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        viewer = await at_table(host, seats=3, places=["open", "open"])
        next_one, there = await sits(host, viewer, 1), await sits(host, viewer, 2)
        host.leave(next_one)
        await host.hear(viewer, p.Leave("l"))
        assert viewer.room.table.host == 1
        await state_where(there, lambda state: state["host"] == 2)
    hosted(tmp_path, do)


def test_rights_pass_on_clockwise(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        viewer = await at_table(host, seats=3, places=["open", "open"])
        next_one, last = await sits(host, viewer, 1), await sits(host, viewer, 2)
        await host.hear(viewer, p.Leave("l"))
        await host.hear(viewer, p.Back("b"))
        await state_where(last, lambda state: state["host"] == 1)
        host.leave(next_one)
        state = await state_where(last, lambda state: state["host"] != 1)
        assert state["host"] == 2, "not to the first seat, though that one is there too"
    hosted(tmp_path, do)


def test_each_host_has_a_minute_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("fives.server.errands.HOST_AWAY", 0.01)
    monkeypatch.setattr("fives.server.errands.time", SimpleNamespace(monotonic=lambda: now))

    async def do(host: Host) -> None:
        nonlocal now
        viewer = await at_table(host, seats=3, places=["open", "open"])
        next_one, there = await sits(host, viewer, 1), await sits(host, viewer, 2)
        room, table = viewer.room, viewer.room.table
        host.leave(next_one)
        host.leave(viewer)
        now = 0.008
        await host.carry_out(room, lambda _: Step(number=table.number, company=Company(table.seats, 1),
                                                  deadline=table.deadline))
        now = 0.012  # a minute after the first one went
        await asyncio.sleep(0.05)
        assert table.host == 1
        now = 0.02
        await state_where(there, lambda state: state["host"] == 2)
    hosted(tmp_path, do)


def test_rights_that_could_not_be_stored_pass_on_when_there_is_room_again(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fives.server.errands.AGAIN", 0.02)

    async def do(host: Host) -> None:
        viewer = await at_table(host, seats=2, places=["open"])
        friend = await sits(host, viewer, 1)
        append, tried = host.store.append, 0

        async def full(write: Write) -> bool:
            nonlocal tried
            tried += write.reseated is not None
            if tried < 3:
                raise StoreError("database or disk is full")
            return await append(write)
        monkeypatch.setattr(host.store, "append", full)
        host.leave(viewer)
        await state_where(friend, lambda state: state["host"] == 1 and state["yours"])
        assert tried == 3
    hosted(tmp_path, do)


def test_a_host_who_is_back_in_time_stays_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fives.server.errands.HOST_AWAY", 0.3)

    async def do(host: Host) -> None:
        viewer = await at_table(host, seats=2, places=["open"])
        friend = await sits(host, viewer, 1)
        host.leave(viewer)
        back = host.join(viewer.room, p.Hello(viewer.token))
        assert back is not None
        host.leave(back)
        again = host.join(viewer.room, p.Hello(viewer.token))
        assert again is not None
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.6):
                await state_where(friend, lambda state: state["host"] == 1)
        assert viewer.room.table.host == 0
    hosted(tmp_path, do)
