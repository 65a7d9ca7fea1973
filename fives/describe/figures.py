"""Figures as people read them: points as the rules show them, sums, numbers of tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from fives.layout import Layout
from fives.rounds import Points
from fives.rules import Rules
from fives.tiles import Tile
from fives.words import Words, number, signed

RAW_A_STROKE = 5  # on paper one stroke is five raw points, whatever the unit


def shown(rules: Rules, raw: Points) -> Points:
    """Raw points as the rules show them: in Five Up a fifth. Exact."""
    if isinstance(raw, int) and raw % rules.unit == 0:
        return raw // rules.unit
    value = Fraction(raw) / rules.unit
    return value.numerator if value.denominator == 1 else value


def score(rules: Rules, raw: Points) -> str:
    """A total in figures: `38`, `−2`, `102.5`."""
    return number(shown(rules, raw))


def gain(rules: Rules, raw: Points) -> str:
    """A change of a total in figures: `+4`, `0`, `−1`."""
    return signed(shown(rules, raw))


@lru_cache(1024, typed=True)
def points(words: Words, rules: Rules, raw: Points) -> str:
    """Points in words: `2 points`, `−1 point`, `no points`."""
    value = shown(rules, raw)
    return words.many("{n} point", "{n} points", value) if value else words.say("no points")


def pips(words: Words, n: int) -> str:
    """`1 pip`, `14 pips`."""
    return words.many("{n} pip", "{n} pips", n)


def tiles(words: Words, n: int) -> str:
    """`1 tile`, `5 tiles`."""
    return words.many("{n} tile", "{n} tiles", n)


def places(words: Words, n: int) -> str:
    """`no place`, `1 place`, `3 places`."""
    return words.many("{n} place", "{n} places", n) if n else words.say("no place")


def seats(words: Words, n: int) -> str:
    """`4 seats`."""
    return words.many("{n} seat", "{n} seats", n)


def summed(terms: Sequence[int]) -> str:
    """Terms and their sum: `2 + 8 = 10`; a single term alone: `4`."""
    total = number(sum(terms))
    return f"{' + '.join(map(str, terms))} = {total}" if len(terms) > 1 else total


def held(hand: Iterable[Tile]) -> str:
    """The pips of a hand as a sum: by tile, of a single tile by half."""
    found = list(hand)
    if len(found) == 1:
        return summed(found[0])
    return summed([tile.pips for tile in found])


def terms(layout: Layout) -> tuple[int, ...]:
    """What each counted end adds, in the order in which the count is told."""
    return tuple([end.value for end in layout.counted])


def count(words: Words, terms: Sequence[int]) -> str:
    """The count of a layout as a sum, `2 + 8 = 10`; with a single end `count 4`; empty where nothing counts."""
    if not terms:
        return ""
    return summed(terms) if len(terms) > 1 else words.say("count {count}", count=terms[0])


def strokes(rules: Rules, raw: Points) -> tuple[int | None, str]:
    """A total on paper: how many strokes (negative below nothing; None where nothing counts), and what is written
    beside them because it is less than a stroke."""
    if not rules.multiple:
        return None, ""
    value = Fraction(raw)
    whole = int(value / RAW_A_STROKE)  # towards nothing
    rest = value - RAW_A_STROKE * whole
    return whole, number(shown(rules, rest)) if rest else ""
