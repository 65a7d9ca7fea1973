"""Every message between page and server, both ways, as types. `docs/protocol.md` tells them with examples.

What comes from outside is read strictly: unknown fields, wrong types and long texts are refused.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

Lang = Literal["en", "ko", "ja"]
Klass = Literal["tall", "square", "wide"]
LANGS: tuple[Lang, ...] = ("en", "ko", "ja")
LIMIT = 16 * 1024  # bytes of a frame
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Key = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
Name = Annotated[str, Meta(max_length=24)]


class _In(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", gc=False):
    """A message of the page."""


class Hello(_In, frozen=True, tag="hello"):
    """The first frame: who looks, what the page has already, and how it looks."""

    token: Token | None = None
    have: Number = 0
    lang: Lang = "en"
    view: Klass = "tall"


class Move(_In, frozen=True, tag="move"):
    """A move of the seat: `at` is the number of the last event it has, `key` its own id of this command."""

    at: Number
    key: Key
    move: Annotated[str, Meta(min_length=3, max_length=12)]


class Ready(_In, frozen=True, tag="ready"):
    """The next round now."""

    at: Number
    key: Key


class Rematch(_In, frozen=True, tag="rematch"):
    """Another match of the same seats."""

    at: Number
    key: Key


class Look(_In, frozen=True, tag="look"):
    """Another shape of the layout from now on."""

    view: Klass


class Language(_In, frozen=True, tag="language"):
    """Another language from now on."""

    lang: Lang


class Settled(_In, frozen=True, tag="settled"):
    """The page's motion has ended."""

    at: Number


class Ping(_In, frozen=True, tag="ping"):
    """Is anybody there; the same number comes back."""

    t: float


Incoming = Hello | Move | Ready | Rematch | Look | Language | Settled | Ping
Command = Move | Ready | Rematch


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is to be: POST /tables, as JSON or as the fields of a form."""

    rules: Annotated[str, Meta(max_length=200)] = "five-up"
    seats: Annotated[int, Meta(ge=2, le=4)] = 2
    bots: Annotated[str, Meta(max_length=20)] = "greedy"
    name: Name = ""
    lang: Lang = "en"
    pace: Annotated[int, Meta(ge=0, le=5000)] | None = None


class _Out(Struct, frozen=True, tag_field="type"):
    """A message to the page."""


class Done(_Out, frozen=True, tag="done"):
    """The command is stored."""

    key: str
    number: int


class Refusal(_Out, frozen=True, tag="refused"):
    """The command was not carried out, and why."""

    key: str
    reason: str
    text: str
    number: int


class Error(_Out, frozen=True, tag="error"):
    """A frame that is no message of this protocol, or may not be sent now."""

    reason: str
    text: str


class Pong(_Out, frozen=True, tag="pong"):
    """The answer to a ping."""

    t: float


class Happened(Struct, frozen=True, omit_defaults=True):
    """An event as the viewer may see it; what is hidden, or says nothing, is absent."""

    number: int
    what: str
    text: str
    seat: int | UnsetType = UNSET
    tile: str | UnsetType = UNSET
    onto: str | UnsetType = UNSET
    count: int | UnsetType = UNSET
    points: int | UnsetType = UNSET
    gain: str | UnsetType = UNSET


class RulesOf(Struct, frozen=True):
    """The rule set: its id, its text with what is varied, and how it is named."""

    id: str
    text: str
    name: str
    chip: str
    counts: bool
    unit: int


class SeatOf(Struct, frozen=True):
    """A seat as everybody sees it; `tiles` says in words how many it holds.

    `you`, `partner` and `next` are as the viewer sees them.
    """

    seat: int
    name: str
    letter: str
    team: int
    mark: str
    kind: str
    held: int
    tiles: str
    away: bool
    you: bool
    partner: bool
    next: bool
    leads: bool
    note: str


class TeamOf(Struct, frozen=True):
    """A team and its total: `total` and `extra` (halves beside the strokes) as people read them."""

    team: int
    mark: str
    names: str
    total: str
    of: str
    strokes: int | None
    extra: str
    label: str
    yours: bool


class Boneyard(Struct, frozen=True):
    """How many tiles lie in the boneyard."""

    tiles: int
    text: str


class OptionOf(Struct, frozen=True):
    """A play that a tile of the hand has, and what it would count and give."""

    move: str
    onto: str | None
    place: str | None
    count: int | None
    gain: str
    scores: bool
    terms: tuple[int, ...]
    sum: str
    text: str
    on: str
    order: int


class Held(Struct, frozen=True):
    """A tile of the viewer's hand, and why it has no place."""

    tile: str
    label: str
    plays: bool
    why: str | None
    options: list[OptionOf]


