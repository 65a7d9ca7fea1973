"""Tables that stand still in a wanted position, and a real server that shows them: to look at the page, and to test it.

`python tests/page_fixture.py PORT` serves them all at /tables/{name}#seat, and at /tables/{name}.1#seat and so on as
often as wanted, untouched. Every position comes out of a match that was played by the rules, so what the page shows is
true. Nothing goes on by itself there (but at `near`), yet moves are carried out.
"""

from __future__ import annotations

import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import uvicorn

from fives import events as e
from fives.bots import bot
from fives.layout import Play
from fives.match import Match
from fives.notation import read, record_of, write
from fives.rules import RULE_SETS, parse_rules
from fives.server import clock, lobby
from fives.server.app import Web
from fives.server.files import Files
from fives.server.host import Host
from fives.server.limits import Buckets, Settings
from fives.server.protocol import NewTable
from fives.server.room import now_ms
from fives.server.run import listen
from fives.server.steps import Step
from fives.server.store import Store
from fives.server.table import Table
from fives.tiles import TILES
from fives.view import View, view

TOKEN = "seat"
NAMES = ("Minjun", "Aoi", "Haneul", "Oak")
SEEDS = 400
STEPS = 3000


class Wanted(NamedTuple):
    """A position: the rules, the seats, and how to know it when it comes (`found` is asked for the view of seat 0).

    `bushy`: played so that many ends count. `who` are fields of seats that differ from those of bots. `live`: the match
    goes on from here, its record written down and read again. `clock`: the milliseconds of a turn; the first begins
    when the page has come to rest.
    """

    rules: str
    seats: int
    found: Callable[[View], bool]
    bushy: bool = False
    who: tuple[tuple[int, dict[str, Any]], ...] = ()
    live: bool = False
    clock: int = 0


def _mine(view: View) -> bool:
    return view.may == "play" and view.need == "move"


def _choice(view: View, tiles: int = 12) -> bool:
    """A turn with much to choose: a tile with three places, one that scores, and a tile without a place."""
    by_tile = [[option for option in view.options if option.tile == tile] for tile in view.hand]
    return (_mine(view) and len(view.layout.plays) >= tiles and any(not found for found in by_tile)
            and any(len(found) >= 3 and any(option.points for option in found) for found in by_tile))


def _second(view: View) -> bool:
    """A turn with a tile that has several places, none of which makes the most points."""
    if not _mine(view) or len(view.layout.plays) < 4:
        return False
    most = max(option.points for option in view.options)
    by_tile = [[option.points for option in view.options if option.tile == tile] for tile in view.hand]
    return any(len(found) > 1 and max(found) < most for found in by_tile)


def _ended(view: View) -> bool:
    """The end of a round that is not the first, before the next is dealt."""
    return view.round > 1 and bool(view.shown) and view.need == "deal"


