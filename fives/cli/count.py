"""`fives count PLAYS`: what a layout counts, the terms of the count, and the points of the last play."""

from __future__ import annotations

import argparse

from fives.cli import Stop
from fives.cli.options import add_json, add_lang, add_rules, language, parse_target, print_json
from fives.cli.pictures import add_pictures
from fives.layout import Layout, parse_play
from fives.refused import Refused
from fives.tiles import TextError

EPILOG = """\
A play is the tile and the tile it is joined to, 3-4@4-4; the lead is the tile alone. Hands and turns play no part.
With --json the answer is also a case that `fives check` holds to be true.

examples:
  fives count "1-4 1-1@1-4 4-4@1-4"
  fives count --rules all-fives --lang ko 5-5 5-6@5-5
  fives count --svg lead.svg --view square 5-5
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.epilog = EPILOG
    parser.add_argument("plays", metavar="PLAYS", nargs="+", help='the plays in order, such as "1-4 1-1@1-4"')
    add_rules(parser)
    add_json(parser)
    add_lang(parser)
    add_pictures(parser, "FILE", parse_target, "write the layout with its count as an SVG picture too")


def run(args: argparse.Namespace) -> int:
    """Prints the count of the layout; returns the exit status."""
    layout, lang = Layout(args.rules), language(args)
    for number, text in enumerate(" ".join(args.plays).split(), 1):
        try:
            layout = layout.play(parse_play(text))
        except TextError as error:
            raise Stop(f"play {number}: {error}") from error
        except Refused as error:
            raise Stop(f"play {number}: {text}: {why(error, lang)}") from error
    if not layout.plays:
        raise Stop("expected at least one play such as 1-4")
    if args.svg:
        draw(args, layout, lang)
    if args.json:
        print_json(as_case(layout, lang))
    else:
        print(in_words(layout, lang))
    return 0


def why(refused: Refused, lang: str) -> str:
    """Why a play is refused."""
    from fives.describe import layouts
    from fives.words import words_in
    return layouts.refused(words_in(lang), refused)


def draw(args: argparse.Namespace, layout: Layout, lang: str) -> None:
    """Writes the picture of the layout. Raises `Stop` and `OSError`."""
    from fives import svg
    from fives.cli.pictures import write
    from fives.scene import scene_of
    from fives.words import words_in
    write(args.svg, svg.layout(scene_of(layout, args.view), words_in(lang), theme=args.theme, numerals=args.numerals))


def in_words(layout: Layout, lang: str) -> str:
    """The count and its points, then the layout, a heading a line."""
    from fives.describe import layouts
    from fives.words import words_in
    words = words_in(lang)
    rows = layouts.rows(words, layout)
    *others, last = [words.say("{title}: {text}.", title=row.title, text=row.text) for row in rows]
    return "\n".join([last, *others] if layout.rules.multiple else [layouts.title(words, layout), *others, last])


def as_case(layout: Layout, lang: str) -> dict[str, object]:
    """The layout as a case of the corpus, with its text beside; a variation of a rule set is no case."""
    from fives.describe import layouts
    from fives.words import words_in
    plays = [str(play) for play in layout.plays]
    return {
        "id": " ".join(plays), "kind": "layout", "rules": str(layout.rules), "plays": plays,
        "spinners": [str(tile) for tile in layout.spinners],
        "joins": [[str(join.tile), join.place, str(join.onto), join.onto_place] for join in layout.joins],
        "open": [[str(end.tile), end.place, end.pip] for end in layout.open],
        "counted": [[str(end.tile), end.value] for end in layout.counted],
        "count": layout.count, "points": layout.points, "text": layouts.layout(words_in(lang), layout)}
