"""What time it is: the wall clock as it was at the start of the process, carried on by one that nobody sets.

A turn is as long as it is whatever is done to the wall clock meanwhile, and nothing waits for an hour to come again.
"""

from __future__ import annotations

import time

_START = time.time_ns() - time.monotonic_ns()


def now_ms() -> int:
    """Milliseconds since 1970."""
    return (_START + time.monotonic_ns()) // 1_000_000
