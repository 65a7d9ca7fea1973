"""Tables for the tests: driven without sockets or clock, and as worlds that differ only in what a seat cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from fives import events as e
from fives.refused import Refused
from fives.server import keeping
from fives.server import protocol as p
from fives.server.frames import Public, common, state
from fives.server.keeping import match_of
from fives.server.lobby import new_table
from fives.server.records import MatchRow, Record, Write
from fives.server.steps import Step
from fives.server.table import Table
from fives.tiles import TextError, Tile

LONG = 10**9  # milliseconds: later than any deadline


def table_of(rules: str = "five-up", seats: int = 2, seed: int = 1, pace: int = 100, bots: bool = False) -> Table:
    """A started table; `bots`: nobody at it is a person."""
    table, _ = new_table(p.NewTable(rules=rules, seats=seats, bots="random", name="Mina"), "Guest", pace, Random(seed))
    if bots:
        table.seats = tuple(replace(seat, kind="bot", level="random") for seat in table.seats)
    table.take(table.start(0))
    return table


def tick(table: Table) -> Step:
    """Does what is due next, when it is due."""
    assert table.deadline is not None
    step = table.tick(table.deadline.by)
    assert step is not None
    table.take(step)
    return step


def until_turn(table: Table, seat: int = 0) -> None:
    """Goes on until this seat is to play."""
    while table.view(seat).may != "play":
        tick(table)


def play_first(table: Table, key: str, seat: int = 0, now: int = 0) -> Step:
    """The seat plays the first tile that it may."""
    option = table.view(seat).options[0]
    step = table.handle(seat, p.Move(table.number, key, str(option.play)), now)
    assert step.refused is None
    table.take(step)
    return step


def to_the_end_of_a_round(table: Table) -> None:
    """Plays until the next round waits for its people."""
    turn = 0
    while table.settled is None or table.match.need not in ("lot", "deal"):
        if table.deadline is None:
            turn += 1
            play_first(table, f"turn {turn} of {table.number}")
        else:
            tick(table)


def record(table: Table, writes: list[Write]) -> Record:
    """What a store would hold of a table after these writes."""
    seats = {seat.seat: keeping.seat_row(table.id, seat) for seat in table.seats}
    for write in writes:
        if write.ready:
            seats[write.ready[0]] = seats[write.ready[0]]._replace(ready=write.ready[1])
    match = MatchRow(match_of(table.id, table.ordinal), table.id, table.ordinal, table.base)
    return Record(keeping.table_row(table, 0), tuple(seats.values()), match,
                  tuple(row for write in writes for row in write.events if row.match == match.id), writes[-1].turn)


def frame(table: Table, seat: int | None, since: int, lang: p.Lang = "en") -> bytes:
    """The state that a seat is sent."""
    public = Public.of(table, {0}, 0)
    shared = common(table.view(None), public, lang)
    return p.encode(state(table.view(seat), public, lang, shared, None, table.since(seat, since), False))


def hidden_from(table: Table, seat: int | None) -> set[Tile]:
    """The tiles that a seat may not know now."""
    played = table.match.round
    if played is None:
        return set()
    open_hands = table.match.stage in ("shown", "between", "over")
    hands = [] if open_hands else [hand for other, hand in enumerate(played.hands) if other != seat]
    return {tile for tiles in (*hands, played.boneyard) for tile in tiles}


def other_worlds(table: Table, seat: int | None, chance: Random) -> Iterator[Table]:
    """Tables that look the same to a seat: tiles that it cannot see have changed places, all through the round."""
    hidden = sorted(hidden_from(table, seat))
    for _ in range(12):
        moved = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
        try:
            yield _moved(table, moved)
        except (Refused, TextError):
            continue  # there, somebody who drew or passed could have played


def _moved(table: Table, moved: dict[Tile, Tile]) -> Table:
    def there(tile: Tile) -> Tile:
        return moved.get(tile, tile)

    last_deal = max(index for index, event in enumerate(table.events) if isinstance(event, e.Dealt))
    events: list[e.Event] = []
    for index, event in enumerate(table.events):
        if index < last_deal:
            events.append(event)
        elif isinstance(event, e.Dealt):
            hands = tuple(tuple(sorted(map(there, hand))) for hand in event.hands)
            events.append(replace(event, hands=hands, boneyard=tuple(map(there, event.boneyard))))
        elif isinstance(event, e.Drew):
            events.append(replace(event, tile=there(event.tile)))
        else:
            events.append(event)
    match = e.fold(events)
    if match.need != table.match.need:
        raise TextError("here the round has ended")
    return replace(table, match=match, events=events, views={}, answers={})

