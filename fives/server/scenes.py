"""The scenes of a table, encoded: where each tile lies, for the shapes of the view that somebody looks at.

A scene depends on the layout alone, so all seats share it. New tiles are shown at their landing at once; when the
layout is to be folded anew, that is done beside the loop and comes later.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, repeat
from typing import Any, NamedTuple

import msgspec

from fives.layout import Layout, Play
from fives.rules import DOMINOS_CC_BLOCK
from fives.scene import Lain, Scene, Sketch, Spot
from fives.server import protocol_state as p
from fives.server.folding import Folding
from fives.tiles import Tile

log = logging.getLogger("fives.scenes")
encode = msgspec.json.Encoder().encode
Raw = msgspec.Raw


Parts = Sequence[tuple[Lain | None, Raw]]
NEW = None, Raw()  # of a tile that was not there


class Drawn(NamedTuple):
    """What is shown for a shape of the view: the sketch, the layout it shows, the scene, and the tiles in that."""

    sketch: Sketch
    layout: Layout
    scene: Raw
    parts: Parts = ()


class Scenes:
    """The drawings of one table, carried on from play to play; for each shape one call at a time."""

    def __init__(self, folding: Folding) -> None:
        self._folding = folding
        self._drawn: dict[str, Drawn] = {}

    def get(self, klass: str, layout: Layout) -> Raw | None:
        """The scene of this layout for a shape of the view; None when it is not drawn yet."""
        drawn = self._drawn.get(klass)
        return drawn.scene if drawn and drawn.layout.plays == layout.plays else None

    def draw(self, klass: str, layout: Layout) -> None:
        """Draws it with new tiles where they land."""
        drawn = self._drawn.get(klass)
        sketch = drawn.sketch if drawn else Sketch(klass, self._folding.engine)
        if sketch.engine is not self._folding.engine:
            sketch = Sketch(klass, self._folding.engine)
            sketch.draw(layout)  # which is quick with this engine
        try:
            scene, parts = _encoded(sketch.at_once(layout), drawn.parts if drawn else ())
        except Exception:  # the table goes on, in words
            log.exception("no drawing of %s", layout)
            sketch, scene, parts = Sketch(klass, self._folding.engine), Raw(b"null"), ()
        self._drawn[klass] = Drawn(sketch, layout, scene, parts)

    def due(self) -> list[str]:
        """The shapes for which a new fold is to be looked for."""
        return [klass for klass, drawn in self._drawn.items() if drawn.sketch.due]

    def copy(self, klass: str) -> Drawn:
        """What is shown, to be folded apart."""
        return self._drawn[klass]._replace(sketch=self._drawn[klass].sketch.copy())

    def put(self, klass: str, folded: Drawn, layout: Layout) -> bool:
        """Takes a new fold, with what was played meanwhile; whether anything lies elsewhere now."""
        was = self._drawn.get(klass)
        if was is None or layout.plays[:len(folded.layout.plays)] != folded.layout.plays:
            return False  # another round has begun
        self._drawn[klass] = folded
        if was.layout.plays != folded.layout.plays:
            self.draw(klass, was.layout)
        return bytes(self._drawn[klass].scene) != bytes(was.scene)


def fold(shown: Drawn) -> Drawn:
    """Looks for the new fold of a copy; takes long. `Scenes.put` shows it."""
    try:
        scene, parts = _encoded(shown.sketch.draw(shown.layout), shown.parts)
        return shown._replace(scene=scene, parts=parts)
    except Exception:
        log.exception("no new fold of %s", shown.layout)
        shown.sketch.due = False
        return shown


def _encoded(scene: Scene, before: Parts) -> tuple[Raw, Parts]:
    """A scene and its tiles, each of them as it was encoded `before` if it lies there still."""
    parts = [(lain, told if lain is was else Raw(encode(_tile(lain))))
             for lain, (was, told) in zip(scene.tiles, chain(before, repeat(NEW)), strict=False)]
    tiles: list[Any] = [told for _, told in parts]
    places = [p.PlaceAt(str(there.onto), there.place, _at(there.tile), _at(there.double)) for there in scene.landings]
    return Raw(encode(p.SceneOf(
        view=scene.view, box=scene.box, tiles=tiles,
        links=[(cord.x, cord.y, cord.to_x, cord.to_y) for cord in scene.cords],
        ends=[p.MarkAt(str(mark.onto), mark.place, mark.x, mark.y, mark.value) for mark in scene.marks],
        places=places if scene.tiles else [_lead(scene.view)]))), parts


def _tile(lain: Lain) -> p.TileAt:
    return p.TileAt(str(lain.tile), lain.x, lain.y, lain.turn, lain.spinner, lain.last)


def _at(spot: Spot | None) -> p.At | None:
    return None if spot is None else (spot.x, spot.y, spot.way)


@lru_cache
def _lead(klass: str) -> p.PlaceAt:
    """Where a lead lands: drawn once, as if it lay there."""
    tile, double = (Sketch(klass).draw(Layout(DOMINOS_CC_BLOCK).play(Play(tile))).tiles[0]
                    for tile in (Tile(0, 1), Tile(0, 0)))
    return p.PlaceAt(None, None, (tile.x, tile.y, (tile.turn + 2) % 4), (double.x, double.y, (double.turn + 1) % 4))
