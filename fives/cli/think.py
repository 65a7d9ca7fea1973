"""`fives think VIEW`: what a level thinks of the plays of a seat: values, how sure they are, and reasons in words."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from fives.cli import Stop
from fives.cli.options import add_json, add_lang, kind, language, parse_path, text_of, whole
from fives.cli.waiting import Bar
from fives.tiles import TextError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fives.bots.thinking import Thought
    from fives.view import View
    from fives.words import Words

LEVELS = ("club", "expert", "master", "flat")
MOST_BYTES = 400_000
EPILOG = """\
VIEW is what a seat sees, as a line of JSON (fives.notation.view_text makes it), the name of a file that holds one, or -
for standard input. The same view, level, seed and budget give the same answer.

examples:
  fives think view.json
  fives think view.json --bot master --budget 1.0 --seed 7 --json
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    from fives.cli.solve import parse_seconds
    parser.epilog = EPILOG
    parser.add_argument("view", metavar="VIEW", help="what a seat sees, or the file that holds it")
    parser.add_argument("--bot", metavar="LEVEL", choices=LEVELS, default="master",
                        help=f"who thinks: {', '.join(LEVELS)} (default: master)")
    parser.add_argument("--budget", metavar="SECONDS", type=kind(parse_seconds),
                        help="how long master thinks, as an amount of work (default: 0.02)")
    parser.add_argument("--seed", metavar="N", type=whole(0, (1 << 62) - 1), default=0,
                        help="a number for all chance (default: 0)")
    add_json(parser)
    add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Prints the candidates, best first; returns the exit status."""
    from fives.bots.thinking import think, warm
    from fives.notation import read_view
    from fives.words import words_in
    words = words_in(language(args))
    name = "view"
    try:
        text, name = given(args.view)
        view = read_view(text)
    except TextError as error:
        raise Stop(f"{name}: {str(error).removeprefix('view: ')}") from error
    with Bar("", words.say("Code is compiled for this processor: once, for some seconds.")) as bar:
        warm(bar.compiling)
    thought = think(view, args.bot, args.seed, args.budget)
    if args.json:
        print(json.dumps(as_json(words, view, thought), ensure_ascii=False))
    else:
        for line in in_words(words, view, thought):
            print(line)
    return 0


def given(text: str) -> tuple[str, str]:
    """The text of a view, as it is given or out of a file, and what to call it. Raises `TextError` and more."""
    if text.lstrip().startswith("{"):
        return text, "view"
    return text_of(parse_path(text), MOST_BYTES), text


def as_json(words: Words, view: View, thought: Thought) -> dict[str, object]:
    """The thought for programs; values are raw points, or chances to win the match."""
    from fives.bots.reasons import facts_of, reason
    return {"level": thought.level, "seed": thought.seed, "worlds": thought.worlds, "exact": thought.exact,
            "value": "match" if thought.match else "points", "candidates": [
                {"play": str(each.play), "value": each.value, "error": each.error, "worlds": each.worlds,
                 **facts_of(view, each.play)._asdict(), "reason": reason(words, view, each.play)}
                for each in thought.candidates]}


def in_words(words: Words, view: View, thought: Thought) -> Iterator[str]:
    """The candidates, best first, each with its value, how sure that is, and the reason."""
    from fives.bots.reasons import reason
    plays = [str(each.play) for each in thought.candidates]
    values = [figure(view, thought, each.value, each.error) for each in thought.candidates]
    for play, value, each in zip(plays, values, thought.candidates, strict=True):
        yield f"{play:{max(map(len, plays))}}  {value:>{max(map(len, values))}}  {reason(words, view, each.play)}"
    yield ""
    if thought.exact:
        yield words.say("Nothing is hidden: the values are exact.")
    elif thought.worlds:
        yield words.many("Tried in {n} world that agrees with what you saw.",
                         "Tried in {n} worlds that agree with what you saw.", thought.worlds)
    if any(values):
        yield words.say("Values are chances to win the match.") if thought.match else \
            words.say("Values are points from here to the end of the round, yours less the others'.")


def figure(view: View, thought: Thought, value: float | None, error: float | None) -> str:
    """A value with its error: `+2.3 ± 0.4` as the rules show points, or `61.2 ± 1.5 %`."""
    if value is None:
        return ""
    scale = 100.0 if thought.match else 1 / view.rules.unit
    number = f"{scale * value:.1f}" if thought.match else f"{scale * value:+.1f}"
    return f"{number}{f' ± {scale * error:.1f}' if error else ''}{' %' if thought.match else ''}"
