"""Reported faults of other programs where several act at once, each as the sentence that holds here, for all rule sets
and seats: commands that come twice, in bursts, late or from old tables, and timers of what has gone by."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fives import events as e
from fives.server import protocol as p
from fives.server.table import Table
from given_world import COUNTING, EVERYWHERE, given, seated, served, small
from people_world import do, first_play, go, of_people, until_person, why
from server_client import Json, Page, Server
from table_world import LONG, frame
from test_host import at_table, hosted, state_where

pytestmark = pytest.mark.processes

everywhere = pytest.mark.parametrize(("rules", "seats"), EVERYWHERE)
counting = pytest.mark.parametrize(("rules", "seats"), COUNTING)
FILLERS = "0-0", "0-1", "0-2", "0-3"


def around(seats: int, mine: str, lead: str, answer: str) -> list[str]:
    """Hands of two: mine at seat 0, the lead at the last seat, at seat 1 what can be played after mine."""
    fill = iter(FILLERS)
    hands = [[lead] * (seat == seats - 1) + [answer] * (seat == 1) for seat in range(1, seats)]
    return [mine, *(" ".join([*hand, *(next(fill) for _ in range(2 - len(hand)))]) for hand in hands)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    tables = []
    for rules, seats in COUNTING:
        for name, mine, lead, answer in (("click", "4-4 4-5", "2-4", "2-5"), ("burst", "3-4 1-1", "3-5", "4-6")):
            tables.append(given(f"{name}.{rules}.{seats}", *small(rules, around(seats, mine, lead, answer), lead)))
    for rules in {rules for rules, _ in COUNTING}:
        tables.append(given(f"device.{rules}", *small(rules, ["1-4 5-6 0-0", "4-5 1-1 1-2"], "4-5")))
    started = served(tmp_path_factory.mktemp("data"), tables)
    yield started
    assert started.stop() == 0
    assert started.said == ""


def answered(page: Page, *keys: str) -> list[Json]:
    """The answers to commands with these keys, once there are as many."""
    def found() -> list[Json]:
        return [answer for answer in page.answers if answer.get("key") in keys]
    page.until(lambda: len(found()) >= len(keys))
    return found()


def totals(page: Page) -> list[str]:
    return [team["total"] for team in page.state["teams"]]


def kinds(page: Page, seat: int, after: int) -> list[str]:
    """What a seat has done after an event, as a page was told."""
    return [event["what"] for event in page.events if event["number"] > after and event.get("seat") == seat]


@counting
def test_a_double_click_plays_once_and_counts_once(rules: str, seats: int, server: Server) -> None:
    """CON-01: 4-4 on 2-4 makes 2 + 8 = 10, once; 4-5, clicked after it, is refused."""
    pages = seated(server, f"click.{rules}.{seats}", range(seats))
    page, at = pages[0], pages[0].state["number"]
    for key, move in (("k1", "4-4@2-4"), ("k1", "4-4@2-4"), ("k2", "4-5@4-4")):
        page.send(type="move", at=at, key=key, move=move)
    first, second, third = answered(page, "k1", "k1", "k2")
    assert first == second == {"type": "done", "key": "k1", "number": at + 1}
    assert (third["type"], third["reason"]) == ("refused", "old")
    gained = "2" if rules == "five-up" else "10"
    for each in pages:
        each.until(lambda each=each: each.state["number"] > at)  # type: ignore[misc]
        assert totals(each) == [gained, *["0"] * (len(totals(each)) - 1)]
        assert kinds(each, 0, at) == ["play"]
        assert each.state["seats"][0]["held"] == 1
    assert [held["tile"] for held in page.state["hand"]] == ["4-5"]


@counting
def test_of_a_play_and_draws_in_one_burst_only_the_play_is_carried_out(
        rules: str, seats: int, server: Server) -> None:
    """CON-03: 3-4 on 3-5 makes 4 + 5 = 9; whatever number the rest names, the turn has ended."""
    pages = seated(server, f"burst.{rules}.{seats}", range(seats))
    page, at, boneyard = pages[0], pages[0].state["number"], pages[0].state["boneyard"]["tiles"]
    for key, ahead, move in (("b1", 0, "3-4@3-5"), ("b2", 0, "draw"), ("b3", 0, "draw"), ("b4", 0, "pass"),
                             ("b5", 1, "draw"), ("b6", 1, "1-1@3-4"), ("b7", 2, "pass")):
        page.send(type="move", at=at + ahead, key=key, move=move)
    answers = answered(page, *(f"b{n}" for n in range(1, 8)))
    assert [(one["type"], one.get("reason")) for one in answers] == [
        ("done", None), *[("refused", "old")] * 3, *[("refused", "turn")] * 2, ("refused", "old")]
    for each in pages:
        each.until(lambda each=each: each.state["number"] > at)  # type: ignore[misc]
        assert kinds(each, 0, at) == ["play"]
        assert each.state["last"]["count"] == 9
        assert set(totals(each)) == {"0"}
        assert each.state["boneyard"]["tiles"] == boneyard == 28 - 2 * seats
        assert each.state["number"] == at + 1
    assert [held["tile"] for held in page.state["hand"]] == ["1-1"]


@pytest.mark.parametrize("rules", sorted({rules for rules, _ in COUNTING}))
def test_a_device_with_an_old_table_is_refused_though_its_move_would_fit(rules: str, server: Server) -> None:
    """CON-04: 5-6 on 4-5 would have made 4 + 6 = 10 on the old table; on the real one it makes 2 + 6 = 8."""
    one, two, other = seated(server, f"device.{rules}", (0, 0, 1))
    old = two.state["number"]
    assert next(option["count"] for held in two.state["hand"] for option in held["options"]
                if option["move"] == "5-6@4-5") == 10
    assert one.command("move", move="1-4@4-5")["type"] == "done"
    other.until(lambda: other.state["may"] == "play")
    assert other.command("move", move="1-1@1-4")["type"] == "done"
    before = totals(other)
    two.until(lambda: two.state["number"] == other.state["number"])
    answer = two.command("move", "from the old table", old, move="5-6@4-5")
    assert (answer["type"], answer["reason"], answer["number"]) == ("refused", "old", old + 2)
    assert two.receive()["type"] == "state", "and the real table is shown"
    assert (two.state["number"], totals(two)) == (old + 2, before)
    assert two.command("move", move="5-6@4-5")["type"] == "done", "who sees the real table may play it"
    assert two.state["last"]["count"] == 8
    assert totals(two) == before


def picture(table: Table) -> object:
    return (table.match, table.number, table.seats, table.host, table.deadline, tuple(table.events),
            tuple(sorted(table.ready.items())))


def turns(table: Table, most: int = 90) -> Iterator[int]:
    """The turns of people, rounds and matches on end; each is to be played by who asks for the next."""
    for _ in range(most):
        while table.match.need != "move" or table.view(table.view(None).turn).may != "play":
            if table.deadline is None or table.deadline.kind == "round":
                what = p.Rematch if table.match.need == "over" else p.Ready
                for seat in table.people:
                    do(table, seat, what(table.number, f"r{table.number}"))
            else:
                go(table)
        turn = table.view(None).turn
        assert turn is not None
        yield turn


@everywhere
def test_what_comes_twice_is_done_once_and_what_comes_late_is_not_done(rules: str, seats: int) -> None:
    """CON-01, CON-03 and CON-04 at every turn of every game, by every seat."""
    table, chance = of_people(seats, rules), Random(seats)
    plays: dict[int, dict[str, int]] = {seat: {} for seat in range(seats)}
    tried = 0
    for seat in turns(table):
        at, move = table.number, str(chance.choice(table.view(seat).options).play)
        now = {str(option.play) for option in table.view(seat).options}
        for late, old in plays[seat].items():
            if late in now:  # legal again, or still: of an old table all the same
                before = picture(table)
                assert why(do(table, seat, p.Move(old, f"late {late} {old} {at}", late))) == "old"
                assert picture(table) == before
                tried += 1
        plays[seat] |= dict.fromkeys(now, at)
        first = do(table, seat, p.Move(at, f"k{at}", move))
        assert first.refused is None
        after = picture(table)
        again = do(table, seat, p.Move(at, f"k{at}", move))
        assert (again.again, again.number, again.refused) == (True, first.number, None)
        for other in range(seats):
            for number in (at - 1, at, at + 99):
                for what in ("draw", "pass", move):
                    assert why(do(table, other, p.Move(number, f"{number} {what} {at}", what))) == "old"
        assert picture(table) == after
    assert tried > 2


@everywhere
def test_who_chose_too_long_is_refused_and_told_what_was_played_instead(rules: str, seats: int) -> None:
    """CON-08: the choice of an end stays open, time runs out, the table plays; the late click changes nothing."""
    table = of_people(seats, rules, clock=15)
    seat = until_person(table)
    at, options = table.number, [str(option.play) for option in table.view(seat).options]
    step = go(table)
    event = step.events[0]
    assert isinstance(event, e.Played)
    assert event.seat == seat
    before = picture(table)
    for late in options:
        assert why(do(table, seat, p.Move(at, f"late {late}", late), LONG)) == "old"
    assert picture(table) == before
    for lang in p.LANGS:
        told = json.loads(frame(table, seat, at, lang))
        mine = f"{event.tile}@{event.onto}" if event.onto else str(event.tile)
        assert told["missed"]["moves"] == [mine]
        assert str(event.tile) in told["missed"]["text"]
        assert [one["by"] for one in told["events"] if one.get("tile") == str(event.tile)] == ["clock"]
        assert all(json.loads(frame(table, other, at, lang))["missed"] is None
                   for other in (None, *range(seats)) if other != seat), "nobody else missed anything"


def test_a_click_after_the_clock_ran_out_is_answered_with_the_real_table(tmp_path: Path) -> None:
    """CON-08, on the line: nobody clicks in time, the table plays 4-4, and the late 4-5 is refused."""
    rules, events = small("five-up", ["4-4 4-5", "2-4 2-5"], "2-4")
    server, at = served(tmp_path, [given("late", rules, events, clock=500)]), len(events)
    try:
        page, other = seated(server, "late", (0, 1))
        page.send(type="settled", at=at)
        page.until(lambda: page.state["number"] > at)
        assert page.state["missed"]["moves"] == ["4-4@2-4"], "the play of most points"
        answer = page.command("move", "late", at, move="4-5@2-4")
        assert (answer["type"], answer["reason"]) == ("refused", "old")
        assert page.receive()["type"] == "state"
        assert [held["tile"] for held in page.state["hand"]] == ["4-5"]
        other.until(lambda: other.state["number"] > at)
        assert other.state["missed"] is None
    finally:
        assert server.stop() == 0


@everywhere
def test_no_timer_of_an_earlier_moment_does_anything(rules: str, seats: int) -> None:
    """CON-06: timers of bots, forced moves, turns, deals and pauses, tried at every later moment of a match."""
    table = of_people(seats, rules, clock=15)
    do(table, seats - 1, p.Leave("a bot plays here"))
    old = []
    for _ in range(120):
        due = table.deadline
        if due is None or table.match.need == "over":
            break
        assert table.tick(due.by - 1) is None, "nor does one before its time"
        for stale in old:
            table.deadline = stale
            assert table.tick(LONG) is None, stale
        table.deadline = due
        old.append(due)
        if due.kind == "turn":
            seat = until_person(table)
            do(table, seat, p.Move(table.number, f"k{due.number}", first_play(table, seat)))
        else:
            go(table)
        assert table.deadline != due
    assert {due.kind for due in old} >= {"turn", "bot", "round"}


def test_what_a_bot_thought_about_the_last_round_is_not_played_in_the_next(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CON-06, with a bot whose answer comes when the round it thought about is over and it is in turn again."""
    async def do(host: Any) -> None:
        thoughts: list[asyncio.Future[Any]] = []

        async def choose(*_: object) -> Any:
            thoughts.append(asyncio.get_running_loop().create_future())
            return await thoughts[-1]
        monkeypatch.setattr(host.thinkers, "choose", choose)
        viewer = await at_table(host, rules="dominos-cc-block", seats=2)
        room, step = viewer.room, 0
        while len(thoughts) == 0 or room.table.match.rounds < 2 or room.table.view(None).turn != 1:
            step += 1
            table, due = room.table, room.table.deadline
            if table.settled is not None and table.match.need != "move":
                await host.hear(viewer, p.Ready(table.number, f"r{step}"))
            elif table.view(0).may == "play":
                await host.hear(viewer, p.Move(table.number, f"k{step}", str(table.view(0).options[0].play)))
            elif thoughts and due is not None:
                await host.carry_out(room, lambda now, table=table, due=due: table.tick(max(now, due.by)))
            await asyncio.sleep(0.002)
        assert len(thoughts) == 1, "it still thinks of the first round"
        before = room.table.match
        thoughts[0].set_result(room.table.view(1).options[0].play)
        while len(thoughts) < 2:
            await asyncio.sleep(0.002)
        assert room.table.match == before, "it thinks anew"
        thoughts[1].set_result(room.table.view(1).options[-1].play)
        await state_where(viewer, lambda state: int(str(state["number"])) > room.table.base + before.number)
        assert isinstance(room.table.events[before.number], e.Played)
    hosted(tmp_path, do)
