"""Numbers as people read them, exact and the same in every language; what is written can be read back."""

from __future__ import annotations

from fractions import Fraction

MINUS = "\u2212"


def number(value: int | Fraction) -> str:
    """A number in figures: a true minus sign, a decimal point, halves as .5; thirds and the like as a fraction.

    >>> number(-3), number(Fraction(5, 2)), number(Fraction(5, 3))
    ('−3', '2.5', '5/3')
    """
    if isinstance(value, int):
        return str(value) if value >= 0 else f"{MINUS}{-value}"
    if value < 0:
        return MINUS + number(-value)
    whole, rest = divmod(value.numerator, value.denominator)
    if not rest:
        return str(whole)
    for places in (1, 2, 3):
        if 10**places % value.denominator == 0:
            return f"{whole}.{rest * 10**places // value.denominator:0{places}}"
    return f"{value.numerator}/{value.denominator}"


def signed(value: int | Fraction) -> str:
    """A change of a score: `+4`, `−1`, and `0` without a sign."""
    return f"+{number(value)}" if value > 0 else number(value)


def read_number(text: str) -> int | Fraction:
    """The number of a text that `number` or `signed` wrote. Raises `ValueError`."""
    value = Fraction(text.replace(MINUS, "-"))
    return value.numerator if value.denominator == 1 else value
