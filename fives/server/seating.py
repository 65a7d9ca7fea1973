"""Who sits where: people sit down, stand up, come back; the host puts bots into seats and gives seats to people.

A table never waits for somebody who has gone: a bot holds the seat (`sits_in`) until its person takes it back.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from hmac import compare_digest
from random import Random
from typing import NamedTuple

from fives.bots import NAMES, Move, bot
from fives.match import Match
from fives.refused import Refused
from fives.rounds import parse_move
from fives.server import protocol_in as p
from fives.server.names import apart, clean
from fives.view import view

STAND_IN = "greedy"  # the level that plays for people: docs/rules.md, D8
SPARE = (*NAMES, "Fir")
KEPT = 8  # keys of a seat that are stored
Keys = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: kind is person, bot or open; `token` is the digest of the person's token.

    `sits_in`: a bot plays for the person. `late`: turns in a row that ran out. `bank`: milliseconds left. `offered`:
    people may have it. `comes`: the name of who sits down here when the next round begins; the token is theirs then.
    `keys`: of the last commands about seats that came from here, each with the number it was answered by.
    """

    seat: int
    name: str
    kind: str
    level: str = ""
    token: bytes | None = None
    sits_in: bool = False
    late: int = 0
    bank: int = 0
    offered: bool = False
    comes: str = ""
    since: int = 0  # the table's number when its person sat down
    keys: Keys = ()

    @property
    def active(self) -> bool:
        """Whether a person plays here now."""
        return self.kind == "person" and not self.sits_in


class Company(NamedTuple):
    """The seats and whose table it is."""

    seats: tuple[Seat, ...]
    host: int | None

    def settled(self) -> Company:
        """The same with a host who is there: the rights pass on clockwise."""
        host, count = self.host, len(self.seats)
        first = 0 if host is None else host
        order = [self.seats[(first + step) % count] for step in range(count)]
        return Company(self.seats, next((seat.seat for seat in order if seat.active), None))

    def put(self, seat: Seat) -> Company:
        """With this seat as it is now. Who plays again, be it by a move, keeps the seat: it is not offered any more."""
        seats = list(self.seats)
        if seat.active and seat.offered:
            seat = replace(seat, offered=False)
        if seat.token != seats[seat.seat].token:
            seat = replace(seat, keys=())  # those are of who sat there before
        seats[seat.seat] = seat
        return Company(tuple(seats), self.host).settled()

    def answered(self, seat: int, key: str, number: int) -> Company:
        """With the answer to a command kept where it came from, unless nobody sits there any more."""
        one = self.seats[seat]
        return self.put(replace(one, keys=(*one.keys, (key, number))[-KEPT:])) if one.token else self

    def opens(self, seat: int, token: bytes | None) -> bool:
        """Whether this digest is that of the token of a seat."""
        known = self.seats[seat].token if seat < len(self.seats) else None
        return token is not None and known is not None and compare_digest(known, token)

    def come(self, changed: Company | None, bank: int) -> Company | None:
        """What these seats are changed to, with who was to come sitting there; None when nothing changes."""
        seats, host = changed or self
        return Company(begun(seats, bank), host).settled() if any(seat.comes for seat in seats) else changed

    def name(self, wish: str, seat: int, somebody: str) -> str:
        """A name for a seat, unlike the others'."""
        return apart(clean(wish, somebody), self._others(seat))

    def _others(self, seat: int) -> list[str]:
        """The names of the other seats, of who sits there and who will."""
        return [name for other in self.seats if other.seat != seat for name in (other.name, other.comes) if name]

    def a_bot(self, seat: int, level: str) -> Seat:
        """A bot for a seat. Raises `TextError` for a level that there is not."""
        others = self._others(seat)
        free = [name for name in SPARE if apart(name, others) == name] or [apart(SPARE[0], others)]
        return Seat(seat, free[0], "bot", bot(level).name)


class Asked(NamedTuple):
    """What is asked for: by which seat, at what stage (`held`: a round is being played), who looks on, the bank."""

    seat: int | None
    held: bool
    waiting: bool
    here: Collection[int | None]
    bank: int
    level: str
    somebody: str
    token: bytes | None


