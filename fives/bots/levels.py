"""The levels that think, as plans: what each does with how much work."""

from __future__ import annotations

from fives import fast
from fives.analysis.asked import check_budget, check_whole
from fives.bots import plans
from fives.bots.tastes import MANNERS, Manner
from fives.rules import Rules
from fives.tiles import TextError, shown

THINKING = ("club", "expert", "master", "flat")
BUDGET = 0.02  # seconds that `master` thinks, if nothing else is said
# Plays in a second of a budget, on the machine that the ladder was made with: a budget is an amount of work, so that
# a seed gives the same play on every machine. Without numba it is so much less.
PACE, PLAIN_PACE = 4_500_000, 15_000
LEAST_WORK, MOST = 1_500, 1 << 32  # plays; no more worlds either


def manner_of(rules: Rules, seats: int) -> Manner:
    """How people play this rule set, by the ladder's own play; one that it has not played, as All Fives."""
    return MANNERS.get(rules.id, MANNERS["all-fives"])[seats - 2]


def plan_of(level: str, rules: Rules, seats: int, budget: float | None = None, worlds: int | None = None) -> list[int]:
    """The plan of a level. budget: seconds of thought, for `master`; worlds: so many and no more, where some are tried.

    Raises `TextError` for a level that makes no plans, a budget that is no time, and less than a whole world.
    """
    check_budget(budget)
    if worlds is not None:
        check_whole(worlds=(worlds, 1, MOST))
    if level not in THINKING:
        raise TextError(f"expected one of {', '.join(THINKING)}, got {shown(level)}")
    manner = manner_of(rules, seats)
    plan = [0] * plans.PLAN
    plan[plans.NEAR], plan[plans.PACE], plan[plans.SWING] = 4 * manner.swing, manner.pace, manner.swing
    plan[plans.TASTE:plans.TASTE + len(manner.taste)] = manner.taste
    plan[plans.OTHERS:plans.OTHERS + len(manner.taste)] = manner.taste
    if level == "club":
        return plan
    plan[plans.METHOD] = plans.SAMPLED
    if level == "flat":
        plan[plans.POLICY], plan[plans.WORLDS] = plans.GREEDY, 1000 if fast.COMPILED else 12
    elif level == "expert":
        plan[plans.POLICY], plan[plans.WORLDS] = plans.GREEDY, 400 if fast.COMPILED else 12
    else:
        pace = PACE if fast.COMPILED else PLAIN_PACE
        plan[plans.POLICY] = plans.BY_TASTE
        plan[plans.METHOD], plan[plans.CURIOUS] = plans.TREE, manner.swing * 4 // 5
        plan[plans.BELIEF_SHARE] = 25
        # bounded before it is an int, since the product may be infinite
        plan[plans.WORK] = int(min(max(float(BUDGET if budget is None else budget) * pace, LEAST_WORK), MOST))
    if worlds is not None:
        plan[plans.METHOD], plan[plans.WORLDS], plan[plans.WORK] = plans.SAMPLED, worlds, 0
    return plan
