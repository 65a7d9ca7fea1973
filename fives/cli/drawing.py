"""A layout drawn in plain letters: its line as one row of tiles, half to half, and below it a row for each branch.

    (3) [3|1][1|1*][1|4][4|4*][4|6] (6)
        4-4: [4|0][0|5] (5)
        4-4: ( )

`*` marks a spinner, `(5)` an end that counts with what it adds, `( )` an end that is open and adds nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from fives.layout import Layout
from fives.tiles import Tile

OTHER = {"low": "high", "high": "low", "line-a": "line-b", "line-b": "line-a"}  # the place where a line goes on
BRANCHES = ("branch-a", "branch-b")
INDENT = 4


class _Map:
    """Which tile lies at which place of which tile, and the mark of every place where nothing lies."""

    def __init__(self, layout: Layout) -> None:
        self.at: dict[tuple[Tile, str], tuple[Tile, str]] = {}
        for tile, place, onto, onto_place in layout.joins:
            self.at[tile, place] = onto, onto_place
            self.at[onto, onto_place] = tile, place
        self.mark = {(end.tile, end.place): "( )" for end in layout.open}
        self.mark |= {(end.tile, end.place): f"({end.value})" for end in layout.counted}
        self.spinners = set(layout.spinners)

    def walk(self, tile: Tile, place: str) -> tuple[list[tuple[Tile, str]], str]:
        """From a place outwards: each tile with the place by which it is entered, and the mark of the end."""
        found = []
        while (tile, place) in self.at:
            tile, entered = self.at[tile, place]
            found.append((tile, entered))
            place = OTHER[entered]
        return found, self.mark.get((tile, place), "")

    def drawn(self, tile: Tile, entered: str, outwards: bool = True) -> str:
        """A tile as `[4|6]`, the half by which it is entered first, or last when the row is read inwards."""
        if tile.double:
            return f"[{tile.low}|{tile.high}{'*' * (tile in self.spinners)}]"
        near, far = tile if entered == "low" else (tile.high, tile.low)
        return f"[{near}|{far}]" if outwards else f"[{far}|{near}]"


def draw(layout: Layout, width: int = 80) -> list[str]:
    """The lines of a drawing, none longer than `width` letters if that can be; none before the lead."""
    if not layout.plays:
        return []
    places = _Map(layout)
    lead = layout.plays[0].tile
    first = "line-a" if lead.double else "low"
    before, start = places.walk(lead, first)
    after, end = places.walk(lead, OTHER[first])
    line = [*(tile for tile, _ in reversed(before)), lead, *(tile for tile, _ in after)]
    pieces = [*(places.drawn(tile, entered, outwards=False) for tile, entered in reversed(before)),
              places.drawn(lead, first), *(places.drawn(tile, entered) for tile, entered in after)]
    drawn = _row(f"{start:>{INDENT - 1}}", pieces, end, width)
    for tile, place in _branches(places, line):
        joined, end = places.walk(tile, place)
        drawn += _row(f"{' ' * INDENT}{tile}:", [places.drawn(*other) for other in joined], end, width)
    return drawn


def _branches(places: _Map, line: list[Tile]) -> Iterator[tuple[Tile, str]]:
    """The branches of the spinners of a line that are joined or open, and after each those that leave it."""
    for tile in line:
        for place in BRANCHES:
            if (tile, place) in places.at or (tile, place) in places.mark:
                yield tile, place
                yield from _branches(places, [other for other, _ in places.walk(tile, place)[0]])


def _row(label: str, pieces: list[str], end: str, width: int) -> list[str]:
    """A label, tiles and the mark of their end, under each other where they are too long for a line."""
    lines = [label + " "]
    for number, piece in enumerate([*pieces, end] if end else pieces):
        gap = " " if number and number == len(pieces) else ""
        if len(lines[-1]) + len(gap + piece) > width and number:
            lines.append(" " * (len(label) + 1))
            gap = ""
        lines[-1] += gap + piece
    return lines
