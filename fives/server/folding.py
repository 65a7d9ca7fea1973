"""What folds layouts: the plain functions until the compiled ones are there, which are made beside the server.

Compiling takes a minute, so a process of its own does it, politely; loading what it left takes a second, in a thread.
"""

from __future__ import annotations

import logging
import threading
from typing import Any

from fives import fold, grid
from fives.server.compiling import Compiling, alone, be_polite

log = logging.getLogger("fives.folding")


class Folding:
    """The engine for sketches. `engine` changes once, from plain to compiled."""

    def __init__(self) -> None:
        self.engine: Any = fold
        self._compiling = Compiling("fives.server.folding")
        self._started = False

    @property
    def quick(self) -> bool:
        """Whether laying a tile takes no time worth a thread."""
        return self.engine is not fold

    def start(self) -> None:
        """Begins to get the compiled functions, unless it has."""
        if not self._started:
            self._started = True
            threading.Thread(target=self._get, name="fives-folding", daemon=True).start()

    def close(self) -> None:
        """Ends what is being compiled."""
        self._compiling.close()

    def _get(self) -> None:
        try:
            from fives import fast
            if fast.COMPILED and self._compiling.done():
                self.engine = load()
        except Exception:  # plain functions do the same, more slowly
            log.exception("the compiled folding cannot be used")


def load() -> Any:
    """The compiled functions, each of those that are called here called once, so that all are ready."""
    from fives import fast

    made = fast.compiled(fold)
    one = fold.link_of(0, 31, 0, 1, 1)
    drawing = made.begin(one, 0)
    made.add(drawing, fold.link_of(1, 0, 0, 0, 0))
    made.needs_fold(drawing)
    drawing = made.follow(drawing, fold.link_of(3, 0, 1, 0, 0))
    made.fold(drawing, 3, grid.LINK, 0)
    return made


if __name__ == "__main__":
    be_polite()
    alone()
    load()
