"""The same work for many things, in threads side by side: compiled code runs in them at once."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TypeVar

Watch = Callable[[int, int], object]  # told how many are done, of how many; says False to end it
Given = TypeVar("Given")
Found = TypeVar("Found")


def of_each(work: Callable[[Given, Callable[[], bool]], Found], given: Sequence[Given], threads: int,
            watch: Watch | None) -> list[Found]:
    """What the work makes of each, in order; of the first ones where `watch` or Ctrl-C ended it.

    The work is handed one of them, and what says whether it should still go on: what is returned after that is thrown
    away.
    """
    found: list[Found] = []
    over = Event()
    with ThreadPoolExecutor(threads) as pool, contextlib.suppress(KeyboardInterrupt):
        coming = [pool.submit(work, one, lambda: not over.is_set()) for one in given]
        try:
            for each in coming:
                found.append(each.result())
                if watch is not None and watch(len(found), len(given)) is False:
                    break
        finally:
            over.set()
            pool.shutdown(wait=False, cancel_futures=True)
    return found
