"""The end of a round whose hands are not all known: what follows from what is written, by the kernel's settlement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from fives import kernel, tally
from fives.match import Match
from fives.notation.hands import FEW, apart, stand_in
from fives.notation.known import Table
from fives.notation.possible import Way, by_pips, can_be_settled, settlements
from fives.notation.sheet import Left, Sheet
from fives.rounds import Points, settlement, state_of, whole
from fives.rules import Rules
from fives.tiles import ALL, TILES, TextError, Tile, mask_of, tiles_of

At = Callable[[str, int], None]  # told which part of the sheet is being looked at


class Ended(NamedTuple):
    """How a round ended, as far as it is known: empty or None where it is not. Points are raw.

    `ways` are the settlements there can be where none is known for certain.
    """

    end: str | None
    out: int | None
    left: tuple[Left, ...]
    made: tuple[Points, ...]
    settled: tuple[Points, ...]
    ways: tuple[Way, ...] = ()


def in_halves(points: Sequence[Points]) -> list[int]:
    """The halves of raw points."""
    return [int(2 * each) for each in points]


def ended(match: Match, sheet: Sheet, table: Table, at: At) -> Ended:
    """How a round ended, worked out from its sheet. Raises `TextError`."""
    end, out = _end(match, sheet, table, at)
    left = _left(end, out, sheet, table, at)
    rules, seats = match.rules, match.seats
    made: tuple[Points, ...] = sheet.made
    if sheet.moves or not rules.multiple:
        made = tuple(table.made)
    settled: tuple[Points, ...] = ()
    ways: tuple[Way, ...] = ()
    if end != "target":
        sizes = tuple(_size(sheet, table, seat, hand) for seat, hand in enumerate(left))
        if end is not None or not tally.looks(match.tally):
            settled = _settled(rules, seats, end, out, left, sizes)
        if not settled and (sheet.settled or sheet.totals):
            ways = settlements(rules, seats, end, out, tuple(hand.pips for hand in left), sizes)
        if ways and sheet.settled:
            at("settled", 0)
            settled = sheet.settled
            can_be_settled(rules, ways, in_halves(settled))
    return Ended(end, out, left, made, settled, ways)


def _end(match: Match, sheet: Sheet, table: Table, at: At) -> tuple[str | None, int | None]:
    at("end", 0)
    if not sheet.moves:
        if sheet.end == "target" and not tally.looks(match.tally):
            raise TextError("expected out or blocked: " + ("a round of a play-off is played to its end" if match.playoff
                                                           else "by these rules no match ends within a round"))
        return sheet.end, sheet.out
    if match.winner is not None:
        return "target", None
    if table.out is not None:
        return "out", table.out
    if match.rules.draws and table.boneyard:
        raise TextError(f"the round is not over: nobody is out, and {table.boneyard} tiles can be drawn")
    if table.fit and len(table.order) == table.boneyard:  # what fits is in no boneyard
        raise TextError(f"the round is not over: somebody holds {min(table.fit)} and can play it")
    if table.passes:
        raise TextError("the round cannot end with a pass: it would have been blocked before")
    return "blocked", None


def _size(sheet: Sheet, table: Table, seat: int, left: Left) -> int | None:
    """How many tiles a hand held at the end."""
    if left.tiles is not None:
        return len(left.tiles)
    return table.held[seat] if sheet.moves else None


def _left(end: str | None, out: int | None, sheet: Sheet, table: Table, at: At) -> tuple[Left, ...]:
    """What is known of the hands at the end, each part checked."""
    known = []
    for seat, said in enumerate(sheet.left or (Left(),) * table.seats):
        at("left", seat)
        tiles, pips = said
        if tiles is None and table.sure[seat] and sheet.moves:
            tiles = tuple(sorted(table.holds[seat]))
        if seat == out:
            if tiles or pips:
                raise TextError(f"seat {seat} went out: expected nothing left")
            tiles = ()
        if tiles is not None:
            _held(seat, tiles, end, sheet, table)
            pips = sum(tile.pips for tile in tiles)
        size = _size(sheet, table, seat, Left(tiles))
        if seat != out and size == 0 and end in ("out", "blocked"):
            raise TextError(f"expected the tiles left to seat {seat}, who did not go out")
        if pips is not None:
            stand_in(size, pips)
        known.append(Left(tiles, pips))
    at("left", 0)
    _all_pips(known, end, sheet, table)
    _side_by_side(known, end, out, sheet, table)
    return tuple(known)


def _held(seat: int, tiles: Sequence[Tile], end: str | None, sheet: Sheet, table: Table) -> None:
    """Whether a seat can have been left with these tiles."""
    mask = mask_of(tiles)
    for tile in tiles:
        there = table.where(tile)
        drawn = not sheet.moves and tile in table.order  # by whom, no move tells
        if there and tile not in table.holds[seat] and not drawn:
            raise TextError(f"{tile} is {there}")
        table.holds[seat].add(tile)
    if not sheet.moves:
        return
    if len(tiles) != table.held[seat]:
        raise TextError(f"expected {table.held[seat]} tiles left to seat {seat}, got {len(tiles)}")
    for tile in table.holds[seat]:
        if not mask >> tile.number & 1:
            raise TextError(f"seat {seat} holds {tile} too")
    fit = mask & kernel.fits(table.layout.packed)
    if end == "blocked" and fit:
        raise TextError(f"the round is not blocked: seat {seat} could play {next(tiles_of(fit))}")


def _all_pips(left: Sequence[Left], end: str | None, sheet: Sheet, table: Table) -> None:
    """The pips of the whole set are on the table, in the hands and in the boneyard; all hands after a block are even
    where the boneyard is empty."""
    moves = bool(sheet.moves)
    lying = sum(tile.pips for tile in table.layout.lying) if moves else _least_lying(end, table)
    rest = sum(tile.pips for tile in TILES) - lying
    held = sum(hand.pips or 0 for hand in left)
    known = all(hand.pips is not None for hand in left)
    all_held = known and moves and not table.boneyard
    if held > rest or (all_held and held < rest):
        raise TextError(f"expected {'' if all_held else 'at most '}{rest} pips in all hands, got {held}")
    if known and held % 2 and end == "blocked" and (table.rules.draws or not table.boneyard):
        raise TextError(f"expected an even sum of pips in all hands after this block, got {held}")


def _least_lying(end: str | None, table: Table) -> int:
    """The fewest pips that no hand holds when a round has ended whose moves are not told."""
    if end == "blocked" and (table.rules.draws or not table.boneyard):
        return sum(tile.pips for tile in TILES if tile.low == 0)  # all tiles of an open end lie there
    played = {"out": table.rules.hand_size(table.seats), "blocked": 1}.get(end or "", 0)
    undrawn = 0 if table.rules.draws else table.boneyard
    return sum(sorted(tile.pips for tile in TILES)[:played + undrawn])


def _side_by_side(left: Sequence[Left], end: str | None, out: int | None, sheet: Sheet, table: Table) -> None:
    """Hands of few pips do not need the same tile."""
    free = ALL & ~mask_of(table.layout.lying)
    few = []
    for seat, hand in enumerate(left):
        size = _size(sheet, table, seat, hand)
        if hand.tiles is not None:
            free &= ~mask_of(hand.tiles)
        elif hand.pips is not None and hand.pips <= FEW and (hand.pips or (end in ("out", "blocked") and seat != out)):
            few.append((size, hand.pips))
    if not apart(few, free):
        pips = " and ".join(str(pips) for _, pips in few)
        raise TextError(f"expected pips of different tiles for each hand, got {pips}")


def _settled(rules: Rules, seats: int, end: str | None, out: int | None, left: Sequence[Left],
             sizes: Sequence[int | None]) -> tuple[Points, ...]:
    """The settlement, when it follows from what is known: by team, else empty."""
    if any(hand.pips is None for hand in left) or (end is None and rules.settle != "seat"):
        return ()
    state = state_of(rules, seats, False)
    state[kernel.OUT] = -1 if out is None else out
    for seat, hand in enumerate(left):
        state[kernel.HAND + seat] = stand_in(sizes[seat], hand.pips or 0)
    if rules.block == "tiles" and None in sizes and rules.settle != "seat" and not by_pips(state):
        return ()  # the tie would be decided by tiles, and these were not counted
    return tuple(whole(halves) for halves in settlement(state))
