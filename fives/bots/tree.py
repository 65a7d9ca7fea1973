"""A tree of the plays that may come, grown through sampled worlds, on ints: what all seats choose is one tree, whatever
the hidden tiles, so that nobody in it acts on what it cannot know.

Each pass takes a world that agrees with what the seat saw, goes down the tree along plays that this world allows, as
far as the tree reaches, plays the round out, and gives the result to all plays on its way. A play is tried by its mean
so far, and the rather the more a seat of ordinary taste would like it and the less it was tried.
"""

from math import exp, sqrt

from fives.bots.ends import chance_to_win, gain_of, goal_of, is_near
from fives.bots.judging import judged
from fives.bots.known import LEFT
from fives.bots.likely import keep_worlds, next_world, watched
from fives.bots.plans import CURIOUS, DONE, TASTE, WORK
from fives.bots.playouts import enter, onwards, policy_play, wins_now
from fives.kernel import (
    BONEYARD,
    HAND,
    LAYOUT,
    MULTIPLE,
    SPINS,
    TEAMS,
    TURN,
    Ints,
    ctz,
    double_plays,
    end_plays,
    play,
    playable,
    settle,
)

# slots of a node: how often it was tried, the first play after it, the next play beside it, its code
VISITS, CHILD, BESIDE, CODE, NODE = 0, 1, 2, 3, 4
# numbers with a point: the sum of results for who made the play, that of their squares, the weight of its liking
MEAN, SPREAD, LIKING, FIGURES = 0, 1, 2, 3
DEEPEST = 60


def grow(known: Ints, plan: list[int], rng: list[int], b: Ints, table: Ints, x: list[int], kept: list[int],
         sums: list[float], w: list[int], tree: list[int], figures: list[float], most: int, path: list[int]) -> int:
    """Grows a tree of at most so many nodes until the work is done; node 0 is the root. How many nodes there are."""
    near = is_near(known, plan)
    goal = goal_of(known, plan)
    for slot in range(NODE):
        tree[slot] = 0
    reach = plan[CURIOUS] / 100 if near else 1.0 * plan[CURIOUS]
    size = 1
    count = keep_worlds(known, plan, b, table, rng, x, kept, sums)
    work = count * (1 + watched(known))
    while work < plan[WORK]:
        plan[DONE] = work
        next_world(known, b, table, rng, x, kept, sums, count)
        enter(known, x, w)
        node = 0
        depth = 0
        over = False
        while True:
            if depth and (size + 64 > most or depth >= DEEPEST):
                break
            fresh = tree[node * NODE + VISITS] == 0
            size = widen(w, plan, tree, figures, node, size)
            if fresh and node:
                break
            node = choose(w, tree, figures, node, reach)
            path[2 * depth] = node
            seat = w[TURN]
            path[2 * depth + 1] = seat % w[TEAMS]
            depth += 1
            play(w, tree[node * NODE + CODE])
            work += 1
            if wins_now(w, seat, goal):
                over = True
                break
            if not onwards(w, x, known[LEFT]):
                settle(w)
                over = True
                break
        while not over:
            seat = w[TURN]
            play(w, policy_play(w, plan, rng))
            work += 1
            if wins_now(w, seat, goal):
                over = True
            elif not onwards(w, x, known[LEFT]):
                settle(w)
                over = True
        tree[VISITS] += 1
        for i in range(depth):
            team = path[2 * i + 1]
            at = path[2 * i]
            tree[at * NODE + VISITS] += 1
            value = chance_to_win(known, plan, w, team) if near else gain_of(known, w, team)
            figures[at * FIGURES + MEAN] += value
            figures[at * FIGURES + SPREAD] += value * value
    return size


def widen(w: Ints, plan: Ints, tree: list[int], figures: list[float], node: int, size: int) -> int:
    """Adds the plays that this world allows and the tree has not yet."""
    layout = w[LAYOUT]
    hand = playable(w)
    ends = end_plays(layout, hand)
    doubles = double_plays(layout, hand) if layout else 0
    child = tree[node * NODE + CHILD]
    while child:
        code = tree[child * NODE + CODE]
        if code < 64:
            ends &= ~(1 << code)
        else:
            doubles &= ~(1 << (code - 64))
        child = tree[child * NODE + BESIDE]
    mine = w[HAND + w[TURN]]
    unseen = (w[HAND] | w[HAND + 1] | w[HAND + 2] | w[HAND + 3] | w[BONEYARD]) ^ mine
    for half in range(2):
        while ends:
            code = half << 6 | ctz(ends)
            ends &= ends - 1
            at = size * NODE
            tree[at + VISITS] = 0
            tree[at + CHILD] = 0
            tree[at + BESIDE] = tree[node * NODE + CHILD]
            tree[at + CODE] = code
            tree[node * NODE + CHILD] = size
            figures[size * FIGURES + MEAN] = 0.0
            figures[size * FIGURES + SPREAD] = 0.0
            liking = judged(layout, mine, unseen, code, w[SPINS], w[MULTIPLE], plan, TASTE)
            figures[size * FIGURES + LIKING] = exp(min(liking, 20000) / 1500)
            size += 1
        ends = doubles
    return size


def choose(w: Ints, tree: Ints, figures: list[float], node: int, reach: float) -> int:
    """The play to try among those that this world allows; reach: how far behind one that was not tried may be."""
    layout = w[LAYOUT]
    hand = playable(w)
    ends = end_plays(layout, hand)
    doubles = double_plays(layout, hand) if layout else 0
    tried = 1
    total = 0.0
    weight = 0.0
    child = tree[node * NODE + CHILD]
    while child:
        code = tree[child * NODE + CODE]
        if (ends >> code if code < 64 else doubles >> (code - 64)) & 1:
            tried += tree[child * NODE + VISITS]
            total += figures[child * FIGURES + MEAN]
            weight += figures[child * FIGURES + LIKING]
        child = tree[child * NODE + BESIDE]
    start = total / tried
    bonus = reach * sqrt(1.0 * tried) / weight
    best = -1e18
    pick = 0
    child = tree[node * NODE + CHILD]
    while child:
        code = tree[child * NODE + CODE]
        if (ends >> code if code < 64 else doubles >> (code - 64)) & 1:
            visits = tree[child * NODE + VISITS]
            value = figures[child * FIGURES + MEAN] / visits if visits else start
            value += bonus * figures[child * FIGURES + LIKING] / (1 + visits)
            if value > best:
                best = value
                pick = child
        child = tree[child * NODE + BESIDE]
    return pick
