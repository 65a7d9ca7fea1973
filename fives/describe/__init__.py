"""Everything of a game in words: `describe.layout(words_in("ko"), layout)`. Every function takes the words first.

Sentences about seats take `People`: names, the viewer's own seat, the rules. Points go in raw and are told as the rules
show them. A loss has a true minus sign, a half is `2.5`.
"""

from fives.describe.common import common
from fives.describe.figures import (
    count,
    gain,
    held,
    pips,
    places,
    points,
    score,
    seats,
    shown,
    strokes,
    summed,
    terms,
    tiles,
)
from fives.describe.happenings import account, event
from fives.describe.layouts import in_hand, layout, no_place, on, option, place, play, refused, rows, title
from fives.describe.matches import leads_next, of, standing, target, to_go, total, turn, wins, won
from fives.describe.moves import boneyard_holds, deal, drew, lot, passed, played, short, short_draw, short_pass, started
from fives.describe.people import Forms, People
from fives.describe.rule_sets import (
    Difference,
    also,
    chip,
    difference,
    differences,
    name,
    sentences,
    summary,
    value,
)
from fives.describe.settle import Account, Change, Line, settle_hands

__all__ = [
    "Account", "Change", "Difference", "Forms", "Line", "People", "account", "also", "boneyard_holds", "chip",
    "common", "count", "deal", "difference", "differences", "drew", "event", "gain", "held", "in_hand", "layout",
    "leads_next", "lot", "name", "no_place", "of", "on", "option", "passed", "pips", "place", "places", "play",
    "played", "points", "refused", "rows", "score", "seats", "sentences", "settle_hands", "short", "short_draw",
    "short_pass", "shown", "standing", "started", "strokes", "summary", "summed", "target", "terms", "tiles", "title",
    "to_go", "total", "turn", "value", "wins", "won",
]
