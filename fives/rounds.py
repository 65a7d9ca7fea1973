"""A round as people see it: hands, boneyard, moves, the layout; what may be done now, and why a move is refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from fives import kernel
from fives.layout import Layout, Play, parse_play, play_of
from fives.refused import Refused
from fives.rules import BLOCKS, SETTLES, SPINNERS, Rules, check_rules, check_seat
from fives.tiles import ALL, TILES, TextError, Tile, expect, hand_of, kept, mask_of, shown, through, tiles_of

Move = Play | Literal["draw", "pass"]
Points = int | Fraction
MAY = ("over", "play", "draw", "pass")  # by the kernel's numbers


def whole(halves: int) -> Points:
    """Raw points out of the kernel's halves; a `Fraction` only where a half is left."""
    return halves // 2 if halves % 2 == 0 else Fraction(halves, 2)


def parse_move(text: str) -> Move:
    """The move of a text: a play, `draw` or `pass`. Raises `TextError`."""
    if text in ("draw", "pass"):
        return "draw" if text == "draw" else "pass"
    try:
        return parse_play(text)
    except TextError as error:
        raise TextError(f"expected a play such as 3-4@4-4, draw or pass, got {shown(text)}") from error


def move_of(move: Move | str) -> Move:
    """A move that is given as a value or its text. Raises `TextError`."""
    if isinstance(move, Play):
        return play_of(move)
    if isinstance(move, str):
        return parse_move(move)
    raise TextError(f"expected a play such as 3-4@4-4, draw or pass, got {shown(move)}")


@dataclass(frozen=True, slots=True)
class Made:
    """A move that was made: by whom, what it counted and was worth, and the tile drawn."""

    seat: int
    move: Move
    count: int | None = None
    points: int = 0
    drawn: Tile | None = None


def state_of(rules: Rules, seats: int, forced: bool) -> list[int]:
    """A kernel round with the rule set in its slots, nothing dealt."""
    s = [0] * kernel.ROUND
    s[kernel.SEATS], s[kernel.TEAMS], s[kernel.OUT] = seats, rules.teams(seats), -1
    s[kernel.DRAWS], s[kernel.FORCED], s[kernel.SPLIT] = int(rules.draws), int(forced), int(rules.split)
    s[kernel.SPINS], s[kernel.SETTLE] = SPINNERS.index(rules.spinners), SETTLES.index(rules.settle)
    s[kernel.BLOCK], s[kernel.MULTIPLE], s[kernel.NEAREST] = BLOCKS.index(rules.block), rules.multiple, rules.nearest
    return s


def _state(layout: Layout, masks: list[int], rest: Iterable[Tile], turn: int, forced: object, at: str) -> list[int]:
    """A kernel round of these tiles. Raises `TextError` where a tile must lead that the seat in turn does not hold."""
    if type(forced) is not bool:
        raise TextError(f"forced: expected True, False or None, got {shown(forced)}")
    s = state_of(layout.rules, len(masks), forced)
    s[kernel.TURN], s[kernel.BONEYARD], s[kernel.LAYOUT] = turn, mask_of(rest), layout.packed
    s[kernel.HAND:kernel.HAND + len(masks)] = masks
    if forced and not layout.plays and any(masks) and not kernel.playable(s):
        raise TextError(f"{at}: expected the seat that holds {TILES[kernel.must_lead(sum(masks))]}, got seat {turn}")
    return s


def forced_lead(hands: Sequence[Iterable[Tile]]) -> tuple[int, Tile]:
    """Who must lead which tile where the tiles decide: the highest double dealt, else the heaviest tile."""
    masks = [mask_of(hand) for hand in hands]
    tile = TILES[kernel.must_lead(sum(masks))]
    return next(seat for seat, mask in enumerate(masks) if mask >> tile.number & 1), tile


