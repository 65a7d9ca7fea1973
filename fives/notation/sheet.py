"""What a record says of one round, as values: whatever is not known is left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from fives.events import Draws
from fives.rounds import Move, Points
from fives.tiles import Tile


@dataclass(frozen=True, slots=True)
class Moved:
    """A move as it is written: by whom, the tile drawn, the count and raw points it made, milliseconds it took.

    None: not said; points of a play that made none need not be said.
    """

    seat: int
    move: Move
    drawn: Tile | None = None
    count: int | None = None
    points: int | None = None
    took: int | None = None


class Left(NamedTuple):
    """What a hand held when the round had ended: its tiles, its pips, or both; None: not said."""

    tiles: tuple[Tile, ...] | None = None
    pips: int | None = None


@dataclass(frozen=True)
class Sheet:
    """A round as it is written; what is empty or None was not said. Points are raw.

    `hands` are by seat (an empty one is not known), `boneyard` is in the order of drawing. `end` is out, blocked, or
    target when the match ended within the round. `made` are the points of all plays, by team.
    """

    lot: Draws = ()
    leader: int | None = None
    hands: tuple[tuple[Tile, ...], ...] = ()
    boneyard: tuple[Tile, ...] = ()
    moves: tuple[Moved, ...] = ()
    end: str | None = None
    out: int | None = None
    left: tuple[Left, ...] = ()
    made: tuple[Points, ...] = ()
    settled: tuple[Points, ...] = ()
    totals: tuple[Points, ...] = ()
    won: int | None = None
    commitment: str = ""
    remarks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not any(self.hands):
            object.__setattr__(self, "hands", ())
        left = tuple(Left((), 0) if each.tiles == () else each for each in self.left)
        object.__setattr__(self, "left", left)

    @property
    def begun(self) -> bool:
        """Whether anything is said of the round beyond who leads it."""
        return bool(self.hands or self.boneyard or self.moves or self.made or self.closed)

    @property
    def closed(self) -> bool:
        """Whether the sheet says that the round has ended."""
        return bool(self.end or self.left or self.settled or self.totals or self.won is not None)

    @property
    def counted_up(self) -> bool:
        """Whether the sheet goes on to what was settled."""
        return bool(self.settled or self.totals or self.won is not None)
