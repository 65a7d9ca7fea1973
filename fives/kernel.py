"""The rules of a round, once, on ints: what lies, what counts, who may do what, how it ends and what it pays.

Nothing is imported: chance, names and pictures live elsewhere, and a compiler can be handed this module as it is.

A layout is one non-negative 63-bit int (0: nothing lies):
  bits  0-20  for each pip, how many ordinary ends show it, three bits each
  bits 21-41  for each double, three bits: 0 not there; a spinner 1 + its neighbours; another double 7 - its neighbours;
              so 5 when no place is left, for both
  bits 42-48  the count      bits 49-55  pips with an ordinary end      bits 56-62  pips whose double has a place left
It is canonical: equal layouts are equal ints.

A play is `group << 5 | tile`. Group 0: the low half joins an ordinary end; 1: the high half does (a double has only its
low half); 2 and 3: the same, joined to the double of that pip. On an empty layout only the tile is read.

A round is a sequence of ROUND ints, named below. Points are in halves of a raw point, by team.
The rule set stands in slots of the round; no function asks for its name.
"""

Ints = tuple[int, ...] | list[int]  # for types alone: read; what is changed is a list
# slots of a round
LAYOUT, TURN, BONEYARD, SEATS, OUT = 0, 1, 2, 3, 4
SPINS, DRAWS, FORCED, MULTIPLE, SETTLE, NEAREST, BLOCK, SPLIT, TEAMS = 5, 6, 7, 8, 9, 10, 11, 12, 13
HAND, POINTS, ROUND = 14, 18, 22
# values of the rule slots, in the order of the words in `rules`
SPIN_NONE, SPIN_FIRST, SPIN_ALL = 0, 1, 2
SETTLE_SEAT, SETTLE_POOL, SETTLE_EACH = 0, 1, 2
BLOCK_NOBODY, BLOCK_PIPS, BLOCK_TILES = 0, 1, 2
# what a seat may do now
OVER, PLAY, DRAW, PASS = 0, 1, 2, 3

ALL = (1 << 28) - 1
COUNT, END, OPEN = 42, 49, 56  # where the count and the two sets of pips start
DOUBLES, FULL = 21, 5
LOW = tuple(low for high in range(7) for low in range(high + 1))
HIGH = tuple(high for high in range(7) for low in range(high + 1))
PIPS = tuple(low + high for high in range(7) for low in range(high + 1))


# The three rules of a place; the tables below and the readable layout are both made from them.
def room(spinner: bool) -> int:
    """How many places a double has: line-a, line-b, and for a spinner branch-a and branch-b."""
    return 4 if spinner else 2


def open_places(joined: int, spinner: bool) -> int:
    """The places of a double that may be joined now, as bits: they fill in order, both lines before a branch."""
    reach = 2 if joined < 2 else room(spinner)
    return (1 << reach) - (1 << joined)


def adds(pip: int, double: bool, joined: int) -> int:
    """What an end adds to the count: its pips; a double both halves while it has fewer than two neighbours."""
    if double:
        return 2 * pip if joined < 2 else 0
    return pip


def _double(pip: int, spinner: bool, joined: int) -> int:
    """The part of a layout that is the double of `pip` with so many neighbours."""
    state = 1 + joined if spinner else 7 - joined
    left = 1 << (OPEN + pip) if open_places(joined, spinner) else 0
    return (state << (DOUBLES + 3 * pip)) + (adds(pip, True, joined) << COUNT) + left


def _step(state: int, pip: int) -> int:
    """What one more neighbour changes in a layout where the double of `pip` has this state."""
    if state == 0 or state == FULL or pip > 6:
        return 0
    spinner = state < FULL
    joined = state - 1 if spinner else 7 - state
    return _double(pip, spinner, joined + 1) - _double(pip, spinner, joined)


def _end(pip: int) -> int:
    return (1 << (3 * pip)) + (adds(pip, False, 0) << COUNT)


def _lead(low: int, high: int, spinner: bool) -> int:
    if low == high:
        return _double(low, spinner, 0)
    return _end(low) + _end(high) + (1 << (END + low)) + (1 << (END + high))


