"""What is shown on standard error while a command works for more than two seconds, and what Ctrl-C does meanwhile; how
other signals that ask a command to end do the same."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, Self

from fives.cli import Ended

PATIENCE = 2.0  # seconds before anything is shown
INTERRUPTED = 130

# Ctrl-C, an end of the session, and a terminal that is closed, where the system has a signal for it
ENDINGS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def ending(end: Callable[[], None]) -> Iterator[None]:
    """Has every signal that asks a command to end interrupt it, as Ctrl-C does, and calls `end` at last, in any case.

    A signal that comes when that has begun, such as the second one of a terminal that is closed, changes nothing.
    What was ignored (nohup) stays so.
    """
    begun = False

    def interrupt(number: int, frame: object) -> None:
        nonlocal begun
        if not begun:
            begun = True
            raise Ended(number)
    before = {number: signal.getsignal(number) for number in ENDINGS}
    heeded = [number for number in ENDINGS if before[number] not in (signal.SIG_IGN, None)]
    try:
        try:
            with suppress(ValueError):  # in a thread that is not the first
                for number in heeded:
                    signal.signal(number, interrupt)
            yield
        finally:
            begun = True
    finally:
        try:
            end()
        finally:
            with suppress(ValueError):
                for number in heeded:
                    signal.signal(number, before[number])


class Patience:
    """Work that Ctrl-C ends in good order: the first one asks it to end, a second one interrupts.

    Other signals that ask a command to end do the same, and then raise `Ended`: there is nobody left to be told. What
    was ignored (nohup) stays so. `shown` is what stands on the terminal, if anything; it is stopped at the end.
    """

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.ended, self.heard = 0, 0.0  # the signal, and when it came
        self.shown: Any = None
        self.terminal = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Self:
        self.before = {number: signal.getsignal(number) for number in ENDINGS}
        self.heed(self.interrupt)
        return self

    def __exit__(self, *raised: object) -> None:
        gone = self.ended not in (0, signal.SIGINT)
        if self.shown is not None:
            with suppress(OSError) if gone else nullcontext():  # the terminal may be gone
                self.shown.stop()
        self.heed()
        if gone:
            raise Ended(self.ended)  # whatever came of it: workers may have heard the same signal

    def heed(self, interrupt: Any = None) -> None:
        """Lets signals do this, or what they did before."""
        with suppress(ValueError):  # in a thread that is not the first
            for number, before in self.before.items():
                if before not in (signal.SIG_IGN, None):
                    signal.signal(number, interrupt or before)

    def interrupt(self, number: int, frame: object) -> None:
        """Ctrl-C, or what asks for the same."""
        now = time.monotonic()
        if not self.ended:
            self.ended, self.heard = number, now
        elif number == signal.SIGINT:
            raise KeyboardInterrupt
        elif now - self.heard > PATIENCE:  # a terminal that is closed says it twice at once
            raise Ended(number)

    @property
    def interrupted(self) -> bool:
        """Whether somebody asked it to end."""
        return self.ended != 0

    @property
    def late(self) -> bool:
        """Whether somebody waits long enough to be told."""
        return self.terminal and not self.ended and time.monotonic() - self.started > PATIENCE


class Bar(Patience):
    """A progress bar, on a terminal alone; notice: what is said before code is compiled."""

    def __init__(self, title: str, notice: str = "") -> None:
        super().__init__()
        self.title, self.notice = title, notice
        self.task: Any = None

    def watch(self, done: int, total: int | None) -> bool:
        """Shows how far the work is (total: None where nobody knows how much there is); whether to go on."""
        if self.late:
            if self.shown is None:
                self.begin(total)
            self.shown.update(self.task, completed=done)
        return not self.interrupted

    def compiling(self) -> None:
        """Says, on a terminal, that code is compiled now; once, whatever parts of it are."""
        if self.terminal and self.notice:
            print(self.notice, file=sys.stderr)
        self.notice = ""

    def print(self, line: str) -> None:
        """Prints a line of output: a sign too on a terminal, where the bar goes until there was none for long."""
        if sys.stdout is not None and sys.stdout.isatty():
            if self.shown is not None:
                self.shown.stop()
            self.shown, self.started = None, time.monotonic()
        print(line)

    def begin(self, total: int | None) -> None:
        """Puts the bar on the screen."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        # lines of the output stay on standard output, which may be a file
        self.shown = Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False)
        self.task = self.shown.add_task(self.title, total=total)
        self.shown.start()


class Brief(Bar):
    """A progress bar over work of which half tells nothing: what asks for the end ends it at once."""

    def interrupt(self, number: int, frame: object) -> None:
        """Ctrl-C, or what asks for the same; a second one changes nothing, as it ends by now."""
        if not self.ended:
            self.ended = number
            raise Ended(number)
