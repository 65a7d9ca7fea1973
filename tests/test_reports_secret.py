"""Reported leaks of other programs, each as the sentence that holds here, on the wire of a real server, for all rule
sets, seats and viewers: hands, the boneyard, draws, history, seeds, names that can be guessed."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import socket
import time
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from random import Random

import pytest

from fives import RULE_SETS
from fives.server import protocol as p
from fives.server import run
from fives.server.app import Web
from fives.server.files import Files
from fives.server.host import Host
from fives.server.limits import Settings
from fives.server.lobby import LENGTH, LETTERS, new_table
from fives.server.steps import Step
from fives.server.store import Store
from fives.server.table import Table
from given_world import DRAWING, EVERYWHERE, Given, dealt, given, played, served, small
from server_client import Json, Page, Server
from table_world import other_worlds, record

pytestmark = pytest.mark.processes

TILE = re.compile(r"\b[0-6]-[0-6]\b")
everywhere = pytest.mark.parametrize(("rules", "seats"), EVERYWHERE)
drawing = pytest.mark.parametrize(("rules", "seats"), DRAWING)
LOOKS = [{"view": "tall", "lang": "en"}, {"view": "square", "lang": "ko"}, {"view": "wide", "lang": "ja"},
         {"view": "bare", "lang": "en"}]
HISTORY = {2: ["5-5 3-5", "1-1 2-2"], 3: ["5-5 4-4", "1-1 2-2", "4-5 0-2"],
           4: ["5-5 4-4", "1-1 2-2", "4-5 0-2", "6-6 0-3"]}
DRAWS = {2: ["1-1 0-2", "4-5 3-3"], 3: ["1-1 0-2", "0-4 3-3", "4-5 0-1"],
         4: ["1-1 0-2", "0-4 3-3", "0-3 2-2", "4-5 0-1"]}


def twins() -> Iterator[tuple[str, Given, Given]]:
    """For each viewer two tables that look the same to it, and differ in what it may not know."""
    for rules, seats in EVERYWHERE:
        for viewer in (None, *range(seats)):
            name, chance = f"{rules}.{seats}.{viewer}".lower(), Random(seats)
            for seed in range(20):
                table = given(f"a.{name}", *played(rules, seats, 8, seed)).taken()
                other = next((world for world in other_worlds(table, viewer, chance) if may(world) == may(table)), None)
                if other is not None and may(table) == "play":
                    break
            assert other is not None
            assert other.match != table.match
            yield name, *(given(f"{ab}.{name}", table.rules, each.events, clock=0, pace=5000)
                          for ab, each in (("a", table), ("b", other)))


def may(table: Table) -> str | None:
    turn = table.view(None).turn
    return None if turn is None else table.view(turn).may


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    tables = [table for _, *both in twins() for table in both]
    for rules, seats in EVERYWHERE:
        tables.append(given(f"load.{rules}.{seats}", *dealt(rules, seats), bots=range(1, seats)))
    for rules, seats in DRAWING:
        tables.append(given(f"history.{rules}.{seats}", *small(
            rules, HISTORY[seats], "5-5 draw draw 5-6@5-5", "0-1 5-6", 0)))
        for ab, boneyard in (("a", "2-3 3-6 4-4"), ("b", "6-6 0-0 4-4")):
            tables.append(given(f"draws.{ab}.{rules}.{seats}", *small(
                rules, DRAWS[seats], "4-5", boneyard), pace=150))
    started = served(tmp_path_factory.mktemp("data"), tables)
    yield started
    assert started.stop() == 0
    assert started.said == ""


def token(viewer: int | None) -> str | None:
    return None if viewer is None else f"seat-{viewer}"


ASKED = [{"type": "export", "key": "export"}, {"type": "link", "key": "link"}, {"type": "hint", "at": 1, "key": "hint"},
         {"type": "undo", "key": "undo"}]


def told(page: Page) -> list[Json]:
    """The state, and the answers to all that there is to ask."""
    for message in ASKED:
        page.send(**message)
    found: list[Json] = []
    while len(found) < 1 + len(ASKED):
        message = page.receive()
        if message["type"] != "scene":  # it comes when it is found
            found.append(message)
    return sorted(found, key=lambda one: (one["type"], one.get("key", "")))


@pytest.mark.parametrize(("rules", "seats", "viewer"), [
    (rules, seats, viewer) for rules, seats in EVERYWHERE for viewer in (None, *range(seats))])
def test_nothing_that_is_sent_hangs_on_what_its_reader_may_not_know(
        rules: str, seats: int, viewer: int | None, server: Server) -> None:
    """SEC-01, SEC-02, SEC-06: in two worlds that look alike every frame is the same, byte for byte."""
    name, found = f"{rules}.{seats}.{viewer}".lower(), []
    for ab in "ab":
        texts = []
        for look in LOOKS:
            with Page(server, f"{ab}.{name}", say=False) as page:
                page.send(type="hello", token=token(viewer), have=1, **look)
                texts += [json.dumps(one) for one in told(page)]
        texts.append(server.ask(f"/tables/{ab}.{name}")[2].decode())
        found.append([text.replace(f"{ab}.{name}", "here") for text in texts])
    kinds = [json.loads(text)["type"] for text in found[0][:-1]]
    assert [kinds.count(kind) for kind in ("state", "news", "record", "link", "refused", "error")] == [3, 1, 4, 4, 4, 4]
    for one, two in zip(*found, strict=True):
        if not one.startswith('{"type": "link"'):  # its QR code holds the name of the table
            assert one == two


@everywhere
def test_from_the_first_request_on_only_tiles_of_the_own_hand_and_of_the_layout_are_sent(
        rules: str, seats: int, server: Server) -> None:
    """SEC-01: every frame and body up to the second move; of 28 tiles a seat knows 5, 9 or 7, by the rules."""
    name = f"load.{rules}.{seats}"
    bodies = [server.ask(path)[2].decode() for path in (f"/tables/{name}", "/lobby.json")]
    assert not any(TILE.search(re.sub("<svg.*?</svg>", "", body, flags=re.DOTALL)) for body in bodies)
    own: set[str] = set()
    with Page(server, name, say=False) as page:
        page.send(type="hello", token="seat-0", have=0)
        moves = 0
        while moves < 2:
            raw = str(page.socket.recv(timeout=15))
            frame = json.loads(raw)
            for state in frame if isinstance(frame, list) else [frame]:
                if state["type"] != "state":
                    continue
                mine = {held["tile"] for held in state["hand"]}
                own |= mine | {tile["tile"] for tile in state["scene"]["tiles"]}
                if not moves:
                    assert len(mine) >= RULE_SETS[rules].hand_size(seats)
                if state["may"] == "play":
                    move = next(option["move"] for held in state["hand"] for option in held["options"])
                    page.send(type="move", at=state["number"], key=f"k{state['number']}", move=move)
                    moves += 1
            assert set(TILE.findall(raw)) <= own
            assert "seed" not in raw
    assert len(own) < 28


@drawing
def test_history_tells_that_somebody_drew_and_not_what_until_the_round_is_over(
        rules: str, seats: int, server: Server) -> None:
    """SEC-02: seat 1 drew 0-1 and 5-6 and played 5-6; after a reload, in the list, by undo, in the record."""
    name = f"history.{rules}.{seats}"
    pages = [Page(server, name, token=token(seat), have=2) for seat in (*range(seats), None)]
    for page in pages:
        page.send(type="undo", key="u")
        page.send(type="hint", at=page.state["number"], key="h")
        page.send(type="export", key="e")
        page.until(lambda page=page: len(page.answers) >= 3)  # type: ignore[misc]
        assert {answer["type"] for answer in page.answers} == {"error", "refused", "record"}
        draws = [event for event in page.events if event["what"] == "draw"]
        assert [event["seat"] for event in draws] == [1, 1]
        assert [event.get("tile") for event in draws] == (["0-1", "5-6"] if page.state["you"] == 1 else [None, None])
        lines = [line for line in page.state["plays"] if line["seat"] == 1]
        assert sum(line["tile"] is None for line in lines) >= 1
        if page.state["you"] != 1:
            assert "0-1" not in json.dumps([{**page.state, "words": None}, page.events, page.answers])
    moves = {2: ["3-5@5-5"], 3: ["4-5@5-5", "4-4@4-5"], 4: ["4-5@5-5", "6-6@5-6", "4-4@4-5"]}[seats]
    for seat, move in zip([*range(2, seats), 0], moves, strict=True):
        pages[seat].until(lambda seat=seat: pages[seat].state["may"] == "play")  # type: ignore[misc]
        assert pages[seat].command("move", move=move)["type"] == "done"
    for page in pages:
        page.until(lambda page=page: bool(page.state["settlement"] or page.state["result"]))  # type: ignore[misc]
        page.send(type="export", key="after")
        page.until(lambda page=page: page.answers[-1].get("key") == "after")  # type: ignore[misc]
        assert {"0-1", "5-6"} <= set(TILE.findall(page.answers[-1]["text"])), "now all is told"


@drawing
def test_a_draw_is_told_with_its_tile_to_who_drew_it_and_alike_to_all_others_whatever_it_was(
        rules: str, seats: int, server: Server) -> None:
    """SEC-04: 2-3 and 3-6, or 6-6 and 0-0, then 4-4 are drawn, and 4-4 is played."""
    last: dict[str, list[str]] = {}
    for ab, hidden in (("a", ["2-3", "3-6"]), ("b", ["6-6", "0-0"])):
        name = f"draws.{ab}.{rules}.{seats}"
        pages = [Page(server, name, token=token(seat), have=3) for seat in (*range(seats), None)]
        mine, before = pages[0], 28 - 2 * seats
        mine.until(lambda mine=mine: mine.state["may"] == "play")  # type: ignore[misc]
        at = mine.command("move", move="4-4@4-5")["number"]
        for page in pages:
            page.until(lambda page=page, at=at: page.state["number"] >= at)  # type: ignore[misc]
            draws = [event for event in page.events if event["what"] == "draw" and event["seat"] == 0]
            assert [event.get("tile") for event in draws] == ([*hidden, "4-4"] if page is mine else [None] * 3)
            assert page.state["boneyard"]["tiles"] == before - 3
            if page is not mine:
                said = json.dumps([page.events, {**page.state, "words": None, "events": None}])
                assert not set(TILE.findall(said)) & set(hidden)
                last.setdefault(str(page.state["you"]), []).append(said.replace(name, "here"))
    assert all(one == two for one, two in last.values())
    assert len(last) == seats


def test_deals_come_from_the_systems_own_source_and_from_no_seed(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC-08: there is no seed to pick or to find by the time of the start, and no deal tells of another."""
    made: list[Host] = []

    def host(*how: object) -> Host:
        made.append(Host(*how))  # type: ignore[arg-type]
        return made[0]

    def serves_nobody(_: object, sockets: list[socket.socket]) -> None:
        made[0].store.close()
        for each in sockets:
            each.close()
    monkeypatch.setattr(run, "Host", host)
    monkeypatch.setattr(run.Server, "run", serves_nobody)
    assert run.serve(port=0, data=tmp_path) == 0
    chance = made[0].chance
    assert type(chance) is secrets.SystemRandom
    table, _ = new_table(p.NewTable(), "Guest", 0, chance)
    assert table.chance is chance, "the table deals with nothing else"
    table.take(table.start(0))
    again = Table.rebuilt(record(table, [table.write(Step(events=tuple(table.events)), 0)]), chance, 0)
    assert again.chance is chance, "nor after a restart"


