"""What happens in a match, one sentence for each event: lots, deals, plays, draws, passes, hands shown."""

from __future__ import annotations

from collections.abc import Sequence

from fives.describe import figures, rule_sets
from fives.describe.people import Forms, People
from fives.events import Draws, Lot, Passed, Played, Shown, Started
from fives.match import best_of
from fives.tiles import Tile
from fives.words import Words, msg

PLAYS = Forms(msg("You play {tile} on {onto}."), msg("{name} plays {tile} on {onto}."))
PLAYS_COUNTED = Forms(msg("You play {tile} on {onto}: {count}, {points}."),
                      msg("{name} plays {tile} on {onto}: {count}, {points}."))
LEADS_WITH = Forms(msg("You lead {tile}."), msg("{name} leads {tile}."))
LEADS_COUNTED = Forms(msg("You lead {tile}: {count}, {points}."), msg("{name} leads {tile}: {count}, {points}."))
LEADS = Forms(msg("You lead."), msg("{name} leads."))
LEADS_HIGHEST = Forms(msg("You hold the tile that must lead."), msg("{name} holds the tile that must lead."))
PASSES = Forms(msg("You pass."), msg("{name} passes."))
DRAWS_TILES = Forms(msg("You draw {tiles}."), msg("{name} draws {tiles}."))
WENT_OUT = Forms(msg("You went out."), msg("{name} went out."))


def started(words: Words, people: People, event: Started) -> str:
    """The match begins: `A match begins: Five Up to 61, partners.`"""
    return words.say("A match begins: {game}.", game=rule_sets.chip(words, event.rules, event.seats))


def lot(words: Words, people: People, event: Lot) -> str:
    """A lot: who drew what in each go, who tied and drew again, who leads."""
    return words.text([*lot_goes(words, people, event.draws), people.says(words, event.leader, LEADS)])


def lot_goes(words: Words, people: People, draws: Draws) -> list[str]:
    """One sentence for each go of a lot."""
    said = []
    tied: list[int] = []
    for go in draws:
        drawn = words.listed(words.say("{name} {tile}", name=people.name(words, seat), tile=tile) for seat, tile in go)
        if tied:
            said.append(words.say("{name} tie and draw again: {drawn}.", name=people.both(words, tied), drawn=drawn))
        else:
            said.append(words.say("The lot: {drawn}.", drawn=drawn))
        tied = best_of(go)
    return said


def deal(words: Words, people: People, round: int, leader: int, boneyard: int, hand: Sequence[Tile] = (),
         forced: bool = False) -> str:
    """A deal: how many tiles a seat has and the boneyard holds, the viewer's own hand, who leads."""
    size = people.rules.hand_size(people.seats)
    return words.text([
        words.many("Round {round}: {n} tile each.", "Round {round}: {n} tiles each.", size, round=round),
        words.say("{boneyard}.", boneyard=boneyard_holds(words, boneyard)),
        words.say("Your hand: {tiles}.", tiles=words.listed(hand)) if hand else "",
        people.says(words, leader, LEADS_HIGHEST if forced else LEADS),
    ])


def boneyard_holds(words: Words, n: int) -> str:
    """`6 in the boneyard`."""
    return words.say("{n} in the boneyard", n=n) if n else words.say("The boneyard is empty")


def played(words: Words, people: People, event: Played, terms: Sequence[int] | None = None) -> str:
    """A play: the tile, what it is joined to, the count and the points. `terms` are those of the count (see `figures`);
    without them the count is told as a number."""
    tile, onto = event.tile, event.onto
    if event.count is None:
        if onto is None:
            return people.says(words, event.seat, LEADS_WITH, tile=tile)
        return people.says(words, event.seat, PLAYS, tile=tile, onto=onto)
    count = words.say("count {count}", count=event.count) if terms is None else figures.count(words, terms)
    points = figures.points(words, people.rules, event.points)
    if onto is None:
        return people.says(words, event.seat, LEADS_COUNTED, tile=tile, count=count, points=points)
    return people.says(words, event.seat, PLAYS_COUNTED, tile=tile, onto=onto, count=count, points=points)


def drew(words: Words, people: People, seat: int, number: int = 1, tiles: Sequence[Tile] = ()) -> str:
    """So many draws in a row, the tiles named where they may be known."""
    if tiles:
        return people.says(words, seat, DRAWS_TILES, tiles=words.listed(tiles))
    if seat == people.you:
        return words.many("You draw a tile.", "You draw {n} tiles.", number)
    return words.many("{name} draws a tile.", "{name} draws {n} tiles.", number, name=people.names[seat])


def passed(words: Words, people: People, event: Passed) -> str:
    """A pass."""
    return people.says(words, event.seat, PASSES)


def shown(words: Words, people: People, event: Shown) -> str:
    """How the round ended, and all hands that are not empty."""
    ends = [people.says(words, event.out, WENT_OUT)] if event.out is not None else []
    if event.end is None:
        ends.append(words.say("The match is decided."))
    elif event.end == "blocked":
        ends.append(words.say("The round is blocked."))
    hands = [words.say("{name}: {tiles}.", name=people.name(words, seat), tiles=words.listed(hand))
             for seat, hand in enumerate(event.hands) if hand]
    return words.text([*ends, words.say("Hands are shown."), *hands])


def short(words: Words, event: Played) -> str:
    """A play for a list that shows seat and tile beside it: `on 6-6, count 22`."""
    if event.count is None:
        return words.say("lead") if event.onto is None else words.say("on {onto}", onto=event.onto)
    if event.onto is None:
        return words.say("lead, count {count}", count=event.count)
    return words.say("on {onto}, count {count}", onto=event.onto, count=event.count)


def short_draw(words: Words, number: int = 1) -> str:
    """Draws for such a list: `drew 2 tiles`."""
    return words.many("drew a tile", "drew {n} tiles", number)


def short_pass(words: Words) -> str:
    """A pass for such a list."""
    return words.say("passed")
