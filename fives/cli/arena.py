"""`fives arena A B`: two levels head to head on the same deals: points a round, matches won, and how sure that is."""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from typing import TYPE_CHECKING

from fives.bots import BOTS, bot
from fives.cli import Stop
from fives.cli.options import (
    add_json,
    add_lang,
    add_rules,
    is_output,
    kind,
    language,
    naming,
    parse_target,
    print_json,
    whole,
)
from fives.cli.waiting import INTERRUPTED, Bar
from fives.tiles import TextError, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fives.analysis.arena import Standing
    from fives.words import Words

EPILOG = f"""\
Levels: {', '.join(BOTS)}.
Each deal is played once for every team that A can be, so that luck falls to both. With --out everything played is kept
in a file, and what it holds is not played again: ask for more rounds, or go on after an interrupt.

examples:
  fives arena expert casual --rounds 500
  fives arena master flat --rules all-fives --rounds 2000 --budget 20 --out master-flat.jsonl
"""


def parse_milliseconds(text: str) -> float:
    """Milliseconds from 1 to 60,000, as seconds. Raises `TextError`."""
    if text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= 60_000:
        return int(text) / 1000
    raise TextError(f"expected milliseconds from 1 to 60000, got {shown(text)}")


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.epilog = EPILOG
    for name in ("a", "b"):
        parser.add_argument(name, metavar=name.upper(), type=kind(lambda text: bot(text).name), help="a level")
    add_rules(parser)
    parser.add_argument("--seats", metavar="N", type=whole(2, 4), default=2, help="2 to 4 (default: 2)")
    parser.add_argument("--rounds", metavar="K", type=whole(0, 1 << 22), default=200,
                        help="deals that are played for points (default: 200)")
    parser.add_argument("--matches", metavar="M", type=whole(0, 1 << 20), default=0,
                        help="whole matches too, each of them once for every team that A can be (default: 0)")
    parser.add_argument("--seed", metavar="S", type=whole(0, (1 << 62) - 1), default=0,
                        help="a number for all chance; the same seed gives the same rounds (default: 0)")
    parser.add_argument("--budget", metavar="MS", type=kind(parse_milliseconds),
                        help="what master spends on a play, in milliseconds, as an amount of work (default: 20)")
    parser.add_argument("--out", metavar="FILE", type=kind(parse_target),
                        help="keep what is played in a file of JSON lines")
    parser.add_argument("--workers", metavar="N", type=whole(1, 256), help="processes (default: one a core)")
    add_json(parser)
    add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Plays and prints how it stands; returns the exit status."""
    if not args.rounds and not args.matches:
        raise TextError("--rounds: expected at least 1, or --matches")
    if args.out and args.out.is_file() and is_output(args.out):  # what is told would be written over what is kept
        raise Stop(f"--out: {args.out} is a file now: expected its own name")
    from fives.analysis.arena import Setting, arena
    from fives.words import words_in
    words = words_in(language(args))
    setting = Setting(args.a, args.b, args.rules, args.seats, args.seed, args.budget)
    notice = words.say("Code is compiled for this processor: once, for some seconds.")
    with Bar(words.say("{a} against {b}", a=args.a, b=args.b), notice) as bar, \
            naming(args.out) if args.out else nullcontext():
        found = arena(setting, args.rounds, args.matches, workers=args.workers, out=args.out, watch=bar.watch,
                      compiling=bar.compiling)
    if args.json:
        print_json(as_json(found))
    else:
        for line in in_words(words, found):
            print(line)
    return INTERRUPTED if bar.interrupted else 0


def as_json(found: Standing) -> dict[str, object]:
    """How it stands, for programs."""
    low, high = found.interval
    return {**found.setting.to_json(), "deals": found.deals, "points": found.points, "error": found.error,
            "matches": found.matches, "won": found.won, "low": low, "high": high,
            "milliseconds": list(found.pace), "complete": found.complete}


def in_words(words: Words, found: Standing) -> Iterator[str]:
    """How it stands, line by line."""
    from fives.cli.saying import ahead
    from fives.describe import figures
    setting = found.setting
    game = words.within("game", setting.rules.name)
    yield words.say("{game}, {seats}: {a} against {b}.", game=game, seats=figures.seats(words, setting.seats),
                    a=setting.a, b=setting.b)
    if found.deals:
        yield words.many("{n} deal: {a} makes {points} raw points a round more, ± {error} (standard error).",
                         "{n} deals: {a} makes {points} raw points a round more, ± {error} (standard error).",
                         found.deals, a=setting.a, points=ahead(found.points, 2),
                         error="?" if found.error is None else f"{found.error:.2f}")
    if found.matches:
        low, high = found.interval
        yield words.many("{n} match: {a} won {won} %, 95 % sure from {low} to {high} %; equals win {even} %.",
                         "{n} matches: {a} won {won} %, 95 % sure from {low} to {high} %; equals win {even} %.",
                         found.matches, a=setting.a, won=f"{100 * found.won / found.matches:.1f}",
                         low=f"{100 * low:.1f}", high=f"{100 * high:.1f}", even=f"{100 * found.even:.1f}")
    yield words.say("A play took {a} {first} ms, {b} {second} ms.", a=setting.a, b=setting.b,
                    first=f"{found.pace[0]:.2f}", second=f"{found.pace[1]:.2f}")
    if not found.complete:
        yield words.say("Not all that was asked for was played.")
