"""What happens in a match, as frozen numbered records. A match is their fold; whoever stores them can tell it again.

`start`, `lot`, `deal` and `act` say what a command brings about; `apply` brings it about. Chance is an argument.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from fives.layout import Play
from fives.match import Match, draw_lot, lot_leader, whole_deal
from fives.refused import Refused
from fives.rounds import Move, Points, Round, forced_lead, whole
from fives.rules import Rules, check_seat
from fives.tiles import TextError, Tile, expect, shown, through

Draws = tuple[tuple[tuple[int, Tile], ...], ...]


@dataclass(frozen=True, slots=True)
class Started:
    """A match begins: its rule set and how many seats play."""

    number: int
    rules: Rules
    seats: int


@dataclass(frozen=True, slots=True)
class Lot:
    """A lot: the tiles drawn in each go, as (seat, tile), and the leader found."""

    number: int
    draws: Draws
    leader: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal: hands by seat, the boneyard in the order of drawing, the leader. Hidden."""

    number: int
    leader: int
    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A tile played, what it joins (a lead: None), the count it made (None where nothing counts) and its points."""

    number: int
    seat: int
    tile: Tile
    onto: Tile | None
    count: int | None
    points: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A tile drawn. The tile is hidden from the others."""

    number: int
    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed."""

    number: int
    seat: int


@dataclass(frozen=True, slots=True)
class Shown:
    """All hands are shown: a round has ended, or the match in the middle of one (`end` is None then)."""

    number: int
    end: str | None
    out: int | None
    hands: tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """The settlement: pips left by seat, the teams that gain, points and totals by team."""

    number: int
    left: tuple[int, ...]
    gainers: tuple[int, ...]
    points: tuple[Points, ...]
    totals: tuple[Points, ...]


@dataclass(frozen=True, slots=True)
class Won:
    """The match is over: the team that won, and the totals."""

    number: int
    team: int
    totals: tuple[Points, ...]


Event = Started | Lot | Dealt | Played | Drew | Passed | Shown | Settled | Won
_KINDS = frozenset(get_args(Event))


def start(rules: Rules, seats: int) -> Started:
    """The first event of a match. Raises `TextError`."""
    Match.new(rules, seats)
    return Started(1, rules, seats)


def lot(match: Match, tiles: Sequence[Tile]) -> Lot:
    """The lot that is due, from the tiles in the order they are taken. Raises `TextError` when none is due, or they
    are too few."""
    expect(Match, match)
    if match.need != "lot":
        raise TextError("no lot is due now")
    draws = draw_lot(match.seats, tiles)
    return Lot(match.number + 1, draws, lot_leader(match.seats, draws))


def deal(match: Match, tiles: Sequence[Tile]) -> Dealt:
    """The deal that is due, from 28 shuffled tiles. Raises `TextError` when none is due, or not all are there."""
    expect(Match, match)
    if match.need != "deal":
        raise TextError("no deal is due now")
    hands, boneyard = whole_deal(match.rules, match.seats, tiles)
    leader = forced_lead(hands)[0] if match.forced else match.leader
    return Dealt(match.number + 1, leader, tuple(tuple(sorted(hand)) for hand in hands), boneyard)


def act(match: Match, seat: int, move: Move) -> tuple[Event, ...]:
    """What a move of a seat brings about: the move, and the end of the round and of the match. Raises `Refused`
    or `TextError`."""
    return acting(match, seat, move)[0]


def acting(match: Match, seat: int, move: Move) -> tuple[tuple[Event, ...], Match]:
    """What a move of a seat brings about, and the match after it. Raises `Refused` or `TextError`."""
    expect(Match, match)
    check_seat(seat, match.seats)
    if match.round is not None and match.need == "move" and match.round.turn != seat:
        raise Refused("turn")
    moved = match.move(move)
    events: list[Event] = [_moved(moved)]
    while following := due(moved):
        events.append(following)
        moved = _CLOSING[moved.need](moved)
    return tuple(events), moved


def due(match: Match) -> Shown | Settled | Won | None:
    """The event that follows by itself: hands shown, settlement, the end of the match. Raises `TextError`."""
    expect(Match, match)
    number, need, played = match.number + 1, match.need, match.round
    if need == "show" and played is not None:
        return Shown(number, played.end if match.winner is None else None, played.out, played.hands)
    if need == "settle" and played is not None:
        points = tuple(whole(halves) for halves in played.settled)
        return Settled(number, played.left, played.gainers, points, match.settle().totals)
    if need == "win" and match.winner is not None:
        return Won(number, match.winner, match.totals)
    return None


def apply(match: Match | None, event: Event) -> Match:
    """The match after an event; every derived figure in it is checked. Raises `TextError` or `Refused`."""
    if match is not None:
        expect(Match, match)
    if type(event) not in _KINDS:
        raise TextError(f"expected an event, got {shown(event)}")
    if event.number != (match.number if match else 0) + 1:
        raise TextError(f"event {event.number}: expected number {(match.number if match else 0) + 1}")
    if isinstance(event, Started):
        if match is not None:
            raise TextError(f"event {event.number}: the match has started already")
        return replace(Match.new(event.rules, event.seats), number=1)
    if match is None:
        raise TextError("event 1: expected the start of a match")
    if isinstance(event, Lot):
        if match.need != "lot" or lot_leader(match.seats, event.draws) != event.leader:
            raise TextError(f"event {event.number}: no such lot now")
        return match.led(event.leader)
    if isinstance(event, Dealt):
        return match.dealt(Round.deal(match.rules, event.hands, event.boneyard, event.leader, match.forced))
    if isinstance(event, Shown | Settled | Won):
        if event != due(match):
            raise TextError(f"event {event.number}: expected {due(match)}, got {event}")
        return _CLOSING[match.need](match)
    move = _move_of(event)
    if match.round is not None and match.need == "move" and match.round.turn != event.seat:
        raise Refused("turn")
    moved = match.move(move)
    if _moved(moved) != event:
        raise TextError(f"event {event.number}: expected {_moved(moved)}, got {event}")
    return moved


_CLOSING = {"show": Match.show, "settle": Match.settle, "win": Match.close}


def _moved(match: Match) -> Played | Drew | Passed:
    """The event of the last move made."""
    assert match.round is not None
    made = match.round.made[-1]
    if isinstance(made.move, Play):
        tile, onto = made.move
        return Played(match.number, made.seat, tile, onto, made.count, made.points)
    if made.drawn is not None:
        return Drew(match.number, made.seat, made.drawn)
    return Passed(match.number, made.seat)


def _move_of(event: Played | Drew | Passed) -> Move:
    if isinstance(event, Played):
        return Play(event.tile, event.onto)
    return "draw" if isinstance(event, Drew) else "pass"


def fold(events: Iterable[Event]) -> Match:
    """The match that these events make. Raises `TextError` or `Refused`."""
    match: Match | None = None
    for event in through("events", events):
        match = apply(match, event)
    if match is None:
        raise TextError("expected the start of a match")
    return match
