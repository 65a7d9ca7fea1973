"""The marks of a drawing: a disc at every end that counts, a hollow dot at every other open end, and where each is."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from fives import fold, grid
from fives.layout import ENDS, PLACES, End, Layout
from fives.tiles import Tile

if TYPE_CHECKING:
    from fives.scene import Lain

DISC, HOLLOW = 0.92, 0.55  # from the edge of a tile to the middle of a mark: a counted end, an end open only
DX, DY = (0, 1, 0, -1), (-1, 0, 1, 0)
RADIUS = (0.78, 0.41)  # of a disc, and of a hollow dot with its ring
BESIDE = 0.45  # from the middle of a double's half towards its short end: clear of what is joined to the long sides
BRANCH_A, BRANCH_B = 2, 3  # in PLACES
_NUMBER = {name: number for places in (ENDS, PLACES) for number, name in enumerate(places)}


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


def place_number(end: End) -> int:
    """The place of an end, as the kernel counts them."""
    return _NUMBER[end.place]


def poses_at(d: list[int], at: int, place: int) -> list[int]:
    """The landings at a place: of an ordinary tile and of a double."""
    return [fold.landing(d, at, place, double) for double in (0, 1)]


def edge(d: list[int], at: int, place: int) -> tuple[int, int, int, bool]:
    """The middle of the half that an end leaves from, in which direction, and whether a tile can land right there."""
    touching = [pose >> 16 & 3 for pose in poses_at(d, at, place) if pose and not pose >> 18 & 3]
    if place == BRANCH_B and not d[grid.JOINED + at] & 1 << BRANCH_A:
        # no branch is joined yet, so this is the one across from where branch-a would leave
        x, y, way, _ = edge(d, at, BRANCH_A)
        return x - 2 * DX[way], y - 2 * DY[way], way ^ 2, False
    out = touching[0] if touching else (d[grid.POSE + at] >> 14) + 1 & 3
    end = grid.end_of(d, 0, at, place, out)
    if touching:
        end = end & 0x3FFF | out << 14
    x, y, way, _, _ = fold.spot(d, end & 0xFFFF)
    return x, y, way_of(way), bool(touching)


def marks_of(d: list[int], layout: Layout, order: dict[Tile, int], tiles: list[Lain]) -> list[Mark]:
    """The marks of all open ends. One where no tile can land stands aside for what lies or is marked before it."""
    counted = {(tile, place): value for tile, place, value in layout.counted}
    marks: dict[End, Mark] = {}
    dead = []
    for end in layout.open:
        tile, place, _ = end
        x, y, way, near = edge(d, order[tile], place_number(end))
        value = counted.get((tile, place))
        out = 1 + (HOLLOW if value is None else DISC)
        marks[end] = Mark(tile, place, round(x + DX[way] * out, 2), round(y + DY[way] * out, 2), value)
        if not near:
            dead.append((end, [(x + DX[way] * on - DY[way] * aside, y + DY[way] * on + DX[way] * aside)
                               for on, aside in _where(end, out)]))
    for end, spots in dead:
        others = [mark for other, mark in marks.items() if other != end]
        best, least = marks[end], 1 << 30
        for at_x, at_y in spots:
            mark = Mark(end.tile, end.place, round(at_x, 2), round(at_y, 2), marks[end].value)
            covered = _covered(mark, tiles, others)
            if covered < least:
                best, least = mark, covered
            if not covered:
                break
        marks[end] = best
    return [marks[end] for end in layout.open]


def _where(end: End, out: float) -> list[tuple[float, float]]:
    """Where the mark of an end may stand: along the way, aside."""
    if not end.tile.double:
        return [(out, 0), (0, out), (0, -out)]
    if place_number(end) < BRANCH_A:
        return [(out, 0), (out, 1), (out, -1), (0, 1 + out), (0, -1 - out)]
    return [(out, 0), (BESIDE, out), (BESIDE, -out)]


def _covered(mark: Mark, tiles: list[Lain], marks: list[Mark]) -> int:
    """What a mark covers: how many tiles, and, weighing less, how many other marks."""
    size = RADIUS[mark.value is None]
    over = 0
    for lain in tiles:
        wide, high = (1, 2) if lain.upright else (2, 1)
        aside, off = max(abs(mark.x - lain.x) - wide, 0), max(abs(mark.y - lain.y) - high, 0)
        over += 100 * (aside * aside + off * off < size * size)
    for other in marks:
        apart = size + RADIUS[other.value is None]
        over += (mark.x - other.x) ** 2 + (mark.y - other.y) ** 2 < apart * apart
    return over


def box_of(frame: tuple[int, int, int, int], marks: list[Mark]) -> tuple[int, int, int, int]:
    """Left, top, width and height of all that is drawn; a mark that stands aside may be out of the frame."""
    left, top, right, bottom = frame
    for mark in marks:
        size = RADIUS[mark.value is None]
        left, right = min(left, floor(mark.x - size)), max(right, ceil(mark.x + size))
        top, bottom = min(top, floor(mark.y - size)), max(bottom, ceil(mark.y + size))
    return left, top, right - left, bottom - top
