"""One table: who sits there, its match so far, and what a message or the clock brings about. No sockets, no clock.

`handle` and `tick` change nothing: they say what would happen, as a `Step`. It is true once it is stored; then `take`
makes it so. Chance is handed in. On the wire the events of all matches of a table are numbered through: `base` events
came before the match being played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

import msgspec

from fives import events as e
from fives.bots import bot
from fives.event_json import event_from_json, event_to_json
from fives.match import Match
from fives.refused import Refused
from fives.rounds import parse_move
from fives.rules import Rules, parse_rules
from fives.server import protocol as p
from fives.server.clock import Deadline, due_after
from fives.server.records import EventRow, MatchRow, Record, TurnRow, Write
from fives.tiles import TILES, TextError, Tile
from fives.view import Hidden, View, cut, view

REMEMBERED = 200  # answers kept for commands that come again
BEHIND = 60  # events told at most to a page that was away


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: kind is person, bot or open; `token` is the digest of the person's token."""

    seat: int
    name: str
    kind: str
    level: str
    token: bytes | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What a command or the clock brings about: the events to store, the match after them, the deadline after them.

    `refused` is a refusal of the rules, or a reason of the table itself. A step of no events and no `ready` stores
    nothing. `again`: it was answered before. `fresh`: a new match begins.
    """

    seat: int | None = None
    key: str | None = None
    number: int = 0
    events: tuple[e.Event, ...] = ()
    match: Match | None = None
    ready: tuple[int, int] | None = None
    deadline: Deadline | None = None
    refused: Refused | None = None
    again: bool = False
    fresh: bool = False

    @property
    def stores(self) -> bool:
        """Whether there is anything to store."""
        return bool(self.events) or self.ready is not None


@dataclass
class Table:
    """The table as it stands. Times are milliseconds."""

    id: str
    rules: Rules
    seats: tuple[Seat, ...]
    pace: int
    chance: Random
    match: Match
    match_id: str
    ordinal: int = 1
    base: int = 0
    events: list[e.Event] = field(default_factory=list)
    ready: dict[int, int] = field(default_factory=dict)
    deadline: Deadline | None = None
    dealt: int = 0  # number in the match of the last deal
    shown: e.Shown | None = None  # both: until the next round begins
    settled: e.Settled | None = None
    answers: dict[tuple[int, str], Step] = field(default_factory=dict)
    views: dict[int | None, View] = field(default_factory=dict)

    @classmethod
    def new(cls, name: str, rules: Rules, seats: Sequence[Seat], pace: int, chance: Random) -> Table:
        """A table before its first event."""
        return cls(name, rules, tuple(seats), pace, chance, Match.new(rules, len(seats)), match_of(name, 1))

    @classmethod
    def rebuilt(cls, record: Record, chance: Random, now: int) -> Table:
        """The table that is stored, folded from its events. Raises `TextError` or `Refused` when they make no match."""
        rules = parse_rules(record.table.rules)
        seats = [Seat(row.seat, row.name, row.kind, row.level, row.token) for row in record.seats]
        table = cls.new(record.table.id, rules, seats, record.table.pace, chance)
        table.match_id, table.ordinal, table.base = record.match.id, record.match.ordinal, record.match.base
        table.ready = {row.seat: row.ready for row in record.seats if row.ready}
        match: Match | None = None
        for row in record.events:
            event = event_from_json(msgspec.json.decode(row.event))
            match = e.apply(match, event)
            table._note(event)
            if row.seat is not None and row.key is not None:
                table._remember(Step(row.seat, row.key, table.base + event.number))
        if match is None:
            raise TextError(f"table {table.id}: no event is stored")
        table.match = match
        turn = record.turn
        if turn is not None and turn.number == match.number:
            table.deadline = Deadline(turn.kind, turn.number, turn.act_by)
        else:
            table.deadline = table._due(match, table.events[-1], now)
        return table

    @property
    def number(self) -> int:
        """The number of the last event, counted through all matches of the table."""
        return self.base + self.match.number

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat.seat for seat in self.seats if seat.kind == "person"]

    @property
    def pressed(self) -> list[int]:
        """The people who are ready for what comes after the last event."""
        return [seat for seat in self.people if self.ready.get(seat) == self.number]

    def view(self, seat: int | None) -> View:
        """What a seat may know now; None is a spectator."""
        if seat not in self.views:
            self.views[seat] = view(self.match, seat)
        return self.views[seat]

    def since(self, seat: int | None, number: int) -> list[e.Event | Hidden]:
        """The events after this number, as the seat may see them: of this match, and the last ones if they are many."""
        first = max(number - self.base, len(self.events) - BEHIND, 0)
        return [cut(event, seat) for event in self.events[first:]]

    # what would happen

    def start(self, now: int) -> Step:
        """The first event of the match."""
        return self._step((e.start(self.rules, len(self.seats)),), None, now)

    def handle(self, seat: int | None, message: p.Command, now: int) -> Step:
        """What a command of a seat brings about. Raises `TextError` for a move that is no text of one."""
        if seat is None:
            return Step(key=message.key, number=self.number, refused=Refused("watching"))
        before = self.answers.get((seat, message.key))
        if before is not None:
            return replace(before, again=True)
        step = Step(seat, message.key, self.number)
        if isinstance(message, p.Ready | p.Rematch) and message.at and self.ready.get(seat) == message.at:
            return replace(step, number=message.at, again=True)
        if message.at != self.number:
            return replace(step, refused=Refused("old"))
        try:
            if isinstance(message, p.Move):
                return self._step(e.act(self.match, seat, parse_move(message.move)), self.match, now, step)
            return self._pressed(seat, isinstance(message, p.Rematch), step, now)
        except Refused as refused:
            return replace(step, refused=refused)

    def tick(self, now: int) -> Step | None:
        """What is due by now; None when nothing is."""
        due = self.deadline
        if due is None or due.by > now or due.number != self.match.number:
            return None
        if due.kind in ("bot", "forced"):
            seat = self.view(None).turn
            assert seat is not None
            seen = self.view(seat)
            move = bot(self.seats[seat].level or "random").choose(seen, self.chance)
            return self._step(e.act(self.match, seat, move), self.match, now)
        return self._step((self._dealing(),), self.match, now)

    def _pressed(self, seat: int, rematch: bool, step: Step, now: int) -> Step:
        """A person is ready: for the next round, or another match of the same seats."""
        over = self.match.need == "over"
        if rematch != over or (not over and self.settled is None):
            raise Refused("match-over" if over else "not-over" if rematch else "not-between")
        step = replace(step, ready=(seat, self.number), deadline=self.deadline)
        if set(self.pressed) | {seat} != set(self.people):
            return step
        if over:
            return self._step((e.start(self.rules, len(self.seats)),), None, now, replace(step, fresh=True))
        return self._step((self._dealing(),), self.match, now, step)

    def _dealing(self) -> e.Lot | e.Dealt:
        tiles: list[Tile] = self.chance.sample(TILES, len(TILES))
        return e.lot(self.match, tiles) if self.match.need == "lot" else e.deal(self.match, tiles)

    def _step(self, events: tuple[e.Event, ...], match: Match | None, now: int, step: Step | None = None) -> Step:
        for event in events:
            match = e.apply(match, event)
        assert match is not None
        step = step or Step()
        base = self.number if step.fresh else self.base
        return replace(step, number=base + match.number, events=events, match=match,
                       deadline=self._due(match, events[-1], now))

    def _due(self, match: Match, last: e.Event, now: int) -> Deadline | None:
        return due_after(match, last, [seat.kind for seat in self.seats], self.pace, now)

    # what is stored and true

    def write(self, step: Step, now: int) -> Write:
        """What is to be stored for a step."""
        fresh = MatchRow(match_of(self.id, self.ordinal + 1), self.id, self.ordinal + 1, self.number)
        match = fresh if step.fresh else MatchRow(self.match_id, self.id, self.ordinal, self.base)
        rows = tuple(EventRow(match.id, event.number, msgspec.json.encode(event_to_json(event)).decode(), now,
                              None if index else step.seat, None if index else step.key)
                     for index, event in enumerate(step.events))
        first, due = bool(step.events) and step.events[0].number == 1, step.deadline
        return Write(self.id, match=match if first else None, events=rows, ready=step.ready,
                     turn=TurnRow(self.id, due.number, due.kind, due.by) if due else None)

    def take(self, step: Step) -> None:
        """Makes a stored step true."""
        if step.fresh:
            self.ordinal, self.base = self.ordinal + 1, self.number
            self.match_id = match_of(self.id, self.ordinal)
            self.events.clear()
        if step.ready:
            self.ready[step.ready[0]] = step.ready[1]
        for event in step.events:
            self._note(event)
        if step.match is not None:
            self.match = step.match
        self.deadline = step.deadline
        self.views.clear()
        self._remember(step)

    def answered(self, step: Step) -> None:
        """Keeps the answer to a command that stored nothing."""
        self._remember(step)

    def _remember(self, step: Step) -> None:
        if step.seat is None or step.key is None or step.again:
            return
        self.answers[step.seat, step.key] = Step(step.seat, step.key, step.number, refused=step.refused)
        while len(self.answers) > REMEMBERED:
            del self.answers[next(iter(self.answers))]

    def _note(self, event: e.Event) -> None:
        self.events.append(event)
        if isinstance(event, e.Dealt):
            self.dealt = event.number
        if isinstance(event, e.Started | e.Lot | e.Dealt):
            self.shown = self.settled = None
        elif isinstance(event, e.Shown):
            self.shown = event
        elif isinstance(event, e.Settled):
            self.settled = event


def match_of(table: str, ordinal: int) -> str:
    """The name of a table's match, counted from 1."""
    return f"{table}-{ordinal}"
