"""What a play looks like to the seat that makes it, from its own hand and the layout alone, in a few numbers.

A taste weighs them: that is a seat that does not look ahead. It is what `club` plays, what playouts play when they are
to look like real play, and what tells how likely it is that a hand was held.
"""

from math import exp

from fives.kernel import (
    BONEYARD,
    HAND,
    HIGH,
    LAYOUT,
    LOW,
    MULTIPLE,
    PIPS,
    SPINS,
    TURN,
    Ints,
    ctz,
    double_plays,
    end_plays,
    fits,
    lay,
    playable,
    popcount,
    worth,
)
from fives.playout import chance

# what is judged of a play: its raw points; pips of the tile; whether it is a double; own tiles that fit after it; the
# points that the next play can make, the mean of all tiles not seen, in sixteenths; tiles not seen that fit, in 64ths
# of them; the most points that the hand could make next
POINTS_MADE, WEIGHT, DOUBLE, FITTING, REPLY, OPENING, FOLLOW, TASTE = 0, 1, 2, 3, 4, 5, 6, 8


def best_worth(layout: int, hand: int, spins: int, multiple: int) -> int:
    """The most points that a hand makes on a layout with one play."""
    best = 0
    codes = end_plays(layout, hand)
    for half in range(2):
        while codes:
            points = worth(lay(layout, half << 6 | ctz(codes), spins), multiple)
            codes &= codes - 1
            if points > best:
                best = points
        codes = double_plays(layout, hand)
    return best


def judged(layout: int, hand: int, unseen: int, code: int, spins: int, multiple: int, taste: Ints, at: int) -> int:
    """How a play is liked, in thousandths."""
    after = lay(layout, code, spins)
    tile = code & 31
    fit = fits(after)
    mine = hand & fit & ~(1 << tile)
    value = worth(after, multiple) * taste[at + POINTS_MADE] + PIPS[tile] * taste[at + WEIGHT]
    if LOW[tile] == HIGH[tile]:
        value += taste[at + DOUBLE]
    value += taste[at + FITTING] * popcount(mine)
    others = popcount(unseen)
    if others:
        value += taste[at + OPENING] * (64 * popcount(unseen & fit) // others)
        if multiple and taste[at + REPLY]:
            total = 0
            left = unseen & fit
            while left:
                total += best_worth(after, left & -left, spins, multiple)
                left &= left - 1
            value += taste[at + REPLY] * (16 * total // others)
    if multiple and taste[at + FOLLOW]:
        value += taste[at + FOLLOW] * best_worth(after, mine, spins, multiple)
    return value


def liked_play(s: Ints, taste: Ints, at: int) -> int:
    """The play that a seat of this taste likes best; the first in order of equals."""
    layout = s[LAYOUT]
    hand = playable(s)
    mine = s[HAND + s[TURN]]
    unseen = (s[HAND] | s[HAND + 1] | s[HAND + 2] | s[HAND + 3] | s[BONEYARD]) ^ mine
    best = -1 << 40
    choice = 0
    codes = end_plays(layout, hand)
    for half in range(2):
        while codes:
            code = half << 6 | ctz(codes)
            codes &= codes - 1
            value = judged(layout, mine, unseen, code, s[SPINS], s[MULTIPLE], taste, at)
            if value > best:
                best = value
                choice = code
        codes = double_plays(layout, hand) if layout else 0
    return choice


def soft_play(s: Ints, taste: Ints, at: int, rng: list[int]) -> int:
    """A play at random, the better liked the likelier."""
    layout = s[LAYOUT]
    hand = playable(s)
    mine = s[HAND + s[TURN]]
    unseen = (s[HAND] | s[HAND + 1] | s[HAND + 2] | s[HAND + 3] | s[BONEYARD]) ^ mine
    total = 0.0
    choice = 0
    codes = end_plays(layout, hand)
    for half in range(2):
        while codes:
            code = half << 6 | ctz(codes)
            codes &= codes - 1
            weight = exp(judged(layout, mine, unseen, code, s[SPINS], s[MULTIPLE], taste, at) / 1000)
            total += weight
            if total == weight or chance(rng, 1 << 30) * total < weight * (1 << 30):
                choice = code
        codes = double_plays(layout, hand) if layout else 0
    return choice
