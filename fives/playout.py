"""Chance, deals and whole rounds on ints: random and greedy play.

A generator is a sequence of one int, its state; every value fits a signed 64-bit int. Deals and players are given
generators of their own, so that a player never shifts a deal.
"""

from fives.kernel import (
    ALL,
    BONEYARD,
    DRAW,
    FORCED,
    HAND,
    LAYOUT,
    MULTIPLE,
    OUT,
    OVER,
    PIPS,
    PLAY,
    POINTS,
    SEATS,
    SPINS,
    TURN,
    Ints,
    ctz,
    double_plays,
    draw,
    end_plays,
    lay,
    may,
    must_lead,
    pass_on,
    play,
    playable,
    popcount,
    settle,
    worth,
)


def seeded(number: int) -> int:
    """The first state of a generator for a whole number from 0 to 2**62 - 1."""
    x = (number ^ 0x5DEECE66D) & 0x7FFFFFFFFFFF
    high = number >> 47  # mixed in so that numbers without it give what they gave before it counted
    for _ in range(4):
        x = 698769069 * ((x ^ high) & 0xFFFFFFFF) + (x >> 32) + 12345
    return x


def chance(rng: list[int], n: int) -> int:
    """A whole number from 0 to n - 1, all as likely (multiply-with-carry)."""
    x = rng[0]
    x = 698769069 * (x & 0xFFFFFFFF) + (x >> 32)
    rng[0] = x
    return ((x ^ x >> 32) & 0xFFFFFFFF) * n >> 32


def select(bits: int, k: int) -> int:
    """The number of the set bit that has k set bits below it."""
    while k > 0:
        bits &= bits - 1
        k -= 1
    return ctz(bits)


def deal(s: list[int], rng: list[int], size: int, leader: int) -> None:
    """Deals a round: hands of `size` tiles, the rest the boneyard. Where a tile must lead, its holder is the leader."""
    boneyard = ALL
    left = 28
    for seat in range(4):
        s[HAND + seat] = 0
        s[POINTS + seat] = 0
    for seat in range(s[SEATS]):
        hand = 0
        for _ in range(size):
            bit = 1 << select(boneyard, chance(rng, left))
            left -= 1
            boneyard ^= bit
            hand |= bit
        s[HAND + seat] = hand
    s[LAYOUT] = 0
    s[BONEYARD] = boneyard
    s[OUT] = -1
    s[TURN] = leader
    if s[FORCED]:
        tile = must_lead(ALL ^ boneyard)
        for seat in range(s[SEATS]):
            if s[HAND + seat] >> tile & 1:
                s[TURN] = seat


def ready(s: list[int], rng: list[int]) -> bool:
    """Draws and passes until the seat in turn can play; False when the round is over."""
    now = may(s)
    while now != PLAY:
        if now == OVER:
            return False
        if now == DRAW:
            draw(s, select(s[BONEYARD], chance(rng, popcount(s[BONEYARD]))))
        else:
            pass_on(s)
        now = may(s)
    return True


def random_play(s: Ints, rng: list[int]) -> int:
    """One of the legal plays, all as likely; equal plays onto equal ends are one."""
    hand = playable(s)
    ends = end_plays(s[LAYOUT], hand)
    count = popcount(ends)
    doubles = double_plays(s[LAYOUT], hand) if s[LAYOUT] else 0
    k = chance(rng, count + popcount(doubles))
    return select(ends, k) if k < count else 64 | select(doubles, k - count)


def greedy_play(s: Ints) -> int:
    """The legal play of most points, then of the heaviest tile, then of the lowest code: onto an ordinary end
    before onto a double, by its low half before by its high one, then the tile of the lower number.

    Among equals `bots.simple.greedy_play` takes the first that a view offers. The kernel does not know in what order
    tiles were laid, and for the mean of many rounds it does not matter.
    """
    layout = s[LAYOUT]
    hand = playable(s)
    best = -1
    choice = 0
    codes = end_plays(layout, hand)
    for half in range(2):
        while codes:
            code = half << 6 | ctz(codes)
            codes &= codes - 1
            value = worth(lay(layout, code, s[SPINS]), s[MULTIPLE]) * 16 + PIPS[code & 31]
            if value > best:
                best = value
                choice = code
        codes = double_plays(layout, hand) if layout else 0
    return choice


def finish_random(s: list[int], rng: list[int]) -> None:
    """Plays the round out at random and settles it."""
    while ready(s, rng):
        play(s, random_play(s, rng))
    settle(s)


def finish_greedy(s: list[int], rng: list[int]) -> None:
    """Plays the round out greedily and settles it; draws by chance."""
    while ready(s, rng):
        play(s, greedy_play(s))
    settle(s)


def rounds(s: list[int], rng: list[int], size: int, count: int, greedy: bool) -> int:
    """Plays whole rounds, the lead going round; a checksum of how they ended."""
    check = 0
    for number in range(count):
        deal(s, rng, size, number % s[SEATS])
        if greedy:
            finish_greedy(s, rng)
        else:
            finish_random(s, rng)
        check = (check * 31 + s[LAYOUT] % 1000003 + s[BONEYARD] + s[TURN]) & 0xFFFFFFFFFFFF
        for seat in range(4):
            check = (check * 31 + s[POINTS + seat] + s[HAND + seat] + 100000) & 0xFFFFFFFFFFFF
    return check
