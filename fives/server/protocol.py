"""Every message between page and server, both ways, as types: those of the page come from `protocol_in`, the state has
a file of its own. `docs/protocol.md` tells them with examples.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw, Struct

from fives.server.protocol_in import (
    LANGS as LANGS,
)
from fives.server.protocol_in import (
    LIMIT as LIMIT,
)
from fives.server.protocol_in import (
    Back as Back,
)
from fives.server.protocol_in import (
    Begin as Begin,
)
from fives.server.protocol_in import (
    Command as Command,
)
from fives.server.protocol_in import (
    Delete as Delete,
)
from fives.server.protocol_in import (
    Export as Export,
)
from fives.server.protocol_in import (
    Fill as Fill,
)
from fives.server.protocol_in import (
    Free as Free,
)
from fives.server.protocol_in import (
    Hello as Hello,
)
from fives.server.protocol_in import (
    Hint as Hint,
)
from fives.server.protocol_in import (
    Incoming as Incoming,
)
from fives.server.protocol_in import (
    Klass as Klass,
)
from fives.server.protocol_in import (
    Lang as Lang,
)
from fives.server.protocol_in import (
    Language as Language,
)
from fives.server.protocol_in import (
    Leave as Leave,
)
from fives.server.protocol_in import (
    Link as Link,
)
from fives.server.protocol_in import (
    Look as Look,
)
from fives.server.protocol_in import (
    Move as Move,
)
from fives.server.protocol_in import (
    NewTable as NewTable,
)
from fives.server.protocol_in import (
    Ping as Ping,
)
from fives.server.protocol_in import (
    React as React,
)
from fives.server.protocol_in import (
    Ready as Ready,
)
from fives.server.protocol_in import (
    Rematch as Rematch,
)
from fives.server.protocol_in import (
    Rename as Rename,
)
from fives.server.protocol_in import (
    Seated as Seated,
)
from fives.server.protocol_in import (
    Settled as Settled,
)
from fives.server.protocol_in import (
    Sit as Sit,
)
from fives.server.protocol_in import (
    Turned as Turned,
)
from fives.server.protocol_in import (
    Vary as Vary,
)
from fives.server.protocol_in import (
    What as What,
)
from fives.server.protocol_state import Clock as Clock
from fives.server.protocol_state import Next as Next
from fives.server.protocol_state import SceneOf as SceneOf
from fives.server.protocol_state import State as State


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


class Taken(_Out, frozen=True, tag="seated"):
    """The seat is taken: its token opens it from now on, on any device."""

    key: str
    seat: int
    token: str


class Reaction(_Out, frozen=True, tag="reaction"):
    """Somebody reacts."""

    seat: int
    what: str
    text: str


class Code(Struct, frozen=True):
    """A link and its QR code: path data of the dark squares, `size` squares wide and high with its quiet rim."""

    url: str
    qr: str
    size: int


class Links(_Out, frozen=True, tag="link"):
    """The link of the own seat (of the table, for who watches) with its QR code, and that of the table."""

    key: str
    url: str
    qr: str
    size: int
    share: Code


class Advice(_Out, frozen=True, tag="hint"):
    """A hint: what to play and why, while the table is at `number`."""

    key: str
    number: int
    move: str
    text: str


class RecordText(_Out, frozen=True, tag="record"):
    """The record of the match."""

    key: str
    text: str


class SceneFrame(_Out, frozen=True, tag="scene"):
    """The layout of the state with this number was folded anew: the same tiles, another drawing."""

    number: int
    view: str
    scene: SceneOf


class News(_Out, frozen=True, tag="news"):
    """What a page with the view `bare` is sent for a state: for programs, without words and drawing.

    `plays` are the legal plays of the viewer now, `events` as they are stored and as the viewer may see them.
    """

    number: int
    you: int | None
    need: str
    turn: int | None
    may: str
    hand: list[str]
    plays: list[str]
    events: list[Raw]


class ClockFrame(_Out, frozen=True, tag="clock"):
    """The clock of the turn has started: the page of the seat in turn was ready."""

    number: int
    clock: Clock


class NextFrame(_Out, frozen=True, tag="next"):
    """Somebody is ready for the next round, or for another match."""

    number: int
    next: Next


Heard = Reaction | ClockFrame | NextFrame
Answer = Done | Refusal | Error | Pong | Taken | Reaction | Links | Advice | RecordText
Outgoing = Answer | SceneFrame | ClockFrame | NextFrame | State | News
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
