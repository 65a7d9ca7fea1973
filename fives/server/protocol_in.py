"""Every message of the page, and what a new table may be, as types. Read strictly: unknown fields, wrong types and long
texts are refused."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

Lang = Literal["en", "ko", "ja"]
Klass = Literal["tall", "square", "wide", "bare"]  # bare: no drawing and no words, for programs
What = Literal["nice", "thanks", "oops", "hello", "wait", "good-game"]
LANGS: tuple[Lang, ...] = ("en", "ko", "ja")
LIMIT = 16 * 1024  # bytes of a frame
TARGETS = (1, 2000)  # the least and the most that a host may vary a target to, in points as they are shown
Clock = Literal[0, 15, 30, 60]  # seconds of a turn
Bank = Literal[0, 30, 60, 120]  # seconds of a match beside
CLOCKS: tuple[int, ...] = get_args(Clock)
BANKS: tuple[int, ...] = get_args(Bank)
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Key = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
Name = Annotated[str, Meta(max_length=24)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Level = Annotated[str, Meta(max_length=20)]
Place = Annotated[str, Meta(max_length=30, pattern="^(open|bot:.+)$")]


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


class Sit(_In, frozen=True, tag="sit"):
    """Who watches takes an open seat."""

    key: Key
    seat: SeatNumber
    name: Name = ""


class Rename(_In, frozen=True, tag="name"):
    """Another name."""

    key: Key
    name: Name


class Leave(_In, frozen=True, tag="leave"):
    """The person stands up."""

    key: Key


class Back(_In, frozen=True, tag="back"):
    """The person takes the seat back from the bot that held it."""

    key: Key


class Fill(_In, frozen=True, tag="fill"):
    """The host puts a bot into an open seat, or changes a bot's level."""

    key: Key
    seat: SeatNumber
    level: Level = ""


class Free(_In, frozen=True, tag="free"):
    """The host gives the seat of a bot, or of somebody who has gone, to people."""

    key: Key
    seat: SeatNumber


class Begin(_In, frozen=True, tag="begin"):
    """The host begins: bots take the seats that are open."""

    key: Key


class React(_In, frozen=True, tag="react"):
    """A quick reaction out of the fixed set."""

    key: Key
    what: What


class Link(_In, frozen=True, tag="link"):
    """The links of the table and of the own seat, with their QR codes."""

    key: Key


class Hint(_In, frozen=True, tag="hint"):
    """What to play and why, at a table against bots only; `at` as for a move."""

    at: Number
    key: Key


class Delete(_In, frozen=True, tag="delete"):
    """The host ends and deletes the table."""

    key: Key


class Export(_In, frozen=True, tag="export"):
    """The record of the match: of its finished rounds."""

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


Turned = Move | Ready | Rematch  # what is said of a turn: `at` must be the number that the table is at
Seated = Sit | Rename | Leave | Back | Fill | Free | Begin  # what changes who sits where
Command = Turned | Seated
Incoming = Hello | Command | React | Link | Hint | Delete | Export | Look | Language | Settled | Ping


class Vary(Struct, frozen=True, forbid_unknown_fields=True):
    """What a host may vary of a rule set; `target` in points as they are shown. `partners`: see `pairs_may_vary`."""

    target: Annotated[int, Meta(ge=TARGETS[0], le=TARGETS[1])] | None = None
    first_leader: Literal["lot", "highest"] | None = None
    partners: bool | None = None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is to be: POST /tables, as JSON or as the fields of a form."""

    rules: Annotated[str, Meta(max_length=200)] = "five-up"
    seats: Annotated[int, Meta(ge=2, le=4)] = 2
    bots: Level = "greedy"
    name: Name = ""
    lang: Lang = "en"
    pace: Annotated[int, Meta(ge=0, le=5000)] | None = None
    places: Annotated[list[Place], Meta(max_length=3)] = []
    visibility: Literal["link", "lobby"] = "link"
    clock: Clock | None = None
    bank: Bank = 0
    vary: Vary = Vary()
