"""Bots think beside the loop. A level that needs no time is asked at once; the others get a process and a limit."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from random import Random

from fives.bots import BOTS, Move, bot
from fives.server.seating import STAND_IN
from fives.server.workers import Crew, Ended, Worker
from fives.view import View

log = logging.getLogger("fives.thinking")
IDLE = 600.0  # seconds until a process that nobody asks is let go
LONGEST = 5.0  # seconds; then the play of most points must do
COUNT = max(1, min(4, (os.cpu_count() or 1) - 1))  # one core is for the loop


class _Job:
    """A thought, in a thread that waits for a worker."""

    def __init__(self, crew: Crew, level: str, view: View, seed: int, budget: float | None) -> None:
        self._crew, self._asked = crew, (level, view, seed, budget)
        self._lock = threading.Lock()
        self._worker: Worker | None = None  # while it is ours
        self._stopped = False

    def run(self) -> Move:
        """The move. Raises `Ended` and what workers raise."""
        return self._crew.do(self._ask)

    def _ask(self, worker: Worker) -> Move:
        with self._lock:
            if self._stopped:  # before a worker was there
                raise Ended
            self._worker = worker
        try:
            return worker.ask(*self._asked)
        finally:
            with self._lock:
                self._worker = None

    def stop(self) -> None:
        """Ends it, and the worker with it: nobody waits for it any more."""
        with self._lock:
            self._stopped = True
            if self._worker:
                self._worker.stop()


class Thinkers:
    """Where bots think, `count` at a time."""

    def __init__(self, count: int = COUNT) -> None:
        self.crew = Crew()
        self._pool = ThreadPoolExecutor(count, "fives-bot")

    def expect(self, levels: Iterable[str]) -> None:
        """These levels will be asked: where one takes time, it is made ready."""
        if any(level in BOTS and not BOTS[level].quick for level in levels):
            self.crew.start()

    async def choose(self, level: str, view: View, luck: Random) -> Move:
        """The move of a bot for the seat of the view, which is in turn."""
        if bot(level).quick:
            return bot(level).choose(view, luck)
        seed = luck.getrandbits(64)  # drawn once, whatever becomes of the thought
        return await self.think(level, view, seed) or bot(STAND_IN).choose(view, luck)

    async def think(self, level: str, view: View, seed: int, budget: float | None = None) -> Move | None:
        """The move of a level for the seat in turn; None, and a line in the log, when it takes too long or fails."""
        if view.may != "play" or len(view.options) == 1:
            return bot(level).choose(view, Random(seed))
        self.crew.start()
        job = _Job(self.crew, level, view, seed, budget)
        try:
            return await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(self._pool, job.run), LONGEST)
        except TimeoutError:
            job.stop()
            log.warning("a bot (%s) thought for more than %s seconds", level, LONGEST)
        except Exception as error:
            if self.crew.closed:
                raise asyncio.CancelledError from error
            log.error("a bot (%s) had no move: %r", level, error)
        return None

    def rest(self) -> None:
        """Lets go of what has not been needed for a while; from a thread."""
        self.crew.rest(IDLE)

    def close(self) -> None:
        """Waits for nobody."""
        self.crew.close()
        self._pool.shutdown(wait=False, cancel_futures=True)
