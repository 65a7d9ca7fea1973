"""`fives play`: a match in the terminal against bots, by keyboard or from a pipe."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from fives import events as e
from fives.bots import BOTS, NAMES, bot
from fives.cli import Stop
from fives.cli.options import add_lang, add_rules, given, is_passage, kind, language, parse_target, put, whole
from fives.cli.waiting import Bar, ending
from fives.layout import Play
from fives.rounds import Move, parse_move
from fives.rules import Rules
from fives.tiles import TILES, TextError, Tile, shown
from fives.view import view

if TYPE_CHECKING:
    from fives.cli.telling import Teller
    from fives.words import Words

EPILOG = """\
At your turn type the number of a play, or the play itself (3-4@4-4); ? tells what else. Draws, passes and settlements
happen by themselves and are told. Without a terminal the answers are read from standard input, one a line; its end
leaves the match.

examples:
  fives play
  fives play --rules all-fives --seats 4 --bots random --lang ko
  fives play --seed 7 --save evening.txt
"""
ME = 0
LONGEST_NAME = 40
LONGEST_LINE = 1000  # letters of an answer


class Left(Exception):
    """The person leaves, or the input has ended."""


def parse_name(text: str) -> str:
    """A name of one printable line. Raises `TextError`."""
    name = " ".join(given(text).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise TextError(f"expected a name of 1 to {LONGEST_NAME} letters, got {len(name)}")
    if not name.isprintable():
        raise TextError(f"expected a name of letters that can be printed, got {shown(name)}")
    return name


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.epilog = EPILOG
    add_rules(parser)
    parser.add_argument("--seats", metavar="N", type=whole(2, 4), default=2, help="how many play, 2 to 4 (default: 2)")
    parser.add_argument("--bots", metavar="LEVEL", type=kind(lambda text: bot(text).name), default="greedy",
                        help=f"how the others play: {', '.join(BOTS)} (default: greedy)")
    parser.add_argument("--seed", metavar="N", type=whole(0, 10**18),
                        help="a number that names the deals and the bots' chances (default: by chance)")
    parser.add_argument("--name", metavar="NAME", type=kind(parse_name), help="your name in the record")
    parser.add_argument("--save", metavar="FILE", type=kind(parse_target),
                        help="write the record of the match to a new file")
    add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Plays the match to its end, or until the person leaves; returns the exit status."""
    from fives.cli.telling import Teller
    from fives.describe import People
    from fives.words import words_in
    words = words_in(language(args))
    names = (args.name or words.say("Player"), *NAMES[:args.seats - 1])
    table = Table(args.rules, args.seats, args.bots, args.seed, Teller(words, People(args.rules, names, ME)))
    if args.save is not None:
        reserve(args.save)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # a letter that cannot be read spoils its own line, and no other

    def end() -> None:
        if args.save is not None:
            save(args.save, table.events, names)
    with ending(end):
        make_ready(table, words)
        try:
            table.play()
        except Left:
            table.teller.flush()
            print("\n" + words.say("You leave the match."))
    return 0


def make_ready(table: Table, words: Words) -> None:
    """Compiles what the bots of a table think with, before they sit down: the first play would, without a word."""
    if table.bot.play is None:
        from fives.bots.thinking import warm
        bar = Bar("", words.say("Code is compiled for this processor: once, for some seconds."))
        warm(bar.compiling, endings=True)


class Table:
    """A match being played: its events so far, the person at seat 0, bots at the others."""

    def __init__(self, rules: Rules, seats: int, level: str, seed: int | None, teller: Teller) -> None:
        self.teller = teller
        self.bot = bot(level)
        # Deals and bots have generators of their own, so that a choice never shifts a deal.
        self.deals, self.chances = (Random(seed if seed is None else f"{seed} {use}") for use in ("deals", "bots"))
        self.events: list[e.Event] = [e.start(rules, seats)]
        self.match = e.fold(self.events)

    def happen(self, *events: e.Event) -> None:
        """Brings events about, and tells them."""
        for event in events:
            self.match = e.apply(self.match, event)
            self.events.append(event)
            self.teller.tell(event, self.match)

    def play(self) -> None:
        """The match to its end. Raises `Left`."""
        self.teller.tell(self.events[0], self.match)
        while (need := self.match.need) != "over":
            if need == "lot":
                self.happen(e.lot(self.match, self.shuffled()))
            elif need == "deal":
                self.happen(e.deal(self.match, self.shuffled()))
            else:
                self.move()
                if self.match.need in ("lot", "deal"):
                    self.between()

    def shuffled(self) -> list[Tile]:
        """The 28 tiles, face down."""
        return self.deals.sample(TILES, len(TILES))

    def move(self) -> None:
        """The move of the seat in turn: the person's choice, or what a bot chooses; what is forced is just done."""
        assert self.match.round is not None
        seat = self.match.round.turn
        seen = view(self.match, seat)
        move: Move
        if seen.may in ("draw", "pass"):
            move = "draw" if seen.may == "draw" else "pass"
        else:
            move = self.asked() if seat == ME else self.bot.choose(seen, self.chances)
        self.happen(*e.act(self.match, seat, move))

    def asked(self) -> Move:
        """The play that the person chooses. Raises `Left`."""
        words = self.teller.words
        seen = self.teller.table(self.match)
        while True:
            text = answer(words.say("Your choice (1 to {n}, ? for help): ", n=len(seen.options)))
            if text in ("?", "h", "help"):
                print(self.teller.help())
            elif text == "l":
                print(self.teller.layout(seen))
            elif text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= len(seen.options):
                return seen.options[int(text) - 1].play
            elif text:
                move = self.typed(text, [option.play for option in seen.options])
                if move is not None:
                    return move

    def typed(self, text: str, plays: list[Play]) -> Move | None:
        """A move typed as text, if it may be made; says why not. A tile alone will do where it has one place."""
        try:
            move = parse_move(text)
        except TextError:
            print(self.teller.help())
            return None
        if isinstance(move, Play) and move.onto is None:
            places = [play for play in plays if play.tile == move.tile]
            move = places[0] if len(places) == 1 else move
        why = self.teller.refused(self.match, move)
        if why:
            print(why)
        return None if why else move

    def between(self) -> None:
        """A pause before the next round. Raises `Left`."""
        answer(self.teller.words.say("Enter for the next round, q to leave: "))


def answer(prompt: str) -> str:
    """What the person types, without what surrounds it. Raises `Left` at q and at the end of the input."""
    if sys.stdin is None or sys.stdout is None:
        raise Left
    try:
        if sys.stdin.isatty() and sys.stdout.isatty():
            text = input(prompt)
        else:
            print(prompt)
            text = sys.stdin.readline(LONGEST_LINE)
            if not text:
                raise Left
    except (EOFError, UnicodeError):  # or nothing can be read at all
        raise Left from None
    text = text.strip()
    if text.lower() in ("q", "quit"):
        raise Left
    return text


def reserve(path: Path) -> None:
    """Makes sure, before an evening is played, that the record can be written. Raises `Stop`."""
    if is_passage(path):
        return
    try:
        path.open("x").close()
    except FileExistsError:
        raise Stop(f"--save: {path} is there already") from None


def save(path: Path, events: list[e.Event], names: tuple[str, ...]) -> None:
    """Writes the record of what has been played."""
    from fives.notation import record_of, write
    put(path, write(record_of(events, names=names)))
