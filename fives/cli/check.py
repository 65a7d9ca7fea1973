"""`fives check FILE...`: runs the cases of a conformance corpus, one a line, and sums up."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from stat import S_ISREG

from fives.cli import fail, one_line
from fives.cli.options import kind, opened, parse_path
from fives.cli.waiting import Brief
from fives.conformance import NoCase, case_lines, check_case, read_case
from fives.conformance.lines import LONGEST
from fives.conformance.values import said

EPILOG = """\
Exit status: 0 when every case holds, 1 when one does not, 2 when a line is not a case.
The form of a case: corpus/FORMAT.md.

example:
  fives check corpus/*.jsonl
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.epilog = EPILOG
    parser.add_argument("files", metavar="FILE", nargs="+", type=kind(parse_path),
                        help="a corpus, one JSON object a line; - reads standard input")


def lines_of(path: Path) -> Iterator[tuple[int, bytes | None]]:
    """The lines of a file that hold a case, numbered. Raises `Unread`."""
    try:
        with opened(path) as stream:
            yield from case_lines(stream)
    except OSError as error:
        raise Unread(f"{path}: {error.strerror}") from error


def size_of(paths: Sequence[Path]) -> int | None:
    """How many bytes there are to read; None where that cannot be told, as of standard input."""
    if any(str(path) == "-" for path in paths):
        return None
    try:
        found = [path.stat() for path in paths]
    except (OSError, ValueError):
        return None
    return sum(each.st_size for each in found) if all(S_ISREG(each.st_mode) for each in found) else None


class Unread(Exception):
    """A file cannot be read; says why."""


def run(args: argparse.Namespace) -> int:
    """Prints what does not hold, then the sum; returns the exit status."""
    held = failed = strange = unread = done = 0
    size = size_of(args.files)
    with Brief("checking") as bar:
        for name in args.files:
            try:
                for number, line in lines_of(name):
                    done += len(line or b"") + 1
                    bar.watch(min(100 * done // size, 100) if size else held + failed, 100 if size else None)
                    try:
                        if line is None:
                            raise NoCase(f"longer than {LONGEST} bytes")
                        failing = verdict(line)
                    except NoCase as error:
                        bar.print(one_line(f"{name}: line {number}: {error}"))
                        strange += 1
                        continue
                    if failing:
                        bar.print(failing)
                    failed += bool(failing)
                    held += not failing
            except Unread as error:
                unread += 1
                fail(str(error))
    print(", ".join([f"{held + failed} {plural(held + failed, 'case')}: {held} {'holds' if held == 1 else 'hold'}",
                     f"{failed} {'fails' if failed == 1 else 'fail'}"]
                    + [f"{strange} {plural(strange, 'line')} not a case"] * bool(strange)
                    + [f"{unread} {plural(unread, 'file')} not read"] * bool(unread)))
    return 2 if strange or unread else int(failed > 0)


def verdict(line: bytes) -> str:
    """The line to print for a case that does not hold; empty for one that does. Raises `NoCase`."""
    keys = read_case(line)
    faults = check_case(keys)
    if not faults:
        return ""
    assert isinstance(keys, dict)
    name: str = keys["id"]
    return f"{name if name.isprintable() and name else said(name)}: {'; '.join(map(str, faults))}"


def plural(number: int, word: str) -> str:
    """A word, with an s for all numbers but 1."""
    return word if number == 1 else word + "s"
