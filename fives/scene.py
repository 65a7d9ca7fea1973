"""The drawing of a layout with its marks: where each tile lies, what each end adds, where the next tile would land.

Coordinates are cells: a half tile is 2 x 2 of them, x grows to the right and y down, the lead's centre is (0, 0).
Directions are 0 up, 1 right, 2 down, 3 left. `turn` is quarter turns clockwise from upright with the low half above.
A scene is a function of the plays and the view alone, so every process, replay and picture draws the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from fives import fold, grid
from fives.layout import Layout, Play
from fives.rules import Rules
from fives.scene_marks import DX, DY, Mark, box_of, edge, mark_at, marks_of, place_number, way_of
from fives.tiles import TextError, Tile, expect, shown

VIEWS = ("tall", "square", "wide")
# For each view, the px that a table has across and up, and its largest half tile.
ROOM = {view: ((long, short) if lies else (short, long)) + (largest,) for view, short, long, lies, largest in zip(
    VIEWS, grid.SHORT, grid.LONG, grid.LYING, grid.LARGEST, strict=True)}


class Lain(NamedTuple):
    """A tile as it lies."""

    tile: Tile
    x: int
    y: int
    turn: int
    spinner: bool
    last: bool

    @property
    def upright(self) -> bool:
        """Whether its long edge runs up and down."""
        return self.turn % 2 == 0


class Spot(NamedTuple):
    """Where a tile would land: its centre, and the direction from its joined half to its far half."""

    x: int
    y: int
    way: int


class Landing(NamedTuple):
    """A place that is offered: where an ordinary tile and where a double would land; None where none can come."""

    onto: Tile
    place: str
    tile: Spot | None
    double: Spot | None


class Cord(NamedTuple):
    """A drawn link between two tiles that do not touch, from point to point."""

    x: float
    y: float
    to_x: float
    to_y: float


@dataclass(frozen=True)
class Scene:
    """A layout drawn for a view. `box` (left, top, width, height) holds the tiles, marks and landings."""

    view: str
    box: tuple[int, int, int, int]
    tiles: tuple[Lain, ...]
    cords: tuple[Cord, ...]
    marks: tuple[Mark, ...]
    landings: tuple[Landing, ...]
    layout: Layout


class _Shown(NamedTuple):
    """The last scene, for what lies still: the plays, their poses, and their tiles."""

    plays: tuple[Play, ...] = ()
    poses: Sequence[int] = []
    tiles: tuple[Lain, ...] = ()


def links_of(layout: Layout, first: int = 0) -> list[int]:
    """The links of the plays from the `first` on, as `grid` describes them."""
    return _links(layout, _order(layout), first)


def _order(layout: Layout) -> dict[Tile, int]:
    """At which place in the order of play each tile is."""
    return {play.tile: at for at, play in enumerate(layout.plays)}


def _links(layout: Layout, order: dict[Tile, int], first: int) -> list[int]:
    links: list[int] = []
    for at, play in enumerate(layout.plays[first:], first):
        parent, place = 31, 0
        if play.onto is not None:
            join = layout.joins[at - 1]
            parent, place = order[join.onto], place_number(join.onto_place)
        spinner = int(layout.lying[play.tile].spinner)
        links.append(fold.link_of(play.tile.number, parent, place, int(play.tile.double), spinner))
    return links


def view_number(view: str) -> int:
    """The number of a view's name. Raises `TextError`."""
    if view not in VIEWS:
        raise TextError(f"view: expected one of {', '.join(VIEWS)}, got {shown(view)}")
    return VIEWS.index(view)


