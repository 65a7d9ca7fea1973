"""Arguments that several commands take: rule set, language, JSON; how a value that cannot be read is refused."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TypeVar

from fives.cli import Stop
from fives.rules import RULE_SETS, parse_rules
from fives.tiles import TextError, shown

T = TypeVar("T")
LANGUAGES = ("en", "ko", "ja")  # those of fives.words, which is not imported for the sake of a help text


def kind(read: Callable[[str], T]) -> Callable[[str], T]:
    """A reader of texts as argparse wants it, so that its error says what was expected."""
    def reads(text: str) -> T:
        try:
            return read(text)
        except TextError as error:
            raise argparse.ArgumentTypeError(str(error)) from error
    return reads


def whole(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers within bounds."""
    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most:
            return int(text)
        raise TextError(f"expected a whole number from {least} to {most}, got {shown(text)}")
    return kind(read)


def parse_path(text: str) -> Path:
    """The path of a file. Raises `TextError`."""
    if not text or "\0" in text:
        raise TextError(f"expected the name of a file, got {shown(text)}")
    return Path(text)


def parse_folder(text: str) -> Path:
    """The path of a folder. Raises `TextError`."""
    if not text or "\0" in text or text == "-":  # as of a file to be written; a folder that is called so is ./-
        raise TextError(f"expected the name of a folder, got {shown(text)}")
    return Path(text)


def parse_target(text: str) -> Path:
    """The path of a file to be written. Raises `TextError`."""
    if text == "-":  # standard input where files are read; here it would be a file that hardly anybody wants
        raise TextError("expected the name of a file, got '-'; standard output is /dev/stdout")
    return parse_path(text)


def is_output(path: Path) -> bool:
    """Whether a path names what standard output goes to."""
    try:
        return os.path.samestat(path.stat(), os.fstat(sys.stdout.fileno()))
    except (AttributeError, OSError, ValueError):  # it is closed, or no file
        return False


def is_passage(path: Path) -> bool:
    """Whether what is written to a path goes somewhere else: to a terminal, a pipe, a device, standard output."""
    # The path as it is given: that of a pipe leads to no file.
    return is_output(path) or (path.exists() and not path.is_file() and not path.is_dir())


def put(path: Path, text: str) -> None:
    """Writes a text, to standard output in its turn: opened anew, that would be written over. Raises `OSError`."""
    with naming(path):
        if is_output(path):
            sys.stdout.flush()
            sys.stdout.buffer.write(text.encode("utf-8"))
            sys.stdout.flush()
        else:
            path.write_text(text, encoding="utf-8")


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Has the errors of the system name the file that is read or written. Raises `OSError`."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), error.filename or str(path)) from error


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """A file to be read, or standard input for `-`. Raises `OSError`."""
    with naming(path):
        if str(path) != "-":
            with open(path, "rb") as stream:
                yield stream
        elif sys.stdin is None:
            raise OSError(errno.EBADF, "standard input is closed")
        else:
            yield sys.stdin.buffer


def given(text: str) -> str:
    """An argument whose bytes the environment cannot read as letters, read as UTF-8. Raises `TextError`."""
    if not any("\ud800" <= letter <= "\udfff" for letter in text):
        return text
    try:
        return os.fsencode(text).decode("utf-8")
    except UnicodeError:
        raise TextError(f"expected UTF-8, got {shown(text)}") from None


def text_of(path: Path, longest: int) -> str:
    """The text of a file, or of standard input, of so many bytes at most. Raises `Stop` and `OSError`."""
    with opened(path) as stream:
        raw = stream.read(longest + 1)
    if len(raw) > longest:
        raise Stop(f"{path}: longer than {longest} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        lines = raw[:error.start].decode("utf-8").split("\n")
        raise Stop(f"{path}: line {len(lines)}, column {len(lines[-1]) + 1}: expected UTF-8") from error


def add_rules(parser: argparse.ArgumentParser) -> None:
    """`--rules`: an id, or the text of a variation."""
    parser.add_argument("--rules", metavar="RULES", type=kind(parse_rules), default="five-up",
                        help=f"the rule set: {', '.join(RULE_SETS)}; with what differs for a variation: "
                             '"five-up target=100" (default: five-up)')


def add_lang(parser: argparse.ArgumentParser) -> None:
    """`--lang`."""
    parser.add_argument("--lang", choices=LANGUAGES,
                        help="the language (default: FIVES_LANG, then that of the environment, then en)")


def add_json(parser: argparse.ArgumentParser) -> None:
    """`--json`."""
    parser.add_argument("--json", action="store_true", help="print JSON for programs, points raw")


def print_json(value: object) -> None:
    """Prints a value as JSON on one line; in ASCII unless standard output takes every letter: an escape of its own for
    one that it lacks would be no JSON."""
    import json
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    print(json.dumps(value, ensure_ascii=not encoding.lower().startswith("utf")))


def language(args: argparse.Namespace) -> str:
    """The language to speak. Raises `Stop` for a FIVES_LANG that is none."""
    if args.lang:
        return str(args.lang)
    wanted = os.environ.get("FIVES_LANG")
    if wanted:
        if wanted not in LANGUAGES:
            raise Stop(f"FIVES_LANG: expected one of {', '.join(LANGUAGES)}, got {shown(wanted)}")
        return wanted
    # The first that is set decides, as everywhere in POSIX.
    found = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return found[:2] if found[:2] in LANGUAGES and not found[2:3].isalpha() else "en"