@dataclass(frozen=True)
class Round:
    """A round so far, as a value: `round.move("3-4@4-4")` is the next one, a refused move raises `Refused`.

    `boneyard` is in the order of drawing. `forced` says that one tile had to lead. Points are raw.
    """

    rules: Rules
    seats: int
    leader: int
    boneyard: tuple[Tile, ...]
    forced: bool
    layout: Layout
    made: tuple[Made, ...]
    state: tuple[int, ...]

    @classmethod
    def deal(cls, rules: Rules, hands: Sequence[Iterable[Tile]], boneyard: Iterable[Tile], leader: int,
             forced: bool | None = None) -> Round:
        """A new round. Raises `TextError` unless the tiles are the 28, dealt as the rules say, and the leader may lead.

        `forced` is whether one tile must lead; None: as in the first round of this rule set.
        """
        check_rules(rules)
        boneyard, masks = tuple(through("boneyard", boneyard)), [mask_of(hand) for hand in through("hands", hands)]
        if not 2 <= (seats := len(masks)) <= 4:
            raise TextError(f"expected 2 to 4 hands, got {seats}")
        check_seat(leader, seats, "leader")
        for seat, mask in enumerate(masks):
            if mask.bit_count() != (size := rules.hand_size(seats)):
                raise TextError(f"hand of seat {seat}: expected {size} tiles, got {mask.bit_count()}")
        every = mask_of(tile for tiles in (*map(tiles_of, masks), boneyard) for tile in tiles)
        if every != ALL:
            raise TextError(f"expected all 28 tiles in hands and boneyard, {next(tiles_of(ALL ^ every))} is missing")
        forced = rules.first_leader == "highest" if forced is None else forced
        s = _state(layout := Layout(rules), masks, boneyard, leader, forced, "leader")
        return cls(rules, seats, leader, boneyard, forced, layout, (), tuple(s))

    @classmethod
    def standing(cls, layout: Layout, hands: Sequence[Iterable[Tile]], boneyard: Iterable[Tile], turn: int,
                 forced: bool | None = None) -> Round:
        """A round as it stands, without its history: any hands and boneyard that share no tile with the layout.

        `forced` is whether one tile must lead; None: where nothing lies yet and the rules ask it of every round.
        Raises `TextError`, also where the seat in turn does not hold that tile.
        """
        expect(Layout, layout)
        boneyard, masks = tuple(through("boneyard", boneyard)), [mask_of(hand) for hand in through("hands", hands)]
        mask_of(tile for tiles in (layout.lying, boneyard, *map(tiles_of, masks)) for tile in tiles)
        if not 2 <= len(masks) <= 4 or type(turn) is not int or turn not in range(len(masks)):
            raise TextError(f"expected 2 to 4 hands and the turn of one of them, got {len(masks)} and {shown(turn)}")
        if forced is None:  # where only the first round is led so, nobody knows whether this is the first
            forced = not layout.plays and layout.rules.first_leader == layout.rules.later_leader == "highest"
        s = _state(layout, masks, boneyard, turn, forced, "turn")
        s[kernel.OUT] = masks.index(0) if layout.plays and 0 in masks else -1
        return cls(layout.rules, len(masks), turn, boneyard, forced, layout, (), tuple(s))

    @property
    def turn(self) -> int:
        """The seat that acts, or would."""
        return self.state[kernel.TURN]

    @kept
    def may(self) -> str:
        """What the seat in turn may do now: play, draw or pass, one thing only; over at the end."""
        return MAY[kernel.may(self.state)]

    def held(self, seat: int) -> int:
        """A hand as a mask. Raises `TextError` for a seat that is not there."""
        check_seat(seat, self.seats)
        return self.state[kernel.HAND + seat]

    def hand(self, seat: int) -> tuple[Tile, ...]:
        """A hand, by low half then high."""
        return hand_of(self.held(seat))

    @property
    def hands(self) -> tuple[tuple[Tile, ...], ...]:
        """All hands."""
        return tuple(map(self.hand, range(self.seats)))

    def plays(self, seat: int) -> tuple[Play, ...]:
        """Every play that the hand of a seat has on the layout as it lies, whoever is in turn; only one seat leads."""
        layout = self.layout
        leads = kernel.playable(self.state) if seat == self.turn and not layout.plays else 0
        fit = kernel.fits(layout.packed) if layout.plays else leads
        return tuple([play for tile in hand_of(self.held(seat) & fit) for play in layout.plays_of(tile)])

    @property
    def legal(self) -> tuple[Play, ...]:
        """Every legal play of the seat in turn; empty when it must draw or pass, and when the round is over."""
        return self.plays(self.turn) if self.may == "play" else ()

    def refusal(self, move: Move | str) -> Refused | None:
        """Why the seat in turn may not make a move, a value or its text; None when it may. Raises `TextError`."""
        try:
            self._check(move_of(move))
        except Refused as refused:
            refused.__context__ = None  # it is a value here, and tells of nothing else that went wrong
            return refused.with_traceback(None)
        return None

    def _check(self, move: Move) -> int:
        """The kernel's number of a play, 0 of another move. Raises `Refused` where the seat in turn may not make it."""
        may, turn, layout = self.may, self.turn, self.layout
        if may == "over":
            raise Refused("over")
        if isinstance(move, str):
            if move != may:
                raise self._idle(move, may)
            return 0
        tile, onto = move
        if not self.state[kernel.HAND + turn] >> tile.number & 1:
            raise Refused("not-in-hand", tile=tile)
        if may != "play":
            raise Refused("must-" + may, tile=tile)
        playable = kernel.playable(self.state)
        if not playable >> tile.number & 1:
            if not layout.plays:
                raise Refused("must-lead", tile=next(tiles_of(playable)))
            if onto is None or onto in layout.lying:
                raise Refused("no-place", tile=tile)
        return layout.code(move)

    def _idle(self, move: str, may: str) -> Refused:
        """Why one may not draw, or not pass."""
        if may == "play":
            if not self.layout.plays:
                return Refused("must-lead-now")
            return Refused("can-play", tile=next(tiles_of(kernel.playable(self.state))))
        if move == "draw":
            return Refused("empty" if self.rules.draws else "no-draws")
        return Refused("can-draw")

    def move(self, move: Move | str) -> Round:
        """The round after a move of the seat in turn, given as a value or its text. Raises `Refused` or `TextError`."""
        move = move_of(move)
        code, turn, boneyard, layout, s = self._check(move), self.turn, self.boneyard, self.layout, list(self.state)
        if isinstance(move, Play):
            kernel.play(s, code)
            layout = layout.laid(move, s[kernel.LAYOUT])
            made = Made(turn, move, layout.count, layout.points)
        elif move == "draw":
            made, boneyard = Made(turn, move, drawn=boneyard[0]), boneyard[1:]
            kernel.draw(s, self.boneyard[0].number)
        else:
            made = Made(turn, move)
            kernel.pass_on(s)
        found = object.__new__(Round)  # of parts that fit
        found.__dict__.update(rules=self.rules, seats=self.seats, leader=self.leader, boneyard=boneyard,
                              forced=self.forced, layout=layout, made=(*self.made, made), state=tuple(s))
        return found

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.may == "over"

    @property
    def out(self) -> int | None:
        """The finisher: the seat that played its last tile."""
        out = self.state[kernel.OUT]
        return None if out < 0 else out

    @property
    def end(self) -> str | None:
        """How the round ended: out, or blocked; None while it is played."""
        return None if not self.over else "blocked" if self.out is None else "out"

    @property
    def left(self) -> tuple[int, ...]:
        """The pips left in each hand."""
        return tuple(kernel.pips(self.held(seat)) for seat in range(self.seats))

    @property
    def points(self) -> tuple[Points, ...]:
        """The raw points made by plays in this round, by team."""
        teams = self.state[kernel.TEAMS]
        return tuple(whole(halves) for halves in self.state[kernel.POINTS:kernel.POINTS + teams])

    @kept
    def settled(self) -> tuple[int, ...]:
        """What the settlement gives each team, in halves of a raw point."""
        return settlement(self.state)

    @property
    def gainers(self) -> tuple[int, ...]:
        """The teams that gain in the settlement."""
        found = kernel.gainers(self.state)
        return tuple(team for team in range(self.state[kernel.TEAMS]) if found >> team & 1)


