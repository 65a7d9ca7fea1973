"""Pictures as files: the arguments that ask for them, how they are written, and those of a record."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from fives.cli import Stop
from fives.cli.options import is_passage, kind, put

if TYPE_CHECKING:
    from fives.describe import People
    from fives.notation import Sheet
    from fives.svg import Picture
    from fives.words import Words

VIEWS = ("wide", "tall", "square")  # those of fives.scene and fives.svg, not imported for the sake of a help text
THEMES = ("auto", "light", "dark", "contrast")
NAME = re.compile(r"round-\d+-(play-\d+|settlement|total)\.svg")
OURS = b'<svg xmlns="http://www.w3.org/2000/svg" class="fives-'  # how every picture begins


def add_pictures(parser: argparse.ArgumentParser, metavar: str, read: Callable[[str], Path], what: str) -> None:
    """`--svg` and how the pictures look."""
    parser.add_argument("--svg", metavar=metavar, type=kind(read), help=what)
    parser.add_argument("--view", choices=VIEWS, default="wide",
                        help="the shape that a layout is folded for (default: wide)")
    parser.add_argument("--theme", choices=THEMES, default="auto",
                        help="the colours of a picture (default: auto, as whoever sees it likes)")
    parser.add_argument("--numerals", action="store_true", help="figures for pips in a picture")


def write(path: Path, picture: Picture) -> None:
    """Writes a picture. What is there already is replaced if it is a picture of fives. Raises `Stop` and `OSError`."""
    if is_passage(path) or path.is_dir():  # a folder refuses
        put(path, picture)
        return
    path = path.resolve()  # a link stays a link
    if path.exists():
        ours(path)
    draft = path.with_name(f".{path.name}.{os.getpid()}")  # so that a picture appears whole or not at all
    try:
        draft.write_text(picture, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error


def ours(path: Path) -> None:
    """Raises `Stop` unless a file is empty or a picture of fives."""
    with path.open("rb") as file:
        begin = file.read(len(OURS))
    if begin and begin != OURS:
        raise Stop(f"{path}: is there already and is no picture of fives; expected another name")


def write_all(args: argparse.Namespace, words: Words, people: People, first: int, sheets: list[Sheet]) -> int:
    """Writes the pictures of a record into the folder `args.svg`; returns how many. Raises `Stop` and `OSError`."""
    folder: Path = args.svg
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if NAME.fullmatch(path.name):
            ours(path)  # before the first is written
    width = max(2, len(str(first + len(sheets) - 1)))
    every = sum(number_of(people, sheet) for sheet in sheets)
    telling = sys.stderr is not None and sys.stderr.isatty()
    number = 0
    for at, sheet in enumerate(sheets, first):
        for name, picture in pictures_of(args, words, people, at, sheet):
            write(folder / f"round-{at:0{width}}-{name}.svg", picture)
            number += 1
            if telling and number % 20 == 0:
                print(f"\r{number} / {every}", end="", file=sys.stderr, flush=True)
    if telling and number >= 20:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return number


def number_of(people: People, sheet: Sheet) -> int:
    """How many pictures a round has."""
    plays = sum(not isinstance(moved.move, str) for moved in sheet.moves)
    return plays + settles(people, sheet) + bool(sheet.totals)


def settles(people: People, sheet: Sheet) -> bool:
    """Whether a round has a picture of its settlement: it has one, and all hands are known."""
    hands = sum(left.tiles is not None for left in sheet.left)
    return bool(sheet.settled) and sheet.end in ("out", "blocked") and hands == people.seats


def pictures_of(args: argparse.Namespace, words: Words, people: People, number: int,
                sheet: Sheet) -> Iterator[tuple[str, Picture]]:
    """The pictures of a round by name: the layout after each play, the settlement, the score sheet."""
    from fives import describe, svg
    from fives import events as e
    from fives.layout import Layout, Play
    from fives.scene import Sketch
    sketch, layout, scenes, said = Sketch(args.view), Layout(people.rules), [], []
    for moved in sheet.moves:
        if isinstance(moved.move, Play):
            layout = layout.play(moved.move)
            scenes.append(sketch.draw(layout))
            played = e.Played(0, moved.seat, *moved.move, layout.count, layout.points)
            said.append(describe.played(words, people, played, describe.terms(layout)))
    heading = words.say("{sentence}.", sentence=words.say("Round {round}", round=number))
    box = svg.frame(scenes)
    for at, (scene, sentence) in enumerate(zip(scenes, said, strict=True), 1):
        yield f"play-{at:02}", svg.layout(scene, words, theme=args.theme, numerals=args.numerals, box=box,
                                          caption=sentence, title=words.text([heading, sentence]))
    yield from closing(args, words, people, number, sheet)


def closing(args: argparse.Namespace, words: Words, people: People, number: int,
            sheet: Sheet) -> Iterator[tuple[str, Picture]]:
    """What a round came to, as far as it is known: the settlement, when all hands are, and the score sheet."""
    from fives import kernel, svg
    from fives.describe import matches
    from fives.describe.settle import account
    from fives.rounds import left_over
    if settles(people, sheet):
        hands = [left.tiles for left in sheet.left if left.tiles is not None]
        found = kernel.gainers(left_over(people.rules, hands, sheet.out))
        gainers = [team for team in range(people.teams) if found >> team & 1]
        told = account(words, people, hands, sheet.out, gainers, sheet.settled, sheet.totals, number)
        yield "settlement", svg.settlement(told, people, words, totals=sheet.totals, theme=args.theme,
                                           numerals=args.numerals)
    if sheet.totals:
        title = "" if sheet.won is None else matches.wins(words, people, sheet.won)
        yield "total", svg.score_sheet(people, sheet.totals, words, theme=args.theme, title=title, counted_up=True)
