"""Where all tiles of a known layout lie: a beam search over them, the hard ones earlier in each further try.

Plain functions on ints and flat sequences of ints, so that a compiler can be handed this module as it is.
"""

from __future__ import annotations

from fives.fold_choice import CHOICES, best_choices
from fives.fold_room import ENDS, wanted_strain
from fives.grid import (
    BENDS,
    BOX,
    COLUMNS,
    CORDS,
    COST,
    DOUBLE,
    EASY,
    FRAME,
    LARGEST,
    LINK,
    LONG,
    REST,
    ROOM,
    ROWS,
    SHORT,
    STATE,
    TIGHT,
    VIEW,
    Ints,
    blank,
    lay,
    long_u,
    pose_of,
    turns,
)

WIDTH, KEPT = 24, 64  # states that go on, states that are looked at closely
MIDDLE = COLUMNS // 2 | ROWS // 2 << 7  # where a lead lies at first
# Costs, a plain bend being 100: 1/16 px of the drawn half tile, more of it below what is easy to read, a tile too
# close, a cord.
PIXEL, SMALL_PIXEL, CLOSE_COST, CORD_COST = 3, 16, 700, 12000


def drawn(view: int, width: int, height: int) -> int:
    """The half tile, in 1/16 px, when a frame of so many cells along the short and the long edge fills a view."""
    return min(32 * SHORT[view] // width, 32 * LONG[view] // height, 16 * LARGEST[view])


def size_cost(view: int, half: int) -> int:
    """What a drawn half tile (1/16 px) under the largest costs."""
    cost = (16 * LARGEST[view] - half) * PIXEL
    below = 16 * EASY[view] - half
    return cost + below * SMALL_PIXEL if below > 0 else cost


def rate(s: Ints, o: int, ends: Ints, first: int, n: int) -> None:
    """Set a state's cost and frame."""
    strained = wanted_strain(s, o, ends, first, n)
    half = drawn(s[o + VIEW], s[o + FRAME + 2] - s[o + FRAME], s[o + FRAME + 3] - s[o + FRAME + 1])
    s[o + REST] = s[o + BENDS] + strained * s[o + ROOM] + s[o + TIGHT] * CLOSE_COST + s[o + CORDS] * CORD_COST
    s[o + COST] = s[o + REST] + size_cost(s[o + VIEW], half)


def lead_pose(way: int, centre: int) -> int:
    """The pose of a lead with its centre at u | v << 7."""
    return pose_of(centre & 127, centre >> 7, way, way, 0)


def guess(s: Ints, o: int, t: int, pose: int) -> int:
    """A cheap forecast of a state's cost with one more tile at a pose."""
    u, v = pose & 127, pose >> 7 & 127
    flat = long_u(pose, s[o + LINK + t])
    hu, hv = (2, 1) if flat else (1, 2)
    width = max(s[o + BOX + 2], u + hu) - min(s[o + BOX], u - hu) + 4
    height = max(s[o + BOX + 3], v + hv) - min(s[o + BOX + 1], v - hv) + 4
    return s[o + REST] + turns(s, o, t, pose) + size_cost(s[o + VIEW], drawn(s[o + VIEW], width, height))


def search(s: Ints, n: int, order: Ints, beam: Ints, plan: Ints, ranked: Ints, centre: int) -> int:
    """Lay n tiles in an order (parents first); returns how many states in `beam` came out, their offsets in `ranked`.

    s: a state with the links and the view. beam: 2 * KEPT states. plan: what is wanted after each tile, 1 + ENDS ints
    for each. centre: of the lead.
    """
    slate = blank(3 * KEPT)  # cost, from which state, pose
    found = blank(CHOICES)
    here, there = 0, KEPT * STATE
    living = 0
    lead = order[0]
    for way in (1, 0):
        o = here + living * STATE
        beam[o:o + STATE] = s[0:STATE]
        lay(beam, o, lead, lead_pose(way, centre))
        ranked[living] = o
        living += 1
    for k in range(1, n):
        t = order[k]
        link = s[LINK + t]
        parent, place, double = link >> 5 & 31, link >> 10 & 7, link & DOUBLE
        listed = 0
        for i in range(living):
            o = ranked[i]
            number = best_choices(beam, o, parent, place, double, found, 0)
            for j in range(number):
                cost = guess(beam, o, t, found[j])
                at = listed
                while at > 0 and slate[3 * at - 3] > cost:
                    at -= 1
                if at >= KEPT:
                    continue
                if listed < KEPT:
                    listed += 1
                for m in range(listed - 1, at, -1):
                    slate[3 * m] = slate[3 * m - 3]
                    slate[3 * m + 1] = slate[3 * m - 2]
                    slate[3 * m + 2] = slate[3 * m - 1]
                slate[3 * at] = cost
                slate[3 * at + 1] = o
                slate[3 * at + 2] = found[j]
        living = 0
        for i in range(listed):
            o, source = there + i * STATE, slate[3 * i + 1]
            beam[o:o + STATE] = beam[source:source + STATE]
            lay(beam, o, t, slate[3 * i + 2])
            rate(beam, o, plan, k * (ENDS + 1) + 1, plan[k * (ENDS + 1)])
            at = living
            while at > 0 and beam[ranked[at - 1] + COST] > beam[o + COST]:
                at -= 1
            if at >= WIDTH:
                continue
            if living < WIDTH:
                living += 1
            for m in range(living - 1, at, -1):
                ranked[m] = ranked[m - 1]
            ranked[at] = o
        here, there = there, here
    return living
