"""How likely the plays that others made are in a world: who has a better play in hand would rather make that."""

from math import exp

from fives.bots.judging import judged
from fives.bots.known import FIRST, LEFT, ME, MOVES
from fives.bots.plans import BELIEF_SHARE, OTHERS, WORK
from fives.bots.worlds import CLASSES, EVER, LAID, SEAT, SINCE, THEN, shuffle, world
from fives.kernel import ALL, DRAW, FORCED, MULTIPLE, PASS, PLAY, SPINS, Ints, ctz, double_plays, end_plays
from fives.playout import chance

LEAST_KEPT, MOST_KEPT = 48, 4096  # worlds
BLUR = 0.05  # how much of its plays a seat makes for reasons that nobody sees


def chosen(layout: int, hand: int, unseen: int, code: int, spins: int, multiple: int, taste: Ints, at: int) -> float:
    """The chance that a seat with this hand makes this play."""
    codes = end_plays(layout, hand)
    total = 0.0
    made = 0.0
    count = 0
    for half in range(2):
        while codes:
            option = half << 6 | ctz(codes)
            codes &= codes - 1
            count += 1
            weight = exp(judged(layout, hand, unseen, option, spins, multiple, taste, at) / 1000)
            total += weight
            if option == code:
                made = weight
        codes = double_plays(layout, hand) if layout else 0
    return made / total * (1 - BLUR) + BLUR / count


def likelihood(known: Ints, b: Ints, x: list[int], taste: Ints, at: int) -> float:
    """The chance of all plays that others chose, in the world `x`."""
    me = known[ME]
    for seat in range(4):
        x[THEN + seat] = 0
    for k in range(b[CLASSES]):
        if b[SINCE + k] < 0:
            x[THEN + b[SEAT + k]] |= x[EVER + k]
    likely = 1.0
    drawn = 0
    lying = 0
    for number in range(known[MOVES]):
        move = known[FIRST + number]
        seat = move & 3
        what = move >> 2 & 3
        code = move >> 4
        if what == DRAW:
            drawn = 1
            continue
        if seat != me:
            if what != PASS and drawn == 0:
                layout = b[LAID + number]
                # where anything may be anywhere, a world has nothing but what is held now
                hand = x[THEN + seat] | 1 << (code & 31)
                if hand & (hand - 1) and (layout or known[FORCED] == 0):
                    likely *= chosen(layout, hand, ALL ^ lying ^ hand, code, known[SPINS], known[MULTIPLE], taste, at)
                x[THEN + seat] = hand & ~(1 << (code & 31))
            if drawn:
                for k in range(b[CLASSES]):
                    if b[SINCE + k] == number:
                        x[THEN + seat] |= x[EVER + k]
        if what != PASS:
            lying |= 1 << (code & 31)
        drawn = 0
    return likely


def watched(known: Ints) -> int:
    """How many plays of others a likelihood looks at, more or less."""
    count = 0
    for number in range(known[MOVES]):
        move = known[FIRST + number]
        if move & 3 != known[ME] and move >> 2 & 3 == PLAY:
            count += 1
    return count


def keep_worlds(known: Ints, plan: Ints, b: Ints, table: Ints, rng: list[int], x: list[int], kept: list[int],
                sums: list[float]) -> int:
    """Draws worlds and keeps them with the sum of their likelihoods so far; how many. 0: each is as likely, so that
    they may as well be drawn one by one."""
    plays = watched(known)
    if plan[BELIEF_SHARE] == 0 or plays == 0:
        return 0
    count = max(LEAST_KEPT, min(MOST_KEPT, plan[WORK] * plan[BELIEF_SHARE] // (100 * (1 + plays))))
    total = 0.0
    for i in range(count):
        world(b, table, rng, x)
        total += likelihood(known, b, x, plan, OTHERS)
        sums[i] = total
        for slot in range(EVER):
            kept[i * EVER + slot] = x[slot]
    return count


def next_world(known: Ints, b: Ints, table: Ints, rng: list[int], x: list[int], kept: Ints, sums: list[float],
               count: int) -> None:
    """Draws a world: one of those that were kept, by likelihood, with its boneyard in a new order; or any."""
    if count == 0:
        world(b, table, rng, x)
        return
    mark = chance(rng, 1 << 30) * sums[count - 1] / (1 << 30)
    low = 0
    high = count - 1
    while low < high:
        middle = (low + high) // 2
        if sums[middle] > mark:
            high = middle
        else:
            low = middle + 1
    for slot in range(EVER):
        x[slot] = kept[low * EVER + slot]
    shuffle(rng, x, known[LEFT])