POSITIONS = {
    "turn": Wanted("five-up", 4, _choice),
    "ahead": Wanted("five-up", 4, lambda v: v.turn == 2 and len(v.layout.plays) > 8 and bool(v.ahead)),
    "drawing": Wanted("five-up", 4, lambda v: v.turn == 1 and v.boneyard < 7 and bool(v.made)
                      and v.made[-1].move == "draw"),
    "passed": Wanted("five-up", 4, lambda v: _mine(v) and bool(v.made) and v.made[-1].move == "pass"),
    "three": Wanted("five-up", 3, lambda v: _mine(v) and len(v.layout.plays) > 9 and v.totals[0] > 40),
    "singles": Wanted("dominos-cc-all-fives", 4, lambda v: _mine(v) and len(v.layout.plays) > 10 and v.totals[0] > 40),
    "nine": Wanted("all-fives", 2, lambda v: _mine(v) and len(v.hand) == 9 and len(v.layout.plays) >= 2),
    "many": Wanted("dominos-cc-draw", 2, lambda v: _mine(v) and len(v.hand) >= 15),
    "ends": Wanted("five-up", 4, lambda v: _mine(v) and len(v.layout.counted) >= 8, bushy=True),
    "long": Wanted("all-fives", 2, lambda v: _mine(v) and len(v.layout.plays) >= 22),
    "one-place": Wanted("five-up", 2, lambda v: _mine(v) and len(v.options) == 1),
    "lead": Wanted("five-up", 4, lambda v: _mine(v) and not v.layout.plays),
    "led-by": Wanted("five-up", 4, lambda v: v.turn == 2 and not v.layout.plays),
    "last-tile": Wanted("five-up", 2, lambda v: _mine(v) and len(v.hand) == 1 and bool(v.options)),
    "block": Wanted("dominos-cc-block", 4, lambda v: _mine(v) and len(v.layout.plays) > 8),
    "settled": Wanted("five-up", 4, lambda v: v.round > 3 and bool(v.shown) and v.need == "deal"),
    "blocked": Wanted("dominos-cc-block", 4, lambda v: v.round > 1 and all(v.shown) and v.need == "deal"),
    "pooled": Wanted("all-fives", 3, lambda v: v.round > 1 and bool(v.shown) and v.need == "deal"),
    "won": Wanted("five-up", 4, lambda v: v.need == "over" and v.winner == 0),
    "lost": Wanted("all-fives", 3, lambda v: v.need == "over" and v.winner != 0),
    "away": Wanted("five-up", 4, _mine, who=((1, {"kind": "person"}),)),
    "waiting": Wanted("five-up", 4, lambda v: v.need == "lot", who=(
        (1, {"kind": "open", "name": ""}), (2, {"kind": "open", "name": ""}))),
    "near": Wanted("five-up", 2, lambda v: _mine(v) and v.totals[0] == 5 * 55 and v.totals[1] < 5 * 55, live=True),
    "late": Wanted("five-up", 2, _second, live=True, clock=3000),
    "soon": Wanted("five-up", 2, _second, live=True, clock=7000),
    "their-turn": Wanted("five-up", 4, lambda v: v.turn == 1 and len(v.layout.plays) > 4 and len(v.ahead) > 6,
                         who=((1, {"kind": "person"}),), live=True, clock=1000),
    "varied": Wanted("dominos-cc-draw target=50,50,50 first_leader=lot partners=yes", 4, lambda v: v.need == "lot",
                     who=((1, {"kind": "open", "name": ""}), (2, {"kind": "open", "name": ""}))),
    "varied-on": Wanted("five-up target=100,100,100", 2, _mine),
    "stand-in": Wanted("five-up", 4, _mine, who=((0, {"kind": "person", "sits_in": True}),)),
    "stand-in-settled": Wanted("five-up", 2, _ended, who=((0, {"kind": "person", "sits_in": True}),)),
    "stand-in-over": Wanted("five-up", 2, lambda v: v.need == "over", who=((0, {"kind": "person", "sits_in": True}),)),
    "away-settled": Wanted("five-up", 3, _ended, who=((1, {"kind": "person"}),)),
    "away-over": Wanted("five-up", 3, lambda v: v.need == "over", who=((1, {"kind": "person"}),), live=True),
    **{f"{rules}-{seats}": Wanted(rules, seats, _ended) for rules in RULE_SETS for seats in (2, 3, 4)},
}


def _bushiest(view: View, chance: Random) -> Play:
    """The play after which most ends count; a double rather than another tile."""
    best = max(view.options, key=lambda option: (
        len(view.layout.play(option.play).counted), option.tile.double, chance.random()))
    return best.play


