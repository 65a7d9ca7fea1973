"""Whether states handed in are those of rounds: compiled code looks at nothing, and what is no round may end it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fives import kernel
from fives.rules import BLOCKS, SETTLES, SPINNERS
from fives.tiles import TILES, mask_of, shown

MOST_MULTIPLE, MOST_NEAREST = len(kernel.WORTH) // 128 - 1, 10
MOST_POINTS = 1 << 13  # halves, that a team has before: the result fits 16 bits
States = NDArray[np.int64]
Truths = NDArray[np.bool_]
# what no slot is below and above, whatever the number of seats; LAYOUT and SEATS are looked at by themselves
BOUNDS = {
    "TURN": (0, 3), "BONEYARD": (0, kernel.ALL), "OUT": (-1, 3), "SPINS": (0, len(SPINNERS) - 1), "DRAWS": (0, 1),
    "FORCED": (0, 1), "MULTIPLE": (0, MOST_MULTIPLE), "SETTLE": (0, len(SETTLES) - 1), "NEAREST": (1, MOST_NEAREST),
    "BLOCK": (0, len(BLOCKS) - 1), "SPLIT": (0, 1), "TEAMS": (2, 4),
    **{f"HAND + {n}": (0, kernel.ALL) for n in range(4)},
    **{f"POINTS + {n}": (-MOST_POINTS, MOST_POINTS) for n in range(4)},
}


def states_of(states: object) -> States:
    """The rounds of a caller, as one axis of numbers or two. Raises `ValueError`."""
    try:
        found = np.array(states)
    except ValueError:  # rows of several lengths
        found = np.array(None)
    if found.ndim not in (1, 2) or found.shape[-1] != kernel.ROUND or not found.size or found.dtype.kind not in "iu":
        raise ValueError(f"states: expected {kernel.ROUND} numbers for each round, got {shown(states)}")
    rows = found.astype(np.int64)
    check_states(rows.reshape(-1, kernel.ROUND))
    return rows


def check_states(many: States) -> None:
    """Raises `ValueError` for what is no round, a row each; all have as many seats and teams."""
    seats, teams = (int(many[0, slot]) for slot in (kernel.SEATS, kernel.TEAMS))
    if not 2 <= seats <= 4 or (many[:, [kernel.SEATS, kernel.TEAMS]] != (seats, teams)).any():
        raise ValueError("states: expected rounds that all have the same number of seats, 2 to 4, and of teams")
    if teams != seats and (seats, teams) != (4, 2):
        raise ValueError(f"states: expected as many teams as seats, or 2 of 4, got {teams} of {seats}")
    wrong = (many[:, SLOTS] < LEAST) | (many[:, SLOTS] > MOST)
    if wrong.any():
        row, at = (int(n) for n in np.argwhere(wrong)[0])
        raise ValueError(f"states: round {row}: {[*BOUNDS][at]}: expected a number from {LEAST[at]} to {MOST[at]}")
    hands = many[:, kernel.HAND:kernel.HAND + 4]
    held = np.column_stack((many[:, kernel.BONEYARD], hands))
    left = np.bitwise_or.reduce(held, axis=1)
    beyond = np.column_stack((many[:, [kernel.TURN, kernel.OUT]] >= seats, hands[:, seats:] != 0))
    _refuse(np.asarray(beyond.any(axis=1)), f"expected a turn and hands of {seats} seats")
    _refuse(held.sum(axis=1) != left, "expected no tile twice in hands and boneyard")
    _refuse(~_is_layout(many[:, kernel.LAYOUT], left), "expected a layout that goes with the hands and the boneyard")
    leads = (many[:, kernel.LAYOUT] == 0) & (many[:, kernel.OUT] < 0)
    leads[leads] = [not kernel.playable(state) for state in many[leads].tolist()]
    _refuse(leads, "expected a seat in turn that can lead")


def _refuse(wrong: Truths, reason: str) -> None:
    if wrong.any():
        raise ValueError(f"states: round {wrong.argmax()}: {reason}")


def _is_layout(layout: States, left: States) -> Truths:
    """Whether the parts of each layout go with each other, and with the tiles that are still to be played: then no
    play brings it out of its bits."""
    ends, doubles = layout[:, None] >> 3 * PIPS & 7, layout[:, None] >> kernel.DOUBLES + 3 * PIPS & 7
    made = (ends * TIP + np.where(ends, 1 << kernel.END + PIPS, 0) + PARTS[PIPS, doubles]).sum(axis=1)
    good = (made == layout) & (ends.sum(axis=1) <= 2 + MORE[doubles].sum(axis=1))
    good &= (ends + np.bitwise_count(left[:, None] & PLAIN) <= 6).all(axis=1)
    good &= ~((doubles > 0) & (left[:, None] & DOUBLE > 0)).any(axis=1)
    return np.asarray(good | (layout == 0))


def _joined(state: int) -> tuple[int, bool]:
    """How many neighbours a double of this state has, and whether it is a spinner; of a full one as a spinner."""
    return (state - 1, True) if state <= kernel.FULL else (7 - state, False)


def _double(pip: int, state: int) -> int:
    """What a double of this state is of a layout."""
    if not state:
        return 0
    joined, spinner = _joined(state)
    place = 1 << kernel.OPEN + pip if kernel.open_places(joined, spinner) else 0
    return (state << kernel.DOUBLES + 3 * pip) + (kernel.adds(pip, True, joined) << kernel.COUNT) + place


def _slot(name: str) -> int:
    """The slot of a name, such as `HAND + 1`."""
    base, _, more = name.partition(" + ")
    return int(getattr(kernel, base)) + int(more or 0)


SLOTS = [_slot(name) for name in BOUNDS]
LEAST, MOST = np.array([*BOUNDS.values()]).T
PIPS, TIP = np.arange(7), np.array(kernel.TIP)
PLAIN, DOUBLE = (np.array([mask_of(tile for tile in TILES if pip in tile and tile.double is double)
                           for pip in range(7)]) for double in (False, True))
PARTS = np.array([[_double(pip, state) for state in range(8)] for pip in range(7)])
# by how many ends a double of a state makes more than the two of a line; at most, where it is full
MORE = np.array([_joined(state)[0] - 2 if state else 0 for state in range(8)])
