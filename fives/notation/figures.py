"""The figures of a record: points as the rule set shows them, seconds that a move took."""

from __future__ import annotations

import re
from fractions import Fraction

from fives.rounds import Points, whole
from fives.tiles import TextError, shown

_POINTS = re.compile(r"([+-]?)([0-9]{1,7})(?:\.([05])|/([1-9][0-9]?))?")
_TOOK = re.compile(r"([0-9]{1,7})(?:\.([0-9]{1,3}))?s")


def points_text(raw: Points, unit: int) -> str:
    """Raw points as the rules show them: whole, in .5, or else as a fraction.

    >>> points_text(10, 5), points_text(Fraction(5, 2), 1), points_text(3, 5)
    ('2', '2.5', '3/5')
    """
    points = Fraction(raw) / unit
    if points.denominator == 2:
        return f"{'-' if points < 0 else ''}{abs(points.numerator) // 2}.5"
    return str(points)


def read_points(text: str, unit: int) -> Points:
    """Raw points out of shown ones. Raises `TextError`.

    >>> read_points("-2", 5), read_points("2.5", 1)
    (-10, Fraction(5, 2))
    """
    found = _POINTS.fullmatch(text)
    if not found:
        raise TextError(f"expected points such as 12, -3 or 2.5, got {shown(text)}")
    sign, digits, half, below = found.groups()
    raw = Fraction(int(digits) * 2 + (half == "5"), 2) / int(below or 1) * unit * (-1 if sign == "-" else 1)
    if raw * 2 % 1:
        raise TextError(f"expected points that are whole or half in pips (one point is {unit}), got {shown(text)}")
    return whole(int(raw * 2))


def took_text(milliseconds: int) -> str:
    """A time in seconds, as in 12.5s."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds}.{rest:03}".rstrip("0").rstrip(".") + "s"


def read_took(text: str) -> int:
    """Milliseconds of a time in seconds. Raises `TextError`."""
    found = _TOOK.fullmatch(text)
    if not found:
        raise TextError(f"expected a time such as 12.5s, got {shown(text)}")
    return int(found[1]) * 1000 + int((found[2] or "").ljust(3, "0"))


def read_whole(text: str, most: int, what: str) -> int:
    """A whole number from 0 to `most`. Raises `TextError` that says what was expected."""
    if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) > most:
        raise TextError(f"expected {what} from 0 to {most}, got {shown(text)}")
    return int(text)
