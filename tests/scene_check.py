"""A second opinion on scenes: it reads where tiles and marks lie, and knows nothing of how that was found.

A half tile is a square of 2 x 2 cells; a rectangle is left, top, right, bottom.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from fives.layout import Join
from fives.scene import Lain, Mark, Scene
from fives.tiles import Tile

Rect = tuple[float, float, float, float]
TOWARDS_LOW = ((0, -1), (1, 0), (0, 1), (-1, 0))  # by quarter turns clockwise from low above
DISC, DOT = 0.78, 0.4  # radius in cells: 0.78 of a half across; 0.33 across and a ring of 0.075


def block(x: float, y: float, wide: float, high: float) -> Rect:
    return (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def body(lain: Lain) -> Rect:
    """The rectangle of a tile."""
    return block(lain.x, lain.y, *((2, 4) if lain.turn % 2 == 0 else (4, 2)))


def half(lain: Lain, low: bool) -> Rect:
    """The square of one half."""
    dx, dy = TOWARDS_LOW[lain.turn]
    sign = 1 if low else -1
    return block(lain.x + sign * dx, lain.y + sign * dy, 2, 2)


def overlap(a: Rect, b: Rect) -> bool:
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


def edge(a: Rect, b: Rect) -> tuple[float, float, float] | None:
    """The middle of the edge that two rectangles share and its length; None where they share none."""
    left, top, right, bottom = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    if left == right and bottom > top:
        return left, (top + bottom) / 2, bottom - top
    if top == bottom and right > left:
        return (left + right) / 2, top, right - left
    return None


def gap(mark: Mark, rect: Rect) -> float:
    """From the rim of a mark to a rectangle; below 0 where it covers some of it."""
    aside = max(rect[0] - mark.x, mark.x - rect[2], 0)
    off = max(rect[1] - mark.y, mark.y - rect[3], 0)
    return float((aside * aside + off * off) ** 0.5) - (DOT if mark.value is None else DISC)


def where(lain: Lain, place: str, met: Rect) -> str:
    """What is wrong with an edge that a place of a tile shares with the half or the tile that it met."""
    if not lain.tile.double:
        found = edge(half(lain, place == "low"), met)
        return "" if found and found[2] == 2 else f"{lain.tile} shares no whole edge of its {place} half"
    found = edge(body(lain), met)
    if not found or found[2] != 2:
        return f"{lain.tile} is not touched along a half"
    middle = found[0] - lain.x, found[1] - lain.y
    long_side = middle[1] == 0 if lain.turn % 2 == 0 else middle[0] == 0
    # the edge lies in the middle of a long side, or it is a short end
    reach = abs(middle[0]) + abs(middle[1])
    wanted = (long_side and reach == 1) if place.startswith("line") else reach == 2
    return "" if wanted else f"{lain.tile} is not joined at a {place[:-2]}"


def joints(scene: Scene, by_tile: dict[Tile, Lain]) -> Iterator[str]:
    """What is wrong with joined tiles: they touch, the halves that face each other show the same pips."""
    for join in scene.layout.joins:
        lain, onto = by_tile[join.tile], by_tile[join.onto]
        yield where(lain, join.place, touched(onto, join.onto_place))
        yield where(onto, join.onto_place, touched(lain, join.place))
        if pip(join.tile, join.place) != pip(join.onto, join.onto_place):
            yield f"{join.tile} and {join.onto} show different pips"
    for double in (tile for tile in by_tile if tile.double):
        yield from opposite(by_tile, double, scene.layout.joins)


def touched(lain: Lain, place: str) -> Rect:
    return body(lain) if lain.tile.double else half(lain, place == "low")


def pip(tile: Tile, place: str) -> int:
    return tile.high if place == "high" else tile.low


def opposite(by_tile: dict[Tile, Lain], double: Tile, joins: tuple[Join, ...]) -> Iterator[str]:
    """Tiles at both lines, or both branches, of a double lie across from each other."""
    at: dict[str, tuple[float, float]] = {}
    for join in joins:
        for tile, place, other in ((join.tile, join.place, join.onto), (join.onto, join.onto_place, join.tile)):
            if tile == double:
                here, there = by_tile[tile], by_tile[other]
                found = edge(body(here), body(there))
                if found:
                    at[place] = found[0] - here.x, found[1] - here.y
    for a, b in (("line-a", "line-b"), ("branch-a", "branch-b")):
        if a in at and b in at and (at[a][0] + at[b][0], at[a][1] + at[b][1]) != (0, 0):
            yield f"{a} and {b} of {double} are not across from each other"


def faults(scene: Scene) -> list[str]:
    """All that is wrong with a scene."""
    by_tile = {lain.tile: lain for lain in scene.tiles}
    bodies = {lain.tile: body(lain) for lain in scene.tiles}
    found = [f"{a} and {b} overlap" for a, b in combinations(bodies, 2) if overlap(bodies[a], bodies[b])]
    if not scene.cords:
        found += filter(None, joints(scene, by_tile))
    found += [f"the mark of {mark.onto} {mark.place} covers {tile}" for mark in scene.marks for tile in bodies
              if gap(mark, bodies[tile]) < 0]
    for mark in scene.marks:
        own = by_tile[mark.onto]
        stands = body(own) if mark.onto.double else half(own, mark.place == "low")
        if gap(mark, stands) > 0.25:
            found.append(f"the mark of {mark.onto} {mark.place} does not stand at its end")
    found += same_side(scene, by_tile)
    for a, b in combinations(scene.marks, 2):
        room = sum(DOT if mark.value is None else DISC for mark in (a, b))
        if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < room * room:
            found.append(f"the marks of {a.onto} {a.place} and {b.onto} {b.place} overlap")
    return found + list(outside(scene, bodies))


def same_side(scene: Scene, by_tile: dict[Tile, Lain]) -> Iterator[str]:
    """Marks of both lines, or both branches, of a double that do not stand on different sides of it."""
    for a, b in combinations(scene.marks, 2):
        if a.onto == b.onto and a.onto.double and a.place[:-2] == b.place[:-2]:
            own = by_tile[a.onto]
            along_y = (own.turn % 2 == 0) == a.place.startswith("branch")
            sides = (a.y - own.y, b.y - own.y) if along_y else (a.x - own.x, b.x - own.x)
            if sides[0] * sides[1] >= 0:
                yield f"the marks of {a.onto} {a.place} and {b.place} stand on the same side"


def outside(scene: Scene, bodies: dict[Tile, Rect]) -> Iterator[str]:
    """What the box does not hold."""
    left, top, wide, high = scene.box
    things = list(bodies.values())
    for mark in scene.marks:
        across = 2 * (DOT if mark.value is None else DISC)
        things.append(block(mark.x, mark.y, across, across))
    for landing in scene.landings:
        for spot, double in ((landing.tile, False), (landing.double, True)):
            if spot:
                upright = (spot.way % 2 == 0) != double
                things.append(block(spot.x, spot.y, *((2, 4) if upright else (4, 2))))
    for thing in things:
        if thing[0] < left or thing[1] < top or thing[2] > left + wide or thing[3] > top + high:
            yield f"{thing} is outside the box"
