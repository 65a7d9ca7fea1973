"""The scenes of a table, encoded: where each tile lies, for the shapes of the view that somebody looks at.

A scene depends on the layout alone, so all seats share it. Drawing can take long when everything is folded anew: it is
done beside the loop, and a state waits for it.
"""

from __future__ import annotations

import logging
from functools import lru_cache

import msgspec

from fives.layout import Layout, Play
from fives.rules import DOMINOS_CC_BLOCK
from fives.scene import Scene, Sketch, Spot
from fives.server import protocol_state as p
from fives.tiles import Tile

log = logging.getLogger("fives.scenes")
encode = msgspec.json.Encoder().encode


class Scenes:
    """The drawings of one table, carried on from play to play; `draw` is called by one thread at a time."""

    def __init__(self) -> None:
        self._sketches: dict[str, Sketch] = {}
        self._drawn: dict[str, tuple[Layout, msgspec.Raw]] = {}

    def get(self, klass: str, layout: Layout) -> msgspec.Raw | None:
        """The scene of this layout for a shape of the view; None when it is not drawn yet."""
        drawn = self._drawn.get(klass)
        return drawn[1] if drawn and drawn[0].plays == layout.plays else None

    def draw(self, klass: str, layout: Layout) -> None:
        """Draws it."""
        if klass not in self._sketches:
            self._sketches[klass] = Sketch(klass)
        try:
            drawn = encode(_plain(self._sketches[klass].draw(layout)))
        except Exception:  # the table goes on, in words
            log.exception("no drawing of %s", layout)
            drawn = b"null"
            del self._sketches[klass]
        self._drawn[klass] = layout, msgspec.Raw(drawn)

    def keep(self, classes: set[str]) -> None:
        """Lets go of what nobody looks at."""
        for klass in self._drawn.keys() - classes:
            self._sketches.pop(klass, None)
            del self._drawn[klass]


def _plain(scene: Scene) -> p.SceneOf:
    places = [p.PlaceAt(str(there.onto), there.place, _at(there.tile), _at(there.double)) for there in scene.landings]
    return p.SceneOf(
        view=scene.view, box=scene.box,
        tiles=[p.TileAt(str(lain.tile), lain.x, lain.y, lain.turn, lain.spinner, lain.last) for lain in scene.tiles],
        links=[(cord.x, cord.y, cord.to_x, cord.to_y) for cord in scene.cords],
        ends=[p.MarkAt(str(mark.onto), mark.place, mark.x, mark.y, mark.value) for mark in scene.marks],
        places=places if scene.tiles else [_lead(scene.view)])


def _at(spot: Spot | None) -> p.At | None:
    return None if spot is None else (spot.x, spot.y, spot.way)


@lru_cache
def _lead(klass: str) -> p.PlaceAt:
    """Where a lead lands: drawn once, as if it lay there."""
    tile, double = (Sketch(klass).draw(Layout(DOMINOS_CC_BLOCK).play(Play(tile))).tiles[0]
                    for tile in (Tile(0, 1), Tile(0, 0)))
    return p.PlaceAt(None, None, (tile.x, tile.y, (tile.turn + 2) % 4), (double.x, double.y, (double.turn + 1) % 4))
