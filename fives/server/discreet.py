"""What a log may tell of an error: hands are for who holds them, and the text of an error may name their tiles.

Of a fault it tells its kind and the way to its place in the code; the text only where that is about the system, or was
made to be told.
"""

from __future__ import annotations

import logging
import traceback
from pathlib import PurePath

PLAIN = (OSError, RuntimeError)  # their texts are told; `StoreError` and `Damaged` are of these
LOGS = tuple(f"fives.{name}" for name in (
    "app", "disk", "errands", "folding", "host", "run", "scenes", "silent", "sockets", "store", "telling", "thinking",
    "unread", "workers"))


class Told(RuntimeError):
    """What is told of another error."""


def told(error: BaseException) -> str:
    """An error in a line without a tile: its text where that may be told, else its kind and where it came up."""
    if isinstance(error, PLAIN) and str(error):
        return str(error)
    kind, frames = type(error).__name__, traceback.extract_tb(error.__traceback__)
    return f"{kind} ({PurePath(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else kind


def way(error: BaseException) -> str:
    """The traceback of an error and of what led to it, with `told` in the place of their texts."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    frames = "".join(traceback.format_tb(error.__traceback__))
    earlier = f"{way(before)}\n\n" if before is not None else ""
    return f"{earlier}Traceback (most recent call last):\n{frames}{told(error)}"


class Discreet(logging.Filter):
    """Lets every line through, with no more of its errors than may be told."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Puts what may be told in the place of errors and tracebacks."""
        if isinstance(record.args, tuple):
            record.args = tuple(Told(told(arg)) if isinstance(arg, BaseException) and not isinstance(arg, Told) else arg
                                for arg in record.args)
        if record.exc_info and record.exc_info[1] is not None:
            if not record.args:  # asyncio puts the error of a task into the line itself, below the first
                record.msg = str(record.msg).partition("\n")[0]
            error = record.exc_info[1]
            record.exc_text = way(error)
            if not isinstance(error, Told):
                record.exc_info = (Told, Told(told(error)), None)  # whoever formats it anew finds no more either
        return True


for _name in LOGS:
    logging.getLogger(_name).addFilter(Discreet())
