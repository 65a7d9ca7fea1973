"""Small sentences and figures that come again and again at all tables, kept: the same arguments are the same text."""

from __future__ import annotations

from functools import lru_cache

from fives import describe
from fives.describe.people import People
from fives.events import Played
from fives.rounds import Points
from fives.rules import Rules
from fives.tiles import Tile
from fives.view import Option
from fives.words import Words

many = lru_cache(8192)
few = lru_cache(1024)


@few
def tiles(words: Words, n: int) -> str:
    """How many tiles."""
    return describe.tiles(words, n)


@few
def gain(rules: Rules, raw: int) -> str:
    """What a play gives; empty where the rules do not count."""
    return describe.gain(rules, raw) if rules.multiple else ""


@many
def summed(terms: tuple[int, ...]) -> str:
    """A count with its terms."""
    return describe.summed(terms)


@many
def short(words: Words, event: Played) -> str:
    """A play for the list of plays."""
    return describe.short(words, event)


@few
def played(words: Words, people: People, event: Played, terms: tuple[int, ...] | None) -> str:
    """A play in a sentence; as the news and as the last play it is the same."""
    return describe.played(words, people, event, terms)


@few
def on(words: Words, onto: Tile | None) -> str:
    """Where a play goes."""
    return describe.on(words, onto)


@many
def option(words: Words, rules: Rules, choice: Option) -> str:
    """A play that may be chosen."""
    return describe.option(words, rules, choice)


@few
def in_hand(words: Words, tile: Tile, places: int, lead: bool) -> str:
    """A tile of the hand."""
    return describe.in_hand(words, tile, places, lead)


@few
def no_place(words: Words, tile: Tile) -> str:
    """Why a tile cannot be played."""
    return describe.no_place(words, tile)


@many
def team(words: Words, people: People, number: int, raw: Points) -> tuple[str, str, str, str, int | None, str]:
    """A team and its total: names, total, target, label, strokes and what is written beside them."""
    rules = people.rules
    return (people.listed(words, number), describe.score(rules, raw), describe.of(words, people),
            describe.total(words, people, number, raw), *describe.strokes(rules, raw))


@few
def turn(words: Words, people: People, seat: int, may: str, lead: bool, must: Tile | None) -> str:
    """Whose turn it is."""
    return describe.turn(words, people, seat, may, lead, must)
