"""News for programs: what has happened and what may be played, without words and drawing."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fives import events as e
from fives.event_json import event_to_json
from fives.server import protocol as p
from fives.view import Hidden, View

encode = msgspec.json.Encoder().encode


def news(view: View, base: int, events: Sequence[e.Event | Hidden]) -> p.News:
    """What a viewer may know of the events that are new to it, and what it may do now."""
    return p.News(
        number=base + view.number, you=view.seat, need=view.need, turn=view.turn, may=view.may,
        hand=[str(tile) for tile in view.hand], plays=[str(option.play) for option in view.options],
        events=[msgspec.Raw(encode(_event(event, base))) for event in events])


def _event(event: e.Event | Hidden, base: int) -> dict[str, object]:
    if not isinstance(event, Hidden):
        return {**event_to_json(event), "number": base + event.number}
    found: dict[str, object] = {"what": event.what, "number": base + event.number}
    if event.what == "draw":
        return {**found, "seat": event.seat}
    return {**found, "leader": event.seat, "hand": [str(tile) for tile in event.hand], "held": event.held,
            "boneyard": event.boneyard}
