"""The drawing of a layout with its marks: where each tile lies, what each end adds, where the next tile would land.

Coordinates are cells: a half tile is 2 x 2 of them, x grows to the right and y down, the lead's centre is (0, 0).
Directions are 0 up, 1 right, 2 down, 3 left. `turn` is quarter turns clockwise from upright with the low half above.
A scene is a function of the plays and the view alone, so every process, replay and picture draws the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from fives import fold, grid
from fives.layout import ENDS, PLACES, Layout, Play
from fives.rules import Rules
from fives.scene_marks import DX, DY, Mark, box_of, edge, marks_of, place_number, poses_at, way_of
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


def links_of(layout: Layout, first: int = 0) -> list[int]:
    """The links of the plays from the `first` on, as `grid` describes them."""
    order = {play.tile: at for at, play in enumerate(layout.plays)}
    links: list[int] = []
    for at, play in enumerate(layout.plays[first:], first):
        parent, place = 31, 0
        if play.onto is not None:
            join = layout.joins[at - 1]
            parent = order[join.onto]
            place = (PLACES if join.onto.double else ENDS).index(join.onto_place)
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
        self._shown: tuple[tuple[Play, ...], list[int], tuple[Lain, ...]] = ((), [], ())
        self.due = False

    def copy(self) -> Sketch:
        """The same, to be carried on apart."""
        other = Sketch(self.view, self.engine)
        other._rules, other._plays = self._rules, self._plays
        other._drawing, other.due = self._drawing.copy(), self.due
        return other

    def draw(self, layout: Layout) -> Scene:
        """The scene of a layout."""
        for link in self._new(layout):
            self._drawing = self.engine.follow(self._drawing, link)
        self._plays = layout.plays
        self.due = False
        return self._scene(layout, self._drawing)

    def at_once(self, layout: Layout) -> Scene:
        """The scene of a layout with its new tiles where they land, which is the same as drawn unless `due`."""
        new, self.due = self._new(layout), False
        drawing = self._drawing
        for link in new:
            before = drawing if self.due else drawing.copy()
            self.engine.add(drawing, link)
            if not self.due and self.engine.needs_fold(drawing):
                self.due, self._drawing = True, before  # the new fold will start from here
            elif not self.due:
                self._plays = layout.plays[:len(self._plays) + 1]
        return self._scene(layout, drawing)

    def _new(self, layout: Layout) -> list[int]:
        """The links still to be laid; those of another layout start anew."""
        done = len(self._plays)
        if not layout.plays:
            self._plays = ()
        elif done == 0 or layout.plays[:done] != self._plays or layout.rules != self._rules:
            self._drawing = self.engine.begin(links_of(layout)[0], self._number)
            self._rules, self._plays, self._shown = layout.rules, layout.plays[:1], ((), [], ())
        return links_of(layout, len(self._plays))

    def _scene(self, layout: Layout, drawing: Any) -> Scene:
        if not layout.plays:
            return Scene(self.view, (-6, -6, 12, 12), (), (), (), (), layout)
        d = drawing if isinstance(drawing, list) else drawing.tolist()
        poses = d[grid.POSE:grid.POSE + len(layout.plays)]
        found = _scene(self.view, layout, d, self._lying_still(layout, poses))
        self._shown = layout.plays, poses, found.tiles
        return found

    def _lying_still(self, layout: Layout, poses: list[int]) -> list[Lain]:
        """The tiles that lie where they lay in the last scene, up to the first that does not."""
        plays, before, tiles = self._shown
        same = 0
        if before and poses[0] == before[0]:  # all else is told from where the lead lies
            for play, other, pose, was in zip(layout.plays, plays, poses, before, strict=False):
                if pose != was or play != other:
                    break
                same += 1
        return [lain._replace(last=False) if lain.last else lain for lain in tiles[:same]]


def scene_of(layout: Layout, view: str = "tall") -> Scene:
    """The scene of a layout as a table that saw each play shows it. Raises `TextError`."""
    expect(Layout, layout)
    return Sketch(view).draw(layout)


def _spot(d: list[int], pose: int) -> Spot | None:
    if pose == 0:
        return None
    x, y, way, _, _ = fold.spot(d, pose)
    return Spot(x, y, way_of(way))


def _scene(view: str, layout: Layout, d: list[int], still: list[Lain]) -> Scene:
    """The scene of a drawing; `still`: its first tiles, where they are known."""
    tiles, cords, landings = still, [], []
    order = {play.tile: at for at, play in enumerate(layout.plays)}
    last = len(layout.plays) - 1
    for at in range(len(still), last + 1):
        tiles.append(_lain(d, at, layout))
    tiles[last] = tiles[last]._replace(last=True)
    for at, play in enumerate(layout.plays):
        if d[grid.POSE + at] >> 18 & 3 and play.onto is not None:
            cords.append(_cord(d, at, order[play.onto], layout))
    for end in layout.open:
        tile, double = (_spot(d, pose) for pose in poses_at(d, order[end.tile], place_number(end)))
        if tile or double:
            landings.append(Landing(end.tile, end.place, tile, double))
    marks = marks_of(d, layout, order, tiles)
    return Scene(view, box_of(fold.frame(d), marks), tuple(tiles), tuple(cords), tuple(marks), tuple(landings), layout)


def _lain(d: list[int], at: int, layout: Layout) -> Lain:
    tile, onto = layout.plays[at]
    x, y, direction, _, _ = fold.spot(d, d[grid.POSE + at])
    way = way_of(direction)
    if tile.double:
        turn = (way + 1) & 1
    else:
        # from the joined half to the far half; a lead: from low to high
        joined_high = onto is not None and layout.joins[at - 1].place == "high"
        turn = (way + (0 if joined_high else 2)) & 3
    return Lain(tile, x, y, turn, layout.lying[tile].spinner, False)


def _cord(d: list[int], at: int, parent: int, layout: Layout) -> Cord:
    """From the middle of the half joined on the parent to the middle of the tile's own joined half."""
    join = layout.joins[at - 1]
    place = (PLACES if join.onto.double else ENDS).index(join.onto_place)
    x, y, _, _ = edge(d, parent, place)
    own_x, own_y, direction, _, _ = fold.spot(d, d[grid.POSE + at])
    way = way_of(direction)
    if join.tile.double:
        return Cord(x, y, own_x, own_y)
    return Cord(x, y, own_x - DX[way], own_y - DY[way])
