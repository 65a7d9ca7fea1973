"""What a form or JSON wishes a new table to be."""

from __future__ import annotations

from urllib.parse import parse_qsl

import msgspec

from fives.rules import RULE_SETS
from fives.server import protocol as p
from fives.server.protocol_in import TARGETS

VARIED = ("target", "first_leader", "partners")
FIELDS = 24  # of a form, at most


class Unfit(ValueError):
    """A field of a form holds what it cannot hold; `reason` is one of `texts.OWN`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def pairs_may_vary(game: str, seats: int) -> bool:
    """Whether a host may choose between pairs and everybody alone: in the games whose own rules know no pairs."""
    return seats == 4 and game in RULE_SETS and not RULE_SETS[game].partners


def fields_of(body: bytes) -> dict[str, str]:
    """The fields of a form, as they were sent. Raises `ValueError`."""
    return dict(parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=FIELDS))


def read_wish(body: bytes, form: bool) -> p.NewTable:
    """The table that a form or JSON wishes for. Raises `msgspec.MsgspecError` or `ValueError`, such as `Unfit`.

    A form sends all it shows: an empty field is as usual, and pairs where there are none to choose are left out.

    >>> read_wish(b"seats=3&seat1=bot:random&seat2=open&seat3=open&target=100", True).places
    ['bot:random', 'open']
    >>> read_wish(b"rules=dominos-cc-draw&seats=3&partners=on", True).vary.partners
    """
    if not form:
        return msgspec.json.decode(body, type=p.NewTable)
    wish: dict[str, object] = {key: value for key, value in fields_of(body).items() if value or key == "name"}
    places = [wish.pop(name) for name in ("seat1", "seat2", "seat3") if name in wish]
    seats = str(wish.get("seats", "2"))
    if places:
        wish["places"] = places[:int(seats) - 1] if seats in ("2", "3", "4") else places
    vary = {name: wish.pop(name) for name in VARIED if name in wish}
    if "target" in vary:
        vary["target"] = _target(str(vary["target"]))
    if "partners" in vary:
        vary["partners"] = vary["partners"] in ("on", "yes", "true", "1")
        game = str(wish.get("rules", "")).partition(" ")[0]
        if seats.isdecimal() and not pairs_may_vary(game, int(seats)):
            del vary["partners"]
    if vary:
        wish["vary"] = vary
    for name in ("clock", "bank"):
        if name in wish and str(wish[name]).isdigit():
            wish[name] = int(str(wish[name]))
    return msgspec.convert(wish, p.NewTable, strict=False)


def _target(text: str) -> int:
    """The target as somebody wrote it. Raises `Unfit`."""
    least, most = TARGETS
    digits = text.strip()
    if not (digits.isdecimal() and len(digits) < 6 and least <= int(digits) <= most):
        raise Unfit("target")
    return int(digits)
