"""Worlds: the hidden tiles as they may lie, every way that agrees with what a seat saw as likely as any other.

What a seat saw proves this much. Who draws held nothing that fitted, and the tiles it drew did not fit, but for the
last if it then played: that very tile. Who passes holds nothing that fits, nor did the tiles it drew before. Where one
tile had to lead, nobody was dealt a tile before it in rank. (A pass shows as well that somebody can still play; but
whoever asks is in turn and can.)

So the tiles of another seat fall into classes by when they came: dealt, or drawn and kept at some draw. Each class has
a ban, the tiles that it cannot hold: all that fitted whenever the seat had to draw or pass since. A tile that was
played came from a class whose ban did not hold it then; where more than one will do, each way counts. The number of
ways to fill the classes is counted tile by tile, and a world is drawn by these numbers.
"""

from fives.bots.known import DEALT, FIRST, HELD, ME, MOVES, unseen
from fives.kernel import DRAW, FORCED, PASS, RANK, SEATS, SPINS, Ints, ctz, fits, lay
from fives.playout import chance

# slots of a belief
HIDDEN, CLASSES, TILES, STATES, LOOSE = 0, 1, 2, 3, 4  # unseen tiles; counts; tiles that no bound class can hold
SEAT, SIZE, BAN, SINCE, STRIDE, TAKEN = 8, 40, 72, 104, 136, 168  # of each class; stride 0: anything may be in it
TILE, ALLOW, MUST = 200, 232, 264  # of each tile counted: the classes it may be in, whether it must be in one
LAID = 296  # the layout before each move
BELIEF = LAID + 140
# slots of a world: the hands, the boneyard in the order of drawing, the tiles ever in each class, room
# for the hands at an earlier time
ORDER, EVER, THEN, WORLD = 4, 32, 64, 68


def _void(b: list[int], seat: int, fit: int, kept: int, at: int, merge: int) -> None:
    """A seat showed at move `at` that it held nothing that fits, and kept some of the tiles it drew."""
    for k in range(b[CLASSES]):
        if b[SEAT + k] == seat:
            b[BAN + k] |= fit
    if kept:
        k = b[CLASSES]
        if merge:
            waiting = 0
            for i in range(b[TILES]):
                waiting |= b[ALLOW + i]
            for other in range(b[CLASSES]):
                if b[SEAT + other] == seat and b[BAN + other] == fit and waiting >> other & 1 == 0:
                    b[SIZE + other] += kept
                    return
        _found(b, seat, kept, fit, at)


def _found(b: list[int], seat: int, size: int, ban: int, since: int) -> None:
    """A new class."""
    k = b[CLASSES]
    b[SEAT + k] = seat
    b[SIZE + k] = size
    b[BAN + k] = ban
    b[SINCE + k] = since
    b[TAKEN + k] = 0
    b[CLASSES] = k + 1


def _take(b: list[int], seat: int, tile: int) -> None:
    """A seat played a tile that it had not just drawn."""
    allow = 0
    for k in range(b[CLASSES]):
        if b[SEAT + k] == seat and b[SIZE + k] and b[BAN + k] >> tile & 1 == 0:
            allow |= 1 << k
    # a tile that no class can have held is counted too: there is no way then, and nothing is believed
    if allow and allow & (allow - 1) == 0:
        k = ctz(allow)
        b[SIZE + k] -= 1
        b[TAKEN + k] |= 1 << tile
        return
    _count(b, tile, allow, 1)


def _count(b: list[int], tile: int, allow: int, must: int) -> None:
    i = b[TILES]
    b[TILE + i] = tile
    b[ALLOW + i] = allow
    b[MUST + i] = must
    b[TILES] = i + 1


def _follow(known: Ints, b: list[int], merge: int) -> None:
    """Goes through the moves and finds the classes, and the played tiles that may be from more than one."""
    me = known[ME]
    b[CLASSES] = 0
    b[TILES] = 0
    for seat in range(known[SEATS]):
        if seat != me:
            _found(b, seat, known[DEALT], 0, -1)
    layout = 0
    drawn = 0
    for number in range(known[MOVES]):
        move = known[FIRST + number]
        seat = move & 3
        what = move >> 2 & 3
        b[LAID + number] = layout
        if what == DRAW:
            drawn += 1
            continue
        if what == PASS:
            if seat != me:
                _void(b, seat, fits(layout), drawn, number, merge)
        else:
            tile = move >> 4 & 31
            if layout == 0 and known[FORCED]:
                before = 0
                for rank in range(28):
                    if RANK[rank] == tile:
                        break
                    before |= 1 << RANK[rank]
                for k in range(b[CLASSES]):
                    b[BAN + k] |= before
            if seat != me:
                if drawn:
                    _void(b, seat, fits(layout), drawn - 1, number, merge)
                else:
                    _take(b, seat, tile)
            layout = lay(layout, move >> 4, known[SPINS])
        drawn = 0


