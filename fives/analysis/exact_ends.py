"""What a position of two teams is worth without a search: at its end, played out greedily, out of the target's reach.

The modules `exact*` are plain functions on ints like the kernel, for `fives.fast`. A value is in halves of a raw point
and belongs to a team: what it gains over the other. `matched` says that the match counts: who wins it gains `win`,
whatever the points, and as long as nobody does, a value is of all points since the search began.
"""

from fives.kernel import (
    BONEYARD,
    COUNT,
    DRAW,
    HAND,
    HIGH,
    LAYOUT,
    MULTIPLE,
    NEAREST,
    OVER,
    PASS,
    PLAY,
    POINTS,
    ROUND,
    TEAMS,
    TURN,
    Ints,
    ctz,
    draw,
    may,
    pass_on,
    pips,
    play,
    popcount,
    settle,
)
from fives.playout import greedy_play
from fives.tally import TALLY, TARGET, TIED, TOTAL, WINNER, score, settled

# in how many orders so many tiles can be drawn
ORDERS = (1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800)


def onwards(s: list[int]) -> int:
    """Passes until a seat can do something else; what it may do."""
    now = may(s)
    while now == PASS:
        pass_on(s)
        now = may(s)
    return now


def stands(s: Ints, t: Ints, win: int, team: int) -> int:
    """The value of a match as it stands."""
    if t[WINNER] >= 0:
        return win if t[WINNER] == team else -win
    lead = s[POINTS] - s[POINTS + 1]
    return -lead if team else lead


def ended(s: list[int], t: list[int], matched: int, win: int, team: int) -> int:
    """The value of a round that is over: of its settlement, or of the match after it. Changes points and totals."""
    first = s[POINTS]
    second = s[POINTS + 1]
    s[POINTS] = 0
    s[POINTS + 1] = 0
    settle(s)
    if matched:
        settled(t, s, POINTS)
        s[POINTS] += first
        s[POINTS + 1] += second
        return stands(s, t, win, team)
    gain = s[POINTS] - s[POINTS + 1]
    return -gain if team else gain


def beyond_reach(s: Ints, t: Ints) -> bool:
    """Whether neither team can get to the target in this round: then the match counts no more.

    A play adds to a count at most the high half of its tile, and a lead its low half too.
    """
    if t[TIED]:
        return False
    boneyard = s[BONEYARD]
    waiting = s[HAND] | s[HAND + 1] | s[HAND + 2] | s[HAND + 3] | boneyard
    most = 0
    if s[MULTIPLE]:
        most = (s[LAYOUT] >> COUNT & 127) + (6 if s[LAYOUT] == 0 else 0)
        while waiting:
            most += HIGH[ctz(waiting)]
            waiting &= waiting - 1
    for team in range(2):
        plays = popcount(s[HAND + team] | s[HAND + team + 2] | boneyard)
        others = pips(s[HAND + 1 - team] | s[HAND + 3 - team] | boneyard)
        if t[TOTAL + team] + 2 * (plays * most + others + 2 * s[NEAREST]) >= t[TARGET]:
            return False
    return True


def guess(s: list[int], t: list[int], kept: list[int], at: int, matched: int, win: int) -> int:
    """The value for the team in turn if all play greedily and draw the lowest tile. `kept` has room for the position
    from `at` on: it is left as it was."""
    for i in range(ROUND):
        kept[at + i] = s[i]
    for i in range(TALLY):
        kept[at + ROUND + i] = t[i]
    team = s[TURN] % s[TEAMS]
    won = False
    now = may(s)
    while now != OVER and not won:
        if now == PLAY:
            mover = s[TURN] % s[TEAMS]
            before = s[POINTS + mover]
            play(s, greedy_play(s))
            if matched and s[POINTS + mover] != before:
                score(t, mover, s[POINTS + mover] - before)
                won = t[WINNER] >= 0
        elif now == DRAW:
            draw(s, ctz(s[BONEYARD]))
        else:
            pass_on(s)
        now = may(s)
    value = 0
    if not matched:
        value = s[POINTS] - s[POINTS + 1] - kept[at + POINTS] + kept[at + POINTS + 1]
        if team:
            value = -value
    value += stands(s, t, win, team) if won else ended(s, t, matched, win, team)
    for i in range(ROUND):
        s[i] = kept[at + i]
    for i in range(TALLY):
        t[i] = kept[at + ROUND + i]
    return value * ORDERS[popcount(s[BONEYARD])]
