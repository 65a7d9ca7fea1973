"""A process that thinks for bots: a view comes as a line, a move goes out as one. It is told nothing else.

`python -m fives.server.thinker` says that it is ready, then answers until its input ends. With `compile` it makes the
compiled code that another then loads, and ends.
"""

from __future__ import annotations

import json
import signal
import sys
from random import Random
from typing import Any

from fives.bots import bot
from fives.notation import read_view
from fives.server.compiling import alone, be_polite
from fives.server.discreet import told

READY = b"ready\n"


def answer(question: bytes) -> bytes:
    """The move for a question `{"level", "budget", "seed", "view"}`, or what went wrong, as a line of JSON."""
    try:
        asked: dict[str, Any] = json.loads(question)
        move = bot(asked["level"], asked["budget"]).choose(read_view(asked["view"]), Random(asked["seed"]))
        found = {"move": str(move)}
    except Exception as error:  # the server logs it; the next question may be a better one
        found = {"error": told(error)}
    return json.dumps(found).encode() + b"\n"


def main() -> int:
    """Answers until there is nobody who asks; the exit status is 1 when there is no compiled code to make."""
    from fives import fast
    from fives.bots.thinking import warm

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, whose end is ours
    if sys.argv[1:] == ["compile"]:
        be_polite()
        alone()
        warm(endings=True)
        return 0 if fast.COMPILED else 1
    be_polite(5)  # the loop of the server goes first
    warm(endings=True)
    out = sys.stdout.buffer
    out.write(READY)
    out.flush()
    for question in sys.stdin.buffer:
        out.write(answer(question))
        out.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
