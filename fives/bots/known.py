"""What a seat knows of a round, as a sequence of KNOWN ints: what it sees now, the match, the moves so far.

The first ROUND slots are those of a kernel round as the seat sees it: its own hand, no other hand, no boneyard. Then
come the slots named below. A move is `seat | what << 2 | code << 4`; what: the kernel's PLAY, DRAW or PASS; code: that
of a play, the tile of an own draw, 0 for a draw of another seat.
"""

from fives.kernel import ALL, BONEYARD, DRAW, HAND, PLAY, ROUND, Ints, popcount
from fives.tally import TALLY

ME = ROUND  # the seat that knows this
LEFT = ROUND + 1  # tiles in the boneyard
DEALT = ROUND + 2  # tiles dealt to each seat
MOVES = ROUND + 3  # how many moves were made
HELD = ROUND + 4  # tiles in each hand
MATCH = ROUND + 8  # a tally: the match so far, the plays of this round counted in; a target of 0: no match
FIRST = MATCH + TALLY  # the first move
MOST_MOVES = 140  # 28 plays, 23 draws, and up to three passes before each play
KNOWN = FIRST + MOST_MOVES


def move_of(seat: int, what: int, code: int) -> int:
    """A move as one int."""
    return seat | what << 2 | code << 4


def know(s: Ints, moves: Ints, count: int, seat: int, dealt: int, tally: Ints, known: list[int]) -> None:
    """Cuts a round and its moves, with the drawn tiles in them, down to what one seat knows."""
    for slot in range(ROUND):
        known[slot] = s[slot]
    known[BONEYARD] = 0
    for other in range(4):
        known[HELD + other] = popcount(s[HAND + other])
        if other != seat:
            known[HAND + other] = 0
    known[ME] = seat
    known[LEFT] = popcount(s[BONEYARD])
    known[DEALT] = dealt
    known[MOVES] = count
    for slot in range(TALLY):
        known[MATCH + slot] = tally[slot]
    for number in range(count):
        move = moves[number]
        if move >> 2 & 3 == DRAW and move & 3 != seat:
            move &= 15
        known[FIRST + number] = move


def unseen(known: Ints) -> int:
    """The tiles that the seat cannot see: in other hands or in the boneyard."""
    seen = known[HAND + known[ME]]
    for number in range(known[MOVES]):
        move = known[FIRST + number]
        if move >> 2 & 3 == PLAY:
            seen |= 1 << (move >> 4 & 31)
    return ALL ^ seen
