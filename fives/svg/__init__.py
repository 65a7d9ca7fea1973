"""Pictures as text: SVG files that stand by themselves, drawn as the page draws, without chance, time or a browser.

`layout(scene_of(laid, "wide"), words_in("ko"), theme="dark")` is a picture of a layout. Each picture has a title and a
description that says in words all that it shows. A theme is light, dark, contrast or auto (the reader's choice).
"""

from fives.svg.drawing import Picture
from fives.svg.layouts import frame, layout
from fives.svg.sheets import Strokes, score_sheet, settlement, strokes
from fives.svg.tables import table
from fives.svg.themes import THEMES
from fives.svg.tiles import hand, tile

__all__ = ["THEMES", "Picture", "Strokes", "frame", "hand", "layout", "score_sheet", "settlement", "strokes", "table",
           "tile"]
