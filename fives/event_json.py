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


def _points(key: str, value: object) -> Points:
    # a whole float comes from writers that know one kind of number only
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MOST or value * 2 % 1:
        raise TextError(f"{key}: expected a whole or half number of points, got {_got(value)}")
    return whole(int(value * 2))


def _int(least: int, most: int) -> Reader:
    def read(key: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise TextError(f"{key}: expected a whole number from {least} to {most}, got {_got(value)}")
        return value
    return read


def _none_or(reader: Reader) -> Reader:
    return lambda key, value: None if value is None else reader(key, value)


def _list(reader: Reader, least: int, most: int) -> Reader:
    def read(key: str, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or not least <= len(value) <= most:
            some = str(least) if least == most else f"{least} to {most}"
            raise TextError(f"{key}: expected a list of {some}, got {_got(value)}")
        return tuple(reader(key, item) for item in value)
    return read


def _tile(key: str, value: object) -> Tile:
    if not isinstance(value, str):
        raise TextError(f"{key}: expected a tile such as 1-4, got {_got(value)}")
    try:
        return parse_tile(value)
    except TextError as error:
        raise TextError(f"{key}: {error.reason}") from error


def _draw(key: str, value: object) -> tuple[int, Tile]:
    seat, tile = _list(lambda _, item: item, 2, 2)(key, value)
    return _seat(key, seat), _tile(key, tile)


def _rules(key: str, value: object) -> Rules:
    if not isinstance(value, str):
        raise TextError(f"{key}: expected the text of a rule set, got {_got(value)}")
    return parse_rules(value)


def _end(key: str, value: object) -> str:
    if not isinstance(value, str) or value not in ("out", "blocked"):
        raise TextError(f'{key}: expected "out", "blocked" or null, got {_got(value)}')
    return value


_seat = _int(0, 3)
_tiles = _list(_tile, 0, 28)
_hands = _list(_tiles, 2, 4)
_by_team = _list(_points, 2, 4)
_KINDS: dict[str, tuple[type[e.Event], dict[str, Reader]]] = {
    "start": (e.Started, {"rules": _rules, "seats": _int(2, 4)}),
    "lot": (e.Lot, {"draws": _list(_list(_draw, 2, 4), 1, 14), "leader": _seat}),
    "deal": (e.Dealt, {"leader": _seat, "hands": _hands, "boneyard": _tiles}),
    "play": (e.Played, {"seat": _seat, "tile": _tile, "onto": _none_or(_tile), "count": _none_or(_int(0, 127)),
                        "points": _int(0, 127)}),
    "draw": (e.Drew, {"seat": _seat, "tile": _tile}),
    "pass": (e.Passed, {"seat": _seat}),
    "show": (e.Shown, {"end": _none_or(_end), "out": _none_or(_seat), "hands": _hands}),
    "settle": (e.Settled, {"left": _list(_int(0, 168), 2, 4), "gainers": _list(_seat, 0, 4), "points": _by_team,
                           "totals": _by_team}),
    "win": (e.Won, {"team": _seat, "totals": _by_team}),
}
_WHAT = {kind: what for what, (kind, _) in _KINDS.items()}
_number = _int(1, MOST)


def _plain(value: object) -> Any:
    if isinstance(value, Tile):
        return str(value)
    if isinstance(value, Rules):
        return rules_text(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return points_to_json(value) if isinstance(value, Fraction) else value


def rules_text(rules: Rules) -> str:
    """The text of a rule set. Raises `TextError` for one that no text stands for."""
    text = str(rules)
    if parse_rules(text) != rules:
        raise TextError(f"rules: {shown(rules.id)} is changed in more than its fields")
    return text


def event_to_json(event: e.Event) -> Json:
    """An event as a dict of JSON values, hidden tiles and all.

    >>> event_to_json(e.Played(4, 0, Tile(1, 4), None, 5, 5))["tile"]
    '1-4'
    """
    what = _WHAT[type(event)]
    fields = {key: _plain(getattr(event, key)) for key in _KINDS[what][1]}
    return {"what": what, "number": event.number, **fields}


def event_from_json(found: object) -> e.Event:
    """The event of a dict of JSON values; `fold` says whether it may stand where it does. Raises `TextError`."""
    if not isinstance(found, dict):
        raise TextError(f"expected an event, got {_got(found)}")
    what = found.get("what")
    if not isinstance(what, str) or what not in _KINDS:
        raise TextError(f"what: expected one of {', '.join(_KINDS)}, got {_got(what)}")
    kind, readers = _KINDS[what]
    keys = {"what", "number", *readers}
    if keys != found.keys():
        wrong = min(keys ^ found.keys(), key=_got)
        raise TextError(f"{what}: {'no' if wrong in keys else 'unknown'} key {_got(wrong)}")
    fields = {key: reader(key, found[key]) for key, reader in readers.items()}
    return kind(number=_number("number", found["number"]), **fields)
