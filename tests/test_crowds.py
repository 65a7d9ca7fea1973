"""Nobody gets in the way of the others: codes and hints that take long, the list of tables, tables that never end."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fives import events as e
from fives.bots import Move, bot
from fives.rules import FIVE_UP, RULE_SETS, Rules
from fives.server import errands, lobby
from fives.server import protocol as p
from fives.server.host import Host
from fives.server.limits import Buckets
from fives.server.links import links
from fives.server.lists import EACH, open_tables
from fives.server.room import Room, Viewer
from fives.tiles import TILES, TextError
from fives.view import View, view
from test_hints import answered, at_turn
from test_host import at_table, hosted, move_of, my_turn, state_where


async def linked(host: Host, viewer: Viewer, key: str) -> dict[str, Any]:
    await host.hear(viewer, p.Link(key))
    return await answered(viewer, key)


def test_codes_are_made_beside_the_loop_once_for_a_viewer_and_not_too_many_for_an_address(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str | None] = []

    def noted(origin: str, table: str, token: str | None) -> p.Links:
        assert threading.current_thread() is not threading.main_thread()
        made.append(token)
        return links(origin, table, token)
    monkeypatch.setattr(errands, "links", noted)

    async def do(host: Host) -> None:
        host.errands.codes = Buckets(0.0, 2)
        viewer = await at_table(host, seats=2, places=["open"])
        for key in ("a", "b"):
            assert (await linked(host, viewer, key))["url"].endswith(f"#{viewer.token}")
        assert made == [viewer.token]
        second, third = (host.join(viewer.room, p.Hello()) for _ in range(2))
        other = host.join(viewer.room, p.Hello(), "", "192.0.2.7")
        assert second is not None
        assert third is not None
        assert other is not None
        assert (await linked(host, second, "c"))["type"] == "link"
        assert (await linked(host, third, "d"))["reason"] == "rate"
        assert (await linked(host, other, "e"))["type"] == "link", "another address"
        await host.hear(second, p.Sit("s", 1, "Aoi"))
        assert (await linked(host, second, "f"))["reason"] == "rate", "it has another link now"
    hosted(tmp_path, do)


def test_one_address_does_not_fill_the_list_of_open_tables(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        names = []
        for number in range(EACH + 3):
            name, token = await host.create(p.NewTable(seats=2, places=["open"], visibility="lobby"))
            room = await host.room(name)
            assert room is not None
            last = number == EACH + 2
            assert host.join(room, p.Hello(token), "", "192.0.2.1" if last else "192.0.2.2")
            names.append(name)
        listed = [told["table"] for told in open_tables(host.rooms.values())]
        assert len(listed) == EACH + 1
        assert names[-1] in listed
        assert "192.0.2" not in json.dumps(open_tables(host.rooms.values()))
    hosted(tmp_path, do)


def test_hints_are_thought_of_one_after_the_other_and_not_for_what_is_over(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking: list[int] = []
    most: list[int] = []
    ready = asyncio.Event()

    async def think(level: str, view: View, *_: object) -> Move | None:
        thinking.append(1)
        most.append(len(thinking))
        await ready.wait()
        thinking.pop()
        return view.options[0].play

    async def do(host: Host) -> None:
        viewers = [await at_turn(host) for _ in range(3)]
        monkeypatch.setattr(host.thinkers, "think", think)
        for viewer in viewers:
            await host.hear(viewer, p.Hint(viewer.room.table.number, "h"))
        await asyncio.sleep(0.05)
        await host.hear(viewers[2], move_of(viewers[2]))
        await state_where(viewers[2], my_turn)
        ready.set()
        assert [(await answered(viewer))["type"] for viewer in viewers[:2]] == ["hint"] * 2
        await asyncio.sleep(0.05)
        assert most == [1, 1]
    hosted(tmp_path, do)


async def meanwhile(room: Room, work: Any, happens: Any) -> Any:
    """What comes of some work that has to wait while this happens at the table."""
    async with room.lock:
        task = asyncio.ensure_future(work)
        await asyncio.sleep(0.05)
        happens()
    return await task


def test_whoever_is_host_when_it_is_deleted_decides(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        viewer = await at_table(host, seats=2, places=["open"])
        table = viewer.room.table
        await meanwhile(viewer.room, host.hear(viewer, p.Delete("d")), lambda: setattr(table, "host", 1))
        assert (await answered(viewer, "d"))["reason"] == "not-host"
        assert host.store.load(table.id) is not None
        assert host.rooms[table.id] is viewer.room
    hosted(tmp_path, do)


def test_an_old_table_that_somebody_comes_to_at_the_last_moment_stays(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        viewer, came = await at_table(host, seats=2, places=["open"]), list[Viewer | None]()
        host.leave(viewer)
        room = await host.room(viewer.room.table.id)
        assert room is not None
        put_away = host.errands._put_away(room.table.id)
        assert not await meanwhile(room, put_away, lambda: came.append(host.join(room, p.Hello(viewer.token))))
        assert came[0] is not None
        assert came[0].ended is None
        assert host.store.load(room.table.id) is not None
        host.leave(came[0])
        assert await host.errands._put_away(room.table.id)
        assert host.store.load(room.table.id) is None
    hosted(tmp_path, do)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_table_is_not_made_where_nobody_could_ever_gain_a_point(seats: int) -> None:
    with pytest.raises(TextError, match="no match would ever end"):
        lobby.new_table(p.NewTable(rules="five-up multiple=0", seats=seats), "Guest", 0, Random(1))
    never = FIVE_UP.vary(multiple=0)
    assert not never.can_end
    assert best(never, seats) <= 0, "which is so"
    for rules in RULE_SETS.values():
        assert rules.can_end
        assert best(rules, seats) > 0


def best(rules: Rules, seats: int) -> int:
    """The most points that anybody had while bots played some rounds."""
    chance, most, match = Random(1), -10**6, e.fold([e.start(rules, seats)])
    while match.rounds < 20 and match.need != "over":
        turn = view(match, None).turn
        if match.need == "move" and turn is not None:
            happened = e.act(match, turn, bot("random").choose(view(match, turn), chance))
        else:
            tiles = chance.sample(TILES, len(TILES))
            happened = (e.lot(match, tiles) if match.need == "lot" else e.deal(match, tiles),)
        for event in happened:
            match = e.apply(match, event)
        most = max(most, *match.totals)
    return most