class Sketch:
    """The drawing of a layout that is being played, carried on from play to play.

    `draw` follows the plays that are new; any other layout is drawn from its beginning. `at_once` lays new tiles where
    they land; `due` says whether a new fold is to be looked for, by `draw`, which takes long. `engine`: `fives.fold`.
    """

    def __init__(self, view: str, engine: Any = fold) -> None:
        self.view, self.engine = view, engine
        self._number = view_number(view)
        self._rules: Rules | None = None
        self._plays: tuple[Play, ...] = ()  # that are drawn
        self._drawing: Any = []
        self._shown = _Shown()
        self.due = False

    def copy(self) -> Sketch:
        """The same, to be carried on apart."""
        other = Sketch(self.view, self.engine)
        other._rules, other._plays = self._rules, self._plays
        other._drawing, other.due = self._drawing.copy(), self.due
        return other

    def draw(self, layout: Layout) -> Scene:
        """The scene of a layout."""
        order = _order(layout)
        for link in self._new(layout, order):
            self._drawing = self.engine.follow(self._drawing, link)
        self._plays = layout.plays
        self.due = False
        return self._scene(layout, order, self._drawing)

    def at_once(self, layout: Layout) -> Scene:
        """The scene of a layout with its new tiles where they land, which is the same as drawn unless `due`."""
        order = _order(layout)
        new, self.due = self._new(layout, order), False
        drawing = self._drawing
        for link in new:
            before = drawing if self.due else drawing.copy()
            self.engine.add(drawing, link)
            if not self.due and self.engine.needs_fold(drawing):
                self.due, self._drawing = True, before  # the new fold will start from here
            elif not self.due:
                self._plays = layout.plays[:len(self._plays) + 1]
        return self._scene(layout, order, drawing)

    def _new(self, layout: Layout, order: dict[Tile, int]) -> list[int]:
        """The links still to be laid; those of another layout start anew."""
        done = len(self._plays)
        if not layout.plays:
            self._plays = ()
        elif done == 0 or layout.plays[:done] != self._plays or layout.rules != self._rules:
            self._drawing = self.engine.begin(_links(layout, order, 0)[0], self._number)
            self._rules, self._plays, self._shown = layout.rules, layout.plays[:1], _Shown()
        return _links(layout, order, len(self._plays))

    def _scene(self, layout: Layout, order: dict[Tile, int], drawing: Any) -> Scene:
        if not layout.plays:
            return Scene(self.view, (-6, -6, 12, 12), (), (), (), (), layout)
        d = drawing if isinstance(drawing, list) else _seen(drawing)
        poses = d[grid.POSE:grid.POSE + len(layout.plays)]
        tiles = self._tiles(layout, d, poses)
        self._shown = _Shown(layout.plays, poses, tiles)
        cords = [_cord(d, at, order[join.onto], layout) for at, join in enumerate(layout.joins, 1)
                 if d[grid.POSE + at] >> 18 & 3]
        ends, landings = [], []
        counted = {(tile, place): value for tile, place, value in layout.counted}
        for end in layout.open:
            tile, place, _ = end
            at, number = order[tile], place_number(place)
            usual, double = fold.landing(d, at, number, 0), fold.landing(d, at, number, 1)
            if usual or double:
                landings.append(Landing(tile, place, _spot(d, usual), _spot(d, double)))
            leaves = edge(d, at, number)
            ends.append((end, leaves, mark_at(end, leaves, counted.get((tile, place)))))
        marks = marks_of(ends, tiles)
        return Scene(self.view, box_of(fold.frame(d), marks), tiles, tuple(cords), marks, tuple(landings), layout)

    def _tiles(self, layout: Layout, d: list[int], poses: list[int]) -> tuple[Lain, ...]:
        """The tiles as they lie: those of the last scene up to the first that lies elsewhere, the rest anew."""
        last = len(poses) - 1
        tiles = [*self._shown.tiles[:min(self._still(layout.plays, poses), last)]]
        if tiles and tiles[-1].last:
            tiles[-1] = Lain(*tiles[-1][:-1], False)
        return (*tiles, *[_lain(d, at, layout, at == last) for at in range(len(tiles), last + 1)])

    def _still(self, plays: tuple[Play, ...], poses: list[int]) -> int:
        """How many tiles lie as they lay in the last scene, counted from the lead: all else is told from its place."""
        before, lay = self._shown.plays, self._shown.poses
        same = len(before)
        if plays[:same] != before or poses[:same] != lay:
            same = 0
            while same < min(len(plays), len(before)) and (plays[same], poses[same]) == (before[same], lay[same]):
                same += 1
        return same


def scene_of(layout: Layout, view: str = "tall") -> Scene:
    """The scene of a layout as a table that saw each play shows it. Raises `TextError`."""
    expect(Layout, layout)
    return Sketch(view).draw(layout)


_TAKEN = [0] * (grid.STATE - grid.ONCE)


def _seen(drawing: Any) -> list[int]:
    """A drawing as a list, but for the layers of what is taken: no scene asks for those."""
    found: list[int] = drawing[:grid.ONCE].tolist() + _TAKEN + drawing[grid.STATE:].tolist()
    return found


def _spot(d: list[int], pose: int) -> Spot | None:
    if pose == 0:
        return None
    x, y, way, _, _ = fold.spot(d, pose)
    return Spot(x, y, way_of(way))


def _lain(d: list[int], at: int, layout: Layout, last: bool) -> Lain:
    tile, onto = layout.plays[at]
    x, y, direction, _, _ = fold.spot(d, d[grid.POSE + at])
    way = way_of(direction)
    link = d[grid.LINK + at]
    if link & grid.DOUBLE:
        turn = (way + 1) & 1
    else:
        # from the joined half to the far half; a lead: from low to high
        joined_high = onto is not None and layout.joins[at - 1].place == "high"
        turn = (way + (0 if joined_high else 2)) & 3
    return Lain(tile, x, y, turn, link & grid.SPINNER != 0, last)


def _cord(d: list[int], at: int, parent: int, layout: Layout) -> Cord:
    """From the middle of the half joined on the parent to the middle of the tile's own joined half."""
    join = layout.joins[at - 1]
    x, y, _, _ = edge(d, parent, place_number(join.onto_place))
    own_x, own_y, direction, _, _ = fold.spot(d, d[grid.POSE + at])
    way = way_of(direction)
    if join.tile.double:
        return Cord(x, y, own_x, own_y)
    return Cord(x, y, own_x - DX[way], own_y - DY[way])