def _half(play: int, far: int) -> int:
    """The half that touches (far: the other one); 0 for a code that is no play."""
    tile = play & 31
    if tile > 27:
        return 0
    return HIGH[tile] if (play >> 5 & 1) != far else LOW[tile]


TOUCH = tuple(_half(play, 0) for play in range(128))
FAR = tuple(_half(play, 1) for play in range(128))
STEP = tuple(_step(at >> 3, at & 7) for at in range(64))  # by state << 3 | pip
TIP = tuple(_end(pip) for pip in range(7))
SPIN = tuple(_double(pip, True, 1) for pip in range(7))
PLAIN = tuple(_double(pip, False, 1) for pip in range(7))
LEAD = tuple(_lead(LOW[t % 28], HIGH[t % 28], t < 28) for t in range(56))  # from 28 on where no double spins
# for each set of pips: the tiles whose low half, whose high half (doubles apart), any of whose halves is in it
LOWS = tuple(sum(1 << t for t in range(28) if pips >> LOW[t] & 1) for pips in range(128))
HIGHS = tuple(sum(1 << t for t in range(28) if LOW[t] != HIGH[t] and pips >> HIGH[t] & 1) for pips in range(128))
FITS = tuple(LOWS[pips] | HIGHS[pips] for pips in range(128))
# the points of a count, by multiple << 7 | count; a multiple of 0 scores nothing
WORTH = tuple(n % 128 if n >= 128 and n % 128 % (n >> 7) == 0 else 0 for n in range(11 << 7))
# the order in which tiles must lead: doubles from the highest, then by pips, then by the larger half
RANK = tuple(sorted(range(28), key=lambda t: (LOW[t] != HIGH[t], -PIPS[t], -HIGH[t])))


def popcount(bits: int) -> int:
    """How many bits are set."""
    return bits.bit_count()


def ctz(bits: int) -> int:
    """The number of the lowest set bit."""
    return (bits & -bits).bit_length() - 1


def lay(layout: int, play: int, spins: int) -> int:
    """The layout after a play that is one of `end_plays` or `double_plays`; `spins` says which doubles are spinners."""
    if layout == 0:
        return LEAD[(play & 31) + (28 if spins == SPIN_NONE else 0)]
    near = TOUCH[play]
    far = FAR[play]
    if play < 64:
        if layout >> 3 * near & 7 == 1:
            layout -= 1 << (END + near)
        layout -= TIP[near]
    else:
        layout += STEP[(layout >> (DOUBLES + 3 * near) & 7) << 3 | near]
    if near != far:
        return (layout + TIP[far]) | 1 << (END + far)
    if spins == SPIN_ALL or (spins == SPIN_FIRST and layout >> DOUBLES & 0x1FFFFF == 0):
        return layout + SPIN[near]
    return layout + PLAIN[near]


def count_of(layout: int) -> int:
    """The sum of the counted ends."""
    return layout >> COUNT & 127


def worth(layout: int, multiple: int) -> int:
    """The points of the play that made this layout: its count, if that is a positive multiple."""
    return WORTH[multiple << 7 | (layout >> COUNT & 127)]


def fits(layout: int) -> int:
    """The tiles of the set that have a place on a layout."""
    return ALL if layout == 0 else FITS[(layout >> END | layout >> OPEN) & 127]


def end_plays(layout: int, hand: int) -> int:
    """The plays of a hand onto ordinary ends (or its leads), as bits 0 to 59 for the codes 0 to 59."""
    if layout == 0:
        return hand
    pips = layout >> END & 127
    return (hand & LOWS[pips]) | (hand & HIGHS[pips]) << 32


def double_plays(layout: int, hand: int) -> int:
    """The plays of a hand onto doubles, as bits 0 to 59 for the codes 64 to 123."""
    pips = layout >> OPEN
    return (hand & LOWS[pips]) | (hand & HIGHS[pips]) << 32


def must_lead(hands: int) -> int:
    """The one tile, out of all those dealt, that leads where a tile must."""
    for tile in RANK:
        if hands >> tile & 1:
            return tile
    return -1