def believe(known: Ints, b: list[int], table: list[int], room: int) -> bool:
    """Fills a belief and its table of ways. False where nothing agrees, or the ways are too many for the table: then
    any hidden tile may lie anywhere."""
    if not _listed(known, b, 0, room) and not _listed(known, b, 1, room):
        _anything(known, b)
        return False
    states = b[STATES]
    tiles = b[TILES]
    for state in range(states):
        table[tiles * states + state] = 0
    table[tiles * states] = 1
    for i in range(tiles - 1, -1, -1):
        row = i * states
        for state in range(states):
            table[row + state] = 0 if b[MUST + i] else table[row + states + state]
        left = b[ALLOW + i]
        while left:
            k = ctz(left)
            left &= left - 1
            stride = b[STRIDE + k]
            wheel = stride * (b[SIZE + k] + 1)
            for start in range(0, states, wheel):
                for state in range(start + stride, start + wheel):
                    table[row + state] += table[row + states + state - stride]
    if table[states - 1] == 0:
        _anything(known, b)
        return False
    return True


def _anything(known: Ints, b: list[int]) -> None:
    """The belief of who saw nothing but its own hand and the layout."""
    b[TILES] = 0
    b[CLASSES] = 0
    b[STATES] = 1
    b[HIDDEN] = unseen(known)
    b[LOOSE] = b[HIDDEN]
    for seat in range(known[SEATS]):
        if seat != known[ME]:
            _found(b, seat, known[HELD + seat], 0, -1)
            b[STRIDE + b[CLASSES] - 1] = 0


def _listed(known: Ints, b: list[int], merge: int, room: int) -> bool:
    """Finds the classes and lists the tiles to count; whether the table has room for them."""
    hidden = unseen(known)
    b[HIDDEN] = hidden
    _follow(known, b, merge)
    waiting = 0
    for i in range(b[TILES]):
        waiting |= b[ALLOW + i]
    states = 1
    bound = 0
    for k in range(b[CLASSES]):
        b[STRIDE + k] = 0
        if b[BAN + k] & hidden or waiting >> k & 1:
            b[STRIDE + k] = states
            states *= b[SIZE + k] + 1
            bound |= 1 << k
            if states > room:
                return False
    b[STATES] = states
    b[LOOSE] = 0
    left = hidden
    while left:
        tile = ctz(left)
        left &= left - 1
        allow = 0
        for k in range(b[CLASSES]):
            if bound >> k & 1 and b[BAN + k] >> tile & 1 == 0:
                allow |= 1 << k
        if allow:
            _count(b, tile, allow, 0)
        else:
            b[LOOSE] |= 1 << tile
    return (b[TILES] + 1) * states <= room


def world(b: Ints, table: Ints, rng: list[int], x: list[int]) -> None:
    """Draws a world into `x`."""
    hidden = b[HIDDEN]
    rest = b[LOOSE]
    for k in range(b[CLASSES]):
        x[EVER + k] = b[TAKEN + k]
    for seat in range(4):
        x[seat] = 0
    states = b[STATES]
    state = states - 1
    for i in range(b[TILES]):
        row = i * states
        pick = _large(rng, table[row + state])
        tile = 1 << b[TILE + i]
        if b[MUST + i] == 0:
            pick -= table[row + states + state]
            if pick < 0:
                rest |= tile
                continue
        left = b[ALLOW + i]
        while left:
            k = ctz(left)
            left &= left - 1
            stride = b[STRIDE + k]
            if state // stride % (b[SIZE + k] + 1):
                pick -= table[row + states + state - stride]
                if pick < 0:
                    state -= stride
                    x[EVER + k] |= tile
                    x[b[SEAT + k]] |= tile & hidden
                    break
    # what is left goes anywhere, each way as likely
    count = 0
    while rest:
        x[ORDER + count] = ctz(rest)
        rest &= rest - 1
        count += 1
    for k in range(b[CLASSES]):
        if b[STRIDE + k] == 0:
            for _ in range(b[SIZE + k]):
                tile = 1 << _out(rng, x, count)
                count -= 1
                x[EVER + k] |= tile
                x[b[SEAT + k]] |= tile
    shuffle(rng, x, count)


def shuffle(rng: list[int], x: list[int], count: int) -> None:
    """Brings the boneyard, of so many tiles, into any order, each as likely."""
    while count > 1:
        tile = _out(rng, x, count)
        count -= 1
        x[ORDER + count] = tile


def _out(rng: list[int], x: list[int], count: int) -> int:
    """Takes one of the first `count` tiles of the order, each as likely; the last of them fills its place."""
    at = ORDER + chance(rng, count)
    tile = x[at]
    x[at] = x[ORDER + count - 1]
    return tile


def _large(rng: list[int], n: int) -> int:
    """A whole number from 0 to n - 1; n may be large."""
    if n < 1 << 31:
        return chance(rng, n)
    return (chance(rng, 1 << 31) << 31 | chance(rng, 1 << 31)) % n
