"""What a notebook shows of a value: `fives` attaches it as `_repr_svg_`. In English, in the colours of the reader."""

from __future__ import annotations

from fives.describe import People
from fives.layout import Layout
from fives.match import Match
from fives.rounds import Round
from fives.scene import scene_of
from fives.svg.drawing import Picture
from fives.svg.layouts import layout
from fives.svg.sheets import score_sheet
from fives.svg.tables import table
from fives.svg.tiles import tile
from fives.tiles import Tile
from fives.words import words_in

Shown = Layout | Match | Round | Tile


def picture_of(value: Shown) -> Picture:
    """The picture of a tile, a layout, a round or the score sheet of a match."""
    words = words_in("en")
    if isinstance(value, Tile):
        return tile(value, words)
    if isinstance(value, Layout):
        return layout(scene_of(value, "wide"), words)
    if isinstance(value, Round):
        return table(value, words)
    people = People(value.rules, tuple(words.say("Seat {n}", n=seat) for seat in range(value.seats)))
    return score_sheet(people, value.totals, words, playoff=value.playoff, counted_up=value.counted_up)
