"""How likely the plays that others made are in a world: who has a better play in hand would rather make that."""

from math import exp

from fives.bots.judging import judged
from fives.bots.known import FIRST, ME, MOVES
from fives.bots.plans import OTHERS, POOL
from fives.bots.worlds import CLASSES, EVER, LAID, SEAT, SINCE, THEN, WORLD, world
from fives.kernel import ALL, DRAW, FORCED, MULTIPLE, PASS, PLAY, SPINS, Ints, ctz, double_plays, end_plays
from fives.playout import chance

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
                hand = x[THEN + seat]
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


def effort_of(known: Ints, plan: Ints) -> int:
    """The work of drawing a world, as a number of plays: those of others are judged in each that is drawn."""
    if plan[POOL] < 2:
        return 0
    watched = 0
    for number in range(known[MOVES]):
        move = known[FIRST + number]
        if move & 3 != known[ME] and move >> 2 & 3 == PLAY:
            watched += 1
    return watched * plan[POOL]


def likely_world(known: Ints, plan: Ints, b: Ints, table: Ints, rng: list[int], x: list[int], y: list[int]) -> None:
    """Draws some worlds and keeps one in `x`, the likelier the rather."""
    world(b, table, rng, x)
    if plan[POOL] < 2:
        return
    total = likelihood(known, b, x, plan, OTHERS)
    for _ in range(plan[POOL] - 1):
        world(b, table, rng, y)
        weight = likelihood(known, b, y, plan, OTHERS)
        total += weight
        if chance(rng, 1 << 30) * total < weight * (1 << 30):
            for slot in range(WORLD):
                x[slot] = y[slot]
