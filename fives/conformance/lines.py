"""Cases out of bytes: one JSON object a line, read so that every number keeps its value and nothing gets too large."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import BinaryIO

from fives.conformance.checks import NoCase

LONGEST = 1 << 20  # bytes of a line
BOM = b"\xef\xbb\xbf"


class Keys(dict[str, object]):
    """An object of JSON, and the keys that it gave twice."""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__(pairs)
        self.twice: list[str] = []
        if len(pairs) != len(self):
            names = [name for name, _ in pairs]
            self.twice = [name for name in self if names.count(name) > 1]


def _whole(text: str) -> int | Decimal:
    # turning very many digits into an int takes very long
    return int(text) if len(text) < 20 else Decimal(text)


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except ArithmeticError:  # an exponent that no decimal holds: as good as any other far off
        return Decimal("1e-99999" if "e-" in text.lower() else "1e99999")


def _no_number(text: str) -> object:
    raise NoCase(f"not JSON: {text} is no number of JSON")


def read_case(line: bytes) -> object:
    """What a line holds, as `check_case` takes it. Raises `NoCase`."""
    try:
        return json.loads(line.decode("utf-8"), object_pairs_hook=Keys, parse_int=_whole, parse_float=_decimal,
                          parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise NoCase(f"not UTF-8: byte {error.start + 1}") from error
    except json.JSONDecodeError as error:
        raise NoCase(f"not JSON: {error.msg}, column {error.colno}") from error
    except RecursionError as error:
        raise NoCase("nested too deeply") from error


def case_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """The lines of a stream that are not blank, with their numbers from 1; None for one longer than `LONGEST`."""
    number = 0
    while piece := stream.readline(LONGEST + 2):
        number += 1
        line: bytes | None = piece
        while not piece.endswith(b"\n") and (piece := stream.readline(LONGEST + 2)):
            line = None
        if line is not None:
            line = (line.removeprefix(BOM) if number == 1 else line).strip(b" \t\r\n")
        if line is None or len(line) > LONGEST:
            yield number, None
        elif line:
            yield number, line
