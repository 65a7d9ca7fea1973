"""The rounds of a record, read as sheets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from unicodedata import normalize

from fives.match import best_of
from fives.notation.figures import read_points, read_took, read_whole
from fives.notation.heads import Headers, once, points_of, text_of
from fives.notation.lines import MOST_MOVES, Block, Said, Token, located, split_by
from fives.notation.sheet import Left, Moved, Sheet
from fives.rounds import parse_move
from fives.tiles import TextError, Tile, parse_tile, shown

KEYS = ("lot", "lead", "boneyard", "end", "left", "made", "settled", "totals", "won", "commitment", "remark")
_HAND = re.compile(r"hand[ \t]+", re.IGNORECASE)
Place = tuple[int, int]


def same(name: str) -> str:
    """A name as it is compared: letters may come whole or in parts, which nobody sees."""
    return normalize("NFC", name)


class SheetReader:
    """Reads the block of one round. `places` tells where each part of it stands: line and column by part and index."""

    def __init__(self, headers: Headers, block: Block) -> None:
        self.rules, self.seats, self.names = headers.rules, headers.seats, headers.names
        self.teams = self.rules.teams(self.seats)
        self._same = [same(name) for name in self.names]
        self.places: dict[tuple[str, int], Place] = {("round", 0): (block.line, 1)}
        self._seen: dict[str, Said] = {}
        self._hands: dict[int, tuple[Tile, ...]] = {}
        self._moves: list[Moved] = []
        self._remarks: list[str] = []
        self._fields: dict[str, Any] = {}
        for said in block.said:
            self._line(said)
        hands = tuple(self._hands.get(seat, ()) for seat in range(self.seats))
        self.sheet = Sheet(hands=hands, moves=tuple(self._moves), remarks=tuple(self._remarks), **self._fields)

    def _line(self, said: Said) -> None:
        key = said.key.lower()
        hand = _HAND.match(said.key)
        if key in KEYS:
            once(said, KEYS, self._seen)
            self.places.setdefault((key, 0), (said.line, said.column))
            if key == "remark":
                self._remarks.append(text_of(said))
            else:
                self._seen[key] = said
                self._part(key, said)
        elif hand:
            seat = self._seat(said.key[hand.end():], said.line, said.key_column + hand.end())
            if seat in self._hands:
                raise TextError(f"expected the hand of seat {seat} once", said.line, said.key_column)
            self.places["hand", seat] = (said.line, said.column)
            self._hands[seat] = self._tiles(said)
        else:
            self._turn(said, self._seat(said.key, said.line, said.key_column, f", hand, {', '.join(KEYS)}"))

    def _seat(self, label: str, line: int, column: int, other: str = "") -> int:
        """A seat by its number or by a name that only one seat has."""
        if label in map(str, range(self.seats)):
            return int(label)
        if label and self._same.count(same(label)) == 1:
            return self._same.index(same(label))
        names = ", ".join(name for name in self.names if name)
        names = f" ({names})" if names else ""
        raise TextError(f"expected a seat from 0 to {self.seats - 1}{names}{other}; got {shown(label)}", line, column)

    def _part(self, key: str, said: Said) -> None:
        fields = self._fields
        if key == "lot":
            fields["lot"] = self._lot(said)
        elif key == "lead":
            fields["leader"] = self._seat(said.value, said.line, said.column)
        elif key == "boneyard":
            fields["boneyard"] = self._tiles(said)
        elif key == "end":
            fields["end"], fields["out"] = self._end(said)
        elif key == "left":
            fields["left"] = self._left(said)
        elif key == "won":
            fields["won"] = self._team(said)
        elif key == "commitment":
            fields["commitment"] = text_of(said)
        else:
            fields[key] = points_of(said, self.rules, self.seats)
            for team, token in enumerate(said.tokens()):
                self.places[key, team] = (token.line, token.column)

    def _tiles(self, said: Said) -> tuple[Tile, ...]:
        tokens = said.tokens()
        if not tokens:
            raise TextError("expected tiles", said.line, said.column)
        return read_tiles(tokens)

    def _lot(self, said: Said) -> tuple[tuple[tuple[int, Tile], ...], ...]:
        """The draws of a lot: those who tie for the most pips draw again."""
        candidates = list(range(self.seats))
        goes: list[tuple[tuple[int, Tile], ...]] = []
        drawn: set[Tile] = set()
        for group, end in split_by(said.tokens(), ",", said.end):
            if len(candidates) == 1:
                raise TextError(f"expected no more draws: seat {candidates[0]} leads", *(group or [end])[0][1:])
            if len(group) != len(candidates):
                seats = ", ".join(map(str, candidates))
                raise TextError(f"expected a tile for each of the seats {seats}, got {len(group)}",
                                *(group or [end])[0][1:])
            tiles = read_tiles(group)
            for token, tile in zip(group, tiles, strict=True):
                if tile in drawn:  # what has been drawn is not put back, for a further draw neither
                    raise TextError(f"the tile {tile} is there twice", token.line, token.column)
                drawn.add(tile)
            go = tuple(zip(candidates, tiles, strict=True))
            goes.append(go)
            candidates = best_of(go)
        if len(candidates) > 1:
            raise TextError(f"expected a further draw, after a comma: the seats {candidates} tie", *said.end[1:])
        return tuple(goes)

    def _end(self, said: Said) -> tuple[str, int | None]:
        word, *label = said.value.split(None, 1) or [""]
        if word.lower() == "out":
            seat = label[0] if label else ""
            return "out", self._seat(seat, said.line, said.column + len(said.value) - len(seat))
        if said.value.lower() in ("blocked", "target"):
            return said.value.lower(), None
        raise TextError(f"expected out and a seat, blocked, or target; got {shown(said.value)}", said.line, said.column)

    def _left(self, said: Said) -> tuple[Left, ...]:
        found: list[Left] = []
        for group, end in split_by(said.tokens(), "|", said.end):
            if len(found) == self.seats:
                break
            first = (group or [end])[0]
            self.places["left", len(found)] = (first.line, first.column)
            found.append(_left_of(group, end))
        if len(found) != self.seats or said.value.count("|") >= self.seats:
            raise TextError(f"expected what is left to each of {self.seats} seats, with | between them", said.line,
                            said.column)
        return tuple(found)

    def _team(self, said: Said) -> int:
        if said.value in map(str, range(self.teams)):
            return int(said.value)
        if same(said.value) in self._same:
            return self.rules.team(self._seat(said.value, said.line, said.column), self.seats)
        raise TextError(f"expected a team from 0 to {self.teams - 1}, got {shown(said.value)}", said.line, said.column)

    def _turn(self, said: Said, seat: int) -> None:
        for group, end in split_by(said.tokens(), ",", said.end):
            if not group:
                raise TextError("expected a move: a play such as 3-4@4-4, draw or pass", end.line, end.column)
            if len(self._moves) == MOST_MOVES:
                raise TextError(f"expected at most {MOST_MOVES} moves in a round", group[0].line, group[0].column)
            self._moves.append(self._moved(seat, group, len(self._moves)))

    def _moved(self, seat: int, group: Sequence[Token], index: int) -> Moved:
        first, *rest = group
        self.places["move", index] = (first.line, first.column)
        word = first.text.lower()
        move = located(first, parse_move, word if word in ("draw", "pass") else first.text)
        more: dict[str, Any] = {}
        for token in rest:
            part, value = located(token, self._made, token.text, move == "draw")
            if part in more:
                raise TextError(f"expected one move, its parts once: a comma before {shown(token.text)}?", token.line,
                                token.column)
            more[part] = value
            self.places[part, index] = (token.line, token.column)
        return Moved(seat, move, **more)

    def _made(self, text: str, draw: bool) -> tuple[str, object]:
        """What stands after a move."""
        if text[0] == "=":
            return "count", read_whole(text[1:], 127, "a count")
        if text[0] == "+":
            points = read_points(text[1:], self.rules.unit)
            if points < 0 or points != int(points):
                raise TextError(f"expected points of a play, such as +2, got {shown(text)}")
            return "points", int(points)
        if text[-1] == "s":
            return "took", read_took(text)
        if draw:
            return "drawn", parse_tile(text)
        raise TextError(f"expected =count, +points, a time such as 12.5s, or a comma, got {shown(text)}")


def read_tiles(tokens: Sequence[Token]) -> tuple[Tile, ...]:
    """The tiles of some words."""
    return tuple(located(token, parse_tile, token.text) for token in tokens)


def _left_of(group: Sequence[Token], end: Token) -> Left:
    """What is left to one seat: tiles and maybe their pips, pips alone, - for no tiles, ? for not known."""
    if not group:
        raise TextError("expected tiles, pips, - or ?", end.line, end.column)
    first, last = group[0], group[-1]
    if len(group) == 1 and first.text in ("-", "?"):
        return Left((), 0) if first.text == "-" else Left()
    if len(group) == 1 and first.text.isdigit():
        return Left(None, located(first, read_whole, first.text, 168, "pips"))
    if last.text[0] == "=" and len(group) > 1:
        return Left(read_tiles(group[:-1]), located(last, read_whole, last.text[1:], 168, "pips"))
    return Left(read_tiles(group))
