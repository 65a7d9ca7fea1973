"""What the sheet of a round tells of its deal, and the table of a round whose hands are not known."""

from __future__ import annotations

from typing import NamedTuple

from fives import kernel
from fives.layout import Layout, Play
from fives.notation.sheet import Moved, Sheet
from fives.refused import Refused
from fives.rounds import Made
from fives.rules import Rules
from fives.tiles import ALL, TILES, TextError, Tile, mask_of, tiles_of


class Deal(NamedTuple):
    """All hands and a boneyard; `exact` unless the order of the tiles that nobody drew is made up."""

    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    exact: bool


def known_deal(rules: Rules, seats: int, sheet: Sheet) -> Deal | None:
    """The deal of a sheet: as written, or worked out from the tiles played, drawn and left; None if it cannot be."""
    size = rules.hand_size(seats)
    whole = len(sheet.hands) == seats and all(sheet.hands)
    if whole and (sheet.boneyard or seats * size == 28):
        return Deal(sheet.hands, sheet.boneyard, True)
    drawn = [(moved.seat, moved.drawn) for moved in sheet.moves if moved.move == "draw"]
    masks = _given(sheet) if whole else _worked_out(seats, sheet)
    every = sum(masks)
    if not masks or any(mask.bit_count() != size for mask in masks) or every.bit_count() != seats * size:
        return None
    boneyard = sheet.boneyard
    if not boneyard:
        order = dict.fromkeys(tile for _, tile in drawn if tile is not None and not every >> tile.number & 1)
        if len(order) != len(drawn):
            return None
        boneyard = (*order, *(tile for tile in tiles_of(ALL ^ every) if tile not in order))
    if sum(1 << tile.number for tile in boneyard) != ALL ^ every:
        return None
    return Deal(tuple(tuple(tiles_of(mask)) for mask in masks), boneyard, False)


def _given(sheet: Sheet) -> list[int]:
    return [mask_of(hand) for hand in sheet.hands]


def _worked_out(seats: int, sheet: Sheet) -> list[int]:
    """The hands dealt: what was played and left, without what was drawn. Empty when it does not come out."""
    if not sheet.moves or len(sheet.left) != seats:
        return []
    masks = []
    for left in sheet.left:
        if left.tiles is None or len(set(left.tiles)) != len(left.tiles):
            return []
        masks.append(mask_of(left.tiles))
    for moved in sheet.moves:
        if isinstance(moved.move, Play):
            masks[moved.seat] |= 1 << moved.move.tile.number
    for moved in sheet.moves:
        if moved.drawn is not None:
            masks[moved.seat] &= ~(1 << moved.drawn.number)
    if any(hand and mask_of(hand) != mask for hand, mask in zip(sheet.hands, masks, strict=False)):
        return []
    return masks


