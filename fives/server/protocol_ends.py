"""The end of a round as it is sent: what was left in each hand, what each team made of the round, what comes next."""

from __future__ import annotations

from msgspec import Struct


class SettledSeat(Struct, frozen=True):
    """What a seat had left, and what it pays or is worth."""

    seat: int
    name: str
    mark: str
    letter: str
    tiles: list[str]
    listed: str  # the tiles in a row, as they are read
    pips: int
    sum: str
    rounded: str
    points: str
    text: str


class SettledTeam(Struct, frozen=True):
    """A team in a round: its total before it, what its plays made ('' where the rules do not count), what the hands
    gave or cost, its total now, what is missing to the target ('' where nothing is)."""

    team: int
    mark: str
    names: str
    before: str
    plays: str
    change: str
    after: str
    to_go: str
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


class LeftOver(Struct, frozen=True):
    """What a seat still held when the match ended within a round."""

    seat: int
    name: str
    tiles: list[str]
    listed: str
