"""What is shown on standard error while a command works for more than two seconds, and what Ctrl-C does meanwhile."""

from __future__ import annotations

import signal
import sys
import time
from contextlib import suppress
from typing import Any

PATIENCE = 2.0  # seconds before anything is shown
INTERRUPTED = 130


class Bar:
    """A progress bar, on a terminal alone; notice: what is said before code is compiled.

    The first Ctrl-C asks the work to end, a second one interrupts.
    """

    def __init__(self, title: str, notice: str) -> None:
        self.title, self.notice = title, notice
        self.started = time.monotonic()
        self.interrupted = False
        self.bar: Any = None
        self.task: Any = None
        self.terminal = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Bar:
        self.before = signal.getsignal(signal.SIGINT)
        with suppress(ValueError):  # in a thread that is not the first
            signal.signal(signal.SIGINT, self.interrupt)
        return self

    def __exit__(self, *raised: object) -> None:
        if self.bar is not None:
            self.bar.stop()
        with suppress(ValueError):
            signal.signal(signal.SIGINT, self.before)

    def interrupt(self, number: int, frame: object) -> None:
        """Ctrl-C."""
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True

    def watch(self, done: int, total: int) -> bool:
        """Shows how far the work is; whether to go on."""
        if self.terminal and time.monotonic() - self.started > PATIENCE:
            if self.bar is None:
                self.begin(total)
            self.bar.update(self.task, completed=done)
        return not self.interrupted

    def compiling(self) -> None:
        """Says, on a terminal, that code is compiled now."""
        if self.terminal:
            print(self.notice, file=sys.stderr)

    def begin(self, total: int) -> None:
        """Puts the bar on the screen."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
        self.bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                            console=Console(stderr=True), transient=True)
        self.task = self.bar.add_task(self.title, total=total)
        self.bar.start()
