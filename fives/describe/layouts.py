"""A layout in words: everything its picture shows. The text can be read back to the same tiles, joins, spinners, open
ends, counted ends, count and points (`tests/read_back.py` does so in every language)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, Protocol

from fives.describe import figures
from fives.layout import Counted, End, Join, Layout
from fives.refused import REASONS, Refused
from fives.rules import Rules
from fives.tiles import Tile
from fives.words import Words, msg

few = lru_cache(4096)  # there are no more joints and ends than that
PLACE_NAMES = {
    "low": msg("low end"),
    "high": msg("high end"),
    "line-a": msg("line A"),
    "line-b": msg("line B"),
    "branch-a": msg("branch A"),
    "branch-b": msg("branch B"),
}


class Choice(Protocol):
    """A play that a seat has; `view.Option` is one."""

    @property
    def tile(self) -> Tile: ...
    @property
    def onto(self) -> Tile | None: ...
    @property
    def count(self) -> int | None: ...
    @property
    def points(self) -> int: ...


class Row(NamedTuple):
    """One heading of the text of a layout and what stands under it."""

    title: str
    text: str


def place(words: Words, name: str) -> str:
    """A place of a tile: `low end`, `line A`."""
    return words.say(PLACE_NAMES[name])


def title(words: Words, layout: Layout) -> str:
    """The layout in short: `Layout of 14 tiles, count 22`."""
    if not layout.plays:
        return words.say("The layout is empty.")
    if layout.count is None:
        return words.many("Layout of {n} tile", "Layout of {n} tiles", len(layout.plays))
    return words.many("Layout of {n} tile, count {count}", "Layout of {n} tiles, count {count}", len(layout.plays),
                      count=layout.count)


def rows(words: Words, layout: Layout) -> tuple[Row, ...]:
    """The text of a layout by heading; without counted ends and count where the rules do not count."""
    none = words.say("none")
    found = [
        Row(words.say("Tiles in order of play"), words.listed([play.tile for play in layout.plays])),
        Row(words.say("Joined"), words.listed([joined(words, join) for join in layout.joins])),
        Row(words.say("Spinners"), words.listed(layout.spinners)),
        Row(words.say("Open ends"), words.listed([open_end(words, end) for end in layout.open])),
    ]
    if layout.rules.multiple:
        found.append(Row(words.say("Counted ends"), words.listed([counted(words, end) for end in layout.counted])))
        if layout.plays:
            found.append(Row(words.say("Count"), worth(words, layout)))
    return tuple(Row(heading, text or none) for heading, text in found)


def layout(words: Words, layout: Layout) -> str:
    """The layout as one text, each heading a sentence."""
    if not layout.plays:
        return words.say("The layout is empty.")
    return words.text(words.say("{title}: {text}.", title=title, text=text) for title, text in rows(words, layout))


@few
def joined(words: Words, join: Join) -> str:
    """A joint: `1-1 line A to 1-4 low end`."""
    return words.say("{tile} {place} to {onto} {onto_place}", tile=join.tile, place=place(words, join.place),
                     onto=join.onto, onto_place=place(words, join.onto_place))


@few
def open_end(words: Words, end: End) -> str:
    """An open end: `1-4 high end`."""
    return words.say("{tile} {place}", tile=end.tile, place=place(words, end.place))


@few
def counted(words: Words, end: Counted) -> str:
    """An end that counts, and what it adds: `1-2 high end = 2`, `4-4 both halves = 8`."""
    where = words.say("both halves") if end.tile.double else place(words, end.place)
    return words.say("{tile} {place} = {value}", tile=end.tile, place=where, value=end.value)


def worth(words: Words, layout: Layout) -> str:
    """The count and what it is worth: `2 + 8 = 10, 2 points`."""
    return words.say("{count}, {points}", count=figures.summed(figures.terms(layout)),
                     points=figures.points(words, layout.rules, layout.points))


def on(words: Words, onto: Tile | None) -> str:
    """Where a play goes: `on 4-5`, `as the lead`."""
    return words.say("as the lead") if onto is None else words.say("on {onto}", onto=onto)


def play(words: Words, tile: Tile, onto: Tile | None) -> str:
    """A play, as one may choose it: `3-5 on 4-5`, `1-4 as the lead`."""
    return _play(words, str(tile), None if onto is None else str(onto))


@few  # by texts: what is equal to one of the 28 tiles may have another
def _play(words: Words, tile: str, onto: str | None) -> str:
    if onto is None:
        return words.say("{tile} as the lead", tile=tile)
    return words.say("{tile} on {onto}", tile=tile, onto=onto)


def option(words: Words, rules: Rules, choice: Choice) -> str:
    """A play that may be chosen, with what it would give: `3-5 on 4-5: count 20, 4 points`."""
    chosen = play(words, choice.tile, choice.onto)
    if choice.count is None:
        return chosen
    return words.say("{play}: count {count}, {points}", play=chosen, count=choice.count,
                     points=figures.points(words, rules, choice.points))


def in_hand(words: Words, tile: Tile, places: int, lead: bool = False) -> str:
    """A tile of the hand and how many places it has: `3-5, 2 places`, `2-2, no place`, `3-5, may lead`."""
    if lead and places:
        return words.say("{tile}, may lead", tile=tile)
    return words.say("{tile}, {places}", tile=tile, places=figures.places(words, places))


def refused(words: Words, why: Refused) -> str:
    """Why a move is refused."""
    return words.say(REASONS[why.reason], **why.facts)


def no_place(words: Words, tile: Tile) -> str:
    """Why a tile of the hand cannot be played now."""
    return refused(words, Refused("no-place", tile=tile))
