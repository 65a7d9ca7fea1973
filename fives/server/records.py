"""The rows of the store, as values: what is written together, and what is read of a table. Times are milliseconds."""

from __future__ import annotations

from typing import NamedTuple


class TableRow(NamedTuple):
    """A table: its rule set as text, seats, and pace in milliseconds."""

    id: str
    rules: str
    seats: int
    pace: int
    created: int


class SeatRow(NamedTuple):
    """A seat: kind is person, bot or open; `token` is a digest."""

    table: str
    seat: int
    name: str
    kind: str
    level: str
    token: bytes | None = None
    ready: int = 0


class MatchRow(NamedTuple):
    """A match of a table, and how many events came before it there."""

    id: str
    table: str
    ordinal: int
    base: int


class EventRow(NamedTuple):
    """A numbered event of a match, as JSON; seat and key of the command that brought it about."""

    match: str
    number: int
    event: str
    at: int
    seat: int | None = None
    key: str | None = None


class TurnRow(NamedTuple):
    """The next deadline of a table; see `clock.Deadline`."""

    table: str
    number: int
    kind: str
    act_by: int


class Write(NamedTuple):
    """What is stored together or not at all. Refused as a whole when its first event is not the next one."""

    table: str
    create: tuple[TableRow, tuple[SeatRow, ...]] | None = None
    match: MatchRow | None = None
    events: tuple[EventRow, ...] = ()
    ready: tuple[int, int] | None = None  # seat, number
    turn: TurnRow | None = None


class Record(NamedTuple):
    """All that is stored of a table, of its matches the last one."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    match: MatchRow
    events: tuple[EventRow, ...]
    turn: TurnRow | None
