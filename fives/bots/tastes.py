"""Numbers learned from rounds that the levels played against themselves; `tools/bench_bots.py --learn` makes them."""

from __future__ import annotations

from typing import NamedTuple


class Manner(NamedTuple):
    """How a rule set is played at so many seats: the weights of what is judged of a play (see `judging`), by the plays
    that a search chose; what the best team makes in a round, and how much a lead of a round varies, in halves."""

    taste: tuple[int, ...]
    pace: int
    swing: int


MANNERS: dict[str, tuple[Manner, Manner, Manner]] = {
    "five-up": (
        Manner((264, 64, 947, 224, -28, -94, 27), 38, 51),
        Manner((378, 109, 1069, 378, -28, -105, 25), 36, 43),
        Manner((288, 100, 903, 276, -30, -63, 28), 65, 66),
    ),
    "all-fives": (
        Manner((230, 21, 769, 178, -33, -69, 43), 107, 72),
        Manner((239, 25, 1007, 261, -26, -69, 10), 89, 63),
        Manner((210, 50, 859, 282, -32, -63, 13), 100, 71),
    ),
    "dominos-cc-all-fives": (
        Manner((252, 41, 794, 174, -36, -81, 33), 78, 58),
        Manner((255, 43, 956, 295, -26, -83, 18), 77, 58),
        Manner((251, 43, 1061, 321, -22, -74, 23), 71, 57),
    ),
    "dominos-cc-draw": (
        Manner((0, 73, 793, 233, 0, -74, 0), 22, 39),
        Manner((0, 91, 1086, 337, 0, -72, 0), 33, 56),
        Manner((0, 96, 1193, 327, 0, -56, 0), 41, 65),
    ),
    "dominos-cc-block": (
        Manner((0, 198, 210, 21, 0, -164, 0), 15, 24),
        Manner((0, 235, 650, 463, 0, -138, 0), 21, 34),
        Manner((0, 195, 1015, 532, 0, -112, 0), 26, 41),
    ),
}
