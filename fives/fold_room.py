"""How much room the ends of a layout have that something can still come to.

Plain functions on ints and flat sequences of ints, so that a compiler can be handed this module as it is.

A wanted end is one int: tile | place << 5 | needs << 7, with the bits of needs below. What is known of a layout as a
whole is its kin, KIN ints: for each tile and place (4 t + place) the tile joined there, -1 for none, 31 for the joint
to its own parent; then the rank of each tile, from 0, in the order in which they are laid; then for each pip which
tiles are still to come.
"""

from __future__ import annotations

from fives.fold_choice import fits
from fives.grid import (
    BOX,
    COLUMNS,
    DOUBLE,
    DU,
    DV,
    FRAME,
    HIGH,
    LEAD,
    LINK,
    LOW,
    MOST,
    ONCE,
    POSE,
    RIM,
    ROWS,
    TWICE,
    Ints,
    end_of,
    own_half,
    place_pip,
    places,
)

# needs: an ordinary tile may come; the double may; one does come, for sure; as the next of this tile; a branch that may
# as well leave by the other short end
NEEDS_TILE, NEEDS_DOUBLE, SURE, SOON, EITHER = 1, 2, 4, 8, 16
BRANCH, BRANCHES = 32, 96  # the double that comes will have one branch (32) or both (96)
ENDS = 64  # more than there ever are
RANK, COMING, KIN = 4 * MOST, 5 * MOST, 5 * MOST + 7
# What an end costs, a plain bend being 100: without room for a tile, for one that comes for sure; with few ways to lie;
# with a run of fewer than FAR half tiles ahead; with no way on after the double; where no double fits further on.
STUCK, STUCK_SURE, FEW_WAYS, FAR, PENT_UP, DEAD_END, WIDE_RUN, NARROW = 1500, 4000, 120, 10, 8, 600, 3, 40
BRANCH_STUCK = 1500


def free_run(s: Ints, layer: int, u: int, v: int, du: int, dv: int) -> int:
    """How many half tiles find room one after another from u, v on, FAR at most."""
    run = 0
    while run < FAR and not s[layer + v] >> u & 1:
        u += du
        v += dv
        run += 1
        if not (RIM <= u < COLUMNS - RIM and RIM <= v < ROWS - RIM):
            break
    return run


def branch_strain(s: Ints, layer: int, u: int, v: int, way: int, needs: int) -> int:
    """What the branches to come of a double at u, v cost for want of room; the freer short end takes the first."""
    pu, pv = DV[way], DU[way]
    shut = 0
    for step in (3, -3):
        shut += s[layer + v + step * pv] >> (u + step * pu) & 1
    return max(0, shut - (needs & BRANCHES == BRANCH)) * BRANCH_STUCK


def strain(s: Ints, o: int, end: int, kind: int, needs: int) -> int:
    """How badly off an end is: 0 with room all round, thousands where what it needs finds no room."""
    u, v, way = end & 127, end >> 7 & 127, end >> 14
    once, twice = o + ONCE, o + TWICE
    du, dv = 2 * DU[way], 2 * DV[way]
    pu, pv = dv, du  # across
    nu, nv = u + du, v + dv
    cost = options = run = 0
    if not s[twice + nv] >> nu & 1:
        run = free_run(s, once, nu + du, nv + dv, du, dv)
        if run:
            options = 2
            run += 1
        if needs & NEEDS_DOUBLE:
            if not fits(s, twice, nu, nv, way):
                cost = STUCK_SURE if needs & SURE else STUCK
            elif run < 3:
                cost = DEAD_END
            if needs & BRANCHES:
                cost += branch_strain(s, once, nu, nv, way, needs)
        for step in range(2, min(run, WIDE_RUN + 2)):
            if not fits(s, once, nu + step * du, nv + step * dv, way):
                cost += NARROW
        if kind < 2:
            options += 2 - (s[twice + nv + pv] >> (nu + pu) & 1) - (s[twice + nv - pv] >> (nu - pu) & 1)
        if run > 1 and run < FAR:
            run = max(run, free_run(s, once, nu + du + pu, nv + dv + pv, pu, pv),
                      free_run(s, once, nu + du - pu, nv + dv - pv, -pu, -pv))
    elif needs & NEEDS_DOUBLE:
        cost = STUCK_SURE if needs & SURE else STUCK
    if kind == 0 and run < FAR:
        for turned in (1, -1):
            tu, tv = u + turned * pu, v + turned * pv
            if not s[twice + tv] >> tu & 1:
                more = free_run(s, once, tu + turned * pu, tv + turned * pv, turned * pu, turned * pv)
                if more:
                    options += 1
                    run = max(run, more)
                options += 1 - (s[twice + tv + dv] >> (tu + du) & 1)
    if needs & NEEDS_TILE:
        if not options:
            cost += STUCK_SURE if needs & SURE else STUCK
        elif options < 3:
            cost += FEW_WAYS * (3 - options)
    if run < FAR:
        cost += (FAR - run) * (FAR - run) * PENT_UP
    return cost


