"""`fives think VIEW`: what a level thinks of the plays of a seat: values, how sure they are, and reasons in words."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from fives.cli import Stop
from fives.cli.options import add_json, add_lang, kind, language, parse_path, print_json, text_of, whole
from fives.cli.waiting import INTERRUPTED, Bar
from fives.tiles import TextError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fives.bots.thinking import Thought
    from fives.describe import People
    from fives.notation import Record
    from fives.view import View
    from fives.words import Words

SMALL = 0.05  # what is shown as 0.0
MARK = "* "  # stands before the play that it makes
LEVELS = ("club", "expert", "master", "flat")
EPILOG = """\
VIEW is what a seat sees, as a line of JSON (fives.notation.view_text makes it), the name of a file that holds one, or -
for standard input. It may also be the file of a record: then the seat in turn is asked, which sees no more than it saw.
The same view, level, seed and budget give the same answer.

examples:
  fives think view.json
  fives think view.json --bot master --budget 1.0 --seed 7 --json
  fives think evening.txt --round 3 --moves 12
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    from fives.cli.solve import parse_seconds
    parser.epilog = EPILOG
    parser.add_argument("view", metavar="VIEW", help="what a seat sees, or the file that holds it, or a record")
    parser.add_argument("--round", metavar="N", type=whole(1, 99_999), help="the round of a record (default: the last)")
    parser.add_argument("--moves", metavar="N", type=whole(0, 999),
                        help="how many moves of that round have been made, draws and passes too (default: all)")
    parser.add_argument("--bot", metavar="LEVEL", choices=LEVELS, default="master",
                        help=f"who thinks: {', '.join(LEVELS)} (default: master)")
    parser.add_argument("--budget", metavar="SECONDS", type=kind(parse_seconds),
                        help="how long master thinks, as an amount of work (default: 0.02)")
    parser.add_argument("--seed", metavar="N", type=whole(0, (1 << 62) - 1), default=0,
                        help="a number for all chance (default: 0)")
    add_json(parser)
    add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Prints the play that it makes and the others, by value; returns the exit status."""
    from fives import describe
    from fives.bots.thinking import think, warm
    from fives.words import words_in
    words = words_in(language(args))
    view, people = asked(args, words)
    notice = words.say("Code is compiled for this processor: once, for some seconds.")
    with Bar(words.say("{bot} is thinking", bot=args.bot), notice) as bar:
        warm(bar.compiling)
        thought = think(view, args.bot, args.seed, args.budget, compiling=bar.compiling,
                        watch=lambda done, total: bar.watch(100 * done // total, 100))
    if args.json:
        print_json(as_json(words, view, thought))
    else:
        if people is not None and view.turn is not None:
            print(describe.turn(words, people, view.turn, view.may, not view.layout.plays))
        for line in in_words(words, view, thought):
            print(line)
    return INTERRUPTED if bar.interrupted else 0


def asked(args: argparse.Namespace, words: Words) -> tuple[View, People | None]:
    """The view to think about, as it is given or out of a file; of a record, that of the seat in turn, with who sits
    where. Raises `Stop` and `OSError`."""
    from fives.cli.replay import LONGEST
    from fives.notation import read_view
    name, text = "view", args.view
    try:
        if not text.lstrip().startswith("{"):
            name, text = text, text_of(parse_path(text), LONGEST)
            if not text.lstrip().startswith("{"):
                return of_record(args, text, words)
        for option in ("round", "moves"):
            if getattr(args, option) is not None:
                raise Stop(f"--{option}: expected the file of a record")
        return read_view(text), None
    except TextError as error:
        raise Stop(f"{name}: {str(error).removeprefix('view: ')}") from error


def of_record(args: argparse.Namespace, text: str, words: Words) -> tuple[View, People]:
    """What the seat saw that was in turn in a record. Raises `Stop` and `TextError`."""
    from fives.analysis.positions import match_of
    from fives.cli.saying import people_of
    from fives.notation import read
    from fives.view import view
    record = read(text)
    played = record.played()
    at = len(played) - 1 if args.round is None else args.round - record.first
    if 0 <= at < len(played) and played[at] is None:
        seen = in_part(record, at, args.moves)
    else:
        match = match_of(record, args.round, args.moves)
        seen = view(match, match.round.turn if match.round is not None and match.need == "move" else None)
    if seen.need != "move":
        raise Stop(f"{args.view}: the round is over; expected --moves with fewer moves")
    if seen.may != "play":
        raise Stop(f"{args.view}: expected a seat that can play, got one that must {seen.may}; see --moves")
    return seen, people_of(words, record.rules, record.seats, record.names)


def in_part(record: Record, at: int, moves: int | None) -> View:
    """What the seat saw that was in turn in a round of which not every hand is known. Raises `TextError`."""
    sheet = record.rounds[at]
    if moves is None and sheet.closed:
        raise TextError("the round is over; expected --moves with fewer moves")
    moves = len(sheet.moves) if moves is None else moves
    if moves > len(sheet.moves):
        raise TextError(f"moves: expected a number from 0 to {len(sheet.moves)}, got {moves}")
    # the lead is kept where only the first move tells it
    leader = sheet.moves[0].seat if sheet.moves else sheet.leader
    now = replace(sheet, moves=sheet.moves[:moves], leader=leader, end=None, out=None, left=(), made=(), settled=(),
                  totals=(), won=None)
    so_far = replace(record, rounds=(*record.rounds[:at], now))
    return so_far.view(so_far.view(None).turn)


def as_json(words: Words, view: View, thought: Thought) -> dict[str, object]:
    """The thought for programs, in the same order; values are raw points, or chances to win the match."""
    from fives.bots.reasons import facts_of, reason
    return {"level": thought.level, "seed": thought.seed, "worlds": thought.worlds, "exact": thought.exact,
            "complete": thought.complete,
            "value": "match" if thought.match else "points", "candidates": [
                {"play": str(each.play), "value": each.value, "error": each.error, "worlds": each.worlds,
                 **facts_of(view, each.play)._asdict(), "reason": reason(words, view, each.play)}
                for each in thought.candidates]}


def in_words(words: Words, view: View, thought: Thought) -> Iterator[str]:
    """The play that it makes, then the others by value, each with its value, how sure that is, and the reason."""
    from fives.bots.reasons import reason
    marks = [""] if len(thought.candidates) == 1 else [MARK, *[" " * len(MARK)] * (len(thought.candidates) - 1)]
    plays = [mark + str(each.play) for mark, each in zip(marks, thought.candidates, strict=True)]
    values = [figure(words, view, thought, each.value, each.error) for each in thought.candidates]
    for play, value, each in zip(plays, values, thought.candidates, strict=True):
        valued = f"{value:>{max(map(len, values))}}  " if any(values) else ""
        yield f"{play:{max(map(len, plays))}}  {valued}{reason(words, view, each.play)}"
    yield ""
    yield from notes(words, thought)


def notes(words: Words, thought: Thought) -> Iterator[str]:
    """What the list leaves open: which play is made, why not that of the highest value, what values are, how sure."""
    chosen, *others = thought.candidates
    if not others:
        yield words.say("It is the only play.")
    elif chosen.value is not None and any(each.value is not None and each.value > chosen.value for each in others):
        yield words.say("* marks the play it makes: no other was tried more often, and a higher value is less sure.")
    else:
        yield words.say("* marks the play it makes.")
    if thought.exact:
        yield words.say("Nothing is hidden: the values are exact.")
    elif thought.worlds:
        yield words.many("Tried in {n} world that agrees with what you saw.",
                         "Tried in {n} worlds that agree with what you saw.", thought.worlds)
    if not thought.complete:
        yield words.say("It was ended before its time: this is what it had found.")
    if any(each.value is not None and each.error is None for each in thought.candidates):
        yield words.say("± ? says that the error is not known: the play was tried once, or came out alike each time.")
    if any(each.value is not None for each in thought.candidates):
        yield words.say("Values are chances to win the match.") if thought.match else \
            words.say("Values are points from here to the end of the round, yours less the others'.")


def figure(words: Words, view: View, thought: Thought, value: float | None, error: float | None) -> str:
    """A value with its error: `+2.3 ± 0.4` as the rules show points, or `61.2 ± 1.5 %`; `± ?` where it is not known,
    nothing where it is exact."""
    if value is None:
        return ""
    from fives.cli.saying import ahead
    scale = 100.0 if thought.match else 1 / view.rules.unit
    number = f"{scale * value:.1f}" if thought.match else ahead(scale * value, 1)
    if error is None:
        number += " ± ?"
    elif error:
        number += f" ± {scale * error:.1f}" if scale * error >= SMALL else " ± <0.1"  # 0.0 would say that it is exact
    return words.say("{n} %", n=number) if thought.match else number
