"""Where each tile of a layout lies on the table: a drawing that is a pure function of the plays and the view.

Plain functions on ints and flat sequences of ints, so that a compiler can be handed this module and those it uses.
`grid` says what a link, a pose, a view and a state are, `fold_landing` what a drawing holds besides.

While a round is played, `begin` lays the lead, and `follow` each further tile: at its landing, and folds anew only
when that is needed. `play_out` does so for all plays at once; `fold` draws a finished layout. Two tiles never overlap;
every layout of up to 28 tiles can be drawn.
"""

from __future__ import annotations

from fives.fold_landing import CLASH, CLASHES, DRAWING, FOLDS, LANDING, MISSING, SIZE, TRIED, TRIED_SIZE, settle
from fives.fold_room import ENDS, KIN, RANK, learn_kin, wanted
from fives.fold_search import CLOSE_COST, CORD_COST, KEPT, MIDDLE, lead_pose, search, size_cost
from fives.grid import (
    BENDS,
    BOX,
    COLUMNS,
    CORDS,
    COUNT,
    DOUBLE,
    FRAME,
    LINK,
    LYING,
    MOST,
    POSE,
    RIM,
    ROOM,
    ROWS,
    SMALLEST,
    SPINNER,
    STATE,
    TIGHT,
    VIEW,
    Ints,
    blank,
    clear_state,
    lay,
)

TRIES = 8  # whole folds looked for, at most
LOOKED_AT = 4  # drawings of each that get landings
MISSING_COST = 2000
ELBOW = 10  # cells from the rim of the grid when a drawing is moved back to the middle


def link_of(tile: int, parent: int, place: int, double: int, spinner: int) -> int:
    """The link of a tile: its number, what it is joined to (31: nothing, the lead) and at which place of that."""
    return tile | parent << 5 | place << 10 | DOUBLE * double | SPINNER * spinner


def spot(d: Ints, pose: int) -> tuple[int, int, int, int, int]:
    """A pose of a drawing as x, y of the centre in cells from the lead's centre, dir, exit, and cord (see `grid`).

    x grows to the right and y down. A tile that stays where it is keeps its spot.
    """
    u, v = (pose & 127) - (d[POSE] & 127), (pose >> 7 & 127) - (d[POSE] >> 7 & 127)
    way, out, cord = pose >> 14 & 3, pose >> 16 & 3, pose >> 18 & 3
    if LYING[d[VIEW]]:
        return v, u, way ^ 1, out ^ 1, cord
    return u, v, way, out, cord


def frame(d: Ints) -> tuple[int, int, int, int]:
    """All that must be seen of a drawing, landings and discs too: left, top, right, bottom, in cells as of `spot`."""
    u, v = d[POSE] & 127, d[POSE] >> 7 & 127
    left, top, right, bottom = d[FRAME] - u, d[FRAME + 1] - v, d[FRAME + 2] - u, d[FRAME + 3] - v
    if LYING[d[VIEW]]:
        return top, left, bottom, right
    return left, top, right, bottom


def begin(link: int, view: int) -> Ints:
    """The drawing of a lead: its line along the long edge of the view."""
    d = blank(DRAWING)
    clear_state(d, 0, view)
    d[LINK] = link
    lay(d, 0, 0, lead_pose(1, MIDDLE))
    d[COUNT] = 1
    settle(d)
    return d


def landing(d: Ints, parent: int, place: int, double: int) -> int:
    """The pose that a tile (double: 1, ordinary: 0) would have at a place; 0 where none of that kind can be joined."""
    return d[LANDING + 8 * parent + 2 * place + double]


def add(d: Ints, link: int) -> None:
    """Lay one more tile at its landing; nothing else moves. The place must be open, the tile not played before."""
    t = d[COUNT]
    pose = landing(d, link >> 5 & 31, link >> 10 & 7, link >> 13 & 1)
    d[LINK + t] = link
    lay(d, 0, t, pose)
    d[COUNT] = t + 1
    if min(d[BOX], COLUMNS - d[BOX + 2]) < RIM + ELBOW or min(d[BOX + 1], ROWS - d[BOX + 3]) < RIM + ELBOW:
        recentre(d)
    settle(d)


