"""The Fives family of dominoes: rules, rounds, matches, views, notation.

>>> from fives import FIVE_UP, lay_out, parse_play
>>> layout = lay_out(FIVE_UP, map(parse_play, "1-4 1-1@1-4 4-4@1-4".split()))
>>> layout.count, layout.points
(10, 10)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fives.layout import Layout, Play, lay_out, parse_play
from fives.match import Match
from fives.refused import Refused
from fives.rounds import Round, parse_move
from fives.rules import (
    ALL_FIVES,
    DOMINOS_CC_ALL_FIVES,
    DOMINOS_CC_BLOCK,
    DOMINOS_CC_DRAW,
    FIVE_UP,
    RULE_SETS,
    Rules,
    parse_rules,
)
from fives.tiles import TILES, TextError, Tile, parse_tile
from fives.view import View, view

if TYPE_CHECKING:
    from fives.svg.notebooks import Shown

__version__ = "0.1.0"
__all__ = [
    "ALL_FIVES", "DOMINOS_CC_ALL_FIVES", "DOMINOS_CC_BLOCK", "DOMINOS_CC_DRAW", "FIVE_UP", "RULE_SETS", "TILES",
    "Layout", "Match", "Play", "Refused", "Round", "Rules", "TextError", "Tile", "View", "lay_out", "parse_move",
    "parse_play", "parse_rules", "parse_tile", "view",
]


def _picture(value: Shown) -> str:
    """What a notebook shows of a value; the pictures are imported when the first of them is wanted."""
    from fives.svg.notebooks import picture_of
    return picture_of(value)


for _kind in (Layout, Match, Round, Tile):
    setattr(_kind, "_repr_svg_", _picture)  # noqa: B010 - a lower value knows nothing of its picture
