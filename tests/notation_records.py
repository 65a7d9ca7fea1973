"""Records for tests: of random matches of any rules, whole, cut off anywhere, and with this and that forgotten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from fives import RULE_SETS, TILES, Layout, Rules
from fives import events as e
from fives.layout import Play
from fives.notation import Left, Record, Sheet, record_of
from fives.rules import BLOCKS, FIRST_LEADERS, LATER_LEADERS, SETTLES, SPINNERS


@lru_cache(maxsize=64)
def played(rules: Rules, seats: int, seed: int, most: int = 4000) -> tuple[e.Event, ...]:
    """The events of a match played at random to its end, or to the first move after so many events."""
    chance = Random(seed)
    events: list[e.Event] = [e.start(rules, seats)]
    match = e.fold(events)
    while match.need != "over" and len(events) < most:
        tiles = chance.sample(TILES, 28)
        new: Sequence[e.Event]
        if match.need == "lot":
            new = [e.lot(match, tiles)]
        elif match.need == "deal":
            new = [e.deal(match, tiles)]
        else:
            assert match.round
            may = match.round.may
            new = e.act(match, match.round.turn, chance.choice(match.round.legal) if may == "play" else may)
        for event in new:
            match = e.apply(match, event)
        events += new
    return tuple(events)


# strategies
tiles = st.sampled_from(TILES)
halves = st.integers(-10**6, 10**6).map(lambda n: Fraction(n, 2))
texts = st.text("abcXYZ0189 -.:,|=+@#\"'\\é한あ葵🁡\t", max_size=30).map(str.strip)
said = texts.filter(bool)


@st.composite
def plays(draw: st.DrawFn) -> Play:
    tile, onto = draw(tiles), draw(st.none() | tiles)
    return Play(tile, onto)


@st.composite
def variations(draw: st.DrawFn) -> Rules:
    """A rule set with any fields changed that make a game."""
    seats_and_most = ((2, 14), (3, 9), (4, 7))
    changes: dict[str, st.SearchStrategy[Any]] = {
        "deal": st.tuples(*(st.integers(1, most) for _, most in seats_and_most)),
        "target": st.tuples(*[st.integers(1, 10_000)] * 3),
        "unit": st.integers(1, 10), "multiple": st.integers(0, 10), "nearest": st.integers(1, 10),
        "first_leader": st.sampled_from(FIRST_LEADERS), "later_leader": st.sampled_from(LATER_LEADERS),
        "spinners": st.sampled_from(SPINNERS), "settle": st.sampled_from(SETTLES), "block": st.sampled_from(BLOCKS),
        **dict.fromkeys(("partners", "draws", "split", "at_once", "playoff"), st.booleans()),
    }
    names = draw(st.lists(st.sampled_from(sorted(changes)), max_size=5, unique=True))
    return draw(st.sampled_from(list(RULE_SETS.values()))).vary(**{name: draw(changes[name]) for name in names})


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    layout = Layout(draw(st.sampled_from(list(RULE_SETS.values()))))
    for tile in draw(st.permutations(TILES)):
        options = list(layout.plays_of(tile))
        if options:
            layout = layout.play(draw(st.sampled_from(options)))
    return layout


@st.composite
def matches(draw: st.DrawFn, least: int = 1) -> tuple[e.Event, ...]:
    """The events of a match, cut off anywhere."""
    rules = draw(st.sampled_from(list(RULE_SETS.values())) | variations())
    events = played(rules, draw(st.integers(2, 4)), draw(st.integers(0, 5)), draw(st.integers(1, 250)))
    return events[:draw(st.integers(min(least, len(events)), len(events)))]


@st.composite
def partial_records(draw: st.DrawFn) -> tuple[Record, Record]:
    """A whole record, and what is left of it when somebody forgets this and that."""
    whole = record_of(draw(matches(2)))
    chance = Random(draw(st.integers(0, 10**6)))
    how = draw(st.sampled_from([0.1, 0.5, 0.9]))
    last = len(whole.rounds) - 1
    sheets = tuple(forget(sheet, made_in(whole, sheet), index < last, lambda: chance.random() < how)
                   for index, sheet in enumerate(whole.rounds))
    return whole, replace(whole, rounds=sheets)


def made_in(record: Record, sheet: Sheet) -> tuple[int, ...]:
    """The points of all plays of a round, by team."""
    teams = [record.rules.team(moved.seat, record.seats) for moved in sheet.moves]
    return tuple(sum(moved.points or 0 for moved, own in zip(sheet.moves, teams, strict=True) if own == team)
                 for team in range(record.rules.teams(record.seats)))


def forget(sheet: Sheet, made: tuple[int, ...], more: bool, gone: Callable[[], bool]) -> Sheet:
    """A sheet without some of what it said, though with enough for a round to follow."""
    moves = tuple(replace(moved, drawn=None if gone() else moved.drawn, count=None if gone() else moved.count,
                          points=None if gone() else moved.points) for moved in sheet.moves)
    no_moves = bool(sheet.end) and gone()
    left = tuple(Left(None if gone() else hand.tiles, None if gone() else hand.pips) for hand in sheet.left)
    ended = {} if gone() else {"end": sheet.end, "out": sheet.out}
    if gone():
        left = ()
    if no_moves and not more and not (ended and ended["end"]) and not sheet.totals and not left:
        ended = {"end": sheet.end, "out": sheet.out}
    return Sheet(
        lot=() if gone() else sheet.lot, hands=tuple(() if gone() else hand for hand in sheet.hands),
        boneyard=() if gone() else sheet.boneyard, moves=() if no_moves else moves, left=left,
        made=() if not no_moves or gone() else made,
        settled=() if gone() else sheet.settled, totals=sheet.totals if more or sheet.won is not None else (),
        won=sheet.won, **ended)  # type: ignore[arg-type]
