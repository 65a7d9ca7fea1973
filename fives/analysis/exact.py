"""Exact endings on ints: the value of a round whose hands are known, by search, for two teams of one seat or two.

The rules are asked of `kernel` and `tally`; what a value is says `exact_ends`. It is for the team of the seat in turn,
and multiplied by the orders in which the boneyard can be drawn: the values of all tiles are then just added up.

Call `begin`, then `search` until it returns True. It goes on where it stopped: a budget is a number of positions, and
a clock is the caller's business. Room to work in is handed in, as `exact_room` says: `x` holds the search and its
frames, the positions from the root to the one that is looked at; `table` what is known of positions.
"""

from fives.analysis.exact_ends import ORDERS, beyond_reach, ended, guess, onwards, stands
from fives.analysis.exact_plays import list_plays
from fives.analysis.exact_room import (
    AT_LEAST,
    AT_MOST,
    BEST,
    CUTS,
    DEEPEST,
    DEPTH,
    EXACT,
    F_ALPHA,
    F_BEST,
    F_BETA,
    F_BONEYARD,
    F_FLOOR,
    F_FOUND,
    F_GAIN,
    F_HAND,
    F_KEY,
    F_LAYOUT,
    F_LENGTH,
    F_MATCHED,
    F_NEXT,
    F_PLAYS,
    F_POINTS,
    F_SIGN,
    F_TIED,
    F_TOTAL,
    F_TURN,
    FAR,
    FIRST,
    FRAME,
    HEAD,
    KEPT,
    LEADS,
    LEAST,
    LIKELY,
    MATCHED,
    MOST,
    NO_PLAY,
    NODES,
    TRIED,
    VALUE,
    WIN,
    circumstances,
    holders,
    note,
    recall,
)
from fives.kernel import (
    BONEYARD,
    DRAW,
    HAND,
    LAYOUT,
    OUT,
    OVER,
    POINTS,
    TEAMS,
    TURN,
    Ints,
    ctz,
    draw,
    play,
    popcount,
)
from fives.tally import TIED, TOTAL, WINNER, score


def begin(s: list[int], t: list[int], x: list[int]) -> None:
    """A new search of this position; MATCHED, DEEPEST, SEARCH and SHIFT have been set. Where nobody draws, the boneyard
    of `s` has to be empty. The value of a match that goes on is of the points of `s` and all that are to come."""
    x[AT_LEAST] = -FAR
    x[AT_MOST] = FAR
    x[BEST] = NO_PLAY
    x[NODES] = 0
    x[CUTS] = 0
    x[DEPTH] = 0
    x[LIKELY] = 0
    x[WIN] = LEADS * ORDERS[popcount(s[BONEYARD])]
    if onwards(s) == OVER:
        orders = ORDERS[popcount(s[BONEYARD])]
        x[AT_LEAST] = ended(s, t, x[MATCHED], x[WIN], s[TURN] % s[TEAMS]) * orders
        x[AT_MOST] = x[AT_LEAST]

def search(s: list[int], t: list[int], x: list[int], table: list[int], more: int) -> bool:
    """Looks at so many positions more; whether the value is exact now. It asks over and over whether the value is at
    least some number, which needs far fewer positions than to ask how much it is."""
    limit = x[NODES] + more
    while x[AT_LEAST] < x[AT_MOST]:
        number = min(max(x[LIKELY], x[AT_LEAST] + 1), x[AT_MOST])
        if not ask(s, t, x, table, number, limit - x[NODES]):
            return False
    return True


def ask(s: list[int], t: list[int], x: list[int], table: list[int], number: int, more: int) -> bool:
    """Asks whether the value is at least this number, and looks at so many positions; whether the bounds tell it now.
    Whoever goes on after a False gets the answer of the same question, whatever the number."""
    if x[DEPTH] == 0:
        x[TRIED] = number
        enter(s, t, x, table, 1 if x[MATCHED] else 0, onwards(s), number - 1, number)
    if x[DEPTH]:
        if not run(s, t, x, table, x[NODES] + more):
            return False
        place_back(s, t, x, HEAD)
    x[LIKELY] = x[VALUE]
    if x[VALUE] < x[TRIED]:
        x[AT_MOST] = x[VALUE]
    else:
        x[AT_LEAST] = x[VALUE]
        x[BEST] = x[FIRST]
    return True


def run(s: list[int], t: list[int], x: list[int], table: list[int], limit: int) -> bool:
    """Goes on until the root is done, with its value in VALUE, or the limit is reached."""
    while x[DEPTH]:
        at = HEAD + (x[DEPTH] - 1) * FRAME
        length = x[at + F_LENGTH]
        if length < 0:
            done = x[at + F_NEXT] == 0
        else:
            done = x[at + F_NEXT] == length or x[at + F_ALPHA] >= x[at + F_BETA]
        if done:
            leave(s, x, table, at)
        else:
            if x[NODES] >= limit:
                return False
            if step(s, t, x, table, at):
                continue
        if x[DEPTH]:
            take(x, HEAD + (x[DEPTH] - 1) * FRAME)
    return True


