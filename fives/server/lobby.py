"""New tables: names of tables, seats of people and bots, tokens, what a host may vary. No I/O; chance is handed in."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from random import Random

from msgspec.structs import replace

from fives.bots import bot
from fives.rules import Rules, parse_rules
from fives.server import keeping
from fives.server.names import clean
from fives.server.protocol_in import NewTable, Sit, Vary
from fives.server.records import SeatRow, TableRow
from fives.server.seating import Company, Seat
from fives.server.steps import Ways
from fives.server.table import Table
from fives.server.wishes import pairs_may_vary
from fives.tiles import TextError

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
LENGTH = 10  # of a table's name: 31**10 of them
BITS = 160  # of a token
SECRET = 20  # letters of a key that nobody guesses
CLOCK = 15  # seconds of a turn where people play with people and nothing else was said


def digest(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).digest()


def new_token(chance: Random) -> str:
    """A secret that opens a seat."""
    return f"{chance.getrandbits(BITS):0{BITS // 4}x}"


def token_of(table: str, message: Sit, chance: Random) -> str:
    """The secret for who sits down: made of the key of the command, if nobody could guess that one.

    Who has not heard the answer gets the very same by asking again, whatever became of the line or of this process.
    """
    if len(message.key) < SECRET:
        return new_token(chance)
    return hashlib.sha256(f"fives {table} {message.seat} {message.key}".encode()).hexdigest()[:BITS // 4]


def meant(table: Table, message: Sit, chance: Random) -> tuple[Sit, str]:
    """What who sits down asks for, and the secret. A key that has taken a seat means that one: none takes two."""
    for seat in table.seats if len(message.key) >= SECRET else ():
        one = replace(message, seat=seat.seat)
        if seat_of((seat,), token := token_of(table.id, one, chance)) is not None:
            return one, token
    return message, token_of(table.id, message, chance)


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
    rules = varied(parse_rules(wish.rules), wish.vary, wish.seats)
    if not rules.can_end:
        raise TextError("rules: expected that somebody can gain points: by these no match would ever end")
    level = bot(wish.bots).name
    token = new_token(chance)
    others = wish.seats - 1
    if len(wish.places) > others:
        raise TextError(f"places: expected at most {others} for {wish.seats} seats, got {len(wish.places)}")
    places = [*wish.places, *[f"bot:{level}"] * (others - len(wish.places))]
    among = "open" in places
    clock = (CLOCK if among else 0) if wish.clock is None else wish.clock
    ways = Ways(clock * 1000, wish.bank * 1000 if clock else 0, wish.visibility, level)
    company = Company((Seat(0, clean(wish.name, person), "person", "", digest(token), bank=ways.bank),
                       *(Seat(seat, "", "open") for seat in range(1, wish.seats))), 0)
    for seat, place in enumerate(places, 1):
        if place != "open":
            company = company.put(company.a_bot(seat, place.removeprefix("bot:")))
    table = "".join(chance.choice(LETTERS) for _ in range(LENGTH))
    return Table.new(table, rules, company.seats, pace if wish.pace is None else wish.pace, chance, ways), token


def varied(rules: Rules, vary: Vary, seats: int) -> Rules:
    """The rule set with what a host may vary. Raises `TextError`."""
    fields: dict[str, object] = {}
    if vary.target is not None:
        fields["target"] = (vary.target * rules.unit,) * 3
    if vary.first_leader is not None:
        fields["first_leader"] = vary.first_leader
    if vary.partners is not None and vary.partners != rules.partners:
        if not pairs_may_vary(rules.id, seats):
            raise TextError("partners: may be varied with four seats, in games whose own rules know none")
        fields["partners"] = vary.partners
    return rules.vary(**fields) if fields else rules


def rows(table: Table, now: int) -> tuple[TableRow, tuple[SeatRow, ...]]:
    """What is stored of a new table, its match apart."""
    return keeping.table_row(table, now), tuple(keeping.seat_row(table.id, seat) for seat in table.seats)
