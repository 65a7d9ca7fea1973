"""What a log is spared: a reason that comes again and again, as that of a full disk does with every move and beat."""

from __future__ import annotations

import logging
import time

MINUTE = 60.0  # seconds in which a reason is told once


class Sparing(logging.Filter):
    """Lets a reason through once in a minute, and then says how often it was left out.

    The same reason is the same line; or, where a line tells an error, the same error, whatever table it was of.
    """

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[tuple[str, ...], tuple[float, int]] = {}  # since when, and left out

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is told."""
        now, told = time.monotonic(), record.args if isinstance(record.args, tuple) else ()
        errors = [str(arg) for arg in told if isinstance(arg, Exception)]
        reason = (record.name, str(record.msg), *errors) if errors else (record.name, record.getMessage())
        since, count = self._told.get(reason, (-MINUTE, 0))
        if now - since < MINUTE:
            self._told[reason] = since, count + 1
            return False
        self._told = {other: kept for other, kept in self._told.items() if now - kept[0] < 2 * MINUTE}
        self._told[reason] = now, 0
        if count:
            record.msg = f"{record.getMessage()} ({count} times more in the {now - since:.0f} s before)"
            record.args = ()
        return True