def changed(company: Company, message: p.Seated, asked: Asked) -> Company:
    """The company after a command. Raises `Refused`, or `TextError` for a level that there is not."""
    match message:
        case p.Sit():
            return _sit(company, message, asked)
        case p.Fill() | p.Free() | p.Begin():
            if asked.seat is None or asked.seat != company.host:
                raise Refused("not-host")
            return _arranged(company, message, asked)
    if asked.seat is None:
        raise Refused("watching")
    seat = company.seats[asked.seat]
    match message:
        case p.Rename():
            if seat.comes:
                return company.put(replace(seat, comes=company.name(message.name, seat.seat, asked.somebody)))
            if asked.held and not alone(company.seats, seat.seat):  # else a name could tell others of a hand
                raise Refused("in-round")
            return company.put(replace(seat, name=company.name(message.name, seat.seat, asked.somebody)))
        case p.Back():
            if not seat.sits_in:
                raise Refused("not-held")
            return company.put(back(seat))
        case p.Leave():
            return company.put(_left(company, seat, asked))
    raise TypeError(f"no way to seat {message}")


def chosen(match: Match, turn: int, level: str, luck: Random) -> Move:
    """What a bot does for the seat in turn, the one that stands in if no level is named.

    No view is made where there is nothing to choose.
    """
    if match.round is not None and match.round.may != "play":
        return parse_move(match.round.may)
    return bot(level or STAND_IN).choose(view(match, turn), luck)


def back(seat: Seat) -> Seat:
    """The seat with its person playing again; the very same when nothing kept that one from it."""
    return replace(seat, sits_in=False, late=0) if seat.sits_in or seat.late else seat


def alone(seats: Sequence[Seat], seat: int | None) -> bool:
    """Whether a person plays at this seat, and nobody but bots at the others, now and from the next round on."""
    return seat is not None and seats[seat].active and all(
        other.kind == "bot" and not other.comes for other in seats if other.seat != seat)


def begun(seats: Sequence[Seat], bank: int) -> tuple[Seat, ...]:
    """The seats as a new round begins: who was to come sits down."""
    return tuple(
        Seat(seat.seat, seat.comes, "person", "", seat.token, bank=bank, since=seat.since, keys=seat.keys)
        if seat.comes else seat
        for seat in seats)


def _sit(company: Company, message: p.Sit, asked: Asked) -> Company:
    if asked.seat is not None:
        raise Refused("seated")
    if message.seat >= len(company.seats):
        raise Refused("no-seat")
    seat = company.seats[message.seat]
    if not (seat.kind == "open" or seat.offered) or seat.comes:
        raise Refused("taken")
    name = company.name(message.name, seat.seat, asked.somebody)
    if asked.held:
        level = seat.level if seat.kind == "bot" else STAND_IN
        return company.put(Seat(seat.seat, seat.name, "bot", level, asked.token, comes=name))
    return company.put(Seat(seat.seat, name, "person", "", asked.token, bank=asked.bank))


def _left(company: Company, seat: Seat, asked: Asked) -> Seat:
    if seat.comes:
        # a bot that played for somebody who has gone has that name only as long as somebody else is to come
        stays = seat if seat.name in SPARE else company.a_bot(seat.seat, seat.level)
        return replace(stays, comes="", token=None, offered=True)
    if asked.waiting:
        return Seat(seat.seat, "", "open")
    return replace(seat, sits_in=True)


def _arranged(company: Company, message: p.Fill | p.Free | p.Begin, asked: Asked) -> Company:
    if isinstance(message, p.Begin):
        if not asked.waiting:
            raise Refused("begun")
        for seat in company.seats:
            if seat.kind == "open":
                company = company.put(company.a_bot(seat.seat, asked.level))
        return company
    if message.seat >= len(company.seats):
        raise Refused("no-seat")
    seat = company.seats[message.seat]
    if isinstance(message, p.Fill):
        level = bot(message.level or asked.level).name
        if seat.kind == "person" or seat.comes:
            raise Refused("taken")
        if seat.kind == "bot":
            return company.put(replace(seat, level=level, offered=False))
        return company.put(company.a_bot(seat.seat, level))
    # in a round the clock sees to those who are not there; before, between and after rounds nobody else does
    gone = seat.kind == "person" and not asked.held and seat.seat not in asked.here
    if seat.comes or (seat.active and not gone) or seat.kind == "open":
        raise Refused("taken" if seat.kind != "open" else "open")
    if asked.waiting:
        return company.put(Seat(seat.seat, "", "open"))
    return company.put(replace(seat, sits_in=seat.kind == "person", offered=True))