def settlement(state: Sequence[int]) -> tuple[int, ...]:
    """What settling a kernel round gives each team, in halves of a raw point."""
    s = list(state)
    s[kernel.POINTS:kernel.POINTS + 4] = [0] * 4
    kernel.settle(s)
    return tuple(s[kernel.POINTS:kernel.POINTS + s[kernel.TEAMS]])


def left_over(rules: Rules, left: Sequence[Iterable[Tile]], out: int | None) -> list[int]:
    """A kernel round that has ended with these hands. Raises `TextError` when they are no end of a round."""
    check_rules(rules)
    left = [tuple(through("left", hand)) for hand in through("left", left)]
    if not 2 <= (seats := len(left)) <= 4:
        raise TextError(f"expected the tiles left in 2 to 4 hands, got {seats}")
    mask_of(tile for hand in left for tile in hand)
    masks = [mask_of(hand) for hand in left]
    if out is not None and (type(out) is not int or not 0 <= out < seats):
        raise TextError(f"out: expected a seat from 0 to {seats - 1} or nobody, got {shown(out)}")
    if out is not None and masks[out]:
        raise TextError(f"out: seat {out} still holds tiles")
    s = state_of(rules, seats, False)
    s[kernel.HAND:kernel.HAND + seats] = masks
    s[kernel.OUT] = -1 if out is None else out
    return s
