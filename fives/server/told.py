"""What is new to a viewer: events as they were cut for it, each with its sentence."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import UNSET
from msgspec.structs import replace

from fives import events as e
from fives.describe import matches, moves
from fives.server import memo
from fives.server import protocol_state as p
from fives.view import Hidden

if TYPE_CHECKING:
    from fives.server.frames import Maker


def happened(made: Maker, events: Sequence[e.Event | Hidden]) -> list[p.Happened]:
    """The events, in order. Of a play the terms of its count are told where its layout still lies so, and of draws in a
    row the last tells all."""
    round_ = made.view.round - sum([isinstance(event, Hidden) and event.what == "deal" for event in events])
    shown, found = made.public.shown, []
    for event in events:
        if isinstance(event, Hidden):
            round_ += event.what == "deal"
        elif isinstance(event, e.Shown):
            shown = event
        found.append(_happened(made, event, round_, shown))
    return _in_rows(made, events, found)


def _in_rows(made: Maker, events: Sequence[e.Event | Hidden], told: Sequence[p.Happened]) -> list[p.Happened]:
    """The same with one sentence for draws in a row, at the last of them."""
    if len(told) < 2:
        return [*told]
    found: list[p.Happened] = []
    for seat, run in groupby(zip(events, told, strict=True), lambda one: _drawer(one[0])):
        row = list(run)
        said = [happening for _, happening in row]
        if seat is not None and len(row) > 1:
            tiles = [event.tile for event, _ in row if isinstance(event, e.Drew)]
            text = moves.drew(made.words, made.people, seat, len(row), tiles)
            said = [*(replace(happening, text="") for happening in said[:-1]), replace(said[-1], text=text)]
        found += said
    return found


def _drawer(event: e.Event | Hidden) -> int | None:
    """The seat that drew a tile, if this was a draw."""
    return event.seat if isinstance(event, e.Drew) or (isinstance(event, Hidden) and event.what == "draw") else None


def _happened(made: Maker, event: e.Event | Hidden, round_: int, shown: e.Shown | None) -> p.Happened:
    words, people, number = made.words, made.people, made.public.base + event.number
    match event:
        case e.Played():
            terms = made.terms if event.number == made.last_play else None
            text, gain = memo.played(words, people, event, terms)
            return p.Happened(
                number, "play", text, event.seat, str(event.tile), str(event.onto) if event.onto else UNSET,
                UNSET if event.count is None else event.count, event.points, gain,
                made.public.by.get(event.number, UNSET))
        case e.Drew():
            text = moves.drew(words, people, event.seat, 1, (event.tile,))
            return p.Happened(number, "draw", text, event.seat, str(event.tile))
        case e.Passed():
            return p.Happened(number, "pass", moves.passed(words, people, event), event.seat)
        case e.Shown():
            out = UNSET if event.out is None else event.out
            return p.Happened(number, "show", moves.shown(words, people, event), out)
        case e.Lot():
            return p.Happened(number, "lot", moves.lot(words, people, event), event.leader)
        case e.Settled():
            assert shown is not None  # they are stored together
            text = memo.account(words, people, shown, event, round_).text(words)
            return p.Happened(number, "settle", text)
        case e.Won():
            return p.Happened(number, "win", matches.won(words, people, event))
        case e.Started():
            return p.Happened(number, "start", moves.started(words, people, event))
        case Hidden(what="draw"):
            return p.Happened(number, "draw", moves.drew(words, people, event.seat), event.seat)
        case Hidden(what="deal"):
            text = moves.deal(words, people, round_, event.seat, event.boneyard, event.hand, made.view.forced)
            return p.Happened(number, "deal", text, event.seat)
    raise TypeError(f"no words for {event}")
