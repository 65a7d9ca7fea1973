"""Small sentences and figures that come again and again at all tables, kept: the same arguments are the same text.

They are kept by the few facts that they tell. A language goes by its name and a seat by how it is told, so that all who
hear the same of a seat share what is kept, at whichever table they are.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from fives import describe
from fives.describe import settle
from fives.describe.people import People
from fives.events import Played, Settled, Shown
from fives.layout import Play
from fives.rounds import Points
from fives.rules import Rules
from fives.server import protocol_state as p
from fives.tiles import Tile
from fives.words import Words, words_in

many = lru_cache(8192)
few = lru_cache(1024)
encode = msgspec.json.Encoder().encode
MARKS = ("round", "square", "hexagon", "diamond")


@few
def tiles(lang: str, n: int) -> str:
    """How many tiles."""
    return describe.tiles(words_in(lang), n)


@few
def gain(rules: Rules, raw: int) -> str:
    """What a play gives; empty where the rules do not count."""
    return describe.gain(rules, raw) if rules.multiple else ""


@many
def summed(terms: tuple[int, ...]) -> str:
    """A count with its terms."""
    return describe.summed(terms)


@many
def short(lang: str, rules: Rules, tile: Tile, onto: Tile | None, count: int | None,
          points: int) -> tuple[str, str, str]:
    """A play for the list of plays: its tile, the rest, and what it gave."""
    return (str(tile), describe.short(words_in(lang), Played(0, 0, tile, onto, count, points)), gain(rules, points))


def played(words: Words, people: People, event: Played, terms: tuple[int, ...] | None) -> tuple[str, str]:
    """A play in a sentence, and what it gave; as the news and as the last play it is the same."""
    name = None if event.seat == people.you else people.names[event.seat]
    return _played(words.lang, people.rules, name, event.tile, event.onto, event.count, event.points, terms)


@few
def _played(lang: str, rules: Rules, name: str | None, tile: Tile, onto: Tile | None, count: int | None, points: int,
            terms: tuple[int, ...] | None) -> tuple[str, str]:
    event = Played(0, 0, tile, onto, count, points)
    return describe.played(words_in(lang), _alone(rules, name), event, terms), gain(rules, points)


def _alone(rules: Rules, name: str | None) -> People:
    """The people of a sentence that has one seat in it, as seat 0; no name: the viewer's own."""
    return People(rules, ("",), 0) if name is None else People(rules, (name,))


@few
def way(lang: str, tile: Tile, onto: Tile | None) -> tuple[str, str | None, str]:
    """A play that may be chosen: the move, the tile that it joins, and where it goes in words."""
    return str(Play(tile, onto)), str(onto) if onto else None, describe.on(words_in(lang), onto)


@few
def in_hand(lang: str, tile: Tile, places: int, lead: bool) -> str:
    """A tile of the hand."""
    return describe.in_hand(words_in(lang), tile, places, lead)


@few
def idle(lang: str, tile: Tile) -> msgspec.Raw:
    """A tile of the hand that has no place in a turn of its round, encoded."""
    words = words_in(lang)
    told = p.Held(str(tile), describe.in_hand(words, tile, 0), False, describe.no_place(words, tile), [])
    return msgspec.Raw(encode(told))


def team(words: Words, people: People, number: int, raw: Points) -> msgspec.Raw:
    """A team and its total, encoded: a `TeamOf`."""
    return _team(words.lang, people.rules, people.names, people.you, number, raw)


@many
def _team(lang: str, rules: Rules, names: tuple[str, ...], you: int | None, number: int, raw: Points) -> msgspec.Raw:
    words, people = words_in(lang), People(rules, names, you)
    strokes, extra = describe.strokes(rules, raw)
    return msgspec.Raw(encode(p.TeamOf(
        team=number, mark=MARKS[number], names=people.listed(words, number), total=describe.score(rules, raw),
        of=describe.of(words, people), strokes=strokes, extra=extra, label=describe.total(words, people, number, raw),
        yours=you is not None and people.team_of(you) == number)))


@lru_cache(64)
def account(words: Words, people: People, shown: Shown, settled: Settled, number: int) -> settle.Account:
    """The settlement of a round: it is told as news and, until the next one, as what the table shows."""
    return settle.account(words, people, shown.hands, shown.out, settled.gainers, settled.points, settled.totals,
                          number)


def turn(words: Words, people: People, seat: int, may: str, lead: bool, must: Tile | None) -> str:
    """Whose turn it is."""
    return _turn(words.lang, people.rules, None if seat == people.you else people.names[seat], may, lead, must)


@few
def _turn(lang: str, rules: Rules, name: str | None, may: str, lead: bool, must: Tile | None) -> str:
    return describe.turn(words_in(lang), _alone(rules, name), 0, may, lead, must)
