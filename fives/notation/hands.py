"""Hands of which the pips or the number of tiles are known: whether there are such, and one of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from fives.tiles import TILES, TextError

FEW = 6  # so few pips are in so few hands that two seats may need the same tile


@lru_cache(maxsize=1)
def _stand_ins() -> list[dict[int, int]]:
    """For each number of tiles and each sum of pips some hand, as a mask."""
    found: list[dict[int, int]] = [{0: 0}, *({} for _ in TILES)]
    for tile in TILES:
        for size in range(tile.number, -1, -1):
            for pips, mask in found[size].items():
                found[size + 1].setdefault(pips + tile.pips, mask | 1 << tile.number)
    return found


def stand_in(size: int | None, pips: int) -> int:
    """A hand of this size and these pips: a settlement asks for no more than that. Raises `TextError` if none is."""
    for tiles, hands in enumerate(_stand_ins()):
        if pips in hands and size in (tiles, None):
            return hands[pips]
    raise TextError(f"no {'' if size is None else f'{size} '}tiles have {pips} pips")


def by_size(pips: int) -> list[int]:
    """A hand of these pips for each number of tiles that has them, from the fewest; none is empty. As masks."""
    return [hands[pips] for hands in _stand_ins()[1:] if pips in hands]


def pips_of(size: int) -> list[int]:
    """The pips that a hand of so many tiles can have, from the fewest."""
    return sorted(_stand_ins()[size])


@lru_cache(maxsize=1)
def _light() -> list[list[int]]:
    """For each number of pips up to FEW all hands that have them, as masks."""
    found: list[list[int]] = [[0], *([] for _ in range(FEW))]
    for tile in TILES:
        if tile.pips <= FEW:
            for pips in range(FEW, tile.pips - 1, -1):
                found[pips] += [mask | 1 << tile.number for mask in found[pips - tile.pips]]
    return found


def apart(hands: Sequence[tuple[int | None, int]], free: int) -> bool:
    """Whether hands of these sizes and pips, up to FEW, can be held side by side, none empty, out of the free tiles."""
    if not hands:
        return True
    (size, pips), *others = hands
    return any(apart(others, free & ~mask) for mask in _light()[pips]
               if mask and mask & ~free == 0 and size in (mask.bit_count(), None))
