"""What one seat may know: the only door by which anything of a match leaves for a seat, a bot or a spectator.

Everything here is listed by name. What is not listed stays inside: hands, the boneyard and its order, tiles drawn by
others. All hands are open once they are shown at the end of a round.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from fives import events as e
from fives import kernel
from fives.layout import ENDS, PLACES, Layout, Play
from fives.match import Match
from fives.rounds import Made, Points
from fives.rules import Rules, check_seat
from fives.tiles import Tile, expect


@dataclass(frozen=True, slots=True)
class Option:
    """A play that a seat has: the tile, what it joins and at which place, the count it makes and its raw points."""

    tile: Tile
    onto: Tile | None
    place: str | None
    count: int | None
    points: int

    @property
    def play(self) -> Play:
        """The move."""
        return Play(self.tile, self.onto)


@dataclass(frozen=True)
class View:
    """A match as a seat sees it; `seat` is None for a spectator.

    `options` are the legal plays of the seat now (empty when it is not in turn, must draw or must pass); `ahead` are
    the plays its hand has on the layout as it lies, whoever is in turn. `made` are the moves of the round, tiles drawn
    by others cut out. `shown` are all hands, once they are open. Points are raw.
    """

    rules: Rules
    seats: int
    seat: int | None
    number: int
    round: int
    need: str
    leader: int | None
    turn: int | None
    may: str
    hand: tuple[Tile, ...]
    held: tuple[int, ...]
    boneyard: int
    layout: Layout
    made: tuple[Made, ...]
    forced: bool
    options: tuple[Option, ...]
    ahead: tuple[Option, ...]
    totals: tuple[Points, ...]
    playoff: bool
    winner: int | None
    shown: tuple[tuple[Tile, ...], ...]

    @property
    def team(self) -> int | None:
        """The team of the seat."""
        return None if self.seat is None else self.rules.team(self.seat, self.seats)


class Glance(NamedTuple):
    """What a program needs to act, out of a `View` and at a fraction of its price."""

    seat: int | None
    number: int
    need: str
    turn: int | None
    may: str
    hand: tuple[Tile, ...]
    plays: tuple[Play, ...]


def glance(match: Match, seat: int | None) -> Glance:
    """The match as this seat may see it, without layout, totals and what was made; plays without what they count."""
    expect(Match, match)
    played, need = match.round, match.need
    if played is None:
        return Glance(seat, match.number, need, None, "over", (), ())
    hand = () if seat is None else played.hand(seat)
    if need != "move":
        return Glance(seat, match.number, need, None, "over", hand, ())
    turn = played.turn
    if seat is None or turn != seat:
        return Glance(seat, match.number, need, turn, "wait", hand, ())
    return Glance(seat, match.number, need, seat, played.may, hand, played.legal)


def view(match: Match, seat: int | None) -> View:
    """The match as this seat may see it; None is a spectator. Raises `TextError` for a seat that is not there."""
    expect(Match, match)
    if seat is not None:
        check_seat(seat, match.seats)
    played, need = match.round, match.need
    playing = need == "move"
    hand: tuple[Tile, ...] = ()
    options: tuple[Option, ...] = ()
    ahead: tuple[Option, ...] = ()
    may = "over"
    if played is not None and playing:
        if seat is not None:
            hand = played.hand(seat)
            ahead = options_of(played.layout, played.plays(seat))
        if played.turn == seat:
            may = played.may
            options = ahead if may == "play" else ()
        else:
            may = "wait"
    elif played is not None and seat is not None:
        hand = played.hand(seat)
    found = object.__new__(View)  # of parts that fit, and of all of them
    found.__dict__.update(
        rules=match.rules, seats=match.seats, seat=seat, number=match.number, round=match.rounds, need=need,
        leader=played.leader if played and playing else match.leader if match.leader >= 0 else None,
        turn=played.turn if played and playing else None, may=may, hand=hand,
        held=tuple(map(int.bit_count, played.state[kernel.HAND:kernel.HAND + match.seats])) if played else (),
        boneyard=len(played.boneyard) if played else 0,
        layout=played.layout if played else Layout(match.rules),
        made=_told(played.made, seat) if played else (),
        forced=played.forced if played else match.forced,
        options=options, ahead=ahead, totals=match.totals, playoff=match.playoff, winner=match.winner,
        shown=played.hands if played and match.stage in ("shown", "between", "over") else ())
    return found


_DREW = tuple(Made(seat, "draw") for seat in range(4))  # as it is told to the others


def _told(made: tuple[Made, ...], seat: int | None) -> tuple[Made, ...]:
    """The moves of a round, tiles drawn by others cut out."""
    return tuple([one if one.drawn is None or one.seat == seat else _DREW[one.seat] for one in made])


def options_of(layout: Layout, plays: Iterable[Play]) -> tuple[Option, ...]:
    """Legal plays with their places, and the counts and points that they would make."""
    found = []
    multiple = layout.rules.multiple
    for play in plays:
        after = layout.after(layout.code(play))  # on ints: every seat is asked after every move
        tile, onto = play
        place = None
        if onto is not None:
            place = (PLACES if onto.double else ENDS)[layout.place_of(play)]
        count = kernel.count_of(after) if multiple else None
        found.append(Option(tile, onto, place, count, kernel.worth(after, multiple)))
    return tuple(found)


_OPEN = frozenset((e.Started, e.Lot, e.Played, e.Passed, e.Shown, e.Settled, e.Won))


def cut(event: e.Event, seat: int | None) -> e.Event | Hidden:
    """An event as a seat may see it. A deal keeps the seat's own hand, a draw its tile only for who drew it."""
    if type(event) in _OPEN:
        return event
    if isinstance(event, e.Dealt):
        return Hidden(event.number, "deal", event.leader, event.hands[seat] if seat is not None else (),
                      tuple(map(len, event.hands)), len(event.boneyard))
    if isinstance(event, e.Drew):
        return event if event.seat == seat else Hidden(event.number, "draw", event.seat)
    raise TypeError(f"no door for {type(event).__name__}")


@dataclass(frozen=True, slots=True)
class Hidden:
    """A deal or a draw with its hidden part cut out: `seat` led or drew, `hand` is the viewer's own."""

    number: int
    what: str
    seat: int
    hand: tuple[Tile, ...] = ()
    held: tuple[int, ...] = ()
    boneyard: int = 0