class Last(Struct, frozen=True):
    """The last tile played."""

    seat: int
    tile: str
    onto: str | None
    terms: tuple[int, ...]
    sum: str
    count: int | None
    gain: str
    scores: bool
    text: str


class Line(Struct, frozen=True):
    """A move of this round, for the list of the last ones."""

    number: int
    seat: int
    mark: str
    letter: str
    tile: str | None
    text: str
    gain: str


class SettledSeat(Struct, frozen=True):
    """What a seat had left, and what it pays or is worth."""

    seat: int
    name: str
    mark: str
    letter: str
    tiles: list[str]
    pips: int
    sum: str
    rounded: str
    points: str
    text: str


class SettledTeam(Struct, frozen=True):
    """A team before and after the settlement."""

    team: int
    mark: str
    names: str
    before: str
    change: str
    after: str
    label: str


class Next(Struct, frozen=True):
    """Who pressed ready, how many people have not, and the milliseconds until it goes on by itself."""

    ready: list[int]
    waiting: int
    ms: int | None


class Settlement(Struct, frozen=True):
    """The end of a round, line by line."""

    title: str
    rows: list[SettledSeat]
    teams: list[SettledTeam]
    text: str
    next: Next | None


class Result(Struct, frozen=True):
    """The end of the match."""

    team: int
    yours: bool
    title: str
    text: str
    totals: list[TeamOf]
    next: Next | None


class Clock(Struct, frozen=True):
    """How long a seat still has."""

    seat: int
    ms: int
    of: int


class State(_Out, frozen=True, tag="state"):
    """Everything that the viewer may know, and what is new since its last frame."""

    number: int
    lang: str
    table: str
    you: int | None
    team: int | None
    rules: RulesOf
    round: int
    need: str
    turn: int | None
    may: str
    seats: list[SeatOf]
    teams: list[TeamOf]
    boneyard: Boneyard
    hand: list[Held]
    last: Last | None
    says: str
    plays: list[Line]
    scene: msgspec.Raw | None
    twin: str
    settlement: Settlement | None
    result: Result | None
    clock: Clock | None
    pace: int
    events: list[Happened] = []
    words: dict[str, str] | None = None


Outgoing = Done | Refusal | Error | Pong | State
Answer = Done | Refusal | Error | Pong
_decoder = msgspec.json.Decoder(Incoming)
encode = msgspec.json.Encoder().encode


class BadFrame(ValueError):
    """A frame that is no message of this protocol; the text says where."""


def read(frame: str | bytes) -> Incoming:
    """The message of a frame. Raises `BadFrame`.

    >>> read('{"type":"ready","at":37,"key":"k2"}')
    Ready(at=37, key='k2')
    """
    if len(frame) > LIMIT:
        raise BadFrame(f"expected at most {LIMIT} bytes")
    try:
        return _decoder.decode(frame)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadFrame(str(error)) from error


def schema() -> dict[str, Any]:
    """The JSON Schema of every message: `in` from the page, `out` to it, their parts under `$defs`."""
    (incoming, outgoing, table), parts = msgspec.json.schema_components(
        [Incoming, Outgoing, NewTable], ref_template="#/$defs/{name}")
    return {"in": incoming, "out": outgoing, "table": table, "$defs": parts}
