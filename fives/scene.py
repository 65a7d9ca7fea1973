"""The drawing of a layout with its marks: where each tile lies, what each end adds, where the next tile would land.

Coordinates are cells: a half tile is 2 x 2 of them, x grows to the right and y down, the lead's centre is (0, 0).
Directions are 0 up, 1 right, 2 down, 3 left. `turn` is quarter turns clockwise from upright with the low half above.
A scene is a function of the plays and the view alone, so every process, replay and picture draws the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from typing import Any, NamedTuple

from fives import fold, grid
from fives.layout import ENDS, PLACES, End, Layout, Play
from fives.rules import Rules
from fives.tiles import TextError, Tile, shown

VIEWS = ("tall", "square", "wide")
# For each view, the px that a table has across and up, and its largest half tile.
ROOM = {view: ((long, short) if lies else (short, long)) + (largest,) for view, short, long, lies, largest in zip(
    VIEWS, grid.SHORT, grid.LONG, grid.LYING, grid.LARGEST, strict=True)}
DISC, HOLLOW = 0.92, 0.55  # from the edge of a tile to the middle of a mark: a counted end, an end open only
DX, DY = (0, 1, 0, -1), (-1, 0, 1, 0)
RADIUS = (0.78, 0.41)  # of a disc, and of a hollow dot with its ring
BESIDE = 0.45  # from the middle of a double's half towards its short end: clear of what is joined to the long sides
BRANCH_A, BRANCH_B = 2, 3  # in PLACES


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


class Mark(NamedTuple):
    """The mark of an open end: what it adds (a filled disc), or None where it adds nothing (a hollow dot)."""

    onto: Tile
    place: str
    x: float
    y: float
    value: int | None


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
            self._rules, self._plays = layout.rules, layout.plays[:1]
        return links_of(layout, len(self._plays))

    def _scene(self, layout: Layout, drawing: Any) -> Scene:
        if not layout.plays:
            return Scene(self.view, (-6, -6, 12, 12), (), (), (), (), layout)
        return _scene(self.view, layout, drawing if isinstance(drawing, list) else drawing.tolist())


def scene_of(layout: Layout, view: str = "tall") -> Scene:
    """The scene of a layout as a table that saw each play shows it."""
    return Sketch(view).draw(layout)


def _way(direction: int) -> int:
    return (direction + 1) & 3


def _spot(d: list[int], pose: int) -> Spot | None:
    if pose == 0:
        return None
    x, y, way, _, _ = fold.spot(d, pose)
    return Spot(x, y, _way(way))


def _scene(view: str, layout: Layout, d: list[int]) -> Scene:
    tiles, cords, landings = [], [], []
    order = {play.tile: at for at, play in enumerate(layout.plays)}
    for at, play in enumerate(layout.plays):
        there = layout.lying[play.tile]
        x, y, direction, _, cord = fold.spot(d, d[grid.POSE + at])
        way = _way(direction)
        if play.tile.double:
            turn = (way + 1) & 1
        else:
            # from the joined half to the far half; a lead: from low to high
            joined_high = play.onto is not None and layout.joins[at - 1].place == "high"
            turn = (way + (0 if joined_high else 2)) & 3
        tiles.append(Lain(play.tile, x, y, turn, there.spinner, at == len(layout.plays) - 1))
        if cord and play.onto is not None:
            cords.append(_cord(d, at, order[play.onto], layout))
    for end in layout.open:
        tile, double = (_spot(d, pose) for pose in _poses(d, order[end.tile], _place(end)))
        if tile or double:
            landings.append(Landing(end.tile, end.place, tile, double))
    marks = _marks(d, layout, order, tiles)
    return Scene(view, _box(fold.frame(d), marks), tuple(tiles), tuple(cords), tuple(marks), tuple(landings), layout)


def _box(frame: tuple[int, int, int, int], marks: list[Mark]) -> tuple[int, int, int, int]:
    """Left, top, width and height of all that is drawn; a mark that stands aside may be out of the frame."""
    left, top, right, bottom = frame
    for mark in marks:
        size = RADIUS[mark.value is None]
        left, right = min(left, floor(mark.x - size)), max(right, ceil(mark.x + size))
        top, bottom = min(top, floor(mark.y - size)), max(bottom, ceil(mark.y + size))
    return left, top, right - left, bottom - top


def _place(end: End) -> int:
    return (PLACES if end.tile.double else ENDS).index(end.place)


def _poses(d: list[int], at: int, place: int) -> list[int]:
    """The landings at a place: of an ordinary tile and of a double."""
    return [fold.landing(d, at, place, double) for double in (0, 1)]


def _edge(d: list[int], at: int, place: int) -> tuple[int, int, int, bool]:
    """The middle of the half that an end leaves from, in which direction, and whether a tile can land right there."""
    touching = [pose >> 16 & 3 for pose in _poses(d, at, place) if pose and pose >> 18 & 3 == 0]
    if place == BRANCH_B and not d[grid.JOINED + at] & 1 << BRANCH_A:
        # no branch is joined yet, so this is the one across from where branch-a would leave
        x, y, way, _ = _edge(d, at, BRANCH_A)
        return x - 2 * DX[way], y - 2 * DY[way], way ^ 2, False
    out = touching[0] if touching else (d[grid.POSE + at] >> 14) + 1 & 3
    end = grid.end_of(d, 0, at, place, out)
    if touching:
        end = end & 0x3FFF | out << 14
    x, y, way, _, _ = fold.spot(d, end & 0xFFFF)
    return x, y, _way(way), bool(touching)


def _marks(d: list[int], layout: Layout, order: dict[Tile, int], tiles: list[Lain]) -> list[Mark]:
    """The marks of all open ends. One where no tile can land stands aside for what lies or is marked before it."""
    counted = {(end.tile, end.place): end.value for end in layout.counted}
    marks: dict[End, Mark] = {}
    dead = []
    where: list[tuple[float, float]]
    for end in layout.open:
        x, y, way, near = _edge(d, order[end.tile], _place(end))
        value = counted.get((end.tile, end.place))
        out = 1 + (HOLLOW if value is None else DISC)
        if not end.tile.double:
            where = [(out, 0), (0, out), (0, -out)]  # along the way, aside
        elif _place(end) < BRANCH_A:
            where = [(out, 0), (out, 1), (out, -1), (0, 1 + out), (0, -1 - out)]
        else:
            where = [(out, 0), (BESIDE, out), (BESIDE, -out)]
        spots = [(x + DX[way] * on - DY[way] * aside, y + DY[way] * on + DX[way] * aside) for on, aside in where]
        marks[end] = Mark(end.tile, end.place, round(spots[0][0], 2), round(spots[0][1], 2), value)
        if not near:
            dead.append((end, spots))
    for end, spots in dead:
        others = [mark for other, mark in marks.items() if other != end]
        tries = [marks[end]._replace(x=round(at_x, 2), y=round(at_y, 2)) for at_x, at_y in spots]
        marks[end] = min(tries, key=lambda mark: _covered(mark, tiles, others))
    return [marks[end] for end in layout.open]


def _covered(mark: Mark, tiles: list[Lain], marks: list[Mark]) -> int:
    """What a mark covers: how many tiles, and, weighing less, how many other marks."""
    size = RADIUS[mark.value is None]
    over = 0
    for lain in tiles:
        wide, high = (1, 2) if lain.upright else (2, 1)
        aside, off = max(abs(mark.x - lain.x) - wide, 0), max(abs(mark.y - lain.y) - high, 0)
        over += 100 * (aside * aside + off * off < size * size)
    for other in marks:
        apart = size + RADIUS[other.value is None]
        over += (mark.x - other.x) ** 2 + (mark.y - other.y) ** 2 < apart * apart
    return over


def _cord(d: list[int], at: int, parent: int, layout: Layout) -> Cord:
    """From the middle of the half joined on the parent to the middle of the tile's own joined half."""
    join = layout.joins[at - 1]
    place = (PLACES if join.onto.double else ENDS).index(join.onto_place)
    x, y, _, _ = _edge(d, parent, place)
    own_x, own_y, direction, _, _ = fold.spot(d, d[grid.POSE + at])
    way = _way(direction)
    if join.tile.double:
        return Cord(x, y, own_x, own_y)
    return Cord(x, y, own_x - DX[way], own_y - DY[way])
