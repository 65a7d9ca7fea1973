"""The file of an arena: a head that says which arena it is, then a line of JSON for each deal and match played.

Nothing in a file is changed before all of it was found to be of this arena. Several arenas may go on with one file: it
is locked while it is read and gets its head, and for every line.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from io import FileIO
from pathlib import Path
from typing import TypeGuard

from fives.analysis.arena_play import KINDS, MOST, Played, Setting
from fives.analysis.asked import is_seconds
from fives.tiles import TextError, shown

LONGEST = 1 << 16  # bytes of a line
MOST_TOLD = 10**9  # seconds, and plays
RESULTS = {"round": re.compile(r"-?[0-9]{1,6}(/[2346])?"), "match": re.compile("[01]")}
Add = Callable[[Played], None]


@contextlib.contextmanager
def going_on(path: Path, setting: Setting) -> Iterator[tuple[list[Played], Add]]:
    """What the file of an arena holds, and what appends to it; the file is made where there is none, and a last line
    that was not finished is cut off. Raises `TextError` for another file, `OSError`."""
    with FileIO(path, "ab") as file:
        with _locked(file):
            played, end = read(path, setting)
            if os.fstat(file.fileno()).st_size > end:
                file.truncate(end)
            if not end:
                _append(file, setting.to_json())

        def add(one: Played) -> None:
            with _locked(file):
                _append(file, _row(one))

        yield played, add


def read(path: Path, setting: Setting) -> tuple[list[Played], int]:
    """What a file holds of this arena, and where its last whole line ends. Raises `TextError`, `OSError`."""
    played: list[Played] = []
    if not path.is_file():  # a pipe, say: it holds nothing that could be gone on with
        return played, 0
    with path.open("rb") as file:
        head = line = file.readline(LONGEST)
        if not head.endswith(b"\n"):
            if not _text_of(setting.to_json()).startswith(head):
                raise _another(path, setting)
            return played, 0
        if _loaded(f"{path}, line 1", head) != setting.to_json():
            raise _another(path, setting)
        end, number = len(head), 1
        while (line := file.readline(LONGEST)).endswith(b"\n"):
            end, number = end + len(line), number + 1
            if line != head:  # of another arena that began at the same time, where files cannot be locked
                played.append(_played(f"{path}, line {number}", line, setting))
    if len(line) == LONGEST:
        raise _no_row(f"{path}, line {number + 1}", line)
    return played, end


def _played(where: str, line: bytes, setting: Setting) -> Played:
    match _loaded(where, line):
        case {"kind": str(kind), "number": number, "results": [*results], "seconds": [first, second],
              "plays": [some, others]}:
            if (kind in KINDS and _is_whole(number, MOST) and _is_whole(some) and _is_whole(others)
                    and is_seconds(first, MOST_TOLD) and is_seconds(second, MOST_TOLD)
                    and len(results) == setting.rules.teams(setting.seats)
                    and all(isinstance(result, str) and RESULTS[kind].fullmatch(result) for result in results)):
                return Played(kind, number, tuple(map(Fraction, results)), (float(first), float(second)),
                              (some, others))
    raise _no_row(where, line)


def _is_whole(value: object, most: int = MOST_TOLD) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= most


def _loaded(where: str, line: bytes) -> object:
    try:
        return json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise TextError(f"{where}: expected JSON, got {_shown(line)}") from error


def _another(path: Path, setting: Setting) -> TextError:
    head = json.dumps(setting.to_json())
    return TextError(f"{path}: expected the file of this arena, whose first line is {head}")


def _no_row(where: str, line: bytes) -> TextError:
    return TextError(f"{where}: expected what came of a round or a match, got {_shown(line)}")


def _shown(line: bytes) -> str:
    return shown(line[:100].decode("utf-8", "backslashreplace").rstrip("\r\n"))


def _row(played: Played) -> dict[str, object]:
    return {"kind": played.kind, "number": played.number, "results": list(map(str, played.results)),
            "seconds": [round(each, 4) for each in played.seconds], "plays": list(played.plays)}


def _text_of(row: dict[str, object]) -> bytes:
    return json.dumps(row).encode() + b"\n"


def _append(file: FileIO, row: dict[str, object]) -> None:
    text = _text_of(row)
    while text:  # less is written at once where a disk is getting full; the next time it says so
        text = text[file.write(text):]


@contextlib.contextmanager
def _locked(file: FileIO) -> Iterator[None]:
    """Holds a file, or waits until nobody else does; goes on without where the file system has no locks."""
    with contextlib.suppress(OSError):
        _lock(file.fileno())
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            _unlock(file.fileno())


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, 1 << 30, os.SEEK_SET)  # beyond what is read and written
        msvcrt.locking(file, msvcrt.LK_LOCK, 1)

    def _unlock(file: int) -> None:
        os.lseek(file, 1 << 30, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)

    def _unlock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
