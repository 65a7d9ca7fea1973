"""`fives replay RECORD`: reads a record, checks all of it, and tells it round by round."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import groupby

from fives import describe
from fives import events as e
from fives.cli import Stop
from fives.cli.options import add_json, add_lang, kind, language, parse_folder, parse_path, print_json, text_of
from fives.cli.pictures import add_pictures, write_all
from fives.cli.saying import people_of
from fives.describe import People
from fives.layout import Layout, Play
from fives.match import Match
from fives.notation import Moved, Record, Sheet, read
from fives.notation.lines import MOST_CHARACTERS
from fives.tiles import TextError, Tile
from fives.words import Words, words_in

EPILOG = """\
A record may leave hands and boneyard out; then only the table is checked and told. Errors name line and column.
The form of a record: docs/notation.md.

examples:
  fives replay evening.txt
  fives replay --json - < evening.txt
  fives replay evening.txt --svg evening
"""
LONGEST = MOST_CHARACTERS  # bytes: nearly all of a record is ASCII


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.epilog = EPILOG
    parser.add_argument("record", metavar="RECORD", type=kind(parse_path),
                        help="the file of a record; - reads standard input")
    add_json(parser)
    add_lang(parser)
    add_pictures(parser, "DIR", parse_folder,
                 "write an SVG picture of each play, settlement and score sheet into this folder too")


def run(args: argparse.Namespace) -> int:
    """Prints the record; returns the exit status."""
    text = text_of(args.record, LONGEST)
    words = words_in(language(args))
    try:
        record = read(text)
    except TextError as error:
        raise Stop(f"{args.record}: {error}") from error
    people = people_of(words, record.rules, record.seats, record.names)
    course = record.course()
    if args.svg:
        write_all(args, words, people, record.first, course.filled)
    if args.json:
        print_json(as_json(record))
        return 0
    if course.lacks:
        told = told_sheets(words, people, record.first, course.filled, course.tied)
    else:
        told = told_events(words, people, course.events)
    for line in told:
        print(line)
    return 0


def told_events(words: Words, people: People, events: list[e.Event]) -> Iterator[str]:
    """A match whose every event is known; the settlement line by line, draws of a seat in a row in one sentence."""
    match = None
    for seat, group in groupby(events, lambda event: event.seat if isinstance(event, e.Drew) else None):
        drawn = []
        for event in group:
            match = e.apply(match, event)
            if isinstance(event, e.Drew):
                drawn.append(event.tile)
            else:
                yield from told_event(words, people, match, event)
        if drawn and seat is not None:
            yield describe.drew(words, people, seat, len(drawn), drawn)


def told_event(words: Words, people: People, match: Match, event: e.Event) -> Iterator[str]:
    """An event that is no draw; `match` is the one after it."""
    if isinstance(event, e.Settled):
        account = describe.account(words, people, match, event)
        yield from filter(None, [account.why, *(line.text for line in account.lines), account.pool,
                                 *(change.text for change in account.changes), account.tie, account.leads])
        return
    if isinstance(event, e.Dealt):
        yield ""
    yield describe.event(words, people, match, event, open=True)
    if isinstance(event, e.Dealt):
        yield from told_hands(words, people, event.hands)


def told_hands(words: Words, people: People, hands: Sequence[Sequence[Tile]]) -> Iterator[str]:
    """The hands that are known."""
    for seat, hand in enumerate(hands):
        if hand:
            yield words.say("{name}: {tiles}.", name=people.name(words, seat), tiles=words.listed(hand))


def told_sheets(words: Words, people: People, first: int, sheets: list[Sheet], tied: list[bool]) -> Iterator[str]:
    """A match of which the record says only some: what it says of each round; `tied`: whether it leaves a play-off."""
    for number, (sheet, playoff) in enumerate(zip(sheets, tied, strict=True), first):
        if number > first:
            yield ""
        yield words.say("Round {round}", round=number)
        if sheet.lot:
            yield from describe.moves.lot_goes(words, people, sheet.lot)
        yield from told_hands(words, people, sheet.hands)
        yield from told_moves(words, people, sheet)
        yield from told_end(words, people, sheet, playoff)


def told_moves(words: Words, people: People, sheet: Sheet) -> Iterator[str]:
    """The moves of a round; draws of a seat in a row are one sentence."""
    layout = Layout(people.rules)
    for (seat, what), group in groupby(sheet.moves, lambda moved: (moved.seat, moved.move)):
        moves = list(group)
        if what == "draw":
            drawn = [moved.drawn for moved in moves if moved.drawn is not None]
            yield describe.drew(words, people, seat, len(moves), drawn if len(drawn) == len(moves) else ())
        elif isinstance(what, Play):
            layout = layout.play(what)
            yield describe.played(words, people, e.Played(0, seat, *what, layout.count, layout.points),
                                  describe.terms(layout))
        else:
            yield describe.passed(words, people, e.Passed(0, seat))


def told_end(words: Words, people: People, sheet: Sheet, playoff: bool) -> Iterator[str]:
    """How a round ended, what was left, settled and won, as far as the sheet says."""
    if sheet.end:
        hands = tuple(left.tiles or () for left in sheet.left)
        end = None if sheet.end == "target" else sheet.end
        yield describe.moves.shown(words, people, e.Shown(0, end, sheet.out, hands))
    for seat, left in enumerate(sheet.left):
        if left.pips and left.tiles is None:
            yield words.say("{name}: {pips}.", name=people.name(words, seat), pips=describe.pips(words, left.pips))
    for team, points in enumerate(sheet.settled):
        yield words.say("{name}: {change}.", name=people.team(words, team), change=describe.gain(people.rules, points))
    if sheet.won is not None:
        yield describe.won(words, people, e.Won(0, sheet.won, sheet.totals))
    elif sheet.totals:
        yield describe.standing(words, people, sheet.totals, playoff, True)


def as_json(record: Record) -> dict[str, object]:
    """The record for programs: headers, rounds as they are written with all that follows, and the events, if known."""
    from fives.event_json import event_to_json, plain
    course = record.course()
    headers = fields_json(record)
    start = headers.pop("start")
    return {
        **headers, "from": start,  # as the header is called
        "totals": plain(course.match.totals), "winner": course.match.winner,
        "rounds": [sheet_json(sheet) for sheet in course.filled],
        "lacks": course.lacks or None,
        "events": None if course.lacks else [event_to_json(event) for event in course.events]}


def sheet_json(sheet: Sheet) -> dict[str, object]:
    """A round as JSON; null or empty is what is not known."""
    from fives.event_json import plain
    return {**fields_json(sheet), "moves": [move_json(moved) for moved in sheet.moves],
            "left": [left.pips for left in sheet.left], "left_tiles": [plain(left.tiles) for left in sheet.left]}


def move_json(moved: Moved) -> dict[str, object]:
    """A move as JSON."""
    return {**fields_json(moved), "move": str(moved.move), "points": moved.points or 0}


def fields_json(said: Record | Sheet | Moved) -> dict[str, object]:
    """Every field of what a record says as JSON, so that none is forgotten; those of more than one part as they are."""
    from fives.event_json import plain
    return {field.name: plain(getattr(said, field.name)) for field in fields(said)}
