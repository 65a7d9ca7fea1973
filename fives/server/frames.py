"""The state that a viewer is sent, made from its `View`, from events that were cut for it, and from what all may know.

This file is handed no match, no round and no uncut event, so it cannot tell what it was not told. Every field is
listed by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import msgspec
from msgspec.structs import replace

from fives import describe
from fives import events as e
from fives.describe.people import People
from fives.layout import Play
from fives.refused import Refused
from fives.rules import Rules
from fives.server import memo
from fives.server import protocol_state as p
from fives.server.around import Missed, agreed, clock_of, differs, missed, plain, reactions, sits, stage
from fives.server.ends import result, says, settlement
from fives.server.memo import MARKS
from fives.server.seating import Seat, alone
from fives.server.steps import Ways
from fives.server.told import happened
from fives.tiles import Tile
from fives.view import Hidden, Option, View
from fives.words import Words, page, words_in

if TYPE_CHECKING:
    from fives.server.table import Table

LAST = 12  # lines of the list of plays
encode = msgspec.json.Encoder().encode


class Public(NamedTuple):
    """What everybody may know of a table beside its match. `away` are the people who do not look on now.

    `base` is the number before this match, `dealt` that of the last deal in it; `wait` are the milliseconds until it
    goes on by itself after a round.
    """

    table: str
    names: tuple[str, ...]
    seats: tuple[Seat, ...]
    away: frozenset[int]
    base: int
    dealt: int
    shown: e.Shown | None
    settled: e.Settled | None
    pressed: tuple[int, ...]
    people: tuple[int, ...]
    pace: int
    wait: int | None
    clock: p.Clock | None
    stage: str
    host: int | None
    ways: Ways
    missed: tuple[Missed, ...]
    by: dict[int, str]

    @classmethod
    def of(cls, table: Table, here: Iterable[int | None], now: int) -> Public:
        """The public part of a table; `here` are the seats from which somebody looks."""
        due, people = table.deadline, table.people
        missed: tuple[Missed, ...] = ((),) * len(table.seats)
        if table.by:
            missed = tuple(tuple(table.missed(seat)) for seat in range(len(table.seats)))
        return cls(
            table.id, tuple(seat.name for seat in table.seats), table.seats,
            frozenset(seat.seat for seat in table.seats if seat.kind == "person") - frozenset(here), table.base,
            table.dealt, table.shown, table.settled, tuple(table.pressed), tuple(people), table.pace,
            max(0, due.by - now) if due and due.kind == "round" else None, clock_of(table, now), stage(table),
            table.host, table.ways, missed, table.by)

    def letter(self, seat: int) -> str:
        """What stands for a seat where its name has no room."""
        return self.names[seat][:1].upper()[:1]


class Common(NamedTuple):
    """What a state says alike to all who share a language, encoded already; `seats` are not, `cut` are those encoded.

    Seats and the last play are told as to somebody who only watches.
    """

    rules: p.RulesOf
    boneyard: p.Boneyard
    plays: list[p.Line]
    twin: str
    reactions: list[p.ReactionOf]
    differs: str
    agreed: str
    share: p.Share
    open: int
    last: p.Last | None
    seats: list[p.SeatOf]
    cut: list[p.SeatOf]


class Maker(NamedTuple):
    """What the parts of one state are made from; `team` is the viewer's, `last_play` the number, in the match, of the
    last play of the round, 0 when there is none."""

    view: View
    public: Public
    words: Words
    people: People
    team: int | None
    last_play: int

    @classmethod
    def of(cls, view: View, public: Public, lang: str) -> Maker:
        """For a viewer who reads a language."""
        words = words_in(lang)
        nobody = words.say("Open seat")
        names = public.names if all(public.names) else tuple([name or nobody for name in public.names])
        last = len(view.made)
        while last and not isinstance(view.made[last - 1].move, Play):
            last -= 1
        return cls(view, public, words, _people(view.rules, names, view.seat), view.team,
                   last and public.dealt + last)

    @property
    def terms(self) -> tuple[int, ...]:
        """Those of the count on the table."""
        return describe.terms(self.view.layout)


_people = lru_cache(1024)(People)


def common(view: View, public: Public, lang: str) -> Common:
    """The parts of a state that are the same for all who share a language, from the view of a spectator."""
    assert view.seat is None
    made = Maker.of(view, public, lang)
    words, rules = made.words, view.rules
    boneyard = p.Boneyard(view.boneyard, describe.boneyard_holds(words, view.boneyard) if view.held else "")
    seats = [_seat(made, seat) for seat in range(view.seats)]
    kinds = tuple([seat.kind for seat in public.seats])
    return Common(
        _raw(_rules(words, rules, view.seats, view.round, view.playoff)), _raw(boneyard),
        _raw(_lines(view, public, words)),
        _raw(describe.layout(words, view.layout)), _raw(reactions(words)), _raw(differs(words, rules)),
        _raw(agreed(words, public.ways, kinds)), _raw(p.Share(f"/tables/{public.table}")), kinds.count("open"),
        _raw(_last(made)), seats, list(map(_raw, seats)))


def _raw(part: object) -> Any:
    """A part of a state, encoded: it stands for the part itself."""
    return msgspec.Raw(encode(part))


@lru_cache(64)
def _rules(words: Words, rules: Rules, seats: int, number: int, playoff: bool) -> p.RulesOf:
    return p.RulesOf(rules.id, str(rules), describe.name(words, rules),
                     describe.chip(words, rules, seats, number, playoff), bool(rules.multiple), rules.unit)


def state(view: View, public: Public, lang: str, shared: Common, scene: msgspec.Raw | None,
          events: Sequence[e.Event | Hidden], labels: bool, coming: int | None = None) -> p.State:
    """The whole state for a viewer, with the events that are new to it; `labels`: with the page's own words;
    `coming`: the seat at which the viewer sits down with the next round. `shared` and `scene` are encoded already.
    """
    made = Maker.of(view, public, lang)
    words, seats = made.words, _seats(made, shared)
    mine = made.last_play and view.made[made.last_play - public.dealt - 1].seat == view.seat
    last = _last(made) if mine else shared.last
    teams = [cast(p.TeamOf, memo.team(words, made.people, team, raw)) for team, raw in enumerate(view.totals)]
    return p.State(
        number=public.base + view.number, lang=lang, table=public.table, you=view.seat, team=made.team,
        rules=shared.rules, round=view.round, need=view.need, turn=view.turn, may=view.may, seats=seats, teams=teams,
        boneyard=shared.boneyard, hand=_hand(made), last=last,
        says=says(made), plays=shared.plays, scene=cast(p.SceneOf, scene), twin=shared.twin,
        settlement=settlement(made, shared.seats), result=result(made, teams),
        clock=public.clock, pace=public.pace, stage=public.stage, host=public.host,
        yours=view.seat is not None and view.seat == public.host, coming=coming,
        open=shared.open, visibility=public.ways.visibility, missed=missed(made),
        differs=shared.differs, agreed=shared.agreed, hints=alone(public.seats, view.seat),
        share=shared.share, reactions=shared.reactions,
        events=happened(made, events), words=page(words) if labels else None)


def _seats(made: Maker, shared: Common) -> list[p.SeatOf]:
    """The seats as a viewer sees them: its own and its partner's are marked."""
    seat = made.view.seat
    if seat is None:
        return shared.cut
    return [cut if told.team != made.team else replace(told, you=told.seat == seat, partner=told.seat != seat)
            for told, cut in zip(shared.seats, shared.cut, strict=True)]


