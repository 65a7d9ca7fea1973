"""News for programs: what has happened and what may be played, without words and drawing."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fives import events as e
from fives.event_json import event_to_json
from fives.server import protocol as p
from fives.view import Glance, Hidden

encode = msgspec.json.Encoder().encode


def news(view: Glance, base: int, events: Sequence[e.Event | Hidden], said: dict[int, msgspec.Raw]) -> p.News:
    """What a viewer may know of the events that are new to it, and what it may do now.

    `said` keeps what was encoded, by the event's identity: most viewers are told the very same events.
    """
    return p.News(
        number=base + view.number, you=view.seat, need=view.need, turn=view.turn, may=view.may,
        hand=list(map(str, view.hand)), plays=list(map(str, view.plays)),
        events=[_said(event, base, said) for event in events])


def _said(event: e.Event | Hidden, base: int, said: dict[int, msgspec.Raw]) -> msgspec.Raw:
    if isinstance(event, Hidden):
        return msgspec.Raw(encode(_event(event, base)))
    found = said.get(id(event))
    if found is None:
        found = said[id(event)] = msgspec.Raw(encode(_event(event, base)))
    return found


def _event(event: e.Event | Hidden, base: int) -> dict[str, object]:
    if not isinstance(event, Hidden):
        return {**event_to_json(event), "number": base + event.number}
    found: dict[str, object] = {"what": event.what, "number": base + event.number}
    if event.what == "draw":
        return {**found, "seat": event.seat}
    return {**found, "leader": event.seat, "hand": [str(tile) for tile in event.hand], "held": event.held,
            "boneyard": event.boneyard}
