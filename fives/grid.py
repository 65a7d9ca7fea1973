"""The grid that tiles lie on: views, poses, what is taken, how a joined tile may lie, and how much room an end has.

Plain functions on ints and flat sequences of ints, so that a compiler can be handed this module as it is.

A half tile is a square of 2 x 2 cells, a tile 4 x 2, a double lies across its line: 2 x 4. All centres are whole cells.
Inside, every view stands upright: u runs along its short edge, v along its long edge; `spot` turns that into x and y.
Directions are 0 +u, 1 +v, 2 -u, 3 -v inside, and 0 right, 1 down, 2 left, 3 up in x and y.

A link is how a tile joins the layout, one int per tile in order of play:
  tile | parent << 5 | place << 10 | double << 13 | spinner << 14
  parent: the order of play of the tile it is joined to, 31 for the lead; place: 0 low, 1 high, or 0 line-a, 1 line-b,
  2 branch-a, 3 branch-b of a double. A tile is joined by its own half that shows the pip; a double by its line-a.
A pose is where it lies, one int (0: nowhere):
  bits 0-6 u, 7-13 v of its centre; 14-15 dir: from its joined half to its far half (lead: from low to high; a double:
  from line-a to line-b); 16-17 exit: from the parent through the joint; 18-19 cord: 0 it touches, 1 a straight cord
  along exit, 2 a leader line over anything; 20 tight: nearer than one cell to a stranger; 21 always set

A state is STATE ints from an offset: the fields below, the links, the poses, the places joined of each tile, and three
layers of what is taken, a row of bits for each v, a bit for each u. A bit stands for a half tile with its centre there:
  ONCE   it would come nearer than one cell to some tile     TWICE  to two tiles or more     OVER  it would overlap one
So a joined half, near its parent by nature, is clear where TWICE is not set. The rim of the grid is always taken.
"""

from __future__ import annotations

Ints = list[int]

TALL, SQUARE, WIDE = 0, 1, 2
# For each view: short and long edge in px, largest half tile, the half tile below which a new fold is worth it.
SHORT, LONG = (360, 560, 480), (440, 640, 800)
LARGEST, EASY, SMALLEST = (40, 48, 54), (26, 30, 36), (22, 26, 30)
LYING = (0, 1, 1)  # whether the long edge lies along x

ROWS, COLUMNS, RIM = 128, 62, 4
MOST = 28
# fields of a state; the box is that of the tiles, in cells, the frame that of all that must be seen;
# ROOM weighs the room of ends, 1 as a rule
VIEW, COUNT, COST, REST, BENDS, TIGHT, CORDS, BOX, FRAME, ROOM = 0, 1, 2, 3, 4, 5, 6, 7, 11, 15
LINK, POSE, JOINED = 16, 44, 72
ONCE, TWICE, OVER, STATE = 100, 228, 356, 484
BRANCH_TURNED = 16  # bit of JOINED: branch-a left a double to the left of its line, not to the right

DU, DV = (1, 0, -1, 0), (0, 1, 0, -1)
LOW = tuple(low for high in range(7) for low in range(high + 1))
HIGH = tuple(high for high in range(7) for low in range(high + 1))
LEAD = 31
DOUBLE, SPINNER = 1 << 13, 1 << 14
CORD, TIGHTLY, LIES = 1 << 18, 1 << 20, 1 << 21


def blank(size: int) -> Ints:
    """A flat sequence of zeros."""
    return [0] * size


def pose_of(u: int, v: int, way: int, out: int, marks: int) -> int:
    """A pose; `marks` are its bits CORD and TIGHTLY."""
    return u | v << 7 | way << 14 | out << 16 | marks | LIES


def long_u(pose: int, link: int) -> int:
    """Whether a tile's long edge runs along u."""
    return ((pose >> 14) ^ (link >> 13) ^ 1) & 1


def place_pip(link: int, place: int) -> int:
    """The pips that a place of a linked tile shows."""
    tile = link & 31
    return HIGH[tile] if place == 1 and not link & DOUBLE else LOW[tile]


def own_half(link: int, parent_link: int) -> int:
    """The place by which a joined tile is joined: 0 low, 1 high, 0 (line-a) for a double."""
    if link & DOUBLE or LOW[link & 31] == place_pip(parent_link, link >> 10 & 7):
        return 0
    return 1


def places(link: int) -> int:
    """How many places a tile has."""
    return 4 if link & SPINNER else 2


def clear_state(s: Ints, o: int, view: int) -> None:
    """Make a state empty."""
    for i in range(o, o + ONCE):
        s[i] = 0
    s[o + VIEW], s[o + ROOM] = view, 1
    inner = ((1 << (COLUMNS - 2 * RIM)) - 1) << RIM
    full = (1 << COLUMNS) - 1
    for i in range(ROWS):
        taken = full if i < RIM or i >= ROWS - RIM else full ^ inner
        s[o + ONCE + i] = taken
        s[o + TWICE + i] = taken
        s[o + OVER + i] = taken