def _seat(made: Maker, seat: int) -> p.SeatOf:
    view, public = made.view, made.public
    team, held, own = made.people.team_of(seat), view.held[seat] if view.held else 0, public.seats[seat]
    return p.SeatOf(
        seat=seat, name=public.names[seat], letter=public.letter(seat), team=team, mark=MARKS[team],
        kind=own.kind, held=held, tiles=memo.tiles(made.words.lang, held), away=seat in public.away,
        you=False, partner=False,
        next=view.turn is not None and seat == (view.turn + 1) % view.seats, leads=seat == view.leader,
        note=_note(made, seat), level=plain(own.level), sits_in=own.sits_in, offered=own.offered, comes=own.comes,
        says=sits(made.words, own.name, own.kind, seat in public.away, own.sits_in, own.comes))


def _note(made: Maker, seat: int) -> str:
    """What a seat did last, where that was to draw or to pass."""
    steps = [step for step in made.view.made[-LAST:] if step.seat == seat]
    if not steps or isinstance(steps[-1].move, Play):
        return ""
    if steps[-1].move == "pass":
        return describe.short_pass(made.words)
    drew = next((back for back, step in enumerate(reversed(steps)) if step.move != "draw"), len(steps))
    return describe.short_draw(made.words, drew)


def _hand(made: Maker) -> list[p.Held]:
    by_tile: dict[Tile, list[Option]] = {tile: [] for tile in made.view.hand}
    for option in made.view.ahead:
        by_tile[option.tile].append(option)
    return [_held(made, tile, options) for tile, options in by_tile.items()]


