"""Random layouts for tests of drawings: rounds as played, and full sets, as links (see `fives.grid`).

Written for itself: it shares no rule with `fives` but the rule book.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

SPINNERS = ("none", "first", "all")
Tile = tuple[int, int]
# an end: order of play of its tile, place, pips
End = tuple[int, int, int]
Taste = Callable[[Tile, End], float]
PACK = [(low, high) for high in range(7) for low in range(high + 1)]


class Growing:
    """A layout that grows: tiles with the places of theirs that are joined, and the links."""

    def __init__(self, spinners: str) -> None:
        self.spinners = spinners
        self.tiles: list[Tile] = []
        self.joined: list[set[int]] = []
        self.links: list[int] = []

    def spinner(self, t: int) -> bool:
        """Whether tile t, a double, may branch."""
        first = next(i for i, (low, high) in enumerate(self.tiles) if low == high)
        return self.spinners == "all" or (self.spinners == "first" and t == first)

    def ends(self) -> list[End]:
        """Where a tile may be joined now."""
        found = []
        for t, (low, high) in enumerate(self.tiles):
            if low == high:
                place = next((p for p in range(4 if self.spinner(t) else 2) if p not in self.joined[t]), None)
                if place is not None:
                    found.append((t, place, low))
            else:
                found += [(t, p, (low, high)[p]) for p in (0, 1) if p not in self.joined[t]]
        return found

    def play(self, tile: Tile, end: End | None) -> None:
        """Join a tile (None: lead it)."""
        t = len(self.tiles)
        self.tiles.append(tile)
        self.joined.append(set())
        parent, place = 31, 0
        double = tile[0] == tile[1]
        if end:
            parent, place = end[0], end[1]
            self.joined[parent].add(place)
            self.joined[t].add(0 if double or tile[0] == end[2] else 1)
        self.links.append((tile[1] * (tile[1] + 1) // 2 + tile[0]) | parent << 5 | place << 10 | double << 13
                          | (double and self.spinner(t)) << 14)


def plain(tile: Tile, end: End) -> float:
    """All plays are alike."""
    return 1.0


def greedy(tile: Tile, end: End) -> float:
    """As one who counts: heavy tiles and doubles first, branches liked."""
    return 1.0 + tile[0] + tile[1] + 6.0 * (tile[0] == tile[1]) + 4.0 * (end[1] > 1)


def bushy(tile: Tile, end: End) -> float:
    """Doubles and branches wherever they can be had."""
    return 6.0 if tile[0] == tile[1] else 4.0 if end[1] > 1 else 1.0


def choose(rng: Random, plays: list[tuple[Tile, End]], taste: Taste) -> tuple[Tile, End]:
    """One of the plays, by taste."""
    return rng.choices(plays, [taste(*play) for play in plays])[0]


def played_round(rng: Random, spinners: str, taste: Taste, seats: int = 4, deal: int = 5) -> list[int]:
    """The links of a round: dealt, drawn for, passed, out or blocked."""
    pack = PACK[:]
    rng.shuffle(pack)
    hands = [[pack.pop() for _ in range(deal)] for _ in range(seats)]
    layout = Growing(spinners)
    seat = rng.randrange(seats)
    lead = rng.choice(hands[seat])
    hands[seat].remove(lead)
    layout.play(lead, None)
    passed = 0
    while passed < seats and all(hands):
        seat = (seat + 1) % seats
        hand, ends = hands[seat], layout.ends()
        plays = [(tile, end) for tile in hand for end in ends if end[2] in tile]
        while pack and not plays:
            hand.append(pack.pop())
            plays = [(hand[-1], end) for end in ends if end[2] in hand[-1]]
        passed += 1
        if plays:
            tile, end = choose(rng, plays, taste)
            hand.remove(tile)
            layout.play(tile, end)
            passed = 0
    return layout.links


def full_set(rng: Random, spinners: str, taste: Taste = bushy) -> list[int]:
    """The links of a layout that any tile may join until none can."""
    pack = PACK[:]
    layout = Growing(spinners)
    lead = rng.choice([tile for tile in pack if tile[0] == tile[1]])
    pack.remove(lead)
    layout.play(lead, None)
    while plays := [(tile, end) for tile in pack for end in layout.ends() if end[2] in tile]:
        tile, end = choose(rng, plays, taste)
        pack.remove(tile)
        layout.play(tile, end)
    return layout.links


def some_rounds(seed: int, spinners: str, number: int) -> list[list[int]]:
    """Rounds of both tastes, of two to four seats, as many."""
    rng = Random(f"{seed} {spinners}")
    return [played_round(rng, spinners, (plain, greedy)[i % 2], *((4, 5), (3, 5), (2, 7), (4, 7))[i // 2 % 4])
            for i in range(number)]
