"""Bots think beside the loop. A level that needs no time is asked at once; the others get a thread and a limit."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from random import Random

from fives.bots import Move, bot
from fives.server.seating import STAND_IN
from fives.view import View

log = logging.getLogger("fives.thinking")
LONGEST = 5.0  # seconds; then the play of most points must do


class Thinkers:
    """Where bots think, `count` at a time."""

    def __init__(self, count: int = 2) -> None:
        self._pool = ThreadPoolExecutor(count, "fives-bot")

    async def choose(self, level: str, view: View, luck: Random) -> Move:
        """The move of a bot for the seat of the view, which is in turn."""
        if bot(level).quick:
            return bot(level).choose(view, luck)
        own = Random(luck.getrandbits(64))  # it may go on when it is no longer waited for
        asked = asyncio.get_running_loop().run_in_executor(self._pool, bot(level).choose, view, own)
        try:
            return await asyncio.wait_for(asked, LONGEST)
        except TimeoutError:
            log.warning("a bot (%s) thought for more than %s seconds", level, LONGEST)
        except Exception:
            log.exception("a bot (%s) had no move", level)
        return bot(STAND_IN).choose(view, luck)

    def close(self) -> None:
        """Waits for nobody."""
        self._pool.shutdown(wait=False, cancel_futures=True)
