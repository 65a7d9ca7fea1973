"""What the end of a round is worth to a team: points, or near the target the chance to win the match. On ints.

A playout of a match that is near its end has totals in the place of points: those before the round are put in.
"""

from math import exp, sqrt

from fives.bots.known import MATCH
from fives.bots.plans import NEAR, PACE, SWING
from fives.kernel import POINTS, TEAMS, Ints
from fives.tally import AT_ONCE, TARGET, TIED, TOTAL


def is_near(known: Ints, plan: Ints) -> bool:
    """Whether this round may decide the match, so that winning it is what counts."""
    if known[MATCH + TARGET] == 0:
        return False
    top = known[MATCH + TOTAL]
    for team in range(1, known[TEAMS]):
        top = max(top, known[MATCH + TOTAL + team])
    return known[MATCH + TIED] != 0 or top + plan[NEAR] >= known[MATCH + TARGET]


def goal_of(known: Ints, plan: Ints) -> int:
    """The total at which a play ends the match; 0 where none does, or none is near."""
    if known[MATCH + TIED] or not known[MATCH + AT_ONCE] or not is_near(known, plan):
        return 0
    return known[MATCH + TARGET]


def lead(w: Ints, team: int) -> int:
    """The points of a team less those of the best other, in halves."""
    best = -1 << 40
    for other in range(w[TEAMS]):
        if other != team:
            best = max(best, w[POINTS + other])
    return w[POINTS + team] - best


def gain_of(known: Ints, w: Ints, team: int) -> float:
    """What a team made from now on, less the mean of the others, in points."""
    teams = w[TEAMS]
    others = 0
    for other in range(teams):
        if other != team:
            others += w[POINTS + other] - known[MATCH + TOTAL + other]
    return (w[POINTS + team] - known[MATCH + TOTAL + team] - others / (teams - 1)) / 2


def chance_to_win(known: Ints, plan: Ints, w: Ints, team: int) -> float:
    """The chance that a team wins the match from these totals."""
    teams = w[TEAMS]
    ahead = lead(w, team)
    top = w[POINTS]
    for other in range(1, teams):
        top = max(top, w[POINTS + other])
    left = known[MATCH + TARGET] - top
    if known[MATCH + TIED] or left <= 0:
        if ahead > 0:
            return 1.0
        if ahead == 0:
            return 0.5
        tied = 0
        for other in range(teams):
            tied += 1 if w[POINTS + other] == top else 0
        if tied == 1:
            return 0.0
        left = 0
    spread = plan[SWING] * sqrt(1.0 + left / plan[PACE])
    return 1.0 / (1.0 + exp(-1.7 * ahead / spread))
