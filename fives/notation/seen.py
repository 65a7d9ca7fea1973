"""What one seat sees: a `View` as JSON text both ways, and the view of a record, also of a round known in part.

A view is written with all that it holds. When it is read, what follows from the rest (the layout, what moves made,
how many tiles are where, whose turn it is, what may be done now) is worked out anew, and must be as it is written.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from fives import kernel
from fives.event_json import (
    MOST,
    Json,
    between,
    by_team_from,
    fields_from,
    list_of,
    none_or,
    plain,
    rules_from,
    seat_from,
    tiles_from,
)
from fives.layout import Layout
from fives.notation.course import Course
from fives.notation.followed import followed
from fives.rounds import Made
from fives.rules import Rules
from fives.tiles import TextError, Tile, expect, mask_of, shown, tiles_of
from fives.view import View, options_of, view

MOST_CHARACTERS = 100_000
NEEDS = ("lot", "deal", "move", "show", "settle", "win", "over")


def view_to_json(seen: View) -> Json:
    """A view as a dict of JSON values. Raises `TextError`."""
    expect(View, seen)
    found = {key: plain(getattr(seen, key)) for key in _READERS if key not in ("made", "options", "ahead")}
    found["made"] = [_made_json(made) for made in seen.made]
    for key, options in (("options", seen.options), ("ahead", seen.ahead)):
        found[key] = [{"play": str(each.play), "place": each.place, "count": each.count, "points": each.points}
                      for each in options]
    return found


def view_text(seen: View) -> str:
    """A view as a line of JSON. Raises `TextError`."""
    return json.dumps(view_to_json(seen), ensure_ascii=False)


def read_view(text: str) -> View:
    """The view of a text. Raises `TextError`."""
    if not isinstance(text, str):
        raise TextError(f"expected a text, got {shown(text)}")
    if len(text) > MOST_CHARACTERS:
        raise TextError(f"expected at most {MOST_CHARACTERS} characters, got {len(text)}")
    try:
        return view_from_json(json.loads(text))
    except json.JSONDecodeError as error:
        raise TextError(f"expected JSON: {error.msg}", error.lineno, error.colno) from error
    except TextError:
        raise
    except (ValueError, RecursionError) as error:  # a number or a nesting beyond all bounds
        raise TextError("expected JSON of a view") from error


def view_from_json(found: object) -> View:
    """The view of a dict of JSON values. Raises `TextError`, also where it is at odds with itself."""
    fields = fields_from("view", found, _READERS)
    seats, seat, leader = fields["seats"], fields["seat"], fields["leader"]
    for key, value in (("seat", seat), ("leader", leader)):
        if value is not None and value >= seats:
            raise TextError(f"{key}: expected null or a seat from 0 to {seats - 1}, got {value}")
    seen = View(**fields | followed(fields))
    if seen.need == "move":
        assert seen.turn is not None
        seen = replace(seen, **_choices(seen.rules, seen.layout, seat, seen.turn, seen.hand, seen.boneyard,
                                        seen.forced))
    for key, value in view_to_json(seen).items():
        if key in _FOLLOW and plain(fields[key]) != value:
            raise TextError(f"{key}: expected {json.dumps(value)}")
    return seen


def view_of(course: Course, seat: int | None) -> View:
    """The view that a seat has where a record ends. Raises `TextError` when its hand, or whose turn, is not known."""
    table, match = course.table, course.match
    if table is None:
        if course.open and match.round is None:
            raise TextError(f"too little is known to go on: {course.lacks}")
        return view(match, seat)
    if seat is not None and not table.sure[seat]:
        raise TextError(f"expected the hand of seat {seat}, with every tile that it drew")
    if table.turn is None or course.leader is None:
        raise TextError("expected who leads: a lot, lead, or a first move")
    if table.over or match.winner is not None:
        raise TextError("the round is over")
    hand = () if seat is None else tuple(sorted(table.holds[seat]))
    return View(
        rules=match.rules, seats=match.seats, seat=seat, number=match.number, round=match.rounds + 1, need="move",
        leader=course.leader, turn=table.turn, hand=hand, held=tuple(table.held), boneyard=table.boneyard,
        layout=table.layout,
        made=tuple(made if made.seat == seat else replace(made, drawn=None) for made in table.moves),
        forced=match.forced, totals=match.totals, playoff=match.playoff, winner=None, shown=(),
        **_choices(match.rules, table.layout, seat, table.turn, hand, table.boneyard, match.forced))


def _choices(rules: Rules, layout: Layout, seat: int | None, turn: int, hand: Sequence[Tile], boneyard: int,
             forced: bool) -> dict[str, Any]:
    """What a seat may do now: `may`, `options` and `ahead` of its view."""
    mask = mask_of(hand) & kernel.fits(layout.packed)
    if not layout.plays:
        mask = mask if seat == turn else 0  # only one seat leads
        if forced and mask:
            mask = 1 << kernel.must_lead(mask)  # the leader holds it
    ahead = options_of(layout, (play for tile in sorted(tiles_of(mask)) for play in layout.plays_of(tile)))
    if seat != turn:
        return {"may": "wait", "options": (), "ahead": ahead}
    may = "play" if mask else "draw" if rules.draws and boneyard else "pass"
    return {"may": may, "options": ahead, "ahead": ahead}


def _made_json(made: Made) -> Json:
    return {"seat": made.seat, "move": str(made.move), "count": made.count, "points": made.points,
            "drawn": plain(made.drawn)}


def _need_from(key: str, value: object) -> str:
    if not isinstance(value, str) or value not in NEEDS:
        raise TextError(f"{key}: expected one of {', '.join(NEEDS)}")
    return value


def _flag_from(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise TextError(f"{key}: expected true or false")
    return value


def _as_it_is(key: str, value: object) -> object:
    return value


# from the rest of a view
_FOLLOW = ("turn", "may", "hand", "held", "boneyard", "made", "options", "ahead", "winner", "shown")
_READERS = {
    "rules": rules_from, "seats": between(2, 4), "seat": none_or(seat_from), "number": between(0, MOST),
    "round": between(0, MOST), "need": _need_from, "leader": none_or(seat_from), "turn": _as_it_is, "may": _as_it_is,
    "hand": tiles_from, "held": list_of(between(0, 28), 0, 4), "boneyard": between(0, 28), "made": _as_it_is,
    "forced": _flag_from, "options": _as_it_is, "ahead": _as_it_is, "totals": by_team_from, "playoff": _flag_from,
    "winner": none_or(seat_from), "shown": list_of(tiles_from, 0, 4),
}
