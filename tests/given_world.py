"""Tables that stand in a given position: deals and moves that are written down, and real servers that take them up."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from fives import RULE_SETS
from fives import events as e
from fives.match import Match
from fives.rounds import parse_move
from fives.rules import Rules
from fives.server import lobby
from fives.server.clock import GRACE
from fives.server.room import now_ms
from fives.server.seating import Seat
from fives.server.steps import Step, Ways
from fives.server.store import Store
from fives.server.table import Table
from fives.tiles import TILES, Tile, parse_tile
from server_client import Page, Server

EVERYWHERE = [(rules, seats) for rules in RULE_SETS for seats in (2, 3, 4)]
COUNTING = [(rules, seats) for rules, seats in EVERYWHERE if RULE_SETS[rules].multiple]
DRAWING = [(rules, seats) for rules, seats in EVERYWHERE if RULE_SETS[rules].draws]
NAMES = ("Aoi", "Ben", "Chae", "Dan")


class Given(NamedTuple):
    """A table, and the step that brings it into its position."""

    table: Table
    step: Step

    def taken(self) -> Table:
        """The table in its position."""
        self.table.take(self.step)
        return self.table


def tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of a text."""
    return tuple(parse_tile(word) for word in text.split())


def happened(rules: Rules, hands: Sequence[Iterable[Tile]], boneyard: Iterable[Tile], leader: int,
             moves: str = "") -> list[e.Event]:
    """The events of a first round: this leader, these hands; the boneyard begins so; these moves in turn order."""
    hands = [tuple(sorted(hand)) for hand in hands]
    known = [tile for hand in hands for tile in hand] + list(boneyard)
    known += [tile for tile in TILES if tile not in known]
    dealt = known[sum(map(len, hands)):]
    found: list[e.Event] = [e.start(rules, len(hands))]
    match: Match = e.fold(found)
    if match.need == "lot":
        drawn = iter(TILES)
        go = tuple((seat, TILES[-1] if seat == leader else next(drawn)) for seat in range(len(hands)))
        found.append(e.Lot(2, (go,), leader))
    found.append(e.Dealt(len(found) + 1, leader, tuple(hands), tuple(dealt)))
    match = e.fold(found)
    for move in moves.split():
        assert match.round is not None
        made = e.act(match, match.round.turn, parse_move(move))
        for event in made:
            match = e.apply(match, event)
        found += made
    return found


def small(rules: str, hands: Sequence[str], moves: str = "", boneyard: str = "", leader: int | None = None,
          **fields: object) -> tuple[Rules, list[e.Event]]:
    """A rule set with hands so small as these, and what happened; the last seat leads, unless it is said."""
    size = len(hands[0].split())
    varied = RULE_SETS[rules].vary(deal=(size,) * 3, first_leader="lot", **fields)
    leader = len(hands) - 1 if leader is None else leader
    return varied, happened(varied, [tiles(hand) for hand in hands], tiles(boneyard), leader, moves)


def given(name: str, rules: Rules, events: Sequence[e.Event], *, bots: Iterable[int] = (), clock: int = 0,
          bank: int = 0, pace: int = 0, left: int | None = None) -> Given:
    """A table where this happened. People sit at all seats but those of bots; `seat-1` opens seat 1 and so on.

    `clock` and `bank` are milliseconds, so turns can be shorter than people may wish them; `left` of the turn that is
    running.
    """
    match = e.fold(events)
    seats = [Seat(seat, NAMES[seat], "bot", "greedy") if seat in bots
             else Seat(seat, NAMES[seat], "person", "", lobby.digest(f"seat-{seat}"), bank=bank)
             for seat in range(match.seats)]
    table = Table.new(name, rules, seats, pace, Random(1), Ways(clock, bank))
    due = table.due(match, events[-1], now_ms())
    if left is not None and due is not None:
        due = due._replace(by=now_ms() + left + bank + GRACE)
    return Given(table, Step(number=match.number, events=tuple(events), match=match, deadline=due))


def dealt(rules: str, seats: int, seed: int = 1) -> tuple[Rules, list[e.Event]]:
    """A rule set as it is, and a first round that has been dealt."""
    chance = Random(f"{rules} {seats} {seed}")
    found: list[e.Event] = [e.start(RULE_SETS[rules], seats)]
    while (match := e.fold(found)).need != "move":
        made = chance.sample(TILES, len(TILES))
        found.append(e.lot(match, made) if match.need == "lot" else e.deal(match, made))
    return RULE_SETS[rules], found


def played(rules: str, seats: int, moves: int, seed: int = 1) -> tuple[Rules, list[e.Event]]:
    """The same after so many moves by chance, draws and passes too, if the round is as long."""
    found, chance = dealt(rules, seats, seed)[1], Random(seed)
    match = e.fold(found)
    for _ in range(moves):
        assert match.round is not None
        move = chance.choice(match.round.legal) if match.round.may == "play" else match.round.may
        made = e.act(match, match.round.turn, move)  # type: ignore[arg-type]
        if len(made) > 1:
            break
        match = e.apply(match, made[0])
        found.append(made[0])
    return RULE_SETS[rules], found


def store(folder: Path, tables: Iterable[Given]) -> None:
    """Stores tables as a server would have."""
    async def put() -> None:
        for table, step in tables:
            now = now_ms()
            assert await kept.append(table.write(step, now)._replace(create=lobby.rows(table, now)))
    kept = Store(folder)
    try:
        with ThreadPoolExecutor(1) as thread:  # in this one, a browser may keep a loop running
            thread.submit(lambda: asyncio.run(put())).result()
    finally:
        kept.close()


def served(folder: Path, tables: Iterable[Given], **options: Any) -> Server:
    """A server that takes these tables up."""
    store(folder, tables)
    return Server(folder, **{"sockets": 1000, **options})


def seated(server: Server, name: str, seats: Iterable[int], **hello: Any) -> list[Page]:
    """The pages of seats of a given table, in their order."""
    return [server.page({"table": name}, token=f"seat-{seat}", **hello) for seat in seats]
