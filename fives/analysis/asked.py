"""What callers ask for in numbers, checked: refused in words before any work is begun."""

from __future__ import annotations

from math import inf
from numbers import Real

from fives.tiles import TextError, shown

MOST_THREADS = 256
MOST_NODES = 1 << 62
MOST_SEED = (1 << 62) - 1
MOST_BUDGET = 3600  # seconds of a play


def check_whole(**numbers: tuple[object, int, int]) -> None:
    """Raises `TextError` unless each value is a whole number from its least to its most."""
    for name, (value, least, most) in numbers.items():
        if type(value) is not int or not least <= value <= most:
            raise TextError(f"{name}: expected a whole number from {least} to {most}, got {shown(value)}")


def is_seconds(value: object, most: float = inf) -> bool:
    """Whether a value is a number of seconds, from 0 on."""
    if type(value) is bool or not isinstance(value, Real):
        return False
    try:
        return 0 <= float(value) <= most
    except OverflowError:
        return False


def check_budget(budget: object) -> None:
    """Raises `TextError` for what is no time to think: seconds that come to an end, None for what is usual."""
    if budget is not None and (not is_seconds(budget) or budget == inf):
        raise TextError(f"budget: expected seconds from 0, got {shown(budget)}")


def check_effort(budget: object, nodes: object) -> None:
    """Raises `TextError` for what is no limit of a search: seconds, or positions, None for no limit."""
    if budget is not None and not is_seconds(budget):
        raise TextError(f"budget: expected seconds, or None, got {shown(budget)}")
    if nodes is not None:
        check_whole(nodes=(nodes, 0, MOST_NODES))
