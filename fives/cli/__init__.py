"""The command `fives`: which commands there are, and what all of them do alike when something goes wrong.

A command is a module with `arguments(parser)` and `run(args) -> status`. Only the one that was asked for is imported,
so that every command starts at once.
"""

from __future__ import annotations

import argparse
import codecs
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn

from fives import __version__
from fives.refused import Refused
from fives.tiles import TextError

COMMANDS = {
    "serve": "open the table in the browser (also when no command is given)",
    "play": "play a match in the terminal",
    "count": "what a layout counts, and why",
    "settle": "who pays what at the end of a round",
    "replay": "check a record and tell it",
    "solve": "the best play to the end when all hands are known",
    "think": "what a bot thinks of the plays of a seat",
    "arena": "two bots head to head",
    "rules": "the rule sets, one of them in sentences, or what two differ in",
    "check": "run the cases of a conformance corpus",
}
EXAMPLES = """\
examples:
  fives                                          play in the browser
  fives play --rules all-fives --seats 3         play here
  fives count "1-4 1-1@1-4 4-4@1-4"              2 + 8 = 10
  fives settle --rules all-fives 0 13 21 --out 0
  fives rules five-up all-fives                  what differs
"""
SWITCHES = ("", "off", "portable")  # as fives.fast knows them
LONGEST = 500  # letters of an error
PLAIN = {"\u00a0": " ", "\u2060": ""}  # what keeps two words in one line, where a terminal lacks it
OPTION = re.compile(r"-[^\d.\s|]\S*")  # no option begins with a digit or a bar: -2,55 and -|1-1/2-2|-|1 are values


class Stop(Exception):
    """What ends a command early: one line for people, and the exit status."""

    def __init__(self, text: str, status: int = 2) -> None:
        super().__init__(text)
        self.status = status


class Ended(KeyboardInterrupt):
    """What Ctrl-C raises, also for other signals that ask to end; with the exit status that shells give them."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, which takes no abbreviations, and options anywhere."""

    def __init__(self, command: str, **options: object) -> None:
        self.takes: dict[str, bool] = {}  # of each option whether a value follows
        super().__init__(prog=f"fives {command}".strip(), allow_abbrev=False,
                         formatter_class=argparse.RawDescriptionHelpFormatter, **options)  # type: ignore[arg-type]

    def add_argument(self, *names: Any, **how: Any) -> argparse.Action:
        """As argparse does, and keeps which options take a value."""
        action = super().add_argument(*names, **how)
        self.takes |= dict.fromkeys(action.option_strings, action.nargs != 0)
        return action

    def parse(self, arguments: Sequence[str]) -> argparse.Namespace:
        """The values of the arguments, wherever the options stand before a `--`."""
        # argparse takes options between the others only where `--` means nothing to it: so they go first
        options: list[str] = []
        others: list[str] = []
        rest = list(arguments)
        while rest:
            argument = rest.pop(0)
            if argument == "--":
                others += rest
                break
            if self.takes.get(argument) and rest and not OPTION.fullmatch(rest[0]):
                options.append(f"{argument}={rest.pop(0)}")
            elif argument.partition("=")[0] in self.takes or OPTION.fullmatch(argument):
                options.append(argument)
            else:
                others.append(argument)
        parted = any(other.startswith("-") for other in others)
        return self.parse_args([*options, *["--"] * parted, *others])

    def print_help(self, file: Any = None) -> None:
        """As argparse does, but what cannot be printed is an error."""
        print(self.format_help(), end="", file=file, flush=True)

    def error(self, message: str) -> NoReturn:
        raise Stop(f"{message} (see {self.prog} --help)")


def usage() -> str:
    """What `fives --help` says."""
    lines = [f"  {name:8} {what}" for name, what in COMMANDS.items()]
    return "\n".join([
        "usage: fives [COMMAND] [ARGUMENTS]", "", "The Fives family of dominoes.", "", "commands:", *lines, "",
        "options:", "  -h, --help     this; after a command, what it takes", "  -V, --version  the version", "",
        EXAMPLES])


def run(arguments: Sequence[str]) -> int:
    """Runs a command; raises `Stop` and what its parts raise."""
    first = arguments[0] if arguments else ""
    if first == "help" and len(arguments) > 1:
        return run([arguments[1], "--help"])
    if first in ("-h", "--help", "help"):
        print(usage(), end="")
        return 0
    if first in ("-V", "--version"):
        print(f"fives {__version__}")
        return 0
    if first and not first.startswith("-"):
        command, rest = first, arguments[1:]
    else:
        command, rest = "serve", arguments
    if command not in COMMANDS:
        raise Stop(f"there is no command {command!r}; there are {', '.join(COMMANDS)} (see fives --help)")
    if (switch := os.environ.get("FIVES_FAST", "")) not in SWITCHES:
        raise Stop(f"FIVES_FAST: expected off, portable or nothing, got {switch[:20]!r}")
    module = import_module(f"fives.cli.{command}")
    parser = Parser(command, description=COMMANDS[command][0].upper() + COMMANDS[command][1:] + ".")
    module.arguments(parser)
    status: int = module.run(parser.parse(rest))
    return status


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line: runs `fives` with these arguments (None: those of the process) and returns the exit status.

    0: done; 1: done, and what was looked at is not as it should be; 2: could not be done, and one line on standard
    error says why; 130: interrupted; 128 and its number: ended by another signal.
    """
    try:
        arguments = sys.argv[1:] if arguments is None else arguments
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors=lacking.__name__)
        status = run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except Stop as stop:
        return fail(str(stop), stop.status)
    except (TextError, Refused) as error:
        return fail(str(error))
    except BrokenPipeError:
        mute()
        return 141
    except OSError as error:
        mute()
        # the errors of files name them: what is left is what was to be printed
        return fail(f"{error.filename or 'standard output'}: {error.strerror or error}")
    except KeyboardInterrupt as interrupt:
        mute()  # the terminal may be gone
        return interrupt.status if isinstance(interrupt, Ended) else 130
    except SystemExit as done:  # the end of a --help
        return int(done.code or 0)


def lacking(error: UnicodeError) -> tuple[str | bytes, int]:
    """An error handler of codecs: a letter that a terminal lacks is written as an escape."""
    if isinstance(error, UnicodeEncodeError):
        error.end = error.start + 1
        if (plain := PLAIN.get(error.object[error.start])) is not None:
            return plain, error.end
    return codecs.backslashreplace_errors(error)


codecs.register_error(lacking.__name__, lacking)


def fail(text: str, status: int = 2) -> int:
    """Says on standard error, in one line, why a command could not do its work."""
    line = one_line(text)
    if sys.stderr is not None:
        with suppress(OSError):  # its terminal may be gone
            print(f"fives: {line if len(line) <= LONGEST else line[:LONGEST] + '...'}", file=sys.stderr)
    return status


def one_line(text: str) -> str:
    """A text with all that a terminal would not print as a letter written as an escape."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


def mute() -> None:
    """Lets what is still to be printed go nowhere, if it cannot be printed: else the interpreter tries at its end."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        with suppress(OSError, ValueError):  # a stream that is no file
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
