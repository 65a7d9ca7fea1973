"""A second opinion on drawings: it is told links and spots, and shares no geometry with what found them.

A spot is x, y of a tile's centre in cells (a half tile is 2 x 2), and a direction 0 right, 1 down, 2 left, 3 up: from
its joined half to its far half; a lead from low to high, a double from line-a to line-b, across which it lies.
"""

from __future__ import annotations

from typing import NamedTuple

from fives import fold, grid

STEP = ((1, 0), (0, 1), (-1, 0), (0, -1))
ASIDE = "double along its parent"
Rect = tuple[int, int, int, int]
Spot = tuple[int, int, int]
Offers = dict[tuple[int, int, bool], tuple[Spot, bool]]  # tile, place, double: spot, whether on a cord


class Link(NamedTuple):
    """A link, spelt out."""

    low: int
    high: int
    parent: int
    place: int
    double: bool
    spinner: bool


def spell(link: int) -> Link:
    """The parts of a link."""
    number, high = link % 32, 0
    while (high + 1) * (high + 2) // 2 <= number:
        high += 1
    return Link(number - high * (high + 1) // 2, high, link // 32 % 32, link // 1024 % 8,
                bool(link // 8192 % 2), bool(link // 16384 % 2))


def block(x: int, y: int, wide: int, tall: int) -> Rect:
    """The rectangle of that size about a centre."""
    return (x - wide // 2, y - tall // 2, x + wide // 2, y + tall // 2)


def body(link: Link, spot: Spot) -> Rect:
    """The rectangle of a tile."""
    x, y, way = spot
    wide = (way % 2 == 0) != link.double
    return block(x, y, 4, 2) if wide else block(x, y, 2, 4)


def half(link: Link, spot: Spot, far: bool) -> Rect:
    """The square of an ordinary tile's far or near half."""
    x, y, way = spot
    dx, dy = STEP[way]
    return block(x + dx, y + dy, 2, 2) if far else block(x - dx, y - dy, 2, 2)


def overlap(a: Rect, b: Rect) -> bool:
    """Whether two rectangles have more in common than an edge."""
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


def gap(a: Rect, b: Rect) -> int:
    """How many cells are between two rectangles, along x or y, whichever is more."""
    return max(max(a[0], b[0]) - min(a[2], b[2]), max(a[1], b[1]) - min(a[3], b[3]))


def shared(a: Rect, b: Rect) -> tuple[int, int, int, int] | None:
    """The edge that two rectangles share, as its two end points, if it has a length."""
    x0, x1, y0, y1 = max(a[0], b[0]), min(a[2], b[2]), max(a[1], b[1]), min(a[3], b[3])
    if (x0 == x1 and y1 > y0) or (y0 == y1 and x1 > x0):
        return (x0, y0, x1, y1)
    return None


def shows(link: Link, place: int) -> int:
    """The pips at a place."""
    return link.low if link.double else (link.low, link.high)[place]


def joint_fault(child: Link, at: Spot, parent: Link, parent_at: Spot) -> str:
    """What is wrong with a joint; nothing where halves that match share a whole edge."""
    pip = shows(parent, child.place)
    if pip not in (child.low, child.high):
        return "pips differ"
    mine = body(child, at) if child.double else half(child, at, False)
    if not parent.double:
        if parent.parent == 31:
            theirs = half(parent, parent_at, child.place == 1)
        else:
            theirs = half(parent, parent_at, True)  # its other half is joined already
        edge = shared(mine, theirs)
        if edge is None or edge[2] - edge[0] + edge[3] - edge[1] != 2:
            return "no whole edge"
        if child.double:
            x, y, way = at
            dx, dy = STEP[way]
            if block(x - 2 * dx, y - 2 * dy, 2, 2) != theirs:
                return "double not in the middle"
            if shared(mine, half(parent, parent_at, parent.parent == 31 and child.place == 0)):
                return ASIDE
        return ""
    x, y, way = parent_at
    if child.place < 2:
        dx, dy = STEP[way] if child.place == 1 else STEP[(way + 2) % 4]
        return "" if mine == block(x + 2 * dx, y + 2 * dy, 2, 2) else "not in the middle of a long side"
    dx, dy = STEP[(way + 1) % 4]
    ends = (block(x + 3 * dx, y + 3 * dy, 2, 2), block(x - 3 * dx, y - 3 * dy, 2, 2))
    return "" if mine in ends else "not at a short end"


class Report(NamedTuple):
    """What was found: pairs that overlap; pairs nearer than one cell; joints at fault; cords; doubles that touch both
    halves of the tile they are joined to."""

    overlaps: int
    near: int
    faults: tuple[str, ...]
    cords: int
    aside: int


def check(links: list[int], spots: list[Spot], corded: list[bool]) -> Report:
    """Look at a drawing; a tile on a cord need not touch."""
    tiles = [spell(link) for link in links]
    bodies = [body(tile, spot) for tile, spot in zip(tiles, spots, strict=True)]
    overlaps = near = aside = 0
    faults = []
    for i, tile in enumerate(tiles):
        for j in range(i):
            if overlap(bodies[i], bodies[j]):
                overlaps += 1
            elif tile.parent != j and tiles[j].parent != i and gap(bodies[i], bodies[j]) < 1:
                near += 1
        if i and not corded[i]:
            fault = joint_fault(tile, spots[i], tiles[tile.parent], spots[tile.parent])
            if fault == ASIDE:
                aside += 1
            elif fault:
                faults.append(f"tile {i}: {fault}")
            grandparent = tiles[tile.parent].parent
            if grandparent != 31 and shared(bodies[i], bodies[grandparent]) and not near:
                faults.append(f"tile {i}: touches its grandparent")
    return Report(overlaps, near, tuple(faults), sum(corded), aside)


def open_ends(links: list[int]) -> dict[tuple[int, int], int]:
    """The places that may be joined now, and what may come: 1 an ordinary tile, 2 the double, 3 both."""
    tiles = [spell(link) for link in links]
    joined: list[set[int]] = [set() for _ in tiles]
    for i, tile in enumerate(tiles[1:], 1):
        joined[tile.parent].add(tile.place)
        pip = shows(tiles[tile.parent], tile.place)
        joined[i].add(0 if tile.double or tile.low == pip else 1)
    played = {(tile.low, tile.high) for tile in tiles}
    found = {}
    for i, tile in enumerate(tiles):
        free = [p for p in range(4 if tile.spinner else 2) if p not in joined[i]]
        for place in free[:1] if tile.double else free:
            pip = shows(tile, place)
            others = any((min(pip, other), max(pip, other)) not in played for other in range(7) if other != pip)
            needs = others + 2 * ((pip, pip) not in played)
            if needs:
                found[i, place] = needs
    return found


class Landings(NamedTuple):
    """What was found of landings: ends without one; at fault; on a cord; pairs of a kind that overlap."""

    missing: int
    faults: int
    corded: int
    clashes: int


def check_landings(links: list[int], spots: list[Spot], landings: Offers) -> Landings:
    """Look at the landings of a drawing."""
    tiles = [spell(link) for link in links]
    bodies = [body(tile, spot) for tile, spot in zip(tiles, spots, strict=True)]
    missing = faults = corded = clashes = 0
    wanted = {(t, place, double) for (t, place), needs in open_ends(links).items()
              for double in (False, True) if needs >> double & 1}
    faults += len(set(landings) - wanted)
    shapes: dict[bool, list[Rect]] = {False: [], True: []}
    for key in sorted(wanted):
        if key not in landings:
            missing += 1
            continue
        t, place, double = key
        spot, on_cord = landings[key]
        pip = shows(tiles[t], place)
        # any tile with that pip will do here: its other half is never looked at
        guest = Link(pip, pip if double else 7, t, place, double, False)
        shape = body(guest, spot)
        faults += any(overlap(shape, other) for other in bodies)
        corded += on_cord
        if not on_cord:
            faults += joint_fault(guest, spot, tiles[t], spots[t]) not in ("", ASIDE)
        clashes += any(overlap(shape, other) for other in shapes[double])
        shapes[double].append(shape)
    return Landings(missing, faults, corded, clashes)


def spots_of(drawing: list[int]) -> tuple[list[Spot], list[bool]]:
    """The spots of a drawing, and which tiles hang on a cord."""
    found = [fold.spot(drawing, pose) for pose in drawing[grid.POSE : grid.POSE + drawing[grid.COUNT]]]
    return [spot[:3] for spot in found], [spot[4] > 0 for spot in found]


def landings_of(drawing: list[int], links: list[int]) -> Offers:
    """All landings of a drawing."""
    found = {}
    for t in range(len(links)):
        for place in range(4):
            for double in (False, True):
                pose = fold.landing(drawing, t, place, double)
                if pose:
                    spot = fold.spot(drawing, pose)
                    found[t, place, double] = (spot[:3], spot[4] > 0)
    return found
