"""How a tile may lie that is joined to a place: at most seven poses where there is room, then ever worse ones.

Plain functions on ints and flat sequences of ints, so that a compiler can be handed this module as it is.
"""

from __future__ import annotations

from fives.grid import (
    COLUMNS,
    CORD,
    DOUBLE,
    DU,
    DV,
    JOINED,
    LINK,
    ONCE,
    OVER,
    POSE,
    RIM,
    ROWS,
    TIGHTLY,
    TWICE,
    Ints,
    end_of,
    pose_of,
)

# What a pose may do: keep clear; come close to a stranger; leave an end sideways though a double, which then touches
# half of the other half too; hang on a cord; lie anywhere.
CLEAR, CLOSE, ASIDE, CORDED, ADRIFT = 0, 1, 2, 3, 4
CHOICES = 20  # more than are ever found for one place


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
    if CLOSE <= level <= ASIDE:
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


def drift(s: Ints, o: int, end: int, double: int, out: Ints, first: int) -> int:
    """Write from `first` on the poses on the nearest ring round an end that has room; returns where they end."""
    way = end >> 14
    u, v = (end & 127) + 2 * DU[way], (end >> 7 & 127) + 2 * DV[way]
    for layer in (o + ONCE, o + OVER):
        for ring in range(1, ROWS):
            n = first
            for step in range(8 * ring):
                edge, along = step // (2 * ring), step % (2 * ring) - ring
                nu = u + (along if edge == 0 else ring if edge == 1 else -along if edge == 2 else -ring)
                nv = v + (-ring if edge == 0 else along if edge == 1 else ring if edge == 2 else -along)
                if nu <= RIM or nv <= RIM or nu >= COLUMNS - RIM - 1 or nv >= ROWS - RIM - 1 or n >= first + 6:
                    continue
                if double:
                    if fits(s, layer, nu, nv, way):
                        out[n] = pose_of(nu, nv, way, way, 2 * CORD)
                        n += 1
                elif not (s[layer + nv] >> nu | s[layer + nv + 2 * DV[way]] >> (nu + 2 * DU[way])) & 1:
                    out[n] = pose_of(nu + DU[way], nv + DV[way], way, way, 2 * CORD)
                    n += 1
            if n > first:
                return n
    return first


def choices(s: Ints, o: int, parent: int, place: int, double: int, level: int, out: Ints, first: int) -> int:
    """Write from `first` on the poses, on one level, of a tile to be joined at a place; returns how many."""
    link, above = s[o + LINK + parent], s[o + POSE + parent]
    kind = 0
    if link & DOUBLE:
        kind = 1 if place > 1 else 2
    n = first
    right = (above >> 14) + 1 & 3
    for way in (right, right ^ 2):
        end = end_of(s, o, parent, place, way)
        if level < CORDED:
            n = leave(s, o, end, kind, double, level, 0, out, n)
        elif level == CORDED:
            for gap in range(2, 14, 2):
                if n > first or not clear_cord(s, o, end, gap):
                    break
                n = leave(s, o, end, kind, double, level, gap, out, n)
        else:
            n = drift(s, o, end, double, out, n)
        if place != 2 or s[o + JOINED + parent] & 4 or level == ADRIFT:
            break
    return n - first


def best_choices(s: Ints, o: int, parent: int, place: int, double: int, out: Ints, first: int) -> int:
    """Write from `first` on the poses on the best level that has any; returns how many, never none."""
    n = 0
    for level in range(ADRIFT + 1):
        n = choices(s, o, parent, place, double, level, out, first)
        if n:
            break
    return n
