"""The state that a viewer is sent, made from its `View`, from events that were cut for it, and from what all may know.

This file is handed no match, no round and no uncut event, so it cannot tell what it was not told. Every field is
listed by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, cast

import msgspec

from fives import events as e
from fives.describe import figures, layouts, matches, moves, rule_sets
from fives.describe.people import People
from fives.layout import Play
from fives.refused import Refused
from fives.rounds import Made
from fives.server import protocol_state as p
from fives.server.ends import result, says, settlement
from fives.server.told import happened
from fives.tiles import Tile
from fives.view import Hidden, Option, View
from fives.words import Words, page, words_in

if TYPE_CHECKING:
    from fives.server.table import Table

MARKS = ("round", "square", "hexagon", "diamond")
LAST = 12  # lines of the list of plays


class Public(NamedTuple):
    """What everybody may know of a table beside its match. `away` are the people who do not look on now.

    `base` is the number before this match, `dealt` that of the last deal in it; `wait` are the milliseconds until it
    goes on by itself after a round.
    """

    table: str
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    away: frozenset[int]
    base: int
    dealt: int
    shown: e.Shown | None
    settled: e.Settled | None
    pressed: tuple[int, ...]
    people: tuple[int, ...]
    pace: int
    wait: int | None

    @classmethod
    def of(cls, table: Table, here: Iterable[int | None], now: int) -> Public:
        """The public part of a table; `here` are the seats from which somebody looks."""
        due, people = table.deadline, table.people
        return cls(
            table.id, tuple(seat.name for seat in table.seats), tuple(seat.kind for seat in table.seats),
            frozenset(people).difference(seat for seat in here if seat is not None), table.base, table.dealt,
            table.shown, table.settled, tuple(table.pressed), tuple(people), table.pace,
            max(0, due.by - now) if due and due.kind == "round" else None)


class Maker(NamedTuple):
    """What the parts of one state are made from."""

    view: View
    public: Public
    words: Words
    people: People

    @property
    def last_play(self) -> int:
        """The number, in the match, of the last play of the round; 0 when there is none."""
        made = self.view.made
        return next((self.public.dealt + index for index in range(len(made), 0, -1)
                     if isinstance(made[index - 1].move, Play)), 0)


def state(view: View, public: Public, lang: str, scene: msgspec.Raw | None, events: Sequence[e.Event | Hidden],
          labels: bool) -> p.State:
    """The whole state for a viewer, with the events that are new to it; `labels`: with the page's own words.

    `scene` is encoded already.
    """
    words, rules = words_in(lang), view.rules
    people = People(rules, public.names, view.seat)
    made = Maker(view, public, words, people)
    seats = [_seat(made, seat) for seat in range(view.seats)]
    teams = [_team(made, team) for team in range(len(view.totals))]
    return p.State(
        number=public.base + view.number, lang=lang, table=public.table, you=view.seat, team=view.team,
        rules=p.RulesOf(rules.id, str(rules), rule_sets.name(words, rules),
                        rule_sets.chip(words, rules, view.seats, view.round), bool(rules.multiple), rules.unit),
        round=view.round, need=view.need, turn=view.turn, may=view.may, seats=seats, teams=teams,
        boneyard=p.Boneyard(view.boneyard, moves.boneyard_holds(words, view.boneyard) if view.held else ""),
        hand=_hand(made), last=_last(made), says=says(made), plays=_lines(made, seats), scene=cast(p.SceneOf, scene),
        twin=layouts.layout(words, view.layout), settlement=settlement(made, seats), result=result(made, teams),
        clock=None, pace=public.pace, events=happened(made, events),
        words=page(words) if labels else None)


def _seat(made: Maker, seat: int) -> p.SeatOf:
    view, public = made.view, made.public
    team, held = made.people.team_of(seat), view.held[seat] if view.held else 0
    name = public.names[seat]
    return p.SeatOf(
        seat=seat, name=name, letter=name[:1].upper(), team=team, mark=MARKS[team], kind=public.kinds[seat],
        held=held, tiles=figures.tiles(made.words, held), away=seat in public.away, you=seat == view.seat,
        partner=seat != view.seat and team == view.team,
        next=view.turn is not None and seat == (view.turn + 1) % view.seats, leads=seat == view.leader,
        note=_note(made, seat))


def _note(made: Maker, seat: int) -> str:
    """What a seat did last, where that was to draw or to pass."""
    steps = [step for step in made.view.made[-LAST:] if step.seat == seat]
    if not steps or isinstance(steps[-1].move, Play):
        return ""
    if steps[-1].move == "pass":
        return moves.short_pass(made.words)
    drew = next((back for back, step in enumerate(reversed(steps)) if step.move != "draw"), len(steps))
    return moves.short_draw(made.words, drew)


def _team(made: Maker, team: int) -> p.TeamOf:
    words, rules, people, raw = made.words, made.view.rules, made.people, made.view.totals[team]
    strokes, extra = figures.strokes(rules, raw)
    return p.TeamOf(
        team=team, mark=MARKS[team], names=people.listed(words, team), total=figures.score(rules, raw),
        of=matches.of(words, people), strokes=strokes, extra=extra, label=matches.total(words, people, team, raw),
        yours=team == made.view.team)


def _hand(made: Maker) -> list[p.Held]:
    by_tile: dict[Tile, list[Option]] = {tile: [] for tile in made.view.hand}
    for option in made.view.ahead:
        by_tile[option.tile].append(option)
    return [_held(made, tile, options) for tile, options in by_tile.items()]


def _held(made: Maker, tile: Tile, options: list[Option]) -> p.Held:
    view = made.view
    # the focus of the page goes to the best, then in the order of the places
    best = sorted(range(len(options)), key=lambda index: (-options[index].points, index))
    return p.Held(
        tile=str(tile), label=layouts.in_hand(made.words, tile, len(options), not view.layout.plays),
        plays=bool(options), why=None if options or view.need != "move" else _why(made, tile),
        options=[_option(made, option, best.index(index)) for index, option in enumerate(options)])


def _why(made: Maker, tile: Tile) -> str:
    """Why a tile of the hand has no place."""
    view = made.view
    if view.may == "play" and not view.layout.plays:
        return layouts.refused(made.words, Refused("must-lead", tile=view.options[0].tile))
    return layouts.no_place(made.words, tile)


def _option(made: Maker, option: Option, order: int) -> p.OptionOf:
    words, rules = made.words, made.view.rules
    terms = figures.terms(made.view.layout.play(option.play))
    return p.OptionOf(
        move=str(option.play), onto=str(option.onto) if option.onto else None, place=option.place, count=option.count,
        gain=_gain(made, option.points), scores=option.points > 0, terms=terms, sum=figures.summed(terms),
        text=layouts.option(words, rules, option), on=layouts.on(words, option.onto), order=order)


def _gain(made: Maker, raw: int) -> str:
    rules = made.view.rules
    return figures.gain(rules, raw) if rules.multiple else ""


def _last(made: Maker) -> p.Last | None:
    view = made.view
    found = next((step for step in reversed(view.made) if isinstance(step.move, Play)), None)
    if found is None or not isinstance(found.move, Play):
        return None
    tile, onto = found.move
    terms = figures.terms(view.layout)
    event = e.Played(0, found.seat, tile, onto, found.count, found.points)
    return p.Last(
        seat=found.seat, tile=str(tile), onto=str(onto) if onto else None, terms=terms, sum=figures.summed(terms),
        count=found.count, gain=_gain(made, found.points), scores=found.points > 0,
        text=moves.played(made.words, made.people, event, view.layout))


def _lines(made: Maker, seats: Sequence[p.SeatOf]) -> list[p.Line]:
    """The last moves, newest first; draws in a row are one line."""
    first = made.public.base + made.public.dealt + 1
    found: list[p.Line] = []
    numbered = list(enumerate(made.view.made, first))[-3 * LAST:]
    for (seat, drew), run in groupby(numbered, lambda step: (step[1].seat, step[1].move == "draw")):
        steps = list(run)
        number, last = steps[-1]
        if drew:
            found.append(_line(seats[seat], number, last.drawn, moves.short_draw(made.words, len(steps)), ""))
            continue
        for number, step in steps:
            found.append(_moved(made, seats[seat], number, step))
    return found[:-LAST - 1:-1]


def _moved(made: Maker, seat: p.SeatOf, number: int, step: Made) -> p.Line:
    if not isinstance(step.move, Play):
        return _line(seat, number, None, moves.short_pass(made.words), "")
    tile, onto = step.move
    event = e.Played(number, step.seat, tile, onto, step.count, step.points)
    return _line(seat, number, tile, moves.short(made.words, event), _gain(made, step.points))


def _line(seat: p.SeatOf, number: int, tile: Tile | None, text: str, gain: str) -> p.Line:
    return p.Line(number=number, seat=seat.seat, mark=seat.mark, letter=seat.letter, tile=str(tile) if tile else None,
                  text=text, gain=gain)