def stamp(s: Ints, o: int, u: int, v: int, hu: int, hv: int) -> None:
    """Mark what a block of half extents hu, hv takes."""
    near = ((1 << (2 * hu + 3)) - 1) << (u - hu - 1)
    for i in range(o + ONCE + v - hv - 1, o + ONCE + v + hv + 2):
        s[i + TWICE - ONCE] |= s[i] & near
        s[i] |= near
    over = ((1 << (2 * hu + 1)) - 1) << (u - hu)
    for i in range(o + OVER + v - hv, o + OVER + v + hv + 1):
        s[i] |= over


def widen(s: Ints, i: int, u: int, v: int, hu: int, hv: int) -> None:
    """Let the box at i hold a block too."""
    if u - hu < s[i]:
        s[i] = u - hu
    if v - hv < s[i + 1]:
        s[i + 1] = v - hv
    if u + hu > s[i + 2]:
        s[i + 2] = u + hu
    if v + hv > s[i + 3]:
        s[i + 3] = v + hv


def turns(s: Ints, o: int, t: int, pose: int) -> int:
    """What the bends of a joint cost, in hundredths of a plain bend: more beside a double, most beside a spinner."""
    link = s[o + LINK + t]
    parent = link >> 5 & 31
    above_link = s[o + LINK + parent]
    way, out, before = pose >> 14 & 3, pose >> 16 & 3, s[o + POSE + parent] >> 14 & 3
    if link & DOUBLE:
        return 0 if above_link & DOUBLE or not (out ^ before) & 1 else 400
    bend = (way - out) & 3
    if above_link & DOUBLE:
        return 170 if bend else 0
    leave = (out - before) & 1
    if not (leave or bend):
        return 0
    cost = 270 if leave and bend else 100 if bend else 110
    elder = above_link >> 5 & 31
    if elder != LEAD:
        elder_link = s[o + LINK + elder]
        cost += 100 if elder_link & SPINNER else 30 if elder_link & DOUBLE else 0
    return cost


def lay(s: Ints, o: int, t: int, pose: int) -> None:
    """Lay tile t of a state's links."""
    link = s[o + LINK + t]
    u, v = pose & 127, pose >> 7 & 127
    flat = long_u(pose, link)
    hu, hv = (2, 1) if flat else (1, 2)
    stamp(s, o, u, v, hu, hv)
    s[o + POSE + t] = pose
    s[o + TIGHT] += pose >> 20 & 1
    parent, place = link >> 5 & 31, link >> 10 & 7
    if parent == LEAD:
        s[o + BOX], s[o + BOX + 1], s[o + BOX + 2], s[o + BOX + 3] = u - hu, v - hv, u + hu, v + hv
        return
    widen(s, o + BOX, u, v, hu, hv)
    above, above_link = s[o + POSE + parent], s[o + LINK + parent]
    out = pose >> 16 & 3
    s[o + JOINED + parent] |= 1 << place
    if place == 2 and (out - (above >> 14)) & 3 == 3:
        s[o + JOINED + parent] |= BRANCH_TURNED
    s[o + JOINED + t] |= 1 << own_half(link, above_link)
    s[o + BENDS] += turns(s, o, t, pose)
    cord = pose >> 18 & 3
    if cord:
        s[o + CORDS] += 1 if cord == 1 else 3
    if cord == 1:
        end = end_of(s, o, parent, place, out)
        fu, fv = end & 127, end >> 7 & 127
        near = near_of(pose, link)
        gap = abs((near & 127) - fu) + abs((near >> 7) - fv) - 2
        half = gap >> 1
        stamp(s, o, fu + DU[out] * (1 + half), fv + DV[out] * (1 + half),
              half if DU[out] else 1, half if DV[out] else 1)


def near_of(pose: int, link: int) -> int:
    """The centre of the half (of a double: its own centre) next to the joint, u | v << 7."""
    u, v, way = pose & 127, pose >> 7 & 127, pose >> 14 & 3
    if link & DOUBLE:
        return u | v << 7
    return (u - DU[way]) | (v - DV[way]) << 7


def end_of(s: Ints, o: int, t: int, place: int, out: int) -> int:
    """Where a tile joined at a place starts from: u | v << 7 | direction << 14; its near half lies two cells further.

    `out` is only asked for branch-a while no branch is joined: which of the two short ends, as a direction.
    """
    pose, link = s[o + POSE + t], s[o + LINK + t]
    u, v, way = pose & 127, pose >> 7 & 127, pose >> 14 & 3
    if not link & DOUBLE:
        if place == 0 and link >> 5 & 31 == LEAD:
            way ^= 2
        return (u + DU[way]) | (v + DV[way]) << 7 | way << 14
    if place < 2:
        return u | v << 7 | (way if place else way ^ 2) << 14
    if place == 2 and not s[o + JOINED + t] & 4:
        way = out if (out ^ way) & 1 else (way + 1) & 3
    elif (place == 2) == (s[o + JOINED + t] & BRANCH_TURNED != 0):
        way = (way + 3) & 3
    else:
        way = (way + 1) & 3
    return (u + DU[way]) | (v + DV[way]) << 7 | way << 14