def recentre(d: Ints) -> None:
    """Move a drawing as a whole to the middle of the grid; no spot changes."""
    n, folds, tried, tried_size = d[COUNT], d[FOLDS], d[TRIED], d[TRIED_SIZE]
    move = MIDDLE - ((d[BOX] + d[BOX + 2]) // 2 | (d[BOX + 1] + d[BOX + 3]) // 2 << 7)
    poses = blank(MOST)
    poses[0:n] = d[POSE:POSE + n]
    links = blank(MOST)
    links[0:n] = d[LINK:LINK + n]
    clear_state(d, 0, d[VIEW])
    d[LINK:LINK + n] = links[0:n]
    for t in range(n):
        lay(d, 0, t, poses[t] + move)
    d[COUNT], d[FOLDS], d[TRIED], d[TRIED_SIZE] = n, folds, tried, tried_size


def faults(d: Ints) -> int:
    """How much is amiss: tiles on cords, landings that are not as they should be."""
    return 4 * d[CORDS] + d[MISSING]


def needs_fold(d: Ints) -> int:
    """Whether a new fold should be looked for: something is amiss, or the drawing has become small."""
    if faults(d):
        return 1
    if d[SIZE] >= 16 * SMALLEST[d[VIEW]]:
        return 0
    return d[TRIED] == 0 or d[COUNT] >= d[TRIED] + 4 or 8 * d[SIZE] < 7 * d[TRIED_SIZE]


def better(new: Ints, old: Ints) -> int:
    """Whether a new fold is worth moving all tiles."""
    if faults(new) != faults(old):
        return faults(new) < faults(old)
    return 7 * new[SIZE] > 8 * old[SIZE]


def follow(d: Ints, link: int) -> Ints:
    """The drawing after one more play; `d` itself where no new fold was needed."""
    add(d, link)
    if not needs_fold(d):
        return d
    new = fold(d, d[COUNT], LINK, d[VIEW])
    new[FOLDS] = d[FOLDS] + 1
    if not better(new, d):
        new = d
    new[TRIED] = d[COUNT]
    new[TRIED_SIZE] = new[SIZE]
    return new


def play_out(links: Ints, n: int, view: int) -> Ints:
    """The drawing after n plays, as a table that saw each of them shows it."""
    d = begin(links[0], view)
    for i in range(1, n):
        d = follow(d, links[i])
    return d


def fold(links: Ints, n: int, first: int, view: int) -> Ints:
    """A new drawing of n links, of which the first stands at `first`; earlier folds do not matter."""
    s = blank(STATE)
    clear_state(s, 0, view)
    for t in range(n):
        s[LINK + t] = links[first + t]
    kin, order, plan = blank(KIN), blank(MOST), blank(MOST * (ENDS + 1))
    learn_kin(s, 0, n, kin)
    beam, ranked = blank(2 * KEPT * STATE), blank(KEPT)
    best, d, last = blank(DRAWING), blank(DRAWING), blank(DRAWING)
    for t in range(n):
        order[t] = t
    centre = MIDDLE
    for attempt in range(TRIES):
        for k in range(n):
            kin[RANK + order[k]] = k
        for k in range(n):
            at = k * (ENDS + 1)
            plan[at] = wanted(s, 0, n, k, kin, plan, at + 1)
        living = search(s, n, order, beam, plan, ranked, centre)
        for i in range(min(living, LOOKED_AT)):
            d[0:STATE] = beam[ranked[i]:ranked[i] + STATE]
            d[COUNT] = n
            settle(d)
            if i == 0 or price(d) < price(last):
                last[0:DRAWING] = d[0:DRAWING]
        if attempt == 0 or price(last) < price(best):
            best[0:DRAWING] = last[0:DRAWING]
        if not (best[TIGHT] or faults(best)):
            break
        centre = recentred(last, centre)
        hurry(last, n, order, kin)
        s[ROOM] += 1
    best[ROOM] = 1
    return best


def price(d: Ints) -> int:
    """What a finished drawing costs, in hundredths of a plain bend."""
    return (size_cost(d[VIEW], d[SIZE]) + d[BENDS] + d[TIGHT] * CLOSE_COST + d[CORDS] * CORD_COST
            + d[MISSING] * MISSING_COST + d[CLASHES] * CLASH)


def recentred(d: Ints, centre: int) -> int:
    """Where the lead must lie for a drawing like this one to lie in the middle of the grid."""
    u = (centre & 127) + MIDDLE % 128 - (d[BOX] + d[BOX + 2]) // 2
    v = (centre >> 7) + MIDDLE // 128 - (d[BOX + 1] + d[BOX + 3]) // 2
    u = min(max(u, 2 * RIM), COLUMNS - 2 * RIM)
    v = min(max(v, 2 * RIM), ROWS - 2 * RIM)
    return u | v << 7


def hurry(d: Ints, n: int, order: Ints, kin: Ints) -> int:
    """Move the first tile that found no good room, or what it hangs on, to right after its parent; whether it did."""
    for k in range(1, n):
        t = order[k]
        if not d[POSE + t] >> 18 & 7:
            continue
        while t > 0:
            parent, at = d[LINK + t] >> 5 & 31, kin[RANK + t]
            after = kin[RANK + parent] + 1
            if after < at:
                for m in range(at, after, -1):
                    order[m] = order[m - 1]
                order[after] = t
                return 1
            t = parent
    return 0
