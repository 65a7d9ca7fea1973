"""How much one connection may ask for: a bucket of tokens that fills steadily."""

from __future__ import annotations

import time


class Bucket:
    """Holds up to `burst` tokens and gets `rate` a second."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left, self._then = burst, time.monotonic()

    def take(self) -> bool:
        """Takes a token; False when there is none."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._then) * self.rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
