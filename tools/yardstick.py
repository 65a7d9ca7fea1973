"""The kernel in C that ours is measured against, built and ready to call."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Callable
from pathlib import Path

from fives import kernel, playout
from fives.rounds import state_of
from fives.rules import Rules

SOURCE = Path(__file__).parent / "ckernel.c"
FIELDS = (kernel.SEATS, kernel.TEAMS, kernel.SPINS, kernel.DRAWS, kernel.FORCED, kernel.MULTIPLE, kernel.SETTLE,
          kernel.NEAREST, kernel.BLOCK, kernel.SPLIT)
# rules, seats, whether a tile must lead, greedy, rounds, seed; gives the checksum of `playout.rounds` and plays made
Rounds = Callable[[Rules, int, bool, int, int, int], tuple[int, int]]


def build(folder: Path) -> list[Rounds]:
    """The rounds in C, built in two ways of which now one, now the other is the faster."""
    return [_load(folder, level) for level in ("-O3", "-O2")]


def _load(folder: Path, level: str) -> Rounds:
    path = folder / f"ckernel{level}.so"
    options = [level, "-march=native", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    subprocess.run(["gcc", *options, "-o", str(path), str(SOURCE)], check=True)
    function = ctypes.CDLL(str(path)).c_rounds
    function.restype = ctypes.c_uint64
    function.argtypes = [ctypes.POINTER(ctypes.c_int), ctypes.c_uint64, ctypes.c_int, ctypes.c_long, ctypes.c_int,
                         ctypes.POINTER(ctypes.c_int64)]

    def rounds(rules: Rules, seats: int, forced: bool, greedy: int, count: int, seed: int) -> tuple[int, int]:
        s, plays = state_of(rules, seats, forced), ctypes.c_int64()
        fields = (ctypes.c_int * len(FIELDS))(*(s[field] for field in FIELDS))
        check = function(fields, playout.seeded(seed), rules.hand_size(seats), count, greedy, ctypes.byref(plays))
        return check, plays.value

    return rounds
