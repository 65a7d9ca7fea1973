"""A table that is made again of what is stored, and, where that makes none, what is wrong with it without a tile."""

from __future__ import annotations

from random import Random

import msgspec

from fives import events as e
from fives.event_json import event_from_json
from fives.match import Match
from fives.rules import parse_rules
from fives.server import keeping
from fives.server.discreet import told
from fives.server.records import Record
from fives.server.store import Store, StoreError
from fives.server.table import Table
from fives.tiles import TextError


class Damaged(RuntimeError):
    """What is stored makes no match; the text is for the log, and names no tile."""


def load(store: Store, name: str, chance: Random, now: int) -> Table | None:
    """A table as it is stored, with its last match; None when there is none. Raises `Damaged`, `StoreError`."""
    try:
        record = store.load(name)
    except TextError as error:  # of the table itself, which has no match
        raise Damaged(str(error)) from None
    except StoreError:
        raise
    except Exception as error:
        raise Damaged(told(error)) from None
    return rebuilt(record, chance, now) if record else None


def rebuilt(record: Record, chance: Random, now: int) -> Table:
    """The table that is stored. Raises `Damaged`."""
    try:
        return Table.rebuilt(record, chance, now)
    except Exception as error:  # whatever it is: a row can hold anything
        raise Damaged(_fault(record) or told(error)) from None


def _fault(record: Record) -> str | None:
    """Which row it is, by its kind or as the number of an event."""
    try:
        keeping.check(record)
        keeping.seats_of(record)
        parse_rules(record.table.rules)
    except Exception as error:  # of rows and rules: there is no tile in these
        return str(error) or type(error).__name__
    match: Match | None = None
    for row in record.events:
        try:
            match = e.apply(match, event_from_json(msgspec.json.decode(row.event)))
        except Exception as error:
            return f"event {row.number} does not follow from those before it, or is none: {told(error)}"
    return None
