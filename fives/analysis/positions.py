"""Positions as text, both ways, and out of records: `1-4 1-1@1-4 | 2-3 0-5 / 4-4 6-6 | 1-2 | 0`.

That is the layout as its plays in order, the hands by seat, the boneyard, and the seat in turn; `-` is nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from fives.analysis.asked import check_whole
from fives.layout import Layout, Play, parse_play
from fives.match import Match
from fives.notation import Record
from fives.refused import Refused
from fives.rounds import Points, Round
from fives.rules import Rules
from fives.tiles import TextError, Tile, parse_tile, shown

LONGEST = 2_000  # characters
PARTS = ("layout", "hands", "boneyard", "turn")
NOTHING = "-"


class Standing(NamedTuple):
    """A position in a match: the round, the raw totals of all teams, and whether a tie is being played off."""

    round: Round
    totals: tuple[Points, ...]
    playoff: bool


class Word(NamedTuple):
    """A word of a text, and its column from 1."""

    text: str
    column: int


def position_text(played: Round) -> str:
    """The text of a position. Points made so far are not in it."""
    hands = " / ".join(_said(hand) for hand in played.hands)
    return " | ".join([str(played.layout) or NOTHING, hands, _said(played.boneyard), str(played.turn)])


def _said(tiles: Iterable[Tile]) -> str:
    return " ".join(map(str, tiles)) or NOTHING


def parse_position(text: str, rules: Rules) -> Round:
    """The round of a text; `Round.standing` says whether one tile must lead. Raises `TextError` with the column."""
    if not isinstance(text, str):
        raise TextError(f"expected the text of a position, got {shown(text)}")
    if len(text) > LONGEST:
        raise TextError(f"expected at most {LONGEST} characters, got {len(text)}")
    parts = _split([Word(found[0], found.start() + 1) for found in re.finditer(r"[^\s|/]+|[|/]", text)], "|")
    if len(parts) != len(PARTS):
        raise TextError(f"expected {' | '.join(PARTS)}, got {len(parts)} of the four", 1, len(text) + 1)
    layout = Layout(rules)
    for word in _words(parts[0]):
        try:
            layout = layout.play(parse_play(word.text))
        except (TextError, Refused) as error:
            raise TextError(str(error), 1, word.column) from error
    seen = dict.fromkeys(layout.lying, "on the layout")
    hands = [_tiles(hand, seen, f"in the hand of seat {seat}") for seat, hand in enumerate(_split(parts[1], "/"))]
    boneyard = _tiles(parts[2], seen, "in the boneyard")
    seats = [str(seat) for seat in range(len(hands))]
    if not 2 <= len(hands) <= 4:
        raise TextError(f"expected 2 to 4 hands with a / between them, got {len(hands)}", 1, _column(parts[1], text))
    if len(parts[3]) != 1 or parts[3][0].text not in seats:
        raise TextError(f"expected the seat in turn, {' or '.join(seats)}", 1, _column(parts[3], text))
    if sum(not hand for hand in hands) > (1 if layout.plays else 0):
        raise TextError("expected tiles in every hand; one may be empty when something lies on the layout", 1,
                        _column(parts[1], text))
    try:
        return Round.standing(layout, hands, boneyard, int(parts[3][0].text))
    except TextError as error:  # another tile leads
        raise TextError(str(error), 1, _column(parts[3], text)) from error


def _split(words: list[Word], at: str) -> list[list[Word]]:
    parts: list[list[Word]] = [[]]
    for word in words:
        if word.text == at:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _words(part: list[Word]) -> list[Word]:
    return [] if [word.text for word in part] == [NOTHING] else part


def _column(part: list[Word], text: str) -> int:
    return part[0].column if part else len(text) + 1


def _tiles(part: list[Word], seen: dict[Tile, str], where: str) -> tuple[Tile, ...]:
    """The tiles of a part, each one noted in `seen` with the place where it is."""
    found = []
    for word in _words(part):
        try:
            tile = parse_tile(word.text)
            if tile in seen:
                raise TextError(f"{tile} is {seen[tile]} already")
        except TextError as error:
            raise TextError(str(error), 1, word.column) from error
        seen[tile] = where
        found.append(tile)
    return tuple(found)


def position_of(record: Record, number: int | None = None, moves: int | None = None) -> Standing:
    """The position of a record in one of its rounds (None: the last) after so many moves (None: all there are).

    Raises `TextError` when there is none, or not every hand is known.
    """
    number, played = _round_of(record, number)
    now = played if moves is None else after_moves(played, moves)
    before = _before(record, number)
    totals = tuple(total + points for total, points in zip(before.totals, now.points, strict=True))
    return Standing(now, totals, before.playoff)


def match_of(record: Record, number: int | None = None, moves: int | None = None) -> Match:
    """The match of a record as it stood in one of its rounds (None: the last) after so many moves (None: all).

    Raises `TextError` as `position_of` does.
    """
    number, played = _round_of(record, number)
    match, start = _before(record, number), after_moves(played, 0)
    match = (match.led(start.turn) if match.need == "lot" else match).dealt(start)
    for made in played.made if moves is None else after_moves(played, moves).made:
        match = match.move(made.move)
    return match


def _round_of(record: Record, number: int | None) -> tuple[int, Round]:
    """A round of a record, with its number. Raises `TextError`."""
    played = record.played()
    if not played:
        raise TextError("expected a record with a round that is being played")
    last = record.first + len(played) - 1
    number = last if number is None else number
    check_whole(round=(number, record.first, last))
    now = played[number - record.first]
    if now is None:
        raise TextError(f"round {number}: expected a round whose hands and boneyard are all known")
    return number, now


def _before(record: Record, number: int) -> Match:
    """The match before a round."""
    return replace(record, rounds=record.rounds[:number - record.first]).course(finish=True).match


def after_moves(played: Round, moves: int) -> Round:
    """A round that was played from its deal as it stood after so many moves. Raises `TextError`."""
    check_whole(moves=(moves, 0, len(played.made)))
    hands = [set(hand) for hand in played.hands]
    drawn: list[Tile] = []
    for made in played.made:
        if isinstance(made.move, Play):
            hands[made.seat].add(made.move.tile)
        if made.drawn is not None:
            drawn.append(made.drawn)
    for made in played.made:
        if made.drawn is not None:
            hands[made.seat].remove(made.drawn)
    now = Round.deal(played.rules, hands, (*drawn, *played.boneyard), played.leader, played.forced)
    for made in played.made[:moves]:
        now = now.move(made.move)
    return now
