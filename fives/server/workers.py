"""The processes in which bots think, so that no thought holds up the loop: plain ones until compiled code is there.

A worker starts plainly in no time and does less work for a move; it is changed for one with compiled code when that has
been made and loaded. All of this waits, so it is called in threads.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence

from fives.bots import Move
from fives.notation import view_text
from fives.rounds import parse_move
from fives.server.compiling import Compiling
from fives.view import View

log = logging.getLogger("fives.workers")
THINKER = "fives.server.thinker"
COMMAND = (sys.executable, "-m", THINKER)


class Ended(RuntimeError):
    """A worker has ended, or was ended."""


class Worker:
    """One process; a question at a time. `compiled`: with compiled code, ready only when that is loaded."""

    def __init__(self, compiled: bool, command: Sequence[str] = COMMAND) -> None:
        self.compiled = compiled
        self.rests_since = time.monotonic()
        self._stopped = False
        environment = {**os.environ} if compiled else {**os.environ, "FIVES_FAST": "off"}
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         stderr=subprocess.DEVNULL, env=environment)

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return not self._stopped and self._process.poll() is None

    def wait(self) -> None:
        """Waits until it is ready. Raises `Ended`."""
        self._line()

    def ask(self, level: str, view: View, seed: int, budget: float | None) -> Move:
        """The move of a level for the seat of a view. Raises `Ended`, `RuntimeError`."""
        asked = json.dumps({"level": level, "budget": budget, "seed": seed, "view": view_text(view)}) + "\n"
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(asked.encode())
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            self.stop()
            raise Ended from error
        found = json.loads(self._line())
        if "error" in found:
            raise RuntimeError(found["error"])
        return parse_move(found["move"])

    def _line(self) -> bytes:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.endswith(b"\n"):
            self.stop()
            raise Ended
        return line

    def stop(self) -> None:
        """Ends it; whoever waits for it is told so. From any thread."""
        self._stopped = True
        with contextlib.suppress(OSError):
            self._process.kill()

    def bury(self) -> None:
        """Ends it and lets go of it; nobody waits for it any more."""
        self.stop()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                if pipe:
                    pipe.close()


class Crew:
    """The workers, as many as are asked at once. `made`: compiled code is there, and plain ones are changed."""

    def __init__(self) -> None:
        self.command: Sequence[str] = COMMAND
        self.made = self.closed = False
        self._compiling = Compiling(THINKER, "compile")
        self._lock = threading.Lock()
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._started = self._renewing = False

    def start(self) -> None:
        """Begins to make the compiled code, unless it has. Imports nothing heavy; returns at once."""
        if not self._started and not self.closed:
            self._started = True
            from fives import fast  # only now: a start is awaited, and most tables need none of it

            if fast.COMPILED:
                threading.Thread(target=self._make, name="fives-compiling", daemon=True).start()

    def do(self, job: Callable[[Worker], Move]) -> Move:
        """Has a worker do something. Raises what that raises, `Ended`, `OSError`."""
        worker = self._take()
        try:
            return job(worker)
        finally:
            self._give(worker)

    def rest(self, seconds: float) -> None:
        """Lets go of those that nobody has asked for so long: each holds what compiled code takes."""
        before = time.monotonic() - seconds
        with self._lock:
            tired = [worker for worker in self._idle if worker.rests_since < before]
            self._idle = [worker for worker in self._idle if worker not in tired]
        for worker in tired:
            self._bury(worker)

    def close(self) -> None:
        """Ends them all."""
        self.closed = True
        self._compiling.close()
        with self._lock:
            workers, idle, self._idle = set(self._all), self._idle, []
        for worker in workers:
            worker.stop()
        for worker in idle:
            self._bury(worker)

    def _make(self) -> None:
        try:
            self.made = self._compiling.done()
        except OSError:
            log.exception("no process can be started")
        if self.made:
            self._renew()
        elif not self.closed:
            log.warning("no code could be compiled: strong bots think with less work")

    def _renew(self) -> None:
        """Has a worker with compiled code ready."""
        with self._lock:
            if self._renewing or self.closed:
                return
            self._renewing = True
        try:
            worker = self._begin(True)
        except (Ended, OSError):
            self.made = False
            if not self.closed:
                log.exception("compiled code cannot be used: strong bots think with less work")
        else:
            self._give(worker)
        self._renewing = False

    def _begin(self, compiled: bool) -> Worker:
        worker = Worker(compiled, self.command)
        with self._lock:
            self._all.add(worker)
        if self.closed:
            worker.stop()
        try:
            worker.wait()
        except Ended:
            self._bury(worker)
            raise
        return worker

    def _take(self) -> Worker:
        with self._lock:
            self._idle.sort(key=lambda worker: worker.compiled)
            worker = self._idle.pop() if self._idle else None
        if worker is None or not worker.runs:
            if worker is not None:
                self._bury(worker)
            worker = self._begin(False)
        if self.made and not worker.compiled:
            threading.Thread(target=self._renew, name="fives-renewing", daemon=True).start()
        return worker

    def _give(self, worker: Worker) -> None:
        with self._lock:
            changed = not worker.compiled and any(other.compiled for other in self._idle)
            worker.rests_since = time.monotonic()
            if kept := worker.runs and not changed and not self.closed:
                self._idle.append(worker)
        if not kept:
            self._bury(worker)

    def _bury(self, worker: Worker) -> None:
        with self._lock:
            self._all.discard(worker)
        worker.bury()
