"""The 28 tiles: their numbers, halves and text; hands as bit masks and as sets of tiles.

A tile has a number, `high * (high + 1) // 2 + low`, from 0 (0-0) to 27 (6-6). A set of tiles is an int with bit
`number` set for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar, overload

T = TypeVar("T")


class TextError(ValueError):
    """A text that cannot be read; says what was expected. `line` and `column` count from 1, 0 when unknown."""

    def __init__(self, reason: str, line: int = 0, column: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.line, self.column = reason, line, column

    def __repr__(self) -> str:
        where = f", {self.line}, {self.column}" if self.line or self.column else ""
        return f"TextError({self.reason!r}{where})"

    def __str__(self) -> str:
        if not self.line:
            return self.reason
        return f"line {self.line}, column {max(self.column, 1)}: {self.reason}"


class Tile(NamedTuple):
    """One of the 28: its low and its high half, in pips.

    >>> Tile(1, 4), str(Tile(1, 4)), Tile(1, 4).number
    (Tile(1, 4), '1-4', 11)
    """

    low: int
    high: int

    @property
    def number(self) -> int:
        """The tile's number, 0 to 27."""
        return self.high * (self.high + 1) // 2 + self.low

    @property
    def pips(self) -> int:
        """The pips of both halves."""
        return self.low + self.high

    @property
    def double(self) -> bool:
        """Whether both halves are equal."""
        return self.low == self.high

    def __str__(self) -> str:
        return _TEXTS.get(id(self)) or f"{self.low}-{self.high}"

    def __repr__(self) -> str:
        return f"Tile({self.low}, {self.high})"


TILES = tuple(Tile(low, high) for high in range(7) for low in range(high + 1))
ALL = (1 << 28) - 1
_THE_28 = {tile: tile for tile in TILES}
_TEXTS: dict[int, str] = {}  # by identity: Tile(True, 4) is equal to one of the 28 and has a text of its own
_TEXTS.update({id(tile): str(tile) for tile in TILES})
_BY_TEXT = {str(tile): tile for tile in TILES}
_BITS = {tile: 1 << tile.number for tile in TILES}


def parse_tile(text: str) -> Tile:
    """The tile of a text `low-high`; `4-1` is read as 1-4. Raises `TextError`.

    >>> parse_tile("4-1")
    Tile(1, 4)
    """
    if not isinstance(text, str):
        raise TextError(f"expected a tile such as 1-4, got {shown(text)}")
    found = _BY_TEXT.get(text) or _BY_TEXT.get(text[::-1])
    if found is None:
        raise TextError(f"expected a tile such as 1-4, got {shown(text)}")
    return found


class kept(Generic[T]):
    """A property of a value that never changes, found once. Unlike `cached_property`, which takes a lock before 3.12:
    two threads may both find it, and find the same."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find, self.name, self.__doc__ = find, find.__name__, find.__doc__

    @overload
    def __get__(self, value: None, kind: type) -> kept[T]: ...
    @overload
    def __get__(self, value: object, kind: type) -> T: ...
    def __get__(self, value: object | None, kind: type) -> kept[T] | T:
        if value is None:  # asked of the class
            return self
        found = value.__dict__[self.name] = self.find(value)
        return found


def shown(text: object) -> str:
    """A foreign text, quoted and cut so that it can stand in an error."""
    said = repr(text)
    return said if len(said) <= 40 else said[:36] + "...'"


def expect(kind: type, value: object) -> None:
    """Raises `TextError` for a value of another kind: `match: expected a Match, got None`."""
    if not isinstance(value, kind):
        raise TextError(f"{kind.__name__.lower()}: expected a {kind.__name__}, got {shown(value)}")


def through(name: str, things: Iterable[T]) -> Iterator[T]:
    """What was handed in, one after the other. Raises `TextError` where there is nothing to go through."""
    if not hasattr(things, "__iter__"):
        raise TextError(f"{name}: expected a list, got {shown(things)}")
    return iter(things)


def check_text(name: str, value: object) -> None:
    """Raises `TextError` for what is no text."""
    if not isinstance(value, str):
        raise TextError(f"{name}: expected a text, got {shown(value)}")


def tiles_of(mask: int) -> Iterator[Tile]:
    """The tiles of a mask, by number."""
    while mask:
        bit = mask & -mask
        yield TILES[bit.bit_length() - 1]
        mask ^= bit


@lru_cache(8192)
def hand_of(mask: int) -> tuple[Tile, ...]:
    """The tiles of a mask as a hand is held: by low half, then high."""
    return tuple(sorted(tiles_of(mask)))


def check_tile(tile: object) -> None:
    """Raises `TextError` for anything but one of the 28: `Tile(4, 1)` is none, nor is one of other numbers than int,
    whose sums and shifts may come out otherwise."""
    if not isinstance(tile, Tile) or (same := _THE_28.get(tile)) is None:
        raise TextError(f"expected one of the 28 tiles, such as Tile(1, 4), got {shown(tile)}")
    if same is not tile:  # nearly every tile is one of TILES itself
        for half in tile:
            if type(half) is not int:
                raise TextError(f"expected one of the 28 tiles, with halves of type int, got {shown(tile)} with "
                                f"a half of type {type(half).__name__}")


def mask_of(tiles: Iterable[Tile]) -> int:
    """The mask of some tiles. Raises `TextError` when one comes twice, or is none of the 28."""
    mask = 0
    for tile in through("tiles", tiles):
        check_tile(tile)
        bit = _BITS[tile]
        if mask & bit:
            raise TextError(f"the tile {tile} is there twice")
        mask |= bit
    return mask


def pips_of(mask: int) -> int:
    """The pips of all tiles of a mask."""
    return sum(tile.pips for tile in tiles_of(mask))
