"""The record of events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from fives import events as e
from fives.layout import Play
from fives.notation.record import Record
from fives.notation.sheet import Left, Moved, Sheet
from fives.tiles import TextError, check_text, through


def record_of(events: Iterable[e.Event], *, names: Sequence[str] = (), date: str = "", place: str = "",
              clock: str = "", commitment: str = "", remarks: Sequence[str] = (), proofs: str = "") -> Record:
    """The record of a match from its first event on; raises `TextError` when that is no start, or names are missing.

    Hands, boneyard and the tiles drawn are all in it: give it away only when the match, or its round, has ended.
    """
    told = through("events", events)
    first = next(told, None)
    if not isinstance(first, e.Started):
        raise TextError("expected the start of a match")
    names = tuple(through("names", names))
    for name in names:
        check_text("names", name)
    if names and len(names) != first.seats:
        raise TextError(f"names: expected one for each of {first.seats} seats, got {len(names)}")
    sheets: list[Sheet] = []
    for event in told:
        if not sheets or isinstance(event, e.Lot) or (isinstance(event, e.Dealt) and sheets[-1].begun):
            sheets.append(Sheet())
        sheets[-1] = _with(sheets[-1], event)
    return Record(first.rules, first.seats, names, date, place, clock, commitment, tuple(remarks),
                  rounds=tuple(sheets), proofs=proofs)


def _with(sheet: Sheet, event: e.Event) -> Sheet:
    """The sheet with one more event."""
    match event:
        case e.Lot():
            return replace(sheet, lot=event.draws)
        case e.Dealt():
            return replace(sheet, hands=event.hands, boneyard=event.boneyard)
        case e.Played():
            moved = Moved(event.seat, Play(event.tile, event.onto), None, event.count, event.points or None)
        case e.Drew():
            moved = Moved(event.seat, "draw", event.tile)
        case e.Passed():
            moved = Moved(event.seat, "pass")
        case e.Shown():
            left = tuple(Left(hand, sum(tile.pips for tile in hand)) for hand in event.hands)
            return replace(sheet, end=event.end or "target", out=event.out if event.end else None, left=left)
        case e.Settled():
            return replace(sheet, settled=event.points, totals=event.totals)
        case e.Won():
            return replace(sheet, totals=event.totals, won=event.team)
        case _:
            raise TextError(f"expected an event after the start, got {type(event).__name__}")
    return replace(sheet, moves=(*sheet.moves, moved))
