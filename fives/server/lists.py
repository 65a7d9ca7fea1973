"""The list of open tables: only those that want to be listed, where somebody sits and a seat is free."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from fives.server.room import Room

MOST = 100
EACH = 10  # of them of the same address: nobody shall fill the list alone


def open_tables(rooms: Iterable[Room]) -> list[dict[str, Any]]:
    """What everybody may know of the open tables, those that still wait first."""
    found: list[dict[str, Any]] = []
    whose: Counter[str] = Counter()
    for room in sorted(filter(_listed, rooms), key=lambda room: (not room.table.waiting, len(_free(room)))):
        peer = min((viewer.seat or 0, viewer.peer) for viewer in room.viewers if viewer.seat in room.table.people)[1]
        whose[peer] += 1
        if whose[peer] <= EACH:
            found.append(_told(room))
    return found[:MOST]


def _free(room: Room) -> list[int]:
    return [seat.seat for seat in room.table.seats if (seat.kind == "open" or seat.offered) and not seat.comes]


def _listed(room: Room) -> bool:
    return (room.table.ways.visibility == "lobby" and not room.gone and bool(_free(room))
            and bool(room.here.intersection(room.table.people)))


def _told(room: Room) -> dict[str, Any]:
    table = room.table
    host = table.seats[table.host].name if table.host is not None else ""
    return {
        "table": table.id, "url": f"/tables/{table.id}", "rules": table.rules.id, "text": str(table.rules),
        "seats": len(table.seats), "free": len(_free(room)), "people": len(table.people), "host": host,
        "clock": table.ways.clock // 1000, "bank": table.ways.bank // 1000, "waiting": table.waiting,
        "round": table.match.rounds}
