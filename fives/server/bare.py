"""News for programs: what has happened and what may be played, without words and drawing."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fives import events as e
from fives.event_json import event_to_json
from fives.server import protocol as p
from fives.view import Glance, Hidden

encode = msgspec.json.Encoder().encode


def news(view: Glance, number: int, events: Sequence[tuple[int, e.Event | Hidden]],
         said: dict[int, msgspec.Raw]) -> p.News:
    """What a viewer may know of the events that are new to it, each with its number, and what it may do now.

    `number` is that of the table; as long as there are more events to tell, nothing may be done. `said` keeps what was
    encoded, by the event's identity: most viewers are told the very same events.
    """
    last = events[-1][0] if events else number
    more = last < number
    return p.News(
        number=last, you=view.seat, need=view.need, turn=view.turn, may="wait" if more else view.may,
        hand=list(map(str, view.hand)), plays=[] if more else list(map(str, view.plays)),
        events=[_said(event, at, said) for at, event in events])


def _said(event: e.Event | Hidden, number: int, said: dict[int, msgspec.Raw]) -> msgspec.Raw:
    if isinstance(event, Hidden):
        return msgspec.Raw(encode(_event(event, number)))
    found = said.get(id(event))
    if found is None:
        found = said[id(event)] = msgspec.Raw(encode(_event(event, number)))
    return found


def _event(event: e.Event | Hidden, number: int) -> dict[str, object]:
    if not isinstance(event, Hidden):
        return {**event_to_json(event), "number": number}
    found: dict[str, object] = {"what": event.what, "number": number}
    if event.what == "draw":
        return {**found, "seat": event.seat}
    return {**found, "leader": event.seat, "hand": [str(tile) for tile in event.hand], "held": event.held,
            "boneyard": event.boneyard}