def test_who_tries_ten_thousand_names_is_answered_about_a_few(tmp_path: Path) -> None:
    """SEC-08: as a server is started by itself; the rest is not even looked up, and no name is near another."""
    looked_up: list[str] = []

    async def room(name: str) -> None:
        looked_up.append(name)

    async def send(message: MutableMapping[str, object]) -> None:
        if message["type"] == "http.response.start":
            found.append(message["status"])

    async def receive() -> MutableMapping[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def tries() -> None:
        store = Store(tmp_path)
        host = Host(store, 0, Random(1))
        host.room = room  # type: ignore[method-assign, assignment]
        app = Web(host, Files(live=False), 20.0, 60, allowed).app()
        for number in range(10_000):
            path = f"/tables/{number:0>10}"
            await app({"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b"",
                       "headers": [], "client": ("192.0.2.1", 1), "server": ("localhost", 80), "scheme": "http",
                       "http_version": "1.1", "root_path": ""}, receive, send)
        await host.finish()
        store.close()
    found: list[object] = []
    allowed = Settings(requests=1e6, requests_burst=10**6)  # what else would slow it down
    started = time.monotonic()
    asyncio.run(tries())
    assert (found.count(404), found.count(429)) == (len(looked_up), 10_000 - len(looked_up))
    assert len(looked_up) <= allowed.misses_burst + allowed.misses * (time.monotonic() - started)
    assert len(LETTERS) ** LENGTH > 1e6 * 1e8, "of a million tables it takes a hundred million tries to find one"
