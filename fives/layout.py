"""The readable layout: which tile lies where, joined to what, which ends are open and which count.

A layout is the history of its plays. It holds no rule: how many places a double has, in what order they fill and what
an end adds are asked of the kernel, whose packed layout goes along with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from types import MappingProxyType
from typing import NamedTuple

from fives import kernel
from fives.lying import ENDS, PLACES, Counted, End, Join, Joint, Lying, counted_of, ends_of, joint, place
from fives.refused import Refused
from fives.rules import SPINNERS, Rules, check_rules
from fives.tiles import TextError, Tile, check_tile, kept, parse_tile, shown, through

__all__ = ["ENDS", "PLACES", "Counted", "End", "Join", "Layout", "Lying", "Play", "lay_out", "parse_play", "play_of"]
_SPINS = {name: number for number, name in enumerate(SPINNERS)}
# for each pip the tiles that may be joined there now, each with its place in the order of play
Joinable = tuple[tuple[tuple[int, Tile], ...], ...]


class Play(NamedTuple):
    """A tile and the tile it is joined to (None for a lead). Its text is `3-4@4-4`, or `1-4` for a lead."""

    tile: Tile
    onto: Tile | None = None

    def __str__(self) -> str:
        return str(self.tile) if self.onto is None else f"{self.tile!s}@{self.onto!s}"


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
    tile, onto = play
    check_tile(tile)
    if onto is not None:
        check_tile(onto)
    return play


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
    _joinable: Joinable = field(default=((),) * 7, init=False, repr=False, compare=False)

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
        return place(self._lying[play.onto], play.tile)

    def play(self, play: Play | str) -> Layout:
        """The layout with one more tile, given as a play or its text. Raises `Refused` or `TextError`."""
        play = play_of(play)
        return self.laid(play, self.after(self.code(play)))

    def laid(self, play: Play, packed: int) -> Layout:
        """The layout after a legal play, of which the kernel has made `packed`."""
        tile, onto = play
        touched, joins, _, free, closed = self._joint(play)
        lying, joinable = self._lying.copy(), list(self._joinable)
        for pip in closed:
            joinable[pip] = tuple([way for way in joinable[pip] if way[1] != onto])
        for pip in free:
            joinable[pip] += ((len(lying), tile),)
        for there in touched:
            lying[there.tile] = there
        found = object.__new__(Layout)  # of parts that fit: nothing is laid anew
        found.__dict__.update(rules=self.rules, plays=(*self.plays, play), joins=self.joins + joins, packed=packed,
                              _lying=lying, _joinable=tuple(joinable))
        return found

    def _joint(self, play: Play) -> Joint:
        """What a legal play changes."""
        tile, onto = play
        spinners = self.rules.spinners
        spins = tile.double and (
            spinners == "all" or (spinners == "first" and not any(there.double for there in self._lying)))
        return joint(None if onto is None else self._lying[onto], tile, spins)

    def terms_after(self, play: Play) -> tuple[int, ...]:
        """What each counted end would add after a legal play, in the order in which the count is told. Raises
        `TextError` for a tile that is none."""
        check_tile(play.tile)
        if not self.rules.multiple:
            return ()
        ends = [end for end in self.counted if end.tile != play.onto]
        ends += self._joint(play).counted
        ends.sort(key=attrgetter("tile"))
        return tuple([end.value for end in ends])

    def plays_of(self, tile: Tile) -> Iterator[Play]:
        """Every legal play of a tile that is not on the layout."""
        if not self.plays:
            return iter((Play(tile),))
        low, high = tile
        ways, others = self._joinable[low], self._joinable[high]
        if low != high and others:  # two different tiles share at most one pip: no tile comes twice
            ways = tuple(sorted(ways + others)) if ways else others
        return iter([Play(tile, onto) for _, onto in ways])

    @property
    def spinners(self) -> tuple[Tile, ...]:
        """The spinners, in order of play."""
        return tuple(there.tile for there in self._lying.values() if there.spinner)

    @kept
    def open(self) -> tuple[End, ...]:
        """The open ends, by tile, a tile's high end before its low."""
        return tuple(end for tile in sorted(self._lying) for end in ends_of(self._lying[tile]))

    @kept
    def counted(self) -> tuple[Counted, ...]:
        """The ends that count, by tile, a tile's high end before its low; none where the rules do not count."""
        if not self.rules.multiple:
            return ()
        return tuple(end for tile in sorted(self._lying) for end in counted_of(self._lying[tile]))

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
