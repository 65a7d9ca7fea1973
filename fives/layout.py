"""The readable layout: which tile lies where, joined to what, which ends are open and which count.

A layout is the history of its plays. It holds no rule: how many places a double has, in what order they fill and what
an end adds are asked of the kernel, whose packed layout goes along with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from types import MappingProxyType
from typing import NamedTuple

from fives import kernel
from fives.refused import Refused
from fives.rules import SPINNERS, Rules, check_rules
from fives.tiles import TextError, Tile, check_tile, parse_tile, shown, through

ENDS = ("low", "high")
_SPINS = {name: number for number, name in enumerate(SPINNERS)}
PLACES = ("line-a", "line-b", "branch-a", "branch-b")


class Play(NamedTuple):
    """A tile and the tile it is joined to (None for a lead). Its text is `3-4@4-4`, or `1-4` for a lead."""

    tile: Tile
    onto: Tile | None = None

    def __str__(self) -> str:
        return str(self.tile) if self.onto is None else f"{self.tile}@{self.onto}"


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


def parse_play(text: str) -> Play:
    """The play of a text; raises `TextError`.

    >>> parse_play("3-4@4-4")
    Play(tile=Tile(3, 4), onto=Tile(4, 4))
    """
    if not isinstance(text, str):
        raise TextError(f"expected a play such as 3-4@4-4, or a lead such as 1-4, got {shown(text)}")
    tile, at, onto = text.partition("@")
    try:
        return Play(parse_tile(tile), parse_tile(onto) if at else None)
    except TextError as error:
        raise TextError(f"expected a play such as 3-4@4-4, or a lead such as 1-4, got {shown(text)}") from error


def play_of(play: Play | str) -> Play:
    """A play that is given as a value or its text. Raises `TextError` for anything else, and for tiles of no set."""
    if not isinstance(play, Play):
        return parse_play(play)
    for tile in play:
        if tile is not None or tile is play.tile:
            check_tile(tile)
    return play


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
        if self.tile.double:
            return kernel.open_places(self.neighbours, self.spinner)
        return 3 & ~self.joined

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


@dataclass(frozen=True)
class Layout:
    """The tiles on the table, as the plays that laid them. `packed` is the kernel's layout.

    `Layout(FIVE_UP).play(Play(Tile(1, 4)))` is the next one; an illegal play raises `Refused` and changes nothing.
    Made of plays, as its `repr` is, it lays them anew: raises `TextError` or `Refused` when they do not make it.
    """

    rules: Rules
    plays: tuple[Play, ...] = ()
    joins: tuple[Join, ...] = ()
    packed: int = 0
    _lying: dict[Tile, Lying] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_rules(self.rules)
        self.__dict__.update(plays=tuple(through("plays", self.plays)), joins=tuple(through("joins", self.joins)))
        if self.plays or self.joins or self.packed:
            laid = lay_out(self.rules, self.plays)
            if (laid.joins, laid.packed) != (self.joins, self.packed):
                raise TextError(f"expected the joins and the packed layout of these plays, {laid!r}")
            self.__dict__.update(laid.__dict__)  # the same layout, also where texts or lists were handed in

    @property
    def lying(self) -> Mapping[Tile, Lying]:
        """How each tile lies, in order of play. To read: whoever is handed a layout may not change it."""
        return MappingProxyType(self._lying)

    def code(self, play: Play) -> int:
        """The kernel's number of a play; raises `Refused` when there is no such place now."""
        tile, onto = play
        if tile in self._lying:
            raise Refused("played", tile=tile)
        if not self.plays:
            if onto is not None:
                raise Refused("lead-alone")
            return tile.number
        if onto is None:
            raise Refused("say-where", tile=tile)
        there = self._lying.get(onto)
        if there is None:
            raise Refused("not-there", onto=onto)
        # two different tiles share at most one pip
        near = 0 if tile.low in onto else 1 if tile.high in onto else -1
        if near < 0:
            raise Refused("no-match", tile=tile, onto=onto)
        if onto.double:
            if not there.open():
                raise Refused("double-full" if there.spinner else "no-branch", onto=onto)
            return (2 + near) << 5 | tile.number
        if there.joined >> onto.index(tile[near]) & 1:
            raise Refused("end-taken", pip=tile[near], onto=onto)
        return near << 5 | tile.number

    def after(self, code: int) -> int:
        """The kernel's layout after a play of this number."""
        return kernel.lay(self.packed, code, _SPINS[self.rules.spinners])

    def place_of(self, play: Play) -> int:
        """The place of the other tile that a legal play joins: 0 low, 1 high; of a double 0 to 3, the next in order."""
        assert play.onto is not None
        if play.onto.double:
            return kernel.ctz(self._lying[play.onto].open())
        return play.onto.index(play.tile.low if play.tile.low in play.onto else play.tile.high)

    def play(self, play: Play | str) -> Layout:
        """The layout with one more tile, given as a play or its text. Raises `Refused` or `TextError`."""
        play = play_of(play)
        packed = self.after(self.code(play))
        tile, onto = play
        lying = dict(self._lying)
        joins = self.joins
        if onto is not None:
            at, own = self.place_of(play), self._own_place(play)
            joins += (Join(tile, PLACES[own] if tile.double else ENDS[own], onto,
                           PLACES[at] if onto.double else ENDS[at]),)
        for there in self._touched(play):
            lying[there.tile] = there
        found = object.__new__(Layout)  # of parts that fit: nothing is laid anew
        found.__dict__.update(rules=self.rules, plays=(*self.plays, play), joins=joins, packed=packed, _lying=lying)
        return found

    def _own_place(self, play: Play) -> int:
        """The place of its own with which the tile of a legal play joins the other."""
        tile, onto = play
        assert onto is not None
        if tile.double:
            return 0
        return tile.index(onto.low if onto.double else onto[self.place_of(play)])

    def _touched(self, play: Play) -> list[Lying]:
        """The tiles that a legal play changes, as they lie after it: the one it joins and its own."""
        tile, onto = play
        spins = tile.double and self._spins
        if onto is None:
            return [Lying(tile, 0, spins)]
        there = self._lying[onto]
        return [Lying(onto, there.joined | 1 << self.place_of(play), there.spinner),
                Lying(tile, 1 << self._own_place(play), spins)]

    def terms_after(self, play: Play) -> tuple[int, ...]:
        """What each counted end would add after a legal play, in the order in which the count is told."""
        if not self.rules.multiple:
            return ()
        ends = [end for end in self.counted if end.tile != play.onto]
        for there in self._touched(play):
            ends += there.counted()
        ends.sort(key=attrgetter("tile"))
        return tuple(end.value for end in ends)

    @property
    def _spins(self) -> bool:
        """Whether a double that is played now is a spinner."""
        spinners = self.rules.spinners
        return spinners == "all" or (spinners == "first" and not any(there.double for there in self._lying))

    def plays_of(self, tile: Tile) -> Iterator[Play]:
        """Every legal play of a tile that is not on the layout."""
        if not self.plays:
            yield Play(tile)
        low, high = tile
        # two different tiles share at most one pip: no tile comes twice
        ways = self._joinable[low] if low == high else sorted(self._joinable[low] + self._joinable[high])
        for _, onto in ways:
            yield Play(tile, onto)

    @cached_property
    def _joinable(self) -> tuple[list[tuple[int, Tile]], ...]:
        """For each pip the tiles that may be joined there now, each with its place in the order of play."""
        found: tuple[list[tuple[int, Tile]], ...] = ([], [], [], [], [], [], [])
        for index, there in enumerate(self._lying.values()):
            low, high = there.tile
            if low == high:
                if there.open():
                    found[low].append((index, there.tile))
            else:
                if not there.joined & 1:
                    found[low].append((index, there.tile))
                if not there.joined & 2:
                    found[high].append((index, there.tile))
        return found

    @property
    def spinners(self) -> tuple[Tile, ...]:
        """The spinners, in order of play."""
        return tuple(there.tile for there in self._lying.values() if there.spinner)

    @cached_property
    def open(self) -> tuple[End, ...]:
        """The open ends, by tile, a tile's high end before its low."""
        return tuple(end for tile in sorted(self._lying) for end in self._lying[tile].ends())

    @cached_property
    def counted(self) -> tuple[Counted, ...]:
        """The ends that count, by tile, a tile's high end before its low; none where the rules do not count."""
        if not self.rules.multiple:
            return ()
        return tuple(end for tile in sorted(self._lying) for end in self._lying[tile].counted())

    @property
    def count(self) -> int | None:
        """The sum of the counted ends; None where the rules do not count, and before the lead."""
        return kernel.count_of(self.packed) if self.rules.multiple and self.plays else None

    @property
    def points(self) -> int:
        """The raw points that this count is worth to who made it."""
        return kernel.worth(self.packed, self.rules.multiple)

    def __str__(self) -> str:
        return " ".join(map(str, self.plays))


def lay_out(rules: Rules, plays: Iterable[Play | str]) -> Layout:
    """The layout of some plays or their texts, hands and turns apart. Raises `Refused` or `TextError`."""
    layout = Layout(rules)
    for play in through("plays", plays):
        layout = layout.play(play)
    return layout
