"""The values of a case: how each is read, compared and printed.

A reader takes a key and its JSON value and raises `TextError` naming the key, `NoTile` for what should be a tile.
Numbers compare by value and are kept exact (a `Decimal` for what is no short whole number); a bool is no number; lists
that are sets become sets.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from fives.layout import Play
from fives.rounds import Move
from fives.tiles import TILES, TextError, Tile, shown


class NoTile(TextError):
    """A text that should be a tile, a play or a move, and is none."""


Read = Callable[[str, object], object]
MOST = 10**9  # no number of a match is larger
CUT = 400  # letters of a wanted or got value that are printed
DEEPEST = 8  # lists and objects in each other that are printed
TILE = {str(tile): tile for tile in TILES}  # a case writes low-high, never high-low


def said(value: object, depth: int = DEEPEST) -> str:
    """A value as a case would write it, in ASCII, cut where it is very long or deep."""
    if value is None or isinstance(value, str | bool):
        text = json.dumps(value)
    elif isinstance(value, list | tuple | Mapping) and not depth:
        text = "..."
    elif isinstance(value, Mapping):
        text = f"{{{', '.join(f'{said(key)}: {said(item, depth - 1)}' for key, item in value.items())}}}"
    elif isinstance(value, list | tuple):
        text = f"[{', '.join(said(item, depth - 1) for item in value)}]"
    elif isinstance(value, Fraction):
        text = str(float(value))
    elif isinstance(value, int) and abs(value) > MOST:
        text = "a number out of bounds"
    else:
        text = str(value)
    return text if len(text) <= CUT else text[:CUT] + "..."


def got(value: object) -> str:
    """A foreign value for an error; never the whole of something large or deep."""
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    return "an object" if isinstance(value, Mapping) else said(value)[:40]


def is_number(value: object) -> bool:
    if isinstance(value, Decimal):
        return value.is_finite()
    if isinstance(value, float):
        return value - value == 0
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


def number(key: str, value: object) -> object:
    if not is_number(value):
        raise TextError(f"{key}: expected a number, got {got(value)}")
    return value


def halves(key: str, value: object) -> int:
    """Whole or half points, as halves."""
    if not is_number(value) or not -MOST <= value <= MOST:  # type: ignore[operator]
        raise TextError(f"{key}: expected points, got {got(value)}")
    halves = round(2 * float(value))  # type: ignore[arg-type]
    if Fraction(halves, 2) != value:
        raise TextError(f"{key}: expected whole or half points, got {got(value)}")
    return halves


def index(key: str, value: object, most: int, least: int = 0) -> int:
    """A whole number from `least` to `most`, written in whatever way."""
    if not is_number(value) or not least <= value <= most or value != int(value):  # type: ignore[operator, call-overload]
        raise TextError(f"{key}: expected a whole number from {least} to {most}, got {got(value)}")
    return int(value)  # type: ignore[call-overload, no-any-return]


def text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise TextError(f"{key}: expected a text, got {got(value)}")
    return value


def tile(key: str, value: object) -> Tile:
    if not isinstance(value, str) or value not in TILE:
        raise NoTile(f"{key}: expected a tile low-high such as \"1-4\", got {got(value)}")
    return TILE[value]


def _play(value: object) -> Play | None:
    one, at, onto = value.partition("@") if isinstance(value, str) else ("", "", "")
    if one not in TILE or (at and onto not in TILE):
        return None
    return Play(TILE[one], TILE[onto] if at else None)


def play(key: str, value: object) -> Play:
    found = _play(value)
    if found is None:
        wrong = TextError if value in ("draw", "pass") else NoTile
        raise wrong(f"{key}: expected a play such as \"3-4@4-4\", or a lead such as \"1-4\", got {got(value)}")
    return found


def move(key: str, value: object) -> Move:
    if value == "draw":
        return "draw"
    if value == "pass":
        return "pass"
    found = _play(value)
    if found is None:
        raise NoTile(f"{key}: expected a play such as \"3-4@4-4\", draw or pass, got {got(value)}")
    return found


def items(key: str, value: object, size: int = -1) -> Sequence[object]:
    if not isinstance(value, list | tuple) or size not in (-1, len(value)):
        raise TextError(f"{key}: expected a list{f' of {size}' if size >= 0 else ''}, got {got(value)}")
    return value


def wanted(read: Read, key: str, value: object) -> object:
    """A value that is to be checked; one of a wrong kind is no fault of the case's form, it only equals nothing."""
    try:
        return read(key, value)
    except NoTile:
        raise
    except TextError:
        return object()


def list_of(read: Read) -> Read:
    return lambda key, value: tuple(read(key, item) for item in items(key, value))


def set_of(read: Read) -> Read:
    return lambda key, value: frozenset(read(key, item) for item in items(key, value))


def row(*reads: Read) -> Read:
    return lambda key, value: tuple(
        read(key, item) for read, item in zip(reads, items(key, value, len(reads)), strict=True))


def or_null(read: Read) -> Read:
    return lambda key, value: None if value is None else read(key, value)


def join(key: str, value: object) -> object:
    """A join, from whichever side it is written."""
    one, place, other, other_place = items(key, value, 4)
    return frozenset({(tile(key, one), text(key, place)), (tile(key, other), text(key, other_place))})


NUMBERS = list_of(number)
WANTED: Mapping[str, Mapping[str, Read]] = {
    "layout": {"spinners": set_of(tile), "joins": set_of(join), "open": set_of(row(tile, text, number)),
               "counted": set_of(row(tile, number)), "count": number, "points": number},
    "round": {"counts": list_of(or_null(number)), "points": NUMBERS, "end": text, "out": or_null(number),
              "left": NUMBERS, "settled": NUMBERS},
    "refuse": {"legal": set_of(play)},
    "settle": {"settled": NUMBERS},
    "match": {"scores": NUMBERS, "winner": or_null(number)},
}
GIVEN = ("id", "kind", "rules", "plays", "players", "leader", "hands", "boneyard", "moves", "refused", "left", "out",
         "before", "playoff", "events")
NAMED = frozenset(GIVEN).union(*WANTED.values())  # all other keys are ignored
NOBODY = {("round", "out"), ("match", "winner")}  # checked when null too
