"""Why a play is good or bad, in a sentence: what it makes, and what it leaves for the tiles that a seat cannot see."""

from __future__ import annotations

from typing import NamedTuple

from fives import kernel, tally
from fives.bots.judging import best_worth
from fives.bots.known import MATCH, unseen
from fives.bots.reading import code_of, halves, known_of
from fives.describe import figures
from fives.layout import Play
from fives.tiles import mask_of, tiles_of
from fives.view import View
from fives.words import Words


class Facts(NamedTuple):
    """What can be told of a play: its raw points; whether it wins the match on the spot; whether it is the last tile;
    how many tiles are not seen; how many of them fit after it; the most raw points that one of them makes, and how many
    make so much; how many own tiles fit."""

    points: int
    wins: bool
    out: bool
    unseen: int
    fitting: int
    most: int
    making: int
    own: int


def facts_of(view: View, play: Play) -> Facts:
    """The facts of a legal play."""
    known = known_of(view)
    spins, multiple = known[kernel.SPINS], known[kernel.MULTIPLE]
    after = kernel.lay(view.layout.packed, code_of(play), spins)
    fit = kernel.fits(after)
    hidden, hand = unseen(known), mask_of(view.hand) & ~(1 << play.tile.number)
    made = [best_worth(after, 1 << tile.number, spins, multiple) for tile in tiles_of(hidden & fit)]
    most = max(made, default=0)
    points = kernel.worth(after, multiple)
    return Facts(points, wins(view, known, points), not hand, hidden.bit_count(), len(made), most, made.count(most),
                 (hand & fit).bit_count())


def wins(view: View, known: list[int], points: int) -> bool:
    """Whether a play of so many raw points wins the match on the spot."""
    match = known[MATCH:MATCH + tally.TALLY]
    if points and view.team is not None:
        tally.score(match, view.team, halves(points))
    return match[tally.WINNER] >= 0


def reason(words: Words, view: View, play: Play) -> str:
    """The reason for or against a play, in a sentence."""
    facts = facts_of(view, play)
    said = []
    if facts.points:
        said.append(words.say("makes {points}", points=figures.points(words, view.rules, facts.points)))
    if facts.wins:
        said.append(words.say("wins the match"))
    elif facts.out:
        said.append(words.say("is the last tile"))
    elif facts.unseen:
        said.append(_left(words, view, facts))
    if not (facts.wins or facts.out):
        said.append(words.many("{n} of your tiles fits after it", "{n} of your tiles fit after it", facts.own)
                    if facts.own else words.say("none of your tiles fits after it"))
    return words.listed(said)


def _left(words: Words, view: View, facts: Facts) -> str:
    if facts.most:
        points = figures.points(words, view.rules, facts.most)
        if facts.unseen == 1:
            return words.say("leaves {points} for the one tile you cannot see", points=points)
        return words.say("leaves {points} for {some} of the {n} tiles you cannot see", n=facts.unseen, points=points,
                         some=facts.making)
    if facts.fitting:
        if facts.unseen == 1:
            return words.say("leaves a place for the one tile you cannot see")
        return words.say("leaves a place for {some} of the {n} tiles you cannot see", n=facts.unseen,
                         some=facts.fitting)
    if facts.unseen == 1:
        return words.say("leaves no place for the one tile you cannot see")
    return words.say("leaves no place for any of the {n} tiles you cannot see", n=facts.unseen)