def playable(s: Ints) -> int:
    """The tiles that the seat in turn may play now."""
    hand = s[HAND + s[TURN]]
    if s[LAYOUT] == 0:
        if s[FORCED]:
            return hand & 1 << must_lead(s[HAND] | s[HAND + 1] | s[HAND + 2] | s[HAND + 3])
        return hand
    return hand & fits(s[LAYOUT])


def may(s: Ints) -> int:
    """What the seat in turn may do now, one thing only: PLAY, DRAW, PASS, or OVER when the round has ended."""
    if s[OUT] >= 0:
        return OVER
    layout = s[LAYOUT]
    if layout == 0:
        return PLAY
    fit = FITS[(layout >> END | layout >> OPEN) & 127]
    if s[HAND + s[TURN]] & fit:
        return PLAY
    if s[DRAWS] and s[BONEYARD]:
        return DRAW
    for seat in range(s[SEATS]):
        if s[HAND + seat] & fit:
            return PASS
    return OVER


def play(s: list[int], code: int) -> None:
    """Plays: lays the tile, scores it, and passes the turn on. The code must be legal."""
    turn = s[TURN]
    layout = lay(s[LAYOUT], code, s[SPINS])
    s[LAYOUT] = layout
    hand = s[HAND + turn] ^ 1 << (code & 31)
    s[HAND + turn] = hand
    s[POINTS + turn % s[TEAMS]] += 2 * WORTH[s[MULTIPLE] << 7 | (layout >> COUNT & 127)]
    if hand == 0:
        s[OUT] = turn
    else:
        turn += 1
        s[TURN] = 0 if turn == s[SEATS] else turn


def draw(s: list[int], tile: int) -> None:
    """The seat in turn draws this tile of the boneyard."""
    s[BONEYARD] ^= 1 << tile
    s[HAND + s[TURN]] |= 1 << tile


def pass_on(s: list[int]) -> None:
    """The seat in turn passes."""
    turn = s[TURN] + 1
    s[TURN] = 0 if turn == s[SEATS] else turn


def pips(hand: int) -> int:
    """The pips of a hand."""
    total = 0
    while hand:
        total += PIPS[ctz(hand)]
        hand &= hand - 1
    return total


def rounded(n: int, nearest: int) -> int:
    """To the nearest multiple; of five: 1 and 2 down, 3 and 4 up."""
    return (n + nearest // 2) // nearest * nearest


def gainers(s: Ints) -> int:
    """The teams, as bits, that gain when the round is settled: who went out; in a block the team with the fewest pips
    (then tiles, where the rules say so), or two of three who tie, where they share; 0 for nobody."""
    if s[SETTLE] == SETTLE_SEAT:
        return 0
    teams = s[TEAMS]
    if s[OUT] >= 0:
        return 1 << s[OUT] % teams
    if s[BLOCK] == BLOCK_NOBODY:
        return 0
    least = 1 << 30
    found = 0
    for team in range(teams):
        held = 0
        for seat in range(team, s[SEATS], teams):
            held += pips(s[HAND + seat]) << 5
            if s[BLOCK] == BLOCK_TILES:
                held += popcount(s[HAND + seat])
        if held < least:
            least = held
            found = 0
        if held == least:
            found |= 1 << team
    tied = popcount(found)
    if tied == 1 or (tied == 2 and teams == 3 and s[SPLIT]):
        return found
    return 0


def settle(s: list[int]) -> None:
    """Adds the points of the end of a round: each seat pays for its own hand, or who gains takes the others' pips."""
    gain = gainers(s)
    pool = 0
    for seat in range(s[SEATS]):
        team = seat % s[TEAMS]
        left = pips(s[HAND + seat])
        if s[SETTLE] == SETTLE_SEAT:
            s[POINTS + team] -= 2 * rounded(left, s[NEAREST])
        elif gain >> team & 1 == 0:
            pool += rounded(left, s[NEAREST]) if s[SETTLE] == SETTLE_EACH else left
    if gain:
        share = 2 * rounded(pool, s[NEAREST] if s[SETTLE] == SETTLE_POOL else 1) // popcount(gain)
        for team in range(s[TEAMS]):
            if gain >> team & 1:
                s[POINTS + team] += share