def _drive(wanted: Wanted, seed: int) -> tuple[e.Event, ...] | None:
    """The events of a match that bots play until the position comes; None if it does not."""
    chance = Random(seed)
    level = bot("greedy")
    if wanted.bushy:
        level = replace(level, play=_bushiest)
    happened: list[e.Event] = [e.start(parse_rules(wanted.rules), wanted.seats)]
    match: Match = e.fold(happened)
    for _ in range(STEPS):
        if wanted.found(view(match, 0)):
            return tuple(happened)
        if match.need == "over":
            return None
        if match.need in ("lot", "deal"):
            tiles = chance.sample(TILES, len(TILES))
            new: tuple[e.Event, ...] = (e.lot(match, tiles) if match.need == "lot" else e.deal(match, tiles),)
        else:
            seat = view(match, None).turn
            assert seat is not None
            new = e.act(match, seat, level.choose(view(match, seat), chance))
        for event in new:
            match = e.apply(match, event)
        happened += new
    return None


@lru_cache(None)
def _found(name: str) -> tuple[e.Event, ...]:
    for seed in range(SEEDS):
        happened = _drive(POSITIONS[name], seed)
        if happened:
            return happened
    raise LookupError(f"no position {name} in {SEEDS} matches")


def position(name: str) -> tuple[Table, Step]:
    """The table of a position before its events, and these; seat 0 is a person with the token `TOKEN`."""
    known = name.split(".")[0]
    wanted, happened = POSITIONS[known], _found(known)
    if wanted.live:
        happened = read(write(record_of(happened))).events()
    wish = NewTable(rules=wanted.rules, seats=wanted.seats, name=NAMES[0])
    table, _ = lobby.new_table(wish, NAMES[0], 0, Random(1))
    who = dict(wanted.who)
    seats = tuple(
        replace(seat, **{"name": NAMES[seat.seat], "token": None if seat.seat else lobby.digest(TOKEN),
                         **who.get(seat.seat, {})}) for seat in table.seats)
    table = Table.new(name, table.rules, seats, 0, Random(1), table.ways._replace(clock=wanted.clock))
    match = e.fold(happened)
    due = clock.due_after(match, happened[-1], seats, 0, wanted.clock, now_ms()) if wanted.clock else None
    return table, Step(number=match.number, events=happened, match=match, deadline=due)


class Frozen(Host):
    """A host whose tables do not go on by themselves. A table is made when it is asked for the first time."""

    def __init__(self, store: Store, pace: int, chance: Random) -> None:
        super().__init__(store, pace, chance)
        self._made: set[str] = set()

    async def room(self, name: str):  # type: ignore[no-untyped-def]
        """A table by its name."""
        if name.split(".")[0] in POSITIONS and name not in self._made:
            self._made.add(name)
            table, step = position(name)
            now = now_ms()
            await self.store.append(table.write(step, now)._replace(create=lobby.rows(table, now)))
            table.take(step)
            self._plan(self._enter(table))
        return await super().room(name)

    def _plan(self, room) -> None:  # type: ignore[no-untyped-def]
        wanted = POSITIONS.get(room.table.id.split(".")[0])
        if wanted and wanted.live:
            super()._plan(room)
        else:
            room.table.deadline = None


@contextmanager
def served(port: int = 0, live: bool = False) -> Iterator[str]:
    """A server of all positions, in a thread of its own; its address."""
    with tempfile.TemporaryDirectory() as folder:
        listening = listen("127.0.0.1", port)
        host = Frozen(Store(Path(folder)), 0, Random(1))
        host.errands.codes = Buckets(1.0, 10**6)
        lavish = Settings(tables_burst=10**6, misses_burst=10**6, requests_burst=10**6)
        app = Web(host, Files(live=live), 1000.0, 1000, lavish).app()
        server = uvicorn.Server(uvicorn.Config(app, ws="websockets-sansio", log_level="warning", lifespan="on",
                                               timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(5)


if __name__ == "__main__":
    with served(int(sys.argv[1]) if len(sys.argv) > 1 else 8124, live=True) as address:
        for known in POSITIONS:
            print(f"{address}/tables/{known}#{TOKEN}", flush=True)
        threading.Event().wait()
