"""What of a table is stored, and the table that is made again of what was stored. Values only; `store` has the disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from fives import events as e
from fives.bots import bot
from fives.event_json import event_from_json, event_to_json
from fives.match import Match
from fives.notation import record_of
from fives.notation import write as written
from fives.server.clock import Deadline
from fives.server.records import EventRow, MatchRow, Record, Reseated, SeatRow, TableRow, TurnRow, Write
from fives.server.seating import Keys, Seat
from fives.server.steps import Step, Ways
from fives.tiles import TextError, shown

if TYPE_CHECKING:
    from fives.server.table import Table

encode = msgspec.json.Encoder().encode
KINDS = ("person", "bot", "open", "lot", "deal", "forced", "round", "turn", "away")  # of seats and of deadlines


def match_of(table: str, ordinal: int) -> str:
    """The name of a table's match, counted from 1."""
    return f"{table}-{ordinal}"


def table_row(table: Table, now: int) -> TableRow:
    """A new table as it is stored."""
    ways = table.ways
    return TableRow(table.id, str(table.rules), len(table.seats), table.pace, now, ways.clock, ways.bank,
                    ways.visibility, ways.level, table.host, table.version)


def seat_row(table: str, seat: Seat, ready: int = 0) -> SeatRow:
    """A seat as it is stored."""
    return SeatRow(table, seat.seat, seat.name, seat.kind, seat.level, seat.token, ready, seat.sits_in, seat.late,
                   seat.bank, seat.offered, seat.comes, seat.since, msgspec.json.encode(seat.keys).decode())


def seats_of(record: Record) -> list[Seat]:
    """The seats of a stored table. Raises `TextError` for keys that are none."""
    return [Seat(row.seat, row.name, row.kind, row.level, row.token, bool(row.sits_in), row.late, row.bank,
                 bool(row.offered), row.comes, row.since, _keys(row)) for row in record.seats]


def _keys(row: SeatRow) -> Keys:
    try:
        return msgspec.json.decode(row.keys, type=Keys)
    except (msgspec.DecodeError, TypeError) as error:
        raise TextError(f"keys of seat {row.seat}: {error}") from error


def ways_of(row: TableRow) -> Ways:
    """What a stored table agreed on."""
    return Ways(row.clock, row.bank, row.visibility, row.level)


def check(record: Record) -> None:
    """Sees that the rows are of the kinds that were written, and fit each other. Raises `TextError`."""
    row, turn = record.table, record.turn
    for each in (row, *record.seats, record.match, *record.events, *([turn] if turn else [])):
        try:
            msgspec.convert(tuple(each), type(each), builtin_types=(bytes,))
        except msgspec.ValidationError as error:
            raise TextError(f"{type(each).__name__}: {error}") from error
    among = range(row.seats)
    if [seat.seat for seat in record.seats] != list(among):
        raise TextError(f"seats: expected those from 0 to {row.seats - 1}")
    if min(row.pace, row.clock, row.bank, record.match.base, *(seat.bank for seat in record.seats)) < 0:
        raise TextError("expected no number below 0")
    for name, seat in [("host", row.host), *(("seat", event.seat) for event in record.events)]:
        if seat is not None and seat not in among:
            raise TextError(f"{name}: expected one from 0 to {row.seats - 1}, got {seat}")
    for kind in [seat.kind for seat in record.seats] + ([turn.kind] if turn else []):
        if kind not in KINDS:
            raise TextError(f"kind: expected one of {', '.join(KINDS)}, got {shown(kind)}")
    for level in {row.level, *(seat.level for seat in record.seats if seat.level)}:
        bot(level)


def fill(table: Table, record: Record, now: int) -> None:
    """Brings a table to where it was. Raises `TextError` or `Refused` when the rows make no match."""
    check(record)
    table.match_id, table.ordinal, table.base = record.match.id, record.match.ordinal, record.match.base
    table.host, table.version = record.table.host, record.table.version
    table.ready = {row.seat: row.ready for row in record.seats if row.ready}
    match: Match | None = None
    answer: Step | None = None
    for row in record.events:
        event = event_from_json(msgspec.json.decode(row.event))
        match = e.apply(match, event)
        table.note(event, row.by)
        number = table.base + event.number
        if row.seat is not None and row.key is not None:
            answer = Step(row.seat, row.key, number)
        elif not isinstance(event, e.Shown | e.Settled | e.Won):
            answer = None
        if answer is not None and answer.number > table.seats[answer.seat or 0].since:
            answer = answer._replace(number=number)  # the end of a round belongs to the move that brought it about
            table.remember(answer)
    for seat in table.seats:
        for key, number in seat.keys:
            table.remember(Step(seat.seat, key, number))
    table.before = _ended(record)
    if match is None:
        raise TextError("no event is stored")
    if (match.rules, match.seats) != (table.rules, len(table.seats)):
        raise TextError("the events are of other rules or seats")
    table.match = match
    turn = record.turn
    if turn is not None and turn.number == match.number:
        table.expect(Deadline(turn.kind, turn.number, turn.act_by))
    else:
        table.expect(table.due(match, table.events[-1], now))


def _ended(record: Record) -> list[e.Event]:
    """The events of the match before; none when it cannot be read, since this one goes on without it."""
    try:
        events = [event_from_json(msgspec.json.decode(row.event)) for row in record.before]
        match = e.fold(events)
    except Exception:  # whatever it is: a row can hold anything
        return []
    return events if (match.need, match.seats) == ("over", record.table.seats) and (
        match.number <= record.match.base) else []


def write(table: Table, step: Step, now: int) -> Write:
    """What is to be stored for a step."""
    name, match, due = table.match_id, None, step.deadline
    if step.events and step.events[0].number == 1:
        match = MatchRow(name, table.id, table.ordinal, table.base)
        if step.fresh:
            name = match_of(table.id, table.ordinal + 1)
            match = MatchRow(name, table.id, table.ordinal + 1, table.number)
    rows: list[EventRow] = []
    seat, key = step.seat, step.key
    for event in step.events:
        text, by = encode(event_to_json(event)).decode(), step.by if isinstance(event, e.Played) else None
        rows.append(EventRow(name, event.number, text, now, seat, key, by))
        seat = key = None  # the command brought about the first one, and that one the others
    return Write(table.id, match=match, events=tuple(rows), ready=step.ready,
                 reseated=_reseated(table, step), stirred=0 if rows or not (step.company or step.ready) else now,
                 turn=TurnRow(table.id, due.number, due.kind, due.by, now) if due else None)


def _reseated(table: Table, step: Step) -> Reseated | None:
    if step.company is None:
        return None
    ready = table.ready | dict([step.ready] if step.ready else [])
    return Reseated(table.version, step.company.host, tuple(
        seat_row(table.id, seat, ready.get(seat.seat, 0) if seat.token == was.token else 0)
        for seat, was in zip(step.company.seats, table.seats, strict=True) if seat != was))


class Told(NamedTuple):
    """What a record tells: of a match that goes on only the rounds that are finished."""

    events: tuple[e.Event, ...]
    names: tuple[str, ...]
    date: str

    @classmethod
    def of(cls, table: Table, date: str = "") -> Told:
        """What the record of a table tells now."""
        events = table.events
        last = len(events)
        if table.match.need != "over":
            last = next((at for at in range(last, 0, -1) if isinstance(events[at - 1], e.Settled)), 1)
        return cls(tuple(events[:last]), tuple(seat.name for seat in table.seats), date)

    def text(self) -> str:
        """The record; long ones take a while."""
        return written(record_of(self.events, names=self.names, date=self.date))
