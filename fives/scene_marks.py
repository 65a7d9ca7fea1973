"""The marks of a drawing: a disc at every end that counts, a hollow dot at every other open end, and where each is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from fives import fold, grid
from fives.layout import ENDS, PLACES, End
from fives.tiles import Tile

if TYPE_CHECKING:
    from fives.scene import Lain

DISC, HOLLOW = 0.92, 0.55  # from the edge of a tile to the middle of a mark: a counted end, an end open only
DX, DY = (0, 1, 0, -1), (-1, 0, 1, 0)
RADIUS = (0.78, 0.41)  # of a disc, and of a hollow dot with its ring
BESIDE = 0.45  # from the middle of a double's half towards its short end: clear of what is joined to the long sides
REACH = 6  # from where an end leaves, farther than anything is that a mark of it can cover
BRANCH_A, BRANCH_B = 2, 3  # in PLACES
_NUMBER = {name: number for places in (ENDS, PLACES) for number, name in enumerate(places)}


class Edge(NamedTuple):
    """The middle of the half that an end leaves from, in which direction, and whether a tile can land right there."""

    x: int
    y: int
    way: int
    near: bool


class Mark(NamedTuple):
    """The mark of an open end: what it adds (a filled disc), or None where it adds nothing (a hollow dot)."""

    onto: Tile
    place: str
    x: float
    y: float
    value: int | None


def way_of(direction: int) -> int:
    """A direction of the folding as one of the scene."""
    return (direction + 1) & 3


def place_number(place: str) -> int:
    """The place of a tile by its name, as the kernel counts them."""
    return _NUMBER[place]


def edge(d: list[int], at: int, place: int) -> Edge:
    """Where an end leaves from."""
    pose = fold.landing(d, at, place, 0)
    if not pose or pose >> 18 & 3:
        pose = fold.landing(d, at, place, 1)
    near = pose != 0 and not pose >> 18 & 3
    if place == BRANCH_B and not d[grid.JOINED + at] & 1 << BRANCH_A:
        # no branch is joined yet, so this is the one across from where branch-a would leave
        x, y, way, _ = edge(d, at, BRANCH_A)
        return Edge(x - 2 * DX[way], y - 2 * DY[way], way ^ 2, False)
    out = pose >> 16 & 3 if near else (d[grid.POSE + at] >> 14) + 1 & 3
    end = grid.end_of(d, 0, at, place, out)
    if near:
        end = end & 0x3FFF | out << 14
    x, y, way, _, _ = fold.spot(d, end & 0xFFFF)
    return Edge(x, y, way_of(way), near)


def _out(value: int | None) -> float:
    """How far before the middle of its half a mark stands."""
    return 1 + (HOLLOW if value is None else DISC)


def mark_at(end: End, leaves: Edge, value: int | None) -> Mark:
    """The mark of an end where nothing is in its way."""
    return Mark(end.tile, end.place, *_beside(leaves, _out(value), 0), value)


@lru_cache(4096)
def _beside(leaves: Edge, on: float, aside: float) -> tuple[float, float]:
    """What is so far along the way that an end leaves, and so far aside of it."""
    x, y, way, _ = leaves
    return round(x + DX[way] * on - DY[way] * aside, 2), round(y + DY[way] * on + DX[way] * aside, 2)


def marks_of(ends: Sequence[tuple[End, Edge, Mark]], tiles: Sequence[Lain]) -> tuple[Mark, ...]:
    """The marks of all open ends. One where no tile can land stands aside for what lies or is marked before it."""
    marks = [mark for _, _, mark in ends]
    for at, (end, leaves, mark) in enumerate(ends):
        if not leaves.near:
            marks[at] = _aside(end, leaves, mark, tiles, marks[:at] + marks[at + 1:])
    return tuple(marks)


def _aside(end: End, leaves: Edge, mark: Mark, tiles: Sequence[Lain], others: Sequence[Mark]) -> Mark:
    """The mark of an end where it covers least."""
    x, y, _, _ = leaves
    tiles = [lain for lain in tiles if -REACH < lain.x - x < REACH and -REACH < lain.y - y < REACH]
    others = [other for other in others if -REACH < other.x - x < REACH and -REACH < other.y - y < REACH]
    best, least = mark, 1 << 30
    for on, aside in _where(end, _out(mark.value)):
        moved = Mark(end.tile, end.place, *_beside(leaves, on, aside), mark.value)
        covered = _covered(moved, tiles, others)
        if covered < least:
            best, least = moved, covered
        if not covered:
            break
    return best


def _where(end: End, out: float) -> list[tuple[float, float]]:
    """Where the mark of an end may stand: along the way, aside."""
    if not end.tile.double:
        return [(out, 0), (0, out), (0, -out)]
    if place_number(end.place) < BRANCH_A:
        return [(out, 0), (out, 1), (out, -1), (0, 1 + out), (0, -1 - out)]
    return [(out, 0), (BESIDE, out), (BESIDE, -out)]


def _covered(mark: Mark, tiles: Sequence[Lain], marks: Sequence[Mark]) -> int:
    """What a mark covers: how many tiles, and, weighing less, how many other marks."""
    _, _, x, y, value = mark
    size = RADIUS[value is None]
    over = 0
    for lain in tiles:
        wide, high = (1, 2) if lain.upright else (2, 1)
        aside, off = max(abs(x - lain.x) - wide, 0), max(abs(y - lain.y) - high, 0)
        over += 100 * (aside * aside + off * off < size * size)
    for other in marks:
        apart = size + RADIUS[other.value is None]
        over += (x - other.x) ** 2 + (y - other.y) ** 2 < apart * apart
    return over


def box_of(frame: tuple[int, int, int, int], marks: Sequence[Mark]) -> tuple[int, int, int, int]:
    """Left, top, width and height of all that is drawn; a mark that stands aside may be out of the frame."""
    left, top, right, bottom = frame
    for _, _, x, y, value in marks:
        size = RADIUS[value is None]
        if x - size < left:
            left = floor(x - size)
        if x + size > right:
            right = ceil(x + size)
        if y - size < top:
            top = floor(y - size)
        if y + size > bottom:
            bottom = ceil(y + size)
    return left, top, right - left, bottom - top
