"""New tables, and who may sit where: names of tables, seats of people and bots, tokens. No I/O; chance is handed in."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from random import Random

from fives.bots import bot
from fives.rules import parse_rules
from fives.server.protocol import NewTable
from fives.server.records import SeatRow, TableRow
from fives.server.table import Seat, Table

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
TREES = ("Oak", "Elm", "Ash")  # what bots are called; names of people are never translated, nor are theirs
BITS = 160  # of a token


def digest(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).digest()


def seat_of(seats: Iterable[Seat], token: str) -> int | None:
    """The seat that a token opens; takes as long whichever it is."""
    given, found = digest(token), None
    for seat in seats:
        if hmac.compare_digest(seat.token or b"", given):
            found = seat.seat
    return found


def new_table(wish: NewTable, person: str, pace: int, chance: Random) -> tuple[Table, str]:
    """A table as wished, and the token of its first seat, where the person sits. Raises `TextError`.

    `person` is the name of somebody who gave none.
    """
    rules = parse_rules(wish.rules)
    level = bot(wish.bots).name
    token = f"{chance.getrandbits(BITS):0{BITS // 4}x}"
    name = "".join(sign for sign in " ".join(wish.name.split()) if sign.isprintable()).strip() or person
    seats = [Seat(0, name, "person", "", digest(token))]
    seats += [Seat(seat, TREES[seat - 1], "bot", level) for seat in range(1, wish.seats)]
    table = "".join(chance.choice(LETTERS) for _ in range(10))
    return Table.new(table, rules, seats, pace if wish.pace is None else wish.pace, chance), token


def rows(table: Table, now: int) -> tuple[TableRow, tuple[SeatRow, ...]]:
    """What is stored of a new table, its match apart."""
    return (TableRow(table.id, str(table.rules), len(table.seats), table.pace, now),
            tuple(SeatRow(table.id, *_fields(seat)) for seat in table.seats))


def _fields(seat: Seat) -> tuple[int, str, str, str, bytes | None]:
    return seat.seat, seat.name, seat.kind, seat.level, seat.token
