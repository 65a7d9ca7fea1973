"""Every message between page and server, both ways, as types; the state has a file of its own.

`docs/protocol.md` tells them with examples.
What comes from outside is read strictly: unknown fields, wrong types and long texts are refused.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from fives.server.protocol_state import State

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
