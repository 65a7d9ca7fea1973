"""What a form or JSON wishes a new table to be."""

from __future__ import annotations

from urllib.parse import parse_qsl

import msgspec

from fives.server import protocol as p

VARIED = ("target", "first_leader", "partners")
FIELDS = 24  # of a form, at most


def read_wish(body: bytes, form: bool) -> p.NewTable:
    """The table that a form or JSON wishes for. Raises `msgspec.MsgspecError` or `ValueError`.

    >>> read_wish(b"seats=3&seat1=bot:random&seat2=open&seat3=open&target=100", True).places
    ['bot:random', 'open']
    """
    if not form:
        return msgspec.json.decode(body, type=p.NewTable)
    fields = dict(parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=FIELDS))
    wish: dict[str, object] = {key: value for key, value in fields.items() if value or key == "name"}
    places = [wish.pop(name) for name in ("seat1", "seat2", "seat3") if name in wish]
    if places:
        seats = str(wish.get("seats", "2"))
        wish["places"] = places[:int(seats) - 1] if seats in ("2", "3", "4") else places
    vary = {name: wish.pop(name) for name in VARIED if name in wish}
    if "partners" in vary:
        vary["partners"] = vary["partners"] in ("on", "yes", "true", "1")
    if vary:
        wish["vary"] = vary
    for name in ("clock", "bank"):
        if name in wish and str(wish[name]).isdigit():
            wish[name] = int(str(wish[name]))
    return msgspec.convert(wish, p.NewTable, strict=False)
