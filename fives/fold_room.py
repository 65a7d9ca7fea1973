"""How a joined tile may lie, and how much room an end has: the choices of a pose, and the strain of the open ends.

Plain functions on ints and flat sequences of ints, so that a compiler can be handed this module as it is.

A wanted end is one int: tile | place << 5 | needs << 7 | weight << 12, with the bits of needs below; its weight is the
number of tiles that will come there, as far as that is known.
"""

from __future__ import annotations

from fives.grid import (
    ADRIFT,
    ASIDE,
    BOX,
    CLOSE,
    COLUMNS,
    CORD,
    CORDED,
    DOUBLE,
    DU,
    DV,
    FRAME,
    HIGH,
    JOINED,
    LEAD,
    LINK,
    LOW,
    ONCE,
    OVER,
    POSE,
    RIM,
    ROWS,
    SPINNER,
    TIGHTLY,
    TWICE,
    Ints,
    end_of,
    pose_of,
)

NEEDS_TILE, NEEDS_DOUBLE, SURE, SOON, EITHER = 1, 2, 4, 8, 16
ENDS = 64  # more than there ever are


def fits(s: Ints, layer: int, u: int, v: int, ahead: int) -> int:
    """Whether a layer leaves a double, going `ahead`, free to lie at u, v."""
    if ahead & 1:
        return (s[layer + v] >> (u - 1) & 5) == 0
    return ((s[layer + v - 1] | s[layer + v + 1]) >> u & 1) == 0


def leave(s: Ints, o: int, end: int, kind: int, double: int, level: int, gap: int, out: Ints, n: int) -> int:
    """Write the poses of a tile leaving an end, from n on; returns how many there are then.

    kind: 0 an ordinary end, 1 a branch, 2 a line (which goes on straight). gap: the length of its cord, in cells.
    """
    near_layer, far_layer, marks = o + TWICE, o + ONCE, 0
    if level == CLOSE or level == ASIDE:
        near_layer = far_layer = o + OVER
        marks = TIGHTLY
    elif level == CORDED:
        near_layer = far_layer
        marks = CORD
    fu, fv, ahead = end & 127, end >> 7 & 127, end >> 14
    for turn in range(1 if kind or (double and level != ASIDE) else 4):
        if turn == 2:
            continue
        way = (ahead + turn) & 3
        du, dv = DU[way], DV[way]
        u, v = fu + du * (2 + gap), fv + dv * (2 + gap)
        if double:
            if fits(s, near_layer, u, v, way):
                out[n] = pose_of(u, v, way, way, marks)
                n += 1
            continue
        if s[near_layer + v] >> u & 1:
            continue
        if not s[far_layer + v + 2 * dv] >> (u + 2 * du) & 1:
            out[n] = pose_of(u + du, v + dv, way, way, marks)
            n += 1
        if kind == 2 and not gap:
            continue
        for bend in (1, 3):
            if turn and (turn + bend) & 3:
                continue  # its far half would lie along the tile that it joins
            aside = (way + bend) & 3
            au, av = DU[aside], DV[aside]
            if not s[near_layer + v + 2 * av] >> (u + 2 * au) & 1:
                out[n] = pose_of(u + au, v + av, aside, way, marks)
                n += 1
    return n


def clear_cord(s: Ints, o: int, end: int, gap: int) -> int:
    """Whether a cord of so many cells runs over no tile."""
    way = end >> 14
    u, v = end & 127, end >> 7 & 127
    for _ in range(0, gap, 2):
        u += 2 * DU[way]
        v += 2 * DV[way]
        if s[o + OVER + v] >> u & 1:
            return 0
    return 1


def drift(s: Ints, o: int, end: int, double: int, out: Ints) -> int:
    """Write the poses on the nearest ring round an end where a tile finds room; there always is one."""
    way = end >> 14
    u, v = (end & 127) + 2 * DU[way], (end >> 7 & 127) + 2 * DV[way]
    for layer in (o + ONCE, o + OVER):
        for ring in range(1, ROWS):
            n = 0
            for step in range(8 * ring):
                edge, along = step // (2 * ring), step % (2 * ring) - ring
                nu = u + (along if edge == 0 else ring if edge == 1 else -along if edge == 2 else -ring)
                nv = v + (-ring if edge == 0 else along if edge == 1 else ring if edge == 2 else -along)
                if nu <= RIM or nv <= RIM or nu >= COLUMNS - RIM - 1 or nv >= ROWS - RIM - 1 or n >= 6:
                    continue
                if double:
                    if fits(s, layer, nu, nv, way):
                        out[n] = pose_of(nu, nv, way, way, 2 * CORD)
                        n += 1
                elif not (s[layer + nv] >> nu | s[layer + nv + 2 * DV[way]] >> (nu + 2 * DU[way])) & 1:
                    out[n] = pose_of(nu + DU[way], nv + DV[way], way, way, 2 * CORD)
                    n += 1
            if n:
                return n
    return 0


