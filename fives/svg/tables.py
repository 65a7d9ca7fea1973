"""A round as a picture: the layout, and below it the hand of each seat. Whoever is shown it sees all hands."""

from __future__ import annotations

from collections.abc import Sequence

from fives.describe import People, layouts, matches, moves
from fives.rounds import Round
from fives.scene import scene_of
from fives.svg import drawing as draw
from fives.svg.drawing import Picture, figure
from fives.svg.layouts import wood
from fives.svg.sheets import token_of
from fives.tiles import TextError, Tile, expect, through
from fives.words import Words

HALF = 20  # px of a half tile in a hand
ROW, NAME = 54, 170  # px that a seat is high; px from the edge to its tiles
PITCH = HALF + 6


def table(played: Round, words: Words, *, names: Sequence[str] = (), view: str = "wide", theme: str = "auto",
          numerals: bool = False, title: str = "") -> Picture:
    """The picture of a round as it stands: its layout, every hand, whose turn it is, how many tiles the boneyard has.

    Raises `TextError` for an unknown theme or view, and unless there is a name for each seat, or none at all.
    """
    expect(Round, played)
    expect(Words, words)
    names = tuple(through("names", names))
    if names and len(names) != played.seats:
        raise TextError(f"names: expected one for each of {played.seats} seats, got {len(names)}")
    people = People(played.rules, names or tuple(words.say("Seat {n}", n=n) for n in range(played.seats)))
    body, width, height = wood(scene_of(played.layout, view), numerals)
    most = max(map(len, played.hands))
    across = max(width, NAME + most * PITCH + 16)
    boneyard = words.say("{boneyard}.", boneyard=moves.boneyard_holds(words, len(played.boneyard)))
    high = played.seats * ROW + 34
    parts = [draw.group((across - width) / 2, 0, 1, body),
             draw.rect("paper", .75, height + 8.75, across - 1.5, high - 1.5, 8)]
    for seat, hand in enumerate(played.hands):
        y = height + 8 + ROW * seat
        if seat:
            parts.append(f'<path class="rule" d="M1 {figure(y)}H{figure(across - 1)}"/>')
        parts.append(_seat(people, words, seat, hand, y + ROW / 2, seat == played.turn and not played.over, numerals))
    parts.append(draw.text("plain left soft", 16, height + 8 + ROW * played.seats + 14, 14, boneyard))
    said = [layouts.layout(words, played.layout)]
    said += [words.say("{name}: {tiles}.", name=people.name(words, seat), tiles=words.listed(hand))
             for seat, hand in enumerate(played.hands) if hand]
    if not played.over:
        said.append(matches.turn(words, people, played.turn, played.may, not played.layout.plays))
    said.append(boneyard)
    return draw.picture(across, height + 8 + high, draw.stacked(parts), theme=theme, lang=words.lang,
                        title=title or layouts.title(words, played.layout), text=words.text(said))


def _seat(people: People, words: Words, seat: int, hand: Sequence[Tile], y: float, turn: bool, numerals: bool) -> str:
    """A seat: its token (in a ring when it is in turn), its name and its tiles."""
    name = people.name(words, seat)
    parts = [draw.group(30, y, .9, token_of(people, words, seat)),
             draw.text("name left text", 56, y, 15, draw.cut(name, 15, NAME - 64))]
    if turn:
        parts.append(f'<circle class="turn" cx="30" cy="{figure(y)}" r="19" stroke-width="2.5"/>')
    for at, tile in enumerate(hand):
        x = NAME + HALF / 2 + at * PITCH
        parts.append(draw.group(x, y - 1, HALF / draw.HALF, draw.tile(tile, numerals=numerals)))
    return "".join(parts)
