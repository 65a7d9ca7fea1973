"""Hints at a table against bots: what to play and why, from what the seat sees; nothing of the table hangs on them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fives import events as e
from fives.bots import Move
from fives.server import protocol as p
from fives.server.hints import BUDGET, LEVEL, SEED, told
from fives.server.host import Host
from fives.server.room import Viewer
from fives.server.seating import Seat, alone
from fives.server.texts import refusal
from fives.view import View
from table_world import other_worlds, table_of, until_turn
from test_host import at_table, hosted, move_of, my_turn, state_where


async def answer(host: Host, viewer: Viewer, at: int | None = None, key: str = "h") -> dict[str, Any]:
    """What is answered to somebody who asks for a hint."""
    await host.hear(viewer, p.Hint(viewer.room.table.number if at is None else at, key))
    return await answered(viewer, key)


async def answered(viewer: Viewer, key: str = "h") -> dict[str, Any]:
    """The answer to a question, when it comes."""
    while True:
        for frame in await viewer.next():
            found: dict[str, Any] = json.loads(frame)
            if found.get("key") == key:
                return found


async def at_turn(host: Host, **wish: object) -> Viewer:
    """Somebody who is in turn against a bot, and can choose."""
    viewer = await at_table(host, rules="five-up", seats=2, bots="casual", **wish)
    await state_where(viewer, my_turn)
    assert len(viewer.room.table.view(0).options) > 1
    return viewer


def thinking_of(host: Host, thought: Callable[[View], Any],
                monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """Has hints thought of in another way; what was asked."""
    asked: list[tuple[object, ...]] = []

    async def think(*given: Any) -> Move | None:
        asked.append(given)
        found: Move | None = await thought(given[1])
        return found
    monkeypatch.setattr(host.thinkers, "think", think)
    return asked


async def first(view: View) -> Move:
    return view.options[0].play


def once(ready: asyncio.Event) -> Callable[[View], Any]:
    """The first play, but only once it is time."""
    async def slow(view: View) -> Move:
        await ready.wait()
        return await first(view)
    return slow


def test_a_hint_is_a_play_of_the_seat_and_says_why_in_its_language(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        viewer = await at_turn(host)
        table = viewer.room.table
        view, before = table.view(0), (table.number, table.luck.getstate(), host.chance.getstate())
        texts = set()
        for lang in p.LANGS:
            viewer.lang = lang
            hint = await answer(host, viewer, key=lang)
            assert hint["type"] == "hint"
            assert hint["number"] == table.number
            play = next(option.play for option in view.options if str(option.play) == hint["move"])
            assert hint["text"] == told(view, play, lang)
            texts.add(hint["text"])
        assert len(texts) == 3
        assert (table.number, table.luck.getstate(), host.chance.getstate()) == before
        assert table.view(0) is view
    hosted(tmp_path, do)


def test_a_hint_tells_the_play_and_its_reason() -> None:
    table = table_of("five-up", 2, seed=3)
    until_turn(table)
    view = table.view(0)
    option = view.options[0]
    said = told(view, option.play, "en")
    assert said.startswith(f"Try {option.tile} ")
    assert "you cannot see" in said
    assert said.endswith(".")


def test_a_hint_is_the_same_whatever_the_seat_cannot_see() -> None:
    table = table_of("five-up", 2, seed=3)
    until_turn(table)
    worlds = list(other_worlds(table, 0, table.chance))
    assert worlds
    for world in worlds:
        assert world.view(0) == table.view(0)
        assert told(world.view(0), table.view(0).options[0].play, "ko") == told(
            table.view(0), table.view(0).options[0].play, "ko")


def test_who_thinks_is_handed_the_view_and_no_chance_of_the_table(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def do(host: Host) -> None:
        viewer = await at_turn(host)
        asked = thinking_of(host, first, monkeypatch)
        hints = [await answer(host, viewer, key=key) for key in ("a", "b")]
        assert asked == [(LEVEL, viewer.room.table.view(0), SEED, BUDGET)], "and the same question is thought of once"
        assert hints[0]["move"] == hints[1]["move"]
    hosted(tmp_path, do)


def test_deals_and_bots_do_not_hang_on_who_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def played(asks: bool) -> list[e.Event]:
        found: list[e.Event] = []

        async def do(host: Host) -> None:
            thinking_of(host, first, monkeypatch)
            viewer = await at_table(host, rules="dominos-cc-block", seats=3, bots="beginner")
            for number in range(30):
                state = await state_where(viewer, lambda state: my_turn(state) or bool(state["settlement"]))
                if asks:
                    await answer(host, viewer, key=f"h{number}")
                table = viewer.room.table
                await host.hear(viewer, p.Ready(table.number, f"k{number}") if state["settlement"]
                                else move_of(viewer, f"k{number}"))
                found[:] = table.events
                if table.match.rounds == 2:
                    return
        hosted(tmp_path / str(asks), do)
        return found
    assert played(True) == played(False) != []


def seats(*kinds: str) -> tuple[Seat, ...]:
    made = {"me": Seat(0, "Aoi", "person"), "held": Seat(0, "Aoi", "person", sits_in=True),
            "bot": Seat(0, "Oak", "bot", "casual"), "person": Seat(0, "Min", "person"), "open": Seat(0, "", "open"),
            "gone": Seat(0, "Min", "person", sits_in=True), "coming": Seat(0, "Oak", "bot", "casual", comes="Min"),
            "offered": Seat(0, "Oak", "bot", "casual", offered=True)}
    return tuple(replace(made[kind], seat=seat) for seat, kind in enumerate(kinds))


@pytest.mark.parametrize(("kinds", "may"), [
    ("me bot", True), ("me bot bot bot", True), ("me offered", True), ("held bot", False), ("me person", False),
    ("me bot gone", False), ("me coming", False), ("me bot open", False)])
def test_hints_are_for_who_plays_against_bots_alone(kinds: str, may: bool) -> None:
    assert alone(seats(*kinds.split()), 0) is may
    assert not alone(seats(*kinds.split()), None)


def test_the_state_says_whether_there_are_hints(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        viewer = await at_turn(host)
        viewer.show()
        assert (await state_where(viewer, my_turn))["hints"] is True
        watching = host.join(viewer.room, p.Hello())
        assert watching is not None
        assert (await state_where(watching, lambda state: True))["hints"] is False
        await host.hear(viewer, p.Free("f", 1))
        assert (await state_where(viewer, my_turn))["hints"] is True, "nobody has come yet"
        await host.hear(watching, p.Sit("s", 1, "Min"))
        assert (await state_where(viewer, my_turn))["hints"] is False, "somebody is to come"
        assert (await answer(host, viewer))["reason"] == "not-alone"
    hosted(tmp_path, do)


@pytest.mark.parametrize("lang", p.LANGS)
def test_what_is_refused_is_refused_in_words(lang: p.Lang, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(view: View) -> None:
        return None

    async def do(host: Host) -> None:
        viewer = await at_turn(host)
        viewer.lang = lang
        watching = host.join(viewer.room, p.Hello(lang=lang))
        assert watching is not None
        table, said = viewer.room.table, []

        async def refused(who: Viewer, at: int | None = None) -> str:
            found = await answer(host, who, at, f"h{len(said)}")
            assert found["type"] == "refused"
            assert found["number"] == table.number
            said.append(found["text"])
            return str(found["reason"])
        assert await refused(watching) == "watching"
        assert await refused(viewer, table.number - 1) == "old"
        thinking_of(host, nothing, monkeypatch)
        assert await refused(viewer) == "no-hint"
        host.pace = table.pace = 5000
        await host.hear(viewer, move_of(viewer))
        assert await refused(viewer) == "turn"
        await host.hear(viewer, p.Leave("l"))
        assert await refused(viewer) == "held"
        assert len(set(said)) == len(said)
        assert all(text.isascii() is (lang == "en") for text in said)
    hosted(tmp_path, do)


def test_between_rounds_there_is_nothing_to_choose(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        viewer = await at_table(host, rules="dominos-cc-block", seats=2)
        for number in range(40):
            state = await state_where(viewer, lambda state: my_turn(state) or bool(state["settlement"]))
            if state["settlement"]:
                break
            await host.hear(viewer, move_of(viewer, f"k{number}"))
        assert (await answer(host, viewer))["reason"] == "no-choice"
    hosted(tmp_path, do)


def test_a_hint_holds_up_nothing_and_is_refused_when_the_table_has_moved_on(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def do(host: Host) -> None:
        viewer = await at_turn(host)
        ready = asyncio.Event()
        asked = thinking_of(host, once(ready), monkeypatch)
        await host.hear(viewer, p.Hint(viewer.room.table.number, "first"))
        await asyncio.sleep(0)
        assert not viewer.room.lock.locked()
        await host.hear(viewer, move_of(viewer))
        assert (await answered(viewer, "k"))["type"] == "done"
        ready.set()
        late = await answered(viewer, "first")
        assert (late["type"], late["reason"]) == ("refused", "old")
        assert late["text"] == refusal_of("old")
        assert len(asked) == 1
    hosted(tmp_path, do)


def test_who_asks_the_same_again_waits_for_the_same_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def do(host: Host) -> None:
        viewer = await at_turn(host)
        ready, number = asyncio.Event(), viewer.room.table.number
        asked = thinking_of(host, once(ready), monkeypatch)
        for key in ("first", "first", "second"):
            await host.hear(viewer, p.Hint(number, key))
            await asyncio.sleep(0)
        ready.set()
        hints: list[tuple[str, str]] = []
        while len(hints) < 3:
            told = [json.loads(frame) for frame in await viewer.next()]
            hints += [(message["key"], message["move"]) for message in told if message["type"] == "hint"]
        assert [key for key, _ in hints] == ["first", "first", "second"]
        assert len({move for _, move in hints}) == 1
        assert len(asked) == 1
    hosted(tmp_path, do)


def test_one_hint_is_thought_of_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def do(host: Host) -> None:
        viewer = await at_turn(host)
        ready = asyncio.Event()
        thinking_of(host, once(ready), monkeypatch)
        await host.hear(viewer, p.Hint(viewer.room.table.number, "first"))
        await host.hear(viewer, move_of(viewer))
        await state_where(viewer, my_turn)
        assert (await answer(host, viewer, key="second"))["reason"] == "thinking"
        ready.set()
    hosted(tmp_path, do)


def refusal_of(reason: str) -> str:
    from fives.refused import Refused
    return refusal(Refused(reason), "en")