class Table:
    """A round of which only the table is seen: the layout, how many tiles each seat holds, whose turn it is.

    `holds` are the tiles known to be in a hand, by seat; where `forced`, the tiles decide who leads and with which.
    What can be checked is checked; the rest is believed.
    """

    def __init__(self, rules: Rules, seats: int, leader: int | None, sheet: Sheet, forced: bool) -> None:
        self.rules, self.seats, self.turn, self.forced = rules, seats, leader, forced
        self.layout = Layout(rules)
        size = rules.hand_size(seats)
        self.held = [size] * seats
        self.holds = [set(hand) for hand in sheet.hands] or [set() for _ in range(seats)]
        self.sure = [bool(hand) for hand in self.holds]  # whether `holds` is the whole hand
        self.boneyard = 28 - size * seats
        self.order = list(sheet.boneyard)
        self._dealt(sheet)
        self.made = [0] * rules.teams(seats)
        self.passes = 0  # one after the other
        self.moves: list[Made] = []

    def _dealt(self, sheet: Sheet) -> None:
        """Adds the tiles that were certainly dealt to a seat: it plays them or is left with them, and drew none of
        them."""
        told = {moved.drawn for moved in sheet.moves}
        drew = [self.rules.draws and not sheet.moves] * self.seats  # whether it may have drawn any tile by now
        for moved in sheet.moves:
            if moved.move == "draw":
                drew[moved.seat] |= moved.drawn is None and not sheet.boneyard
            elif isinstance(moved.move, Play) and not drew[moved.seat]:
                self._certain(moved.seat, {moved.move.tile} - told)
        for seat, left in enumerate(sheet.left):
            if not drew[seat]:
                self._certain(seat, set(left.tiles or ()) - told)

    def _certain(self, seat: int, tiles: set[Tile]) -> None:
        """Adds tiles to a hand that is not known whole. What is told to be elsewhere is refused in its place."""
        if not self.sure[seat]:
            self.holds[seat] |= {tile for tile in tiles if not self.where(tile)}

    @property
    def out(self) -> int | None:
        """The seat that played its last tile."""
        return self.held.index(0) if 0 in self.held else None

    @property
    def fit(self) -> set[Tile]:
        """The tiles that fit and may be in a hand."""
        return {*tiles_of(kernel.fits(self.layout.packed))} - {*self.layout.lying} - {*self.order}

    @property
    def dead(self) -> bool:
        """Whether the round is blocked for certain: nothing can be drawn, and no hand can hold a tile that fits."""
        if not self.layout.plays or (self.rules.draws and self.boneyard):
            return False
        assert self.turn is not None
        others = [(self.turn + ahead) % self.seats for ahead in range(self.seats - self.passes)]
        # who has passed since the last play holds none
        return not (fit := self.fit) or all(self.sure[seat] and not fit & self.holds[seat] for seat in others)

    @property
    def over(self) -> bool:
        """Whether the round has ended for certain."""
        return self.out is not None or self.dead

    def where(self, tile: Tile) -> str:
        """Where a tile is known to be; empty when it is not."""
        if tile in self.layout.lying:
            return "on the layout"
        for seat, hand in enumerate(self.holds):
            if tile in hand:
                return f"in the hand of seat {seat}"
        return "in the boneyard" if tile in self.order else ""

    def move(self, moved: Moved) -> Made:
        """Makes a move; what it made. Raises `TextError` or `Refused`."""
        self.moves.append(self._move(moved))
        return self.moves[-1]

    def _move(self, moved: Moved) -> Made:
        seat, move = moved.seat, moved.move
        if self.out is not None:
            raise TextError("the round is over")
        if self.turn is None:
            self.turn = seat
        if self.turn != seat:
            raise TextError(f"expected a move of seat {self.turn}, whose turn it is, got seat {seat}")
        if isinstance(move, Play):
            return self._play(seat, move)
        self._idle(seat, move)
        if move == "draw":
            return self._draw(seat, moved.drawn)
        self.passes += 1
        self._next()
        if self.dead:  # a pass changes nothing: it was before
            raise TextError("the round was over: nobody can play, so nobody passes")
        return Made(seat, move)

    def _next(self) -> None:
        assert self.turn is not None
        self.turn = (self.turn + 1) % self.seats

    def _play(self, seat: int, play: Play) -> Made:
        if play.tile not in self.holds[seat] and (self.sure[seat] or self.where(play.tile)):
            raise TextError(f"{play.tile} is {self.where(play.tile) or f'not in the hand of seat {seat}'}")
        if self.forced and not self.layout.plays:
            lead = TILES[kernel.must_lead(mask_of({play.tile}.union(*self.holds)))]
            if lead != play.tile:
                raise Refused("must-lead", tile=lead)
        self.layout = self.layout.play(play)
        self.holds[seat].discard(play.tile)
        self.passes = 0
        self.held[seat] -= 1
        self.made[self.rules.team(seat, self.seats)] += self.layout.points
        self._next()
        return Made(seat, play, self.layout.count, self.layout.points)

    def _idle(self, seat: int, move: str) -> None:
        """Checks, as far as it is known, that the seat cannot play and does what is left to it."""
        if not self.layout.plays:
            raise Refused("must-lead-now")
        fit = kernel.fits(self.layout.packed)
        for tile in sorted(self.holds[seat]):
            if fit >> tile.number & 1:
                raise Refused("can-play", tile=tile)
        if move == "draw" and not (self.rules.draws and self.boneyard):
            raise Refused("empty" if self.rules.draws else "no-draws")
        if move == "pass" and self.rules.draws and self.boneyard:
            raise Refused("can-draw")

    def _draw(self, seat: int, tile: Tile | None) -> Made:
        due = self.order.pop(0) if self.order else None
        if tile is not None and due not in (None, tile):
            raise TextError(f"expected the draw of {due}, the next of the boneyard, got {tile}")
        if tile is not None and self.where(tile):
            raise TextError(f"{tile} is {self.where(tile)}")
        tile = tile or due
        if tile is None:
            self.sure[seat] = False
        else:
            self.holds[seat].add(tile)
        self.boneyard -= 1
        self.held[seat] += 1
        return Made(seat, "draw", drawn=tile)
