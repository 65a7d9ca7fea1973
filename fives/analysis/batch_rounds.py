"""Many whole rounds and playouts on ints, for `fives.fast`: each has a number, and its chances depend on that alone.

So any of them can be played again by itself, and it does not matter which thread plays which. What is dealt and drawn
never depends on a generator that players use.
"""

from fives.kernel import BONEYARD, HAND, OUT, POINTS, ROUND, SEATS, TURN, Ints, play, popcount, settle
from fives.playout import deal, greedy_play, random_play, ready

RANDOM, GREEDY = 0, 1  # players
DEALS, PLAYERS = 0, 1  # uses of chance
# what is written of a round, RESULT numbers: who led (or was in turn), the finisher or -1, tiles played, the points of
# each team by plays, and with the settlement
LEADER, FINISHER, LAID, MADE, TOTAL, RESULT = 0, 1, 2, 3, 7, 11
WORD = 0xFFFFFFFF


def scrambled(x: int) -> int:
    """Another 32 bits for 32 bits, no two alike."""
    x = ((x ^ x >> 16) * 0x7FEB352D) & WORD
    x = ((x ^ x >> 15) * 0x46CA68B5) & WORD
    return x ^ x >> 16


def stream(seed: int, number: int, use: int) -> int:
    """The first state of a generator of `playout.chance`, for one use in one round; no two rounds have the same.

    seed: 0 to 2**63 - 1. number: 0 to 2**32 - 1.
    """
    a = scrambled((seed & WORD) ^ (0x2545F491 + use))
    b = scrambled(a ^ (seed >> 32))
    low = scrambled(scrambled(number ^ a) ^ b)
    high = scrambled(scrambled(number ^ b) + use & WORD)
    return (high % 698769067 + 1) << 32 | low


def finish(s: list[int], deals: list[int], choices: list[int], players: Ints) -> None:
    """Plays a round out, each seat in its manner; draws by `deals`. It is not settled."""
    while ready(s, deals):
        if players[s[TURN]] == GREEDY:
            play(s, greedy_play(s))
        else:
            play(s, random_play(s, choices))


def write(s: list[int], led: int, out: list[int], at: int) -> None:
    """Settles a round and writes what came of it."""
    out[at + LEADER] = led
    out[at + FINISHER] = s[OUT]
    laid = 28 - popcount(s[BONEYARD])
    for seat in range(4):
        laid -= popcount(s[HAND + seat])
        out[at + MADE + seat] = s[POINTS + seat]
    out[at + LAID] = laid
    settle(s)
    for team in range(4):
        out[at + TOTAL + team] = s[POINTS + team]


def whole_rounds(s: list[int], deals: list[int], choices: list[int], players: Ints, seed: int, first: int, count: int,
                 size: int, out: list[int]) -> None:
    """Plays the rounds of these numbers, hands of `size` tiles; the lead goes round where no tile must lead."""
    for i in range(count):
        number = first + i
        deals[0] = stream(seed, number, DEALS)
        choices[0] = stream(seed, number, PLAYERS)
        deal(s, deals, size, number % s[SEATS])
        led = s[TURN]
        finish(s, deals, choices, players)
        write(s, led, out, RESULT * i)


def play_outs(starts: Ints, s: list[int], deals: list[int], choices: list[int], players: Ints, seed: int, first: int,
              count: int, each: int, out: list[int]) -> None:
    """Plays the rounds out that stand in `starts`, each so many times, by number: those of the first one first."""
    for i in range(count):
        number = first + i
        deals[0] = stream(seed, number, DEALS)
        choices[0] = stream(seed, number, PLAYERS)
        at = number // each * ROUND
        for slot in range(ROUND):
            s[slot] = starts[at + slot]
        led = s[TURN]
        finish(s, deals, choices, players)
        write(s, led, out, RESULT * i)
