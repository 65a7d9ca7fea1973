"""What the tests of descriptions share: names, people, layouts and matches of chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from fives import RULE_SETS, TILES, Layout, Match, Rules, Tile, lay_out, parse_play
from fives import describe as d
from fives import events as e
from fives.tiles import parse_tile
from fives.view import cut
from fives.words import LANGUAGES, words_in

ALL = [pytest.param(lang, rules, id=f"{rules.id}-{lang}") for rules in RULE_SETS.values() for lang in LANGUAGES]
NAMES = {
    "en": ("Aoi", "Minjun", "Oak", "Ken"),
    "ko": ("아오이", "민준", "참나무", "하늘"),
    "ja": ("葵", "民俊", "樫", "健"),
}
FIVE_UP, ALL_FIVES = RULE_SETS["five-up"], RULE_SETS["all-fives"]
CC_FIVES, CC_DRAW, CC_BLOCK = (RULE_SETS[f"dominos-cc-{name}"] for name in ("all-fives", "draw", "block"))


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(parse_tile, text.split()))


def laid(rules: Rules, text: str) -> Layout:
    return lay_out(rules, map(parse_play, text.split()))


def people(rules: Rules, seats: int = 4, you: int | None = None, lang: str = "en") -> d.People:
    return d.People(rules, NAMES[lang][:seats], you)


def grown(rng: Random, rules: Rules) -> Iterator[Layout]:
    """A layout from nothing until no tile of the set fits; doubles are liked, so that there are branches."""
    layout, rest = Layout(rules), list(TILES)
    yield layout
    while True:
        plays = [play for tile in rng.sample(rest, min(len(rest), 8)) for play in layout.plays_of(tile)]
        if not plays:
            return
        play = rng.choices(plays, [3 if play.tile.double else 1 for play in plays])[0]
        rest.remove(play.tile)
        layout = layout.play(play)
        yield layout


def happenings(rules: Rules, seats: int, seed: int, rounds: int = 4) -> Iterator[tuple[Match, e.Event]]:
    """Some rounds of a match of chance: each event, and the match after it."""
    rng = Random(seed)
    match: Match | None = None
    while match is None or (match.need != "over" and match.rounds <= rounds):
        shuffled = rng.sample(TILES, 28)
        if match is None:
            events: tuple[e.Event, ...] = (e.start(rules, seats),)
        elif match.need in ("lot", "deal"):
            events = ((e.lot if match.need == "lot" else e.deal)(match, shuffled),)
        else:
            assert match.round is not None
            played = match.round
            move = rng.choice(played.legal) if played.may == "play" else played.may
            events = e.act(match, played.turn, move)  # type: ignore[arg-type]
        for event in events:
            match = e.apply(match, event)
            yield match, event


@dataclass
class Told:
    """An event, a viewer, the sentence."""

    event: e.Event
    you: int | None
    text: str


def told(lang: str, rules: Rules, seats: int, seed: int) -> Iterator[Told]:
    """Some rounds of a match, as every seat and a spectator are told of them."""
    words = words_in(lang)
    for match, event in happenings(rules, seats, seed):
        for you in (*range(seats), None):
            yield Told(event, you, d.event(words, people(rules, seats, you, lang), match, cut(event, you)))
