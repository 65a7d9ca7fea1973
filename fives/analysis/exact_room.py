"""The room that a search of `exact` works in: what its slots are, and the table of what is known of positions."""

from fives.kernel import BONEYARD, HAND, POINTS, ROUND, TURN, Ints, popcount
from fives.tally import TALLY

# slots of a search; the answer first: bounds of the value, which meet when it is exact, and a play that makes the lower
AT_LEAST, AT_MOST, BEST, NODES, CUTS = 0, 1, 2, 3, 4
# what the caller says: the match counts; frames after which it is only guessed (0: never); which search it is, 1 to
# 16383, so that what is left in the table by others is known; 62 less the bits that number the pairs of the table
MATCHED, DEEPEST, SEARCH, SHIFT = 5, 6, 7, 8
WIN, DEPTH, VALUE, FIRST, TRIED, LIKELY, KEPT = 9, 10, 11, 12, 13, 14, 16
HEAD = KEPT + ROUND + TALLY
# slots of a frame: the position; the window, what was found in it, and how the value of the next one is taken; the key
F_LAYOUT, F_TURN, F_HAND, F_BONEYARD, F_POINTS, F_TOTAL, F_TIED, F_MATCHED = 0, 1, 2, 3, 4, 6, 8, 9
F_FLOOR, F_ALPHA, F_BETA, F_FOUND, F_BEST, F_LENGTH, F_NEXT, F_SIGN, F_GAIN = 10, 11, 12, 13, 14, 15, 16, 17, 18
F_KEY, F_PLACE, F_PLAYS = 19, 22, 24
FRAME = F_PLAYS + 112
FRAMES = 40  # a tile is played once, and drawn at most once of ten
ROOM = HEAD + FRAMES * FRAME
WIDTH, PAIR = 4, 8  # numbers for a position in the table, and for two that share a place
FAR = 1 << 38  # beyond every value
NO_PLAY = 127
LEADS = 1 << 13  # halves of a point, more than a team can be ahead
EXACT, LEAST, MOST = 0, 1, 2  # what the table knows: the value, or a bound of it


def holders(s: Ints) -> int:
    """Who holds what and whose turn it is, one part of a key: with `circumstances` three bits for each tile."""
    boneyard = s[BONEYARD]
    return s[HAND] | s[HAND + 3] | boneyard | (s[HAND + 1] | boneyard) << 28 | s[TURN] << 56


def circumstances(s: Ints, matched: int) -> int:
    """The rest of a key: the tiles of seats 2 and 3, and the points where the match counts: from these and the root
    follow the totals, and whether a tie is played off."""
    key = s[HAND + 2] | s[HAND + 3]
    if matched:
        key |= s[POINTS] << 28 | s[POINTS + 1] << 42 | 1 << 56
    return key


def place_of(a: int, b: int, c: int, shift: int) -> int:
    """Where the pair of a key is in the table. All products stay below 2 ** 63."""
    mixed = (a & 0x7FFFFFFF) * 0x5E3779B9 ^ (a >> 31) * 0x3F58476D ^ (b & 0x7FFFFFFF) * 0x54D049BB
    mixed ^= (b >> 31) * 0x6C62272F ^ (c & 0x7FFFFFFF) * 0x45D9F3B3 ^ (c >> 31) * 0x2C1B3C6D
    mixed ^= mixed >> 29
    mixed = (mixed & 0x7FFFFFFF) * 0x5BD1E995 ^ mixed >> 33
    return (mixed & 0x3FFFFFFFFFFFFFFF) >> shift << 3


def recall(x: list[int], table: Ints, at: int, alpha: int, beta: int) -> int:
    """Looks for the position of a frame in the table: -1 when its value is there, in VALUE; else a play to try first.

    Sets the frame's place in the table: its own, else that of fewer tiles or of an earlier search.
    """
    a = x[at + F_KEY]
    b = x[at + F_KEY + 1]
    c = x[at + F_KEY + 2]
    place = place_of(a, b, c, x[SHIFT])
    for other in range(place, place + PAIR, WIDTH):
        if table[other] == a and table[other + 1] == b and table[other + 2] == c:
            x[at + F_PLACE] = other
            known = table[other + 3]
            x[FIRST] = known & 127
            if known >> 9 & 0x3FFF == x[SEARCH]:
                x[VALUE] = (known >> 23) - 2 * FAR
                what = known >> 7 & 3
                if what == EXACT or (what == LEAST and x[VALUE] >= beta) or (what == MOST and x[VALUE] <= alpha):
                    return -1
            return x[FIRST]
    if table[place + 3] >> 9 & 0x3FFF == x[SEARCH] and popcount(table[place + 1]) > popcount(b):
        place += WIDTH
    x[at + F_PLACE] = place
    return NO_PLAY


def note(x: Ints, table: list[int], at: int, value: int, what: int) -> None:
    """Writes what is known of the position of a frame into the table."""
    place = x[at + F_PLACE]
    for i in range(3):
        table[place + i] = x[at + F_KEY + i]
    table[place + 3] = (value + 2 * FAR) << 23 | x[SEARCH] << 9 | what << 7 | x[at + F_BEST]
