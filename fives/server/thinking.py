"""Bots think beside the loop. A level that needs no time is asked at once; the others get a process and a limit."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from random import Random

from fives.bots import BOTS, Move, bot
from fives.server.seating import STAND_IN
from fives.server.table import Table
from fives.server.workers import Crew, Ended, Worker
from fives.view import View

log = logging.getLogger("fives.thinking")
IDLE = 600.0  # seconds until a process that nobody asks is let go
LEAST = 0.5  # seconds from turn to play, far above what a thought takes: how long one took must tell nothing
LONGEST = 5.0  # seconds; then the play of most points must do
COUNT = max(1, min(4, (os.cpu_count() or 1) - 1))  # one core is for the loop


def takes_time(level: str) -> bool:
    """Whether a level needs a process to think in."""
    return level in BOTS and not BOTS[level].quick


def level_in_turn(table: Table) -> str:
    """The level that plays for the seat in turn, where no person does."""
    assert table.match.round is not None
    seat = table.seats[table.match.round.turn]
    return (seat.level if seat.kind == "bot" else STAND_IN) or STAND_IN


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
    """Where bots think, `count` at a time; a play of who takes time is there after `least` seconds."""

    def __init__(self, count: int = COUNT, least: float = LEAST) -> None:
        self.crew = Crew()
        self.least = least
        self._end = asyncio.Event()
        self._pool = ThreadPoolExecutor(count, "fives-bot")

    def expect(self, levels: Iterable[str]) -> None:
        """These levels will be asked: where one takes time, it is made ready."""
        if any(map(takes_time, levels)):
            self.crew.start()

    def ahead(self, level: str) -> bool:
        """Whether this level is to begin when its turn comes, since it takes time."""
        return takes_time(level) and not self.crew.closed

    async def choose(self, level: str, view: View, luck: Random) -> Move:
        """The move of a bot for the seat of the view, which is in turn."""
        if bot(level).quick:
            return bot(level).choose(view, luck)
        seed = luck.getrandbits(64)  # drawn once, whatever becomes of the thought
        clock = asyncio.get_running_loop().time
        until = clock() + self.least
        move = await self.think(level, view, seed)
        while (rest := until - clock()) > 0:
            await self.pause(rest)
        return move or bot(STAND_IN).choose(view, luck)

    async def pause(self, seconds: float) -> None:
        """Waits; who waits when all is closed is cancelled."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._end.wait()
            raise asyncio.CancelledError

    async def think(self, level: str, view: View, seed: int, budget: float | None = None) -> Move | None:
        """The move of a level for the seat in turn; None, and a line in the log, when it takes too long or fails.

        An only play waits in the same line as others, so that a wait does not tell that there was a choice.
        """
        if view.may != "play":
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
            log.error("a bot (%s) had no move: %s", level, error)
        return None

    def rest(self) -> None:
        """Lets go of what has not been needed for a while; from a thread."""
        self.crew.rest(IDLE)

    def close(self) -> None:
        """Waits for nobody."""
        self._end.set()
        self.crew.close()
        self._pool.shutdown(wait=False, cancel_futures=True)
