"""The plays of a position in the order in which `exact` tries them."""

from fives.kernel import (
    HAND,
    LAYOUT,
    MULTIPLE,
    SEATS,
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


def list_plays(s: Ints, x: list[int], at: int, first: int) -> int:
    """Writes the plays of the seat in turn to `x` from `at` on, the likely best first; how many there are.

    `first`, then by points, less the tiles that the next seat could play then: who must pass loses most.
    """
    layout = s[LAYOUT]
    hand = playable(s)
    turn = s[TURN] + 1
    other = s[HAND + (0 if turn == s[SEATS] else turn)]
    length = 0
    codes = end_plays(layout, hand)
    for half in range(2):
        while codes:
            code = half << 6 | ctz(codes)
            codes &= codes - 1
            after = lay(layout, code, s[SPINS])
            rank = 64 + worth(after, s[MULTIPLE]) - 3 * popcount(other & fits(after))
            if code == first:
                rank = 1 << 20
            ranked = rank << 7 | code
            i = at + length
            while i > at and x[i - 1] < ranked:
                x[i] = x[i - 1]
                i -= 1
            x[i] = ranked
            length += 1
        codes = double_plays(layout, hand) if layout else 0
    return length
