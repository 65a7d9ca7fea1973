"""The rows of the store, as values: what is written together, and what is read of a table. Times are milliseconds."""

from __future__ import annotations

from typing import NamedTuple


class TableRow(NamedTuple):
    """A table: its rule set as text, seats, pace, and what else was agreed on, times in milliseconds.

    `version` counts the changes of its seats and of `host`; `stirred`: something that is no event happened then.
    """

    id: str
    rules: str
    seats: int
    pace: int
    created: int
    clock: int = 0
    bank: int = 0
    visibility: str = "link"
    level: str = "greedy"
    host: int | None = None
    version: int = 0
    stirred: int = 0


class SeatRow(NamedTuple):
    """A seat, see `seating.Seat`; `token` is a digest, `ready` the number of the table that ready was pressed at.

    `keys` are JSON.
    """

    table: str
    seat: int
    name: str
    kind: str
    level: str
    token: bytes | None = None
    ready: int = 0
    sits_in: bool = False
    late: int = 0
    bank: int = 0
    offered: bool = False
    comes: str = ""
    since: int = 0
    keys: str = "[]"


class MatchRow(NamedTuple):
    """A match of a table, and how many events came before it there."""

    id: str
    table: str
    ordinal: int
    base: int


class EventRow(NamedTuple):
    """A numbered event of a match, as JSON; seat and key of the command that brought it about, or who made the move."""

    match: str
    number: int
    event: str
    at: int
    seat: int | None = None
    key: str | None = None
    by: str | None = None


class TurnRow(NamedTuple):
    """The next deadline of a table, see `clock.Deadline`, and when it was set."""

    table: str
    number: int
    kind: str
    act_by: int
    set_at: int = 0


class Reseated(NamedTuple):
    """Seats that are others now, and the host; refused unless the table is at `version`."""

    version: int
    host: int | None
    seats: tuple[SeatRow, ...]


class Write(NamedTuple):
    """What is stored together or not at all. Refused as a whole when its first event is not the next one."""

    table: str
    create: tuple[TableRow, tuple[SeatRow, ...]] | None = None
    match: MatchRow | None = None
    events: tuple[EventRow, ...] = ()
    ready: tuple[int, int] | None = None  # seat, number
    reseated: Reseated | None = None
    gone: bool = False  # the table is deleted
    stirred: int = 0  # when something happens that is no event
    alive: int = 0  # of no table: the process lives at this time
    turn: TurnRow | None = None


class Record(NamedTuple):
    """All that is stored of a table, of its matches one; `before` are the events of the match before that."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    match: MatchRow
    events: tuple[EventRow, ...]
    turn: TurnRow | None
    before: tuple[EventRow, ...] = ()