def _held(made: Maker, tile: Tile, options: list[Option]) -> p.Held:
    view, lang = made.view, made.words.lang
    lead, playing = not view.layout.plays, view.need == "move"
    if playing and not options and not lead:
        return cast(p.Held, memo.idle(lang, tile))
    # the focus of the page goes to the best, then in the order of the places
    best = sorted(range(len(options)), key=lambda index: -options[index].points) if options[1:] else (0,)
    others = lead and view.may == "wait"  # somebody else leads: that is what is said of any tile
    return p.Held(
        tile=str(tile), label=str(tile) if others else memo.in_hand(lang, tile, len(options), lead),
        plays=bool(options), why=None if options or others or not playing else _why(made, tile),
        options=[_option(made, option, best.index(index)) for index, option in enumerate(options)])


def _why(made: Maker, tile: Tile) -> str:
    """Why a tile of the hand may not lead."""
    if made.view.may == "play":
        return describe.refused(made.words, Refused("must-lead", tile=made.view.options[0].tile))
    return describe.no_place(made.words, tile)


def _option(made: Maker, option: Option, order: int) -> p.OptionOf:
    view, tile, onto, points = made.view, option.tile, option.onto, option.points
    move, joins, on = memo.way(made.words.lang, tile, onto)
    terms = view.layout.terms_after(Play(tile, onto))
    return p.OptionOf(
        move=move, onto=joins, place=option.place, count=option.count, gain=memo.gain(view.rules, points),
        scores=points > 0, terms=terms, sum=memo.summed(terms),
        text=describe.option(made.words, view.rules, option), on=on, order=order)


def _last(made: Maker) -> p.Last | None:
    view, number = made.view, made.last_play
    if not number:
        return None
    found = view.made[number - made.public.dealt - 1]
    tile, onto = view.layout.plays[-1]
    terms = made.terms
    event = e.Played(number, found.seat, tile, onto, found.count, found.points)
    text, gain = memo.played(made.words, made.people, event, terms)
    return p.Last(
        seat=found.seat, tile=str(tile), onto=str(onto) if onto else None, terms=terms, sum=memo.summed(terms),
        count=found.count, gain=gain, scores=found.points > 0, text=text)


def _lines(view: View, public: Public, words: Words) -> list[p.Line]:
    """The last moves, newest first; draws in a row are one line."""
    found: list[p.Line] = []
    marks = [MARKS[view.rules.team(seat, view.seats)] for seat in range(view.seats)]
    steps = view.made[-3 * LAST:]
    first, at = public.base + public.dealt + 1 + len(view.made) - len(steps), len(steps)
    while at and len(found) < LAST:
        at -= 1
        number, step, tile, gain = first + at, steps[at], None, ""
        seat, move = step.seat, step.move
        if isinstance(move, Play):
            tile, text, gain = memo.short(words.lang, view.rules, *move, step.count, step.points)
        elif move == "pass":
            text = describe.short_pass(words)
        else:
            while at and steps[at - 1].seat == seat and steps[at - 1].move == "draw":
                at -= 1
            text = describe.short_draw(words, number - first - at + 1)
        found.append(p.Line(number, seat, marks[seat], public.letter(seat), tile, text, gain))
    return found
