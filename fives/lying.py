"""How a tile lies: its places, which of them are joined, open or count, and what a play onto it changes.

No rule stands here: how many places a double has, in what order they fill and what an end adds are the kernel's.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from fives import kernel
from fives.tiles import TILES, Tile

ENDS = ("low", "high")
PLACES = ("line-a", "line-b", "branch-a", "branch-b")


class Join(NamedTuple):
    """A joint: the tile played, its place, the tile it was joined to, that tile's place."""

    tile: Tile
    place: str
    onto: Tile
    onto_place: str


class End(NamedTuple):
    """A place of a tile where another may be joined now, and the pips it must show."""

    tile: Tile
    place: str
    pip: int


class Counted(NamedTuple):
    """An end that counts: its tile, the place that its mark stands at, and what it adds."""

    tile: Tile
    place: str
    value: int


class Lying(NamedTuple):
    """A tile on the layout: how it is joined (bits of its places) and whether it is a spinner."""

    tile: Tile
    joined: int
    spinner: bool

    @property
    def neighbours(self) -> int:
        """How many tiles are joined to it."""
        return self.joined.bit_count()

    def open(self) -> int:
        """Its places that may be joined now, as bits."""
        (low, high), joined, spinner = self
        return kernel.open_places(joined.bit_count(), spinner) if low == high else 3 & ~joined

    def pips(self) -> tuple[int, ...]:
        """The pips of its places that may be joined now, each once."""
        (low, high), left = self.tile, self.open()
        if low == high:
            return (low,) if left else ()
        return ((), (low,), (high,), (low, high))[left]

    def ends(self) -> Iterator[End]:
        """Its open ends, a tile's high end before its low."""
        left = self.open()
        if self.tile.double:
            yield from (End(self.tile, PLACES[at], self.tile.low) for at in range(4) if left >> at & 1)
        else:
            yield from (End(self.tile, ENDS[at], self.tile[at]) for at in (1, 0) if left >> at & 1)

    def counted(self) -> Iterator[Counted]:
        """Its ends that count; a double is one end, at its next place."""
        if self.tile.double:
            if kernel.adds(6, True, self.neighbours):
                value = kernel.adds(self.tile.low, True, self.neighbours)
                yield Counted(self.tile, PLACES[kernel.ctz(self.open())], value)
        else:
            yield from (Counted(self.tile, end.place, kernel.adds(end.pip, False, 0)) for end in self.ends())


@lru_cache(512)
def ends_of(there: Lying) -> tuple[End, ...]:
    """The open ends of a tile that lies so."""
    return tuple(there.ends())


@lru_cache(512)
def counted_of(there: Lying) -> tuple[Counted, ...]:
    """Its ends that count."""
    return tuple(there.counted())


class Joint(NamedTuple):
    """What a play changes: the tiles that it touches as they lie after it, their joint and what they then count; the
    pips that may be joined on its own tile, and those that no longer may on the other."""

    touched: tuple[Lying, ...]
    joins: tuple[Join, ...]
    counted: tuple[Counted, ...]
    free: tuple[int, ...]
    closed: tuple[int, ...] = ()


def place(there: Lying, tile: Tile) -> int:
    """The place where a legal play joins a tile that lies so: 0 low, 1 high; of a double 0 to 3, the next in order."""
    onto = there.tile
    if onto.double:
        return kernel.ctz(there.open())
    return onto.index(tile.low if tile.low in onto else tile.high)


@lru_cache(2048)
def joint(there: Lying | None, tile: Tile, spins: bool) -> Joint:
    """What a legal play changes, onto a tile that lies so or (None) as a lead."""
    tile = TILES[tile.number]  # it is kept for all: what is equal to it may have another text
    if there is None:
        own = Lying(tile, 0, spins)
        return Joint((own,), (), counted_of(own), own.pips())
    onto, at = there.tile, place(there, tile)
    by = 0 if tile.double else tile.index(onto.low if onto.double else onto[at])
    joined, own = Lying(onto, there.joined | 1 << at, there.spinner), Lying(tile, 1 << by, spins)
    join = Join(tile, (PLACES if tile.double else ENDS)[by], onto, (PLACES if onto.double else ENDS)[at])
    return Joint((joined, own), (join,), (*counted_of(joined), *counted_of(own)), own.pips(),
                 tuple({tile[by]} - {*joined.pips()}))