def enter(s: list[int], t: list[int], x: list[int], table: list[int], matched: int, now: int, alpha: int,
          beta: int) -> bool:
    """Makes a frame of a position; or none, when its value is known, or is only to be guessed: then it is in VALUE."""
    turn = s[TURN]
    if now == OVER:
        x[VALUE] = ended(s, t, matched, x[WIN], turn % s[TEAMS]) * ORDERS[popcount(s[BONEYARD])]
        return False
    x[NODES] += 1
    at = HEAD + x[DEPTH] * FRAME
    x[at + F_KEY] = s[LAYOUT]
    x[at + F_KEY + 1] = holders(s)
    x[at + F_KEY + 2] = circumstances(s, matched)
    first = recall(x, table, at, alpha, beta)
    if first < 0:
        return False
    if x[DEEPEST] and x[DEPTH] >= x[DEEPEST]:
        x[CUTS] += 1
        x[VALUE] = guess(s, t, x, KEPT, matched, x[WIN])
        return False
    x[DEPTH] += 1
    x[at + F_LAYOUT] = s[LAYOUT]
    x[at + F_TURN] = turn
    x[at + F_HAND] = s[HAND + turn]
    x[at + F_BONEYARD] = s[BONEYARD]
    x[at + F_MATCHED] = matched
    for team in range(2):
        x[at + F_POINTS + team] = s[POINTS + team]
        x[at + F_TOTAL + team] = t[TOTAL + team]
    x[at + F_TIED] = t[TIED]
    x[at + F_FLOOR] = alpha
    x[at + F_ALPHA] = alpha
    x[at + F_BETA] = beta
    x[at + F_BEST] = NO_PLAY
    if now == DRAW:
        x[at + F_LENGTH] = -1
        x[at + F_NEXT] = s[BONEYARD]
        x[at + F_FOUND] = 0
    else:
        x[at + F_LENGTH] = list_plays(s, x, at + F_PLAYS, first)
        x[at + F_NEXT] = 0
        x[at + F_FOUND] = -FAR
    return True


def step(s: list[int], t: list[int], x: list[int], table: list[int], at: int) -> bool:
    """Makes the next move of a frame; whether that made a new frame. If not, the value after it is in VALUE."""
    turn = x[at + F_TURN]
    team = turn % s[TEAMS]
    matched = x[at + F_MATCHED]
    place_back(s, t, x, at)
    gain = 0
    if x[at + F_LENGTH] < 0:
        draw(s, ctz(x[at + F_NEXT]))
    else:
        play(s, x[at + F_PLAYS + x[at + F_NEXT]] & 127)
        gain = s[POINTS + team] - x[at + F_POINTS + team]
    orders = ORDERS[popcount(s[BONEYARD])]
    x[at + F_SIGN] = 1
    x[at + F_GAIN] = 0
    if matched:
        if gain:
            score(t, team, gain)
        if t[WINNER] >= 0:
            x[VALUE] = stands(s, t, x[WIN], team) * orders
            return False
        gain = 0
        if beyond_reach(s, t):
            matched = 0
            gain = stands(s, t, x[WIN], team)
    gain *= orders
    x[at + F_GAIN] = gain
    now = onwards(s)
    if s[TURN] % s[TEAMS] != team:
        x[at + F_SIGN] = -1
    alpha = -FAR  # the values of all tiles drawn are added up, so each must be exact, whoever is in turn after it
    beta = FAR
    if x[at + F_LENGTH] >= 0:
        alpha = x[at + F_ALPHA] - gain
        beta = x[at + F_BETA] - gain
        if x[at + F_SIGN] < 0:
            alpha, beta = -beta, -alpha
    return enter(s, t, x, table, matched, now, alpha, beta)


def place_back(s: list[int], t: list[int], x: Ints, at: int) -> None:
    """Sets the round and the totals to the position of a frame."""
    s[LAYOUT] = x[at + F_LAYOUT]
    s[TURN] = x[at + F_TURN]
    s[HAND + s[TURN]] = x[at + F_HAND]
    s[BONEYARD] = x[at + F_BONEYARD]
    s[OUT] = -1
    s[POINTS] = x[at + F_POINTS]
    s[POINTS + 1] = x[at + F_POINTS + 1]
    if x[at + F_MATCHED]:
        t[TOTAL] = x[at + F_TOTAL]
        t[TOTAL + 1] = x[at + F_TOTAL + 1]
        t[TIED] = x[at + F_TIED]
        t[WINNER] = -1


def take(x: list[int], at: int) -> None:
    """Takes the value after a move into the frame of the move."""
    value = x[at + F_GAIN] + x[at + F_SIGN] * x[VALUE]
    if x[at + F_LENGTH] < 0:
        x[at + F_FOUND] += value
        x[at + F_NEXT] &= x[at + F_NEXT] - 1
        return
    if value > x[at + F_FOUND]:
        x[at + F_FOUND] = value
        x[at + F_BEST] = x[at + F_PLAYS + x[at + F_NEXT]] & 127
        if value > x[at + F_ALPHA]:
            x[at + F_ALPHA] = value
    x[at + F_NEXT] += 1


def leave(s: list[int], x: list[int], table: list[int], at: int) -> None:
    """Takes a frame away that is done: its value goes to VALUE and into the table, its hand back to the round."""
    s[HAND + x[at + F_TURN]] = x[at + F_HAND]
    value = x[at + F_FOUND]
    what = EXACT
    if x[at + F_LENGTH] >= 0:
        if value <= x[at + F_FLOOR]:
            what = MOST
        elif value >= x[at + F_BETA]:
            what = LEAST
    note(x, table, at, value, what)
    x[VALUE] = value
    x[FIRST] = x[at + F_BEST]
    x[DEPTH] -= 1
