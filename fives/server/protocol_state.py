"""The state that a viewer is sent, as types: everything that it may know, and what is new to it.

Texts are whole sentences in the viewer's language. Coordinates of the scene are cells, see `fives.scene`.
"""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from fives.server.protocol_ends import LeftOver as LeftOver
from fives.server.protocol_ends import Next as Next
from fives.server.protocol_ends import SettledSeat as SettledSeat
from fives.server.protocol_ends import SettledTeam as SettledTeam
from fives.server.protocol_ends import Settlement as Settlement

At = tuple[int, int, int]  # centre x, y; the way from the joined half to the far half: 0 up, 1 right, 2 down, 3 left


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
    by: str | UnsetType = UNSET  # clock: time ran out and the table played; bot: a bot held the seat


class RulesOf(Struct, frozen=True):
    """The rule set: its id, its text with what is varied, and how it is named."""

    id: str
    text: str
    name: str
    chip: str
    counts: bool
    unit: int


class SeatOf(Struct, frozen=True):
    """A seat as everybody sees it, `you`, `partner` and `next` as the viewer does; `tiles` says how many it holds."""

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
    level: str
    sits_in: bool  # a bot plays for the person
    offered: bool  # people may sit down here
    comes: str  # the name of who does, from the next round on
    says: str  # who sits there, in a sentence


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


class Result(Struct, frozen=True):
    """The end of the match."""

    team: int
    yours: bool
    title: str
    text: str
    totals: list[TeamOf]
    left: list[LeftOver]
    next: Next | None


class Clock(Struct, frozen=True):
    """How long the seat in turn still has, in milliseconds: `ms` of `of`, then its bank; `running`: it has begun.

    Until then it begins by itself in `starts` milliseconds, if the page of the seat does not say before that it may.
    """

    seat: int
    ms: int
    of: int
    bank: int
    running: bool
    starts: int


class Missed(Struct, frozen=True):
    """What was played for the viewer, and why."""

    text: str
    moves: list[str]


class Share(Struct, frozen=True):
    """Where the table is: no secret."""

    url: str


class ReactionOf(Struct, frozen=True):
    """A quick reaction that can be sent."""

    what: str
    text: str


class TileAt(Struct, frozen=True):
    """A tile as it lies: its centre; `turn` is quarter turns clockwise from upright with the low half above."""

    tile: str
    x: int
    y: int
    turn: int
    spinner: bool
    last: bool


class MarkAt(Struct, frozen=True):
    """An open end: what it adds to the count, or null where it adds nothing."""

    onto: str
    place: str
    x: float
    y: float
    value: int | None


class PlaceAt(Struct, frozen=True):
    """Where an ordinary tile and where a double would land; `onto` is null for the lead."""

    onto: str | None
    place: str | None
    tile: At | None
    double: At | None


class SceneOf(Struct, frozen=True):
    """The drawing of the layout; the box holds all that is in it."""

    view: str
    box: tuple[int, int, int, int]
    tiles: list[TileAt]
    links: list[tuple[float, float, float, float]]
    ends: list[MarkAt]
    places: list[PlaceAt]


class State(Struct, frozen=True, tag_field="type", tag="state"):
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
    scene: SceneOf | None
    twin: str
    settlement: Settlement | None
    result: Result | None
    clock: Clock | None
    pace: int
    stage: str
    host: int | None
    yours: bool
    coming: int | None
    open: int
    visibility: str
    missed: Missed | None
    differs: str
    agreed: str
    hints: bool  # whether there are hints for the viewer, in its turns
    share: Share
    reactions: list[ReactionOf]
    events: list[Happened] = []
    words: dict[str, str] | None = None
