"""Events as JSON both ways: plain dicts of strings, whole numbers, lists and None, as they are stored and sent.

Every event has `what` (its kind) and `number`; the other keys are the fields of the event. Tiles are texts, the rule
set is its text, points are raw: whole numbers, or a number in .5 where a half is left.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from fives import events as e
from fives.rounds import Points, whole
from fives.rules import Rules, parse_rules
from fives.tiles import TextError, Tile, parse_tile, shown

Json = dict[str, Any]
Reader = Callable[[str, object], Any]
MOST = 10**9  # no number in an event is larger


def points_to_json(points: Points) -> int | float:
    """Points as a JSON number, exact: only halves are no whole numbers."""
    return int(points) if points == int(points) else float(points)


def _got(value: object) -> str:
    """A foreign value for an error; never the whole of something large or deep."""
    if isinstance(value, str):
        return shown(value)
    if value is None or isinstance(value, bool):
        return {None: "null", False: "false", True: "true"}[value]
    if isinstance(value, int | float):
        return str(value) if abs(value) <= MOST else "a number out of bounds"
    return f"a list of {len(value)}" if isinstance(value, list | tuple) else "an object"


def points_from(key: str, value: object) -> Points:
    """Points, whole or half. Raises `TextError`."""
    # a whole float comes from writers that know one kind of number only
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MOST or value * 2 % 1:
        raise TextError(f"{key}: expected a whole or half number of points, got {_got(value)}")
    return whole(int(value * 2))


def between(least: int, most: int) -> Reader:
    """Reads a whole number; what reads it raises `TextError`."""
    def read(key: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise TextError(f"{key}: expected a whole number from {least} to {most}, got {_got(value)}")
        return value
    return read


def none_or(reader: Reader) -> Reader:
    """Reads null too; what reads it raises `TextError`."""
    return lambda key, value: None if value is None else reader(key, value)


def list_of(reader: Reader, least: int, most: int) -> Reader:
    """Reads a list of so many; what reads it raises `TextError`."""
    def read(key: str, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or not least <= len(value) <= most:
            some = str(least) if least == most else f"{least} to {most}"
            raise TextError(f"{key}: expected a list of {some}, got {_got(value)}")
        return tuple(reader(key, item) for item in value)
    return read


def tile_from(key: str, value: object) -> Tile:
    """A tile. Raises `TextError`."""
    if not isinstance(value, str):
        raise TextError(f"{key}: expected a tile such as 1-4, got {_got(value)}")
    try:
        return parse_tile(value)
    except TextError as error:
        raise TextError(f"{key}: {error.reason}") from error


def _draw(key: str, value: object) -> tuple[int, Tile]:
    seat, tile = list_of(lambda _, item: item, 2, 2)(key, value)
    return seat_from(key, seat), tile_from(key, tile)


def rules_from(key: str, value: object) -> Rules:
    """A rule set. Raises `TextError`."""
    if not isinstance(value, str):
        raise TextError(f"{key}: expected the text of a rule set, got {_got(value)}")
    try:
        return parse_rules(value)
    except TextError as error:
        raise TextError(f"{key}: {error.reason}") from error


def _end(key: str, value: object) -> str:
    if not isinstance(value, str) or value not in ("out", "blocked"):
        raise TextError(f'{key}: expected "out", "blocked" or null, got {_got(value)}')
    return value


seat_from = between(0, 3)
tiles_from = list_of(tile_from, 0, 28)
hands_from = list_of(tiles_from, 2, 4)
by_team_from = list_of(points_from, 2, 4)
_count, _points = none_or(between(0, 127)), between(0, 127)
_KINDS: dict[str, tuple[type[e.Event], dict[str, Reader]]] = {
    "start": (e.Started, {"rules": rules_from, "seats": between(2, 4)}),
    "lot": (e.Lot, {"draws": list_of(list_of(_draw, 2, 4), 1, 14), "leader": seat_from}),
    "deal": (e.Dealt, {"leader": seat_from, "hands": hands_from, "boneyard": tiles_from}),
    "play": (e.Played, {"seat": seat_from, "tile": tile_from, "onto": none_or(tile_from), "count": _count,
                        "points": _points}),
    "draw": (e.Drew, {"seat": seat_from, "tile": tile_from}),
    "pass": (e.Passed, {"seat": seat_from}),
    "show": (e.Shown, {"end": none_or(_end), "out": none_or(seat_from), "hands": hands_from}),
    "settle": (e.Settled, {"left": list_of(between(0, 168), 2, 4), "gainers": list_of(seat_from, 0, 4),
                           "points": by_team_from, "totals": by_team_from}),
    "win": (e.Won, {"team": seat_from, "totals": by_team_from}),
}
_WHAT = {kind: (what, tuple(readers)) for what, (kind, readers) in _KINDS.items()}


def plain(value: object) -> Any:
    """A value of an event, and lists of such, as JSON."""
    if value is None or type(value) is int:
        return value
    if isinstance(value, Tile):
        return str(value)
    if isinstance(value, Rules):
        return rules_text(value)
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return points_to_json(value) if isinstance(value, Fraction) else value


def rules_text(rules: Rules) -> str:
    """The text of a rule set. Raises `TextError` for one that no text stands for."""
    text = str(rules)
    if parse_rules(text) != rules:
        raise TextError(f"rules: {shown(rules.id)} is changed in more than its fields")
    return text


def event_to_json(event: e.Event) -> Json:
    """An event as a dict of JSON values, hidden tiles and all. Raises `TextError` for what is none.

    >>> event_to_json(e.Played(4, 0, Tile(1, 4), None, 5, 5))["tile"]
    '1-4'
    """
    if type(event) not in _WHAT:
        raise TextError(f"expected an event, got {shown(event)}")
    what, keys = _WHAT[type(event)]
    found: Json = {"what": what, "number": event.number}
    for key in keys:
        found[key] = plain(getattr(event, key))
    return found


def fields_from(what: str, found: object, readers: dict[str, Reader]) -> dict[str, Any]:
    """The values of an object that has just these keys. Raises `TextError`."""
    if not isinstance(found, dict):
        raise TextError(f"{what}: expected an object, got {_got(found)}")
    if readers.keys() != found.keys():
        wrong = min(readers.keys() ^ found.keys(), key=_got)
        raise TextError(f"{what}: {'no' if wrong in readers else 'unknown'} key {_got(wrong)}")
    return {key: reader(key, found[key]) for key, reader in readers.items()}


def event_from_json(found: object) -> e.Event:
    """The event of a dict of JSON values; `fold` says whether it may stand where it does. Raises `TextError`."""
    if not isinstance(found, dict):
        raise TextError(f"expected an event, got {_got(found)}")
    what = found.get("what")
    if not isinstance(what, str) or what not in _KINDS:
        raise TextError(f"what: expected one of {', '.join(_KINDS)}, got {_got(what)}")
    kind, readers = _KINDS[what]
    fields = fields_from(what, {key: value for key, value in found.items() if key != "what"},
                         {"number": between(1, MOST), **readers})
    return kind(**fields)