def wanted_strain(s: Ints, o: int, ends: Ints, first: int, n: int) -> int:
    """The strain of n wanted ends from `first` on; sets the frame to what the tiles and the discs before them need."""
    left, top, right, bottom = s[o + BOX] - 1, s[o + BOX + 1] - 1, s[o + BOX + 2] + 1, s[o + BOX + 3] + 1
    cost = 0
    for i in range(first, first + n):
        want = ends[i]
        t, place, needs = want & 31, want >> 5 & 3, want >> 7
        kind = 0
        if s[o + LINK + t] & DOUBLE:
            kind = 1 if place > 1 else 2
        way = s[o + POSE + t] >> 14 & 3
        end = end_of(s, o, t, place, (way + 1) & 3)
        here = strain(s, o, end, kind, needs)
        if needs & EITHER and here:
            here = min(here, strain(s, o, end_of(s, o, t, place, (way + 3) & 3), kind, needs))
        cost += here if needs & SOON else here >> 1
        u = (end & 127) + 3 * DU[end >> 14]
        v = (end >> 7 & 127) + 3 * DV[end >> 14]
        left = min(left, u)
        top = min(top, v)
        right = max(right, u)
        bottom = max(bottom, v)
    s[o + FRAME], s[o + FRAME + 1], s[o + FRAME + 2], s[o + FRAME + 3] = left, top, right, bottom
    return cost


def coming(s: Ints, o: int, n: int, pip: int) -> int:
    """What is not in the layout of n tiles and shows a pip: NEEDS_TILE, NEEDS_DOUBLE, both or 0."""
    left, needs = 6, NEEDS_DOUBLE
    for t in range(n):
        link = s[o + LINK + t]
        if LOW[link & 31] == pip or HIGH[link & 31] == pip:
            if link & DOUBLE:
                needs = 0
            else:
                left -= 1
    return needs | NEEDS_TILE if left else needs


def learn_kin(s: Ints, o: int, n: int, kin: Ints) -> None:
    """Fill in the kin of n tiles, ranked as they were played."""
    for i in range(RANK):
        kin[i] = -1
    for t in range(n):
        kin[RANK + t] = t
        link = s[o + LINK + t]
        parent = link >> 5 & 31
        if parent != LEAD:
            kin[4 * parent + (link >> 10 & 3)] = t
            kin[4 * t + own_half(link, s[o + LINK + parent])] = LEAD
    for pip in range(7):
        kin[COMING + pip] = coming(s, o, n, pip)


def wanted(s: Ints, o: int, n: int, k: int, kin: Ints, ends: Ints, first: int) -> int:
    """Write from `first` on the ends wanted once the tiles of rank up to k of a layout of n lie; returns how many."""
    i = first
    for t in range(n):
        if kin[RANK + t] > k:
            continue
        link = s[o + LINK + t]
        double = link & DOUBLE
        soon = SOON
        for place in range(places(link)):
            there = kin[4 * t + place]
            if there == LEAD or (there >= 0 and kin[RANK + there] <= k):
                continue
            pip = place_pip(link, place)
            if there >= 0:
                needs = SURE | NEEDS_TILE
                if s[o + LINK + there] & DOUBLE:
                    branches = (kin[4 * there + 2] >= 0) + (kin[4 * there + 3] >= 0)
                    needs = SURE | NEEDS_DOUBLE | (0, BRANCH, BRANCHES)[branches]
            else:
                needs = kin[COMING + pip] & NEEDS_TILE if double else kin[COMING + pip]
                if not needs:
                    continue
            needs |= soon
            if double:
                soon = 0
                if place == 2 and kin[4 * t + 3] < 0 and not kin[COMING + pip] & NEEDS_TILE:
                    needs |= EITHER
            ends[i] = t | place << 5 | needs << 7
            i += 1
    return i - first
