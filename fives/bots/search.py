"""Tries the plays of a seat in worlds that agree with what it saw, on ints: every play in the same worlds."""

from fives.bots.ends import chance_to_win, gain_of, goal_of, is_near
from fives.bots.judging import liked_play
from fives.bots.known import LEFT, ME
from fives.bots.likely import keep_worlds, next_world, watched
from fives.bots.plans import DONE, HALVE, LIKED, METHOD, TASTE, TREE, WORK, WORLDS
from fives.bots.playouts import enter, finish
from fives.bots.tree import BESIDE, CHILD, CODE, FIGURES, MEAN, NODE, SPREAD, VISITS, grow
from fives.bots.worlds import HIDDEN, believe
from fives.kernel import BONEYARD, LAYOUT, ROUND, TEAMS, Ints, ctz, double_plays, end_plays, playable

MOST = 64  # plays that a hand can have
# what is found, FOUND numbers: for each play the sum of its values, of their squares, and in how many worlds
SUM, SQUARES, TRIED, FOUND = 0, MOST, 2 * MOST, 3 * MOST
PIECE = 32  # worlds between two looks at which plays are worth more work


def plays_of(s: Ints, codes: list[int]) -> int:
    """Lists the plays of the seat in turn; how many they are."""
    count = 0
    hand = playable(s)
    left = end_plays(s[LAYOUT], hand)
    for half in range(2):
        while left:
            codes[count] = half << 6 | ctz(left)
            left &= left - 1
            count += 1
        left = double_plays(s[LAYOUT], hand) if s[LAYOUT] else 0
    return count


def decide(known: Ints, plan: list[int], rng: list[int], room: int, b: list[int], table: list[int], x: list[int],
           kept: list[int], sums: list[float], w: list[int], codes: list[int], found: list[float], tree: list[int],
           figures: list[float], most: int, path: list[int]) -> int:
    """Chooses a play: `codes[0]`. Returns how many plays there are; they come best first, each with what was found.

    room: how many numbers `table` holds. b, x, w: room for a belief, a world, a round; kept, sums: for worlds that are
    kept; tree, figures, path: for a tree of `most` nodes.
    """
    count = plays_of(known, codes)
    for i in range(FOUND):
        found[i] = 0.0
    if count < 2:
        return count
    believe(known, b, table, room)
    if plan[METHOD] == LIKED:
        for slot in range(ROUND):
            w[slot] = known[slot]
        w[BONEYARD] = b[HIDDEN]
        code = liked_play(w, plan, TASTE)
        for i in range(count):
            if codes[i] == code:
                codes[i] = codes[0]
        codes[0] = code
        return count
    if plan[METHOD] == TREE:
        grow(known, plan, rng, b, table, x, kept, sums, w, tree, figures, most, path)
        gather(tree, figures, codes, found)
    else:
        sample(known, plan, rng, b, table, x, kept, sums, w, codes, count, found)
    return count


def gather(tree: Ints, figures: list[float], codes: list[int], found: list[float]) -> None:
    """What a tree found of the plays at its root, the one that it tried most first."""
    count = 0
    child = tree[CHILD]
    while child:
        at = count
        visits = tree[child * NODE + VISITS]
        while at > 0 and found[TRIED + at - 1] < visits:
            codes[at] = codes[at - 1]
            for row in range(3):
                found[row * MOST + at] = found[row * MOST + at - 1]
            at -= 1
        codes[at] = tree[child * NODE + CODE]
        found[SUM + at] = figures[child * FIGURES + MEAN]
        found[SQUARES + at] = figures[child * FIGURES + SPREAD]
        found[TRIED + at] = 1.0 * visits
        count += 1
        child = tree[child * NODE + BESIDE]


def sample(known: Ints, plan: list[int], rng: list[int], b: Ints, table: Ints, x: list[int], kept: list[int],
           sums: list[float], w: list[int], codes: list[int], count: int, found: list[float]) -> None:
    """Tries plays in worlds until the work is done; now and then the worse half of them is dropped."""
    near = is_near(known, plan)
    goal = goal_of(known, plan)
    team = known[ME] % known[TEAMS]
    live = count
    steps = 1
    while 1 << steps < count:
        steps += 1
    step = 1
    many = keep_worlds(known, plan, b, table, rng, x, kept, sums)
    work = many * (1 + watched(known))
    worlds = 0
    while work < plan[WORK] or worlds < plan[WORLDS]:
        next_world(known, b, table, rng, x, kept, sums, many)
        worlds += 1
        plan[DONE] = work
        seed = rng[0]
        for i in range(live):
            rng[0] = seed
            enter(known, x, w)
            work += finish(w, x, known[LEFT], plan, goal, codes[i], rng)
            value = chance_to_win(known, plan, w, team) if near else gain_of(known, w, team)
            found[SUM + i] += value
            found[SQUARES + i] += value * value
            found[TRIED + i] += 1.0
        if plan[HALVE] and live > 2 and worlds % PIECE == 0 and work * steps > plan[WORK] * step:
            order(codes, found, live)
            live = (live + 1) // 2
            step += 1
    order(codes, found, live)


def order(codes: list[int], found: list[float], live: int) -> None:
    """Brings the first plays into the order of their means, best first; they were tried in the same worlds."""
    for i in range(1, live):
        j = i
        while j > 0 and found[SUM + j] > found[SUM + j - 1]:
            code = codes[j]
            codes[j] = codes[j - 1]
            codes[j - 1] = code
            for row in range(3):
                at = row * MOST + j
                value = found[at]
                found[at] = found[at - 1]
                found[at - 1] = value
            j -= 1
