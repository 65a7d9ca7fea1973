"""Where the next tile would lie at every open end, and how large the drawing can be shown with all that.

Plain functions on ints and flat sequences of ints, so that a compiler can be handed this module as it is.

A drawing is a state (see `grid`) followed by the fields below. LANDING holds for tile t, place p and kind k (0 an
ordinary tile, 1 a double) a pose at 8 t + 2 p + k, or 0: no tile can be joined there.
"""

from __future__ import annotations

from fives.fold_choice import CHOICES, best_choices
from fives.fold_room import ENDS, KIN, NEEDS_DOUBLE, NEEDS_TILE, SOON, learn_kin, wanted
from fives.fold_search import drawn, rate
from fives.grid import (
    BOX,
    COST,
    COUNT,
    DOUBLE,
    DU,
    DV,
    FRAME,
    JOINED,
    LINK,
    MOST,
    POSE,
    STATE,
    VIEW,
    Ints,
    blank,
    end_of,
    lay,
    long_u,
    places,
    widen,
)

# SIZE: the drawn half tile in 1/16 px. MISSING: landings that are not as they should be (1 tight, 3 on a cord).
# CLASHES: landings that overlap one of their kind. FOLDS: whole folds so far. TRIED, TRIED_SIZE: count and size when a
# fold was last looked for.
LANDING, SIZE, MISSING, CLASHES, FOLDS, TRIED, TRIED_SIZE, DRAWING = 484, 708, 709, 710, 711, 712, 713, 714
CLASH = 900  # cost of two landings that overlap
GUEST = 21  # any ordinary tile will do where one is laid on trial


def meets(pose: int, link: int, other: int, other_link: int) -> int:
    """Whether two poses overlap."""
    flat, other_flat = long_u(pose, link), long_u(other, other_link)
    hu = (2 if flat else 1) + (2 if other_flat else 1)
    hv = (1 if flat else 2) + (1 if other_flat else 2)
    return abs((pose & 127) - (other & 127)) < hu and abs((pose >> 7 & 127) - (other >> 7 & 127)) < hv


def weigh(d: Ints, ends: Ints, n: int, at: int, double: int, poses: Ints, number: int, prices: Ints) -> None:
    """Set the prices of the poses of an end: what the drawing costs with a tile there."""
    count = d[COUNT]
    t, place = ends[at] & 31, ends[at] >> 5 & 3
    own, rest = ends[at], ends[n - 1]
    ends[at] = rest
    ends[n - 1] = count | 1 << 5 | (SOON | NEEDS_TILE | (0 if double else NEEDS_DOUBLE)) << 7
    scratch = blank(STATE)
    for i in range(CHOICES * at, CHOICES * at + number):
        scratch[0:STATE] = d[0:STATE]
        scratch[LINK + count] = GUEST | t << 5 | place << 10 | double
        lay(scratch, 0, count, poses[i])
        rate(scratch, 0, ends, 0, n)
        prices[i] = scratch[COST]
    ends[n - 1] = rest
    ends[at] = own


def settle(d: Ints) -> None:
    """Find the landings of all open ends of a drawing, its frame and its size."""
    count = d[COUNT]
    kin, ends, numbers = blank(KIN), blank(ENDS), blank(ENDS)
    poses, prices = blank(ENDS * CHOICES), blank(ENDS * CHOICES)
    learn_kin(d, 0, count, kin)
    n = wanted(d, 0, count, count, kin, ends, 0)
    for i in range(LANDING, LANDING + 8 * MOST):
        d[i] = 0
    d[MISSING] = d[CLASHES] = 0
    frame_discs(d)
    for kind in (0, 1):
        for i in range(n):
            needs = ends[i] >> 7
            numbers[i] = 0
            if needs & SOON and needs >> kind & 1:
                numbers[i] = best_choices(d, 0, ends[i] & 31, ends[i] >> 5 & 3, DOUBLE * kind, poses, CHOICES * i)
                if numbers[i] > 1:  # the only one is chosen at any price
                    weigh(d, ends, n, i, DOUBLE * kind, poses, numbers[i], prices)
        choose(d, ends, n, kind, poses, prices, numbers)
    d[SIZE] = drawn(d[VIEW], d[FRAME + 2] - d[FRAME], d[FRAME + 3] - d[FRAME + 1])


def choose(d: Ints, ends: Ints, n: int, kind: int, poses: Ints, prices: Ints, numbers: Ints) -> None:
    """Choose the landings of one kind, ends with the fewest choices first, apart from each other where that can be."""
    double = DOUBLE * kind
    taken = blank(ENDS)
    done = 0
    for fewest in range(1, CHOICES + 1):
        for i in range(n):
            if numbers[i] != fewest:
                continue
            best, least, clashes = 0, 1 << 40, 0
            for j in range(fewest):
                pose, cost = poses[CHOICES * i + j], prices[CHOICES * i + j]
                met = 0
                for m in range(done):
                    met += meets(pose, double, taken[m], double)
                if cost + met * CLASH < least:
                    best, least, clashes = pose, cost + met * CLASH, met
            taken[done] = best
            done += 1
            d[LANDING + 8 * (ends[i] & 31) + 2 * (ends[i] >> 5 & 3) + kind] = best
            d[CLASHES] += clashes
            d[MISSING] += 3 * (best >> 18 & 3 != 0) + (best >> 20 & 1)
            flat = long_u(best, double)
            widen(d, FRAME, best & 127, best >> 7 & 127, 2 if flat else 1, 1 if flat else 2)


def frame_discs(d: Ints) -> None:
    """Set the frame to one cell round the tiles and two before every end that has a mark."""
    d[FRAME], d[FRAME + 1], d[FRAME + 2], d[FRAME + 3] = d[BOX] - 1, d[BOX + 1] - 1, d[BOX + 2] + 1, d[BOX + 3] + 1
    for t in range(d[COUNT]):
        link, joined = d[LINK + t], d[JOINED + t]
        for place in range(places(link)):
            if joined >> place & 1:
                continue
            way = d[POSE + t] >> 14
            end = end_of(d, 0, t, place, (way + 1) & 3)
            out = end >> 14
            widen(d, FRAME, (end & 127) + 3 * DU[out], (end >> 7 & 127) + 3 * DV[out], 0, 0)
            if link & DOUBLE:
                break
