"""`fives solve POSITION`: what an ending is worth with the best play of both, the best plays, the line of play."""

from __future__ import annotations

import argparse
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from fives.cli import Stop
from fives.cli.options import add_json, add_lang, kind, language, print_json, whole
from fives.cli.waiting import INTERRUPTED, Patience
from fives.rules import FIVE_UP, RULE_SETS, Rules, parse_rules
from fives.tiles import TextError, shown

if TYPE_CHECKING:
    from fives.cli.solved import Problem
    from fives.words import Words

EPILOG = """\
POSITION is a layout (its plays in order), the hands by seat, the boneyard and the seat in turn:
  "5-5 5-6@5-5 | 1-5 0-6 / 2-5 6-6 | - | 0"           - is nothing
or the file of a record (- reads standard input); its last position, if --round and --moves say no other. All hands
must be known, and in two teams. With totals, which a record has, the match counts: to win it goes before points.

examples:
  fives solve "5-5 5-6@5-5 | 1-5 0-6 / 2-5 6-6 | - | 0"
  fives solve --rules all-fives --totals 235,240 "5-5 5-6@5-5 | 1-5 0-6 / 2-5 6-6 | 1-1 | 1"
  fives solve evening.txt --round 3 --moves 12 --every
"""


def parse_seconds(text: str) -> float:
    """Seconds from a thousandth to a day. Raises `TextError`."""
    with suppress(ValueError):
        if text.isascii() and 0.001 <= float(text) <= 86_400:
            return float(text)
    raise TextError(f"expected seconds from 0.001 to 86400, got {shown(text)}")


def parse_totals(text: str) -> tuple[str, ...]:
    """The totals of two teams, each still a text, since the rule set says what a point is; none for `none`."""
    if text == "none":
        return ()
    parts = tuple(part.strip() for part in text.split(","))
    if len(parts) != 2:
        raise TextError(f"expected two totals such as 55,48, or none; got {shown(text)}")
    return parts


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.epilog = EPILOG
    parser.add_argument("position", metavar="POSITION", help="a position as below, or the file of a record")
    parser.add_argument("--rules", metavar="RULES", type=kind(parse_rules),
                        help=f"the rule set, unless a record says it: {', '.join(RULE_SETS)}; with what differs for a "
                             'variation: "five-up target=100" (default: five-up)')
    parser.add_argument("--totals", metavar="A,B", type=kind(parse_totals),
                        help="the totals of both teams, as the rules show points; none: the match does not count "
                             "(default: those of a record, else none)")
    parser.add_argument("--playoff", action="store_true", help="a tie is being played off at these totals")
    parser.add_argument("--round", metavar="N", type=whole(1, 99_999), help="the round of a record (default: the last)")
    parser.add_argument("--moves", metavar="N", type=whole(0, 999),
                        help="how many moves of that round have been made, draws and passes too (default: all)")
    parser.add_argument("--budget", metavar="SECONDS", type=kind(parse_seconds), default=10.0,
                        help="the time after which the best so far is told (default: 10)")
    parser.add_argument("--every", action="store_true", help="tell what every play is worth")
    add_json(parser)
    add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Prints the solution; returns the exit status."""
    from fives.analysis.solve import solve
    from fives.cli.solved import as_json, in_words
    from fives.words import words_in
    problem = problem_of(args)
    words = words_in(language(args))
    with Progress(words) as progress:
        try:
            found = solve(problem.round, problem.totals, playoff=problem.playoff, budget=args.budget, every=args.every,
                          watch=progress.watch, compiling=progress.compiling)
        except TextError as error:
            if is_position(args.position):
                raise
            raise Stop(f"{args.position}: {error}") from error
    if args.json:
        print_json(as_json(problem, found))
    else:
        for line in in_words(words, problem, found):
            print(line)
    return INTERRUPTED if progress.interrupted else 0


def problem_of(args: argparse.Namespace) -> Problem:
    """The position to solve. Raises `Stop` and `OSError`."""
    from fives.analysis.positions import parse_position
    from fives.cli.solved import Problem
    if not is_position(args.position):
        return of_record(args)
    for option in ("round", "moves"):
        if getattr(args, option) is not None:
            raise Stop(f"--{option}: expected the file of a record")
    rules = args.rules or FIVE_UP
    try:
        standing = parse_position(args.position, rules)
    except TextError as error:
        raise Stop(f"position: {error}") from error
    if args.playoff and not args.totals:
        raise Stop("--playoff: expected --totals")
    return Problem(standing, totals_of(rules, args.totals) if args.totals else None, args.playoff)


def is_position(text: str) -> bool:
    """Whether a text is a position, and no name of a file."""
    return "|" in text


def of_record(args: argparse.Namespace) -> Problem:
    """The position of a record. Raises `Stop`, `TextError` and `OSError`."""
    from fives.analysis.positions import position_of
    from fives.cli.options import parse_path, text_of
    from fives.cli.replay import LONGEST
    from fives.cli.solved import Problem
    from fives.notation import read
    if args.rules is not None:
        raise Stop("--rules: a record says its own")
    path = parse_path(args.position)
    try:
        record = read(text_of(path, LONGEST))
        standing = position_of(record, args.round, args.moves)
    except TextError as error:
        raise Stop(f"{args.position}: {error}") from error
    if standing.round.over:
        raise Stop(f"{args.position}: the round is over; expected --moves with fewer than "
                   f"{len(standing.round.made)} moves")
    playoff = args.playoff or standing.playoff
    if args.totals is None:
        return Problem(standing.round, standing.totals, playoff, record.names)
    if args.totals == ():
        return Problem(standing.round, None, False, record.names)
    return Problem(standing.round, totals_of(record.rules, args.totals), args.playoff, record.names)


def totals_of(rules: Rules, texts: tuple[str, ...]) -> Any:
    """The raw totals of texts. Raises `Stop`."""
    from fives.notation.figures import read_points
    try:
        return tuple(read_points(text, rules.unit) for text in texts)
    except TextError as error:
        raise Stop(f"--totals: {error}") from error


class Progress(Patience):
    """What is said while the search takes long, on a terminal; Ctrl-C ends it with the best so far."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words

    def watch(self, nodes: int) -> bool:
        """Whether to go on."""
        if self.late:
            self.say(self.words.many("{n} position looked at.", "{n} positions looked at.", nodes))
        return not self.interrupted

    def compiling(self) -> None:
        """Before code is compiled."""
        if self.terminal:
            self.say(self.words.say("Code is compiled for this processor: once, for some seconds."))

    def say(self, text: str) -> None:
        """Shows a line that the next one replaces."""
        if self.shown is None:
            from rich.console import Console
            self.shown = Console(stderr=True).status(text)
            self.shown.start()
        self.shown.update(text)
