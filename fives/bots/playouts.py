"""Plays rounds out in a world, all hands known, on ints. Draws are in the order of the world, so that every candidate
is tried in the same world."""

from fives.bots.ends import lead
from fives.bots.judging import liked_play, soft_play
from fives.bots.known import LEFT, MATCH, ME
from fives.bots.plans import BY_TASTE, GREEDY, NOISE, POLICY, TASTE
from fives.bots.worlds import ORDER
from fives.kernel import (
    BONEYARD,
    DRAW,
    HAND,
    OVER,
    PLAY,
    POINTS,
    ROUND,
    SEATS,
    TEAMS,
    TURN,
    Ints,
    draw,
    may,
    pass_on,
    play,
    popcount,
    settle,
)
from fives.playout import chance, greedy_play, random_play
from fives.tally import TOTAL


def enter(known: Ints, x: Ints, w: list[int]) -> None:
    """Sets up the round of a world, with the totals of the match for points."""
    for slot in range(ROUND):
        w[slot] = known[slot]
    for seat in range(known[SEATS]):
        if seat != known[ME]:
            w[HAND + seat] = x[seat]
    boneyard = 0
    for at in range(known[LEFT]):
        boneyard |= 1 << x[ORDER + at]
    w[BONEYARD] = boneyard
    for team in range(known[TEAMS]):
        w[POINTS + team] = known[MATCH + TOTAL + team]


def onwards(w: list[int], x: Ints, left: int) -> bool:
    """Draws, in the order of the world, and passes until the seat in turn can play; False when the round is over.

    left: how many tiles the boneyard of the world holds.
    """
    now = may(w)
    while now != PLAY:
        if now == OVER:
            return False
        if now == DRAW:
            draw(w, x[ORDER + left - popcount(w[BONEYARD])])
        else:
            pass_on(w)
        now = may(w)
    return True


def wins_now(w: Ints, seat: int, goal: int) -> bool:
    """Whether the team of a seat that has just played has won the match by that."""
    team = seat % w[TEAMS]
    return goal > 0 and w[POINTS + team] >= goal and lead(w, team) > 0


def policy_play(w: Ints, plan: Ints, rng: list[int]) -> int:
    """The next play of a playout."""
    if plan[NOISE] and chance(rng, 256) < plan[NOISE]:
        return random_play(w, rng)
    if plan[POLICY] == GREEDY:
        return greedy_play(w)
    if plan[POLICY] == BY_TASTE:
        return liked_play(w, plan, TASTE)
    return soft_play(w, plan, TASTE, rng)


def finish(w: list[int], x: Ints, left: int, plan: Ints, goal: int, code: int, rng: list[int]) -> int:
    """Makes a play, then plays the round out and settles it, unless a play wins the match; how many plays it took."""
    count = 1
    seat = w[TURN]
    play(w, code)
    while not wins_now(w, seat, goal):
        if not onwards(w, x, left):
            settle(w)
            break
        seat = w[TURN]
        play(w, policy_play(w, plan, rng))
        count += 1
    return count
