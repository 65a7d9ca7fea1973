"""The rules of a match, once, on ints: totals, the target, ties, the play-off, who leads next. Nothing is imported.

A tally is a sequence of TALLY ints, named below; points are in halves of a raw point.
"""

Ints = tuple[int, ...] | list[int]  # for types alone: read; what is changed is a list
# slots of a tally
TARGET, AT_ONCE, PLAYOFF, TIED, WINNER, TEAMS, TOTAL, TALLY = 0, 1, 2, 3, 4, 5, 6, 10
# the next leader, where it is not a seat
LOT, HIGHEST = -1, -2


def alone(t: Ints) -> int:
    """The team that leads alone, or -1."""
    best = t[TOTAL]
    found = 0
    for team in range(1, t[TEAMS]):
        if t[TOTAL + team] > best:
            best = t[TOTAL + team]
            found = team
        elif t[TOTAL + team] == best:
            found = -1
    return found


def top(t: Ints) -> int:
    """The highest total."""
    best = t[TOTAL]
    for team in range(1, t[TEAMS]):
        if t[TOTAL + team] > best:
            best = t[TOTAL + team]
    return best


def decide(t: list[int]) -> None:
    """Looks at the target: a team alone on top at or above it wins; a tie there is played off, where the rules have
    a play-off, until one team leads alone, the target then forgotten."""
    if t[TIED]:
        t[WINNER] = alone(t)
    elif top(t) >= t[TARGET]:
        t[WINNER] = alone(t)
        if t[WINNER] < 0:
            t[TIED] = t[PLAYOFF]


def looks(t: Ints) -> bool:
    """Whether the target is looked at within a round: where the rules look at once, but in no play-off."""
    return t[AT_ONCE] != 0 and t[TIED] == 0


def score(t: list[int], team: int, points: int) -> None:
    """Adds the points of a play; the target is looked at now only where the rules look within a round."""
    t[TOTAL + team] += points
    if looks(t):
        decide(t)


def settled(t: list[int], points: Ints, at: int) -> None:
    """Adds the settlement, a team's points at `points[at + team]`, and looks at the target."""
    for team in range(t[TEAMS]):
        t[TOTAL + team] += points[at + team]
    decide(t)


def next_leader(to_highest: bool, out: int) -> int:
    """Who leads the next round: the seat that went out, LOT after a block, or HIGHEST where the tiles decide."""
    if to_highest:
        return HIGHEST
    return out if out >= 0 else LOT