def choices(s: Ints, o: int, parent: int, place: int, double: int, level: int, out: Ints) -> int:
    """Write the poses, on one level, of a tile to be joined at a place; returns how many there are."""
    link, above = s[o + LINK + parent], s[o + POSE + parent]
    kind = 0
    if link & DOUBLE:
        kind = 1 if place > 1 else 2
    n = 0
    first = (above >> 14) + 1 & 3
    for way in (first, first ^ 2):
        end = end_of(s, o, parent, place, way)
        if level < CORDED:
            n = leave(s, o, end, kind, double, level, 0, out, n)
        elif level == CORDED:
            for gap in range(2, 14, 2):
                if n or not clear_cord(s, o, end, gap):
                    break
                n = leave(s, o, end, kind, double, level, gap, out, n)
        else:
            n = drift(s, o, end, double, out)
        if place != 2 or s[o + JOINED + parent] & 4 or level == ADRIFT:
            break
    return n


def best_choices(s: Ints, o: int, parent: int, place: int, double: int, out: Ints) -> int:
    """Write the poses on the first level that has any; returns how many there are, never none."""
    n = 0
    for level in range(ADRIFT + 1):
        n = choices(s, o, parent, place, double, level, out)
        if n:
            break
    return n


def strain(s: Ints, o: int, end: int, kind: int, needs: int) -> int:
    """How badly off an end is: 0 with room all round, thousands where what it needs finds no room."""
    u, v, way = end & 127, end >> 7 & 127, end >> 14
    once, twice = o + ONCE, o + TWICE
    du, dv = 2 * DU[way], 2 * DV[way]
    pu, pv = dv, du  # across
    nu, nv = u + du, v + dv
    cost = options = run = 0
    if needs & NEEDS_DOUBLE and not fits(s, twice, nu, nv, way):
        cost = 4000 if needs & SURE else 1500
    if not s[twice + nv] >> nu & 1:
        if not s[once + nv + dv] >> (nu + du) & 1:
            options = 2
            run = 2
            for step in (2, 3, 4):
                tu, tv = nu + step * du, nv + step * dv
                if tu < RIM or tv < RIM or tu >= COLUMNS - RIM or tv >= ROWS - RIM or s[once + tv] >> tu & 1:
                    break
                run += 1
        if kind < 2:
            options += 2 - (s[twice + nv + pv] >> (nu + pu) & 1) - (s[twice + nv - pv] >> (nu - pu) & 1)
    if kind == 0 and run < 4:
        for turned in (1, -1):
            tu, tv = u + turned * pu, v + turned * pv
            if not s[twice + tv] >> tu & 1:
                if not s[once + tv + turned * pv] >> (tu + turned * pu) & 1:
                    options += 1
                    if run < 3:
                        run = 3
                options += 1 - (s[twice + tv + dv] >> (tu + du) & 1)
    if needs & NEEDS_TILE:
        if not options:
            cost += 4000 if needs & SURE else 1500
        elif options < 3:
            cost += 120 * (3 - options)
    if run < 5:
        cost += (5 - run) * (5 - run) * 12
    return cost


def wanted_strain(s: Ints, o: int, ends: Ints, first: int, n: int) -> int:
    """The strain of all wanted ends; sets the frame to what their discs and the tiles need."""
    left, top, right, bottom = s[o + BOX] - 1, s[o + BOX + 1] - 1, s[o + BOX + 2] + 1, s[o + BOX + 3] + 1
    cost = 0
    for i in range(first, first + n):
        want = ends[i]
        t, place, needs = want & 31, want >> 5 & 3, want >> 7 & 31
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


def unplayed(s: Ints, o: int, n: int, pip: int) -> int:
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


def family(s: Ints, n: int, child: Ints, size: Ints) -> None:
    """Fill in what joins where (4 t + place), 31 for a tile's own joint, and how many tiles hang on each."""
    for i in range(4 * n):
        child[i] = -1
    for t in range(n):
        size[t] = 1
    for t in range(n - 1, 0, -1):
        link = s[LINK + t]
        parent = link >> 5 & 31
        child[4 * parent + (link >> 10 & 3)] = t
        child[4 * t + own_half(link, s[LINK + parent])] = LEAD
        size[parent] += size[t]


def wanted(s: Ints, o: int, n: int, rank: Ints, k: int, child: Ints, size: Ints, needs: Ints, ends: Ints, i: int) -> int:
    """Write from i on the ends wanted once the tiles of rank up to k of a layout of n lie; returns how many.

    child: for each tile and place (4 t + place) what joins there, -1 for nothing, 31 for its own joint. size: tiles
    that hang on each tile, itself included. needs: `unplayed` by pip, after all n.
    """
    first = i
    for t in range(n):
        if rank[t] > k:
            continue
        link = s[o + LINK + t]
        double = link & DOUBLE
        soon = SOON
        for place in range(places(link)):
            there = child[4 * t + place]
            if there == LEAD or (there >= 0 and rank[there] <= k):
                continue
            if there >= 0:
                need = SURE | soon | (NEEDS_DOUBLE if s[o + LINK + there] & DOUBLE else NEEDS_TILE)
                weight = size[there]
            else:
                need = needs[place_pip(link, place)]
                if double:
                    need &= NEEDS_TILE
                if not need:
                    continue
                need |= soon
                weight = 1
            if double:
                soon = 0
                if place == 2 and child[4 * t + 3] < 0 and not needs[LOW[link & 31]] & NEEDS_TILE:
                    need |= EITHER
            ends[i] = t | place << 5 | need << 7 | weight << 12
            i += 1
    return i - first
