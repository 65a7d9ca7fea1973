"""The second statement of the rules: a slow engine written from docs/rules.md alone.

It imports nothing of the package and is built the other way round: tiles are objects that know their
neighbours, a count is found by walking the layout, points are fractions. Text goes in and text comes out.
Tests hold the package against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

# The table of docs/rules.md, typed again by hand. Targets are raw points; lists are for 2, 3 and 4 seats.
GAMES: dict[str, dict[str, Any]] = {
    "five-up": {
        "deal": [5, 5, 5], "target": [305, 305, 305], "unit": 5, "partners": True,
        "first_leader": "lot", "later_leader": "finisher", "spinners": "all", "draws": True, "multiple": 5,
        "settle": "seat", "nearest": 5, "block": "nobody", "split": False, "at_once": False, "playoff": True,
    },
    "all-fives": {
        "deal": [9, 7, 5], "target": [250, 200, 200], "unit": 1, "partners": True,
        "first_leader": "lot", "later_leader": "finisher", "spinners": "first", "draws": True, "multiple": 5,
        "settle": "pool", "nearest": 5, "block": "pips", "split": True, "at_once": True, "playoff": False,
    },
    "dominos-cc-all-fives": {
        "deal": [7, 6, 5], "target": [150, 150, 150], "unit": 1, "partners": False,
        "first_leader": "highest", "later_leader": "highest", "spinners": "first", "draws": True, "multiple": 5,
        "settle": "each", "nearest": 5, "block": "tiles", "split": False, "at_once": True, "playoff": False,
    },
    "dominos-cc-draw": {
        "deal": [7, 6, 5], "target": [100, 100, 100], "unit": 1, "partners": False,
        "first_leader": "highest", "later_leader": "highest", "spinners": "none", "draws": True, "multiple": 0,
        "settle": "pool", "nearest": 1, "block": "tiles", "split": False, "at_once": False, "playoff": False,
    },
    "dominos-cc-block": {
        "deal": [7, 6, 5], "target": [100, 100, 100], "unit": 1, "partners": False,
        "first_leader": "highest", "later_leader": "highest", "spinners": "none", "draws": False, "multiple": 0,
        "settle": "pool", "nearest": 1, "block": "tiles", "split": False, "at_once": False, "playoff": False,
    },
}  # fmt: skip

Amount = int | float | Fraction
WHOLE_SET = [f"{low}-{high}" for high in range(7) for low in range(high + 1)]


class Wrong(Exception):
    """A move the rules forbid now; whatever refused it has not changed."""


class Tile:
    """A tile on the table: two numbers, and at each of its places the tile joined there, or nothing."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.low, self.high = numbers(text)
        self.double = self.low == self.high
        self.spinner = False
        names = ["line-a", "line-b"] if self.double else ["low", "high"]
        self.at: dict[str, Tile | None] = dict.fromkeys(names)

    def become_spinner(self) -> None:
        """Room for four: the branches come after the line."""
        self.spinner = True
        self.at["branch-a"] = None
        self.at["branch-b"] = None

    def pip(self, place: str) -> int:
        """The number that faces out at a place."""
        return self.high if place == "high" else self.low

    def neighbours(self) -> list[Tile]:
        return [other for other in self.at.values() if other is not None]

    def free(self) -> list[str]:
        """The places where a tile may be joined now, the next one first."""
        line = [place for place, other in self.at.items() if other is None and not place.startswith("branch")]
        return line or [place for place, other in self.at.items() if other is None]

    def place_of(self, other: Tile) -> str:
        return next(place for place, there in self.at.items() if there is other)

    def adds(self) -> list[int]:
        """What each counted end of this tile is worth."""
        if self.double:
            return [self.low + self.high] if len(self.neighbours()) < 2 else []
        return [self.pip(place) for place in self.free()]


@cache
def numbers(text: str) -> tuple[int, int]:
    """Read a tile; ValueError if the text is none of the 28."""
    if text not in WHOLE_SET:
        raise ValueError(f"{text!r} is no tile of a double-six set (low-high, as in 1-4)")
    low, high = text.split("-")
    return int(low), int(high)


def pips(tiles: Sequence[str]) -> int:
    return sum(sum(numbers(tile)) for tile in tiles)


def rules_of(game_id: str) -> dict[str, Any]:
    if game_id not in GAMES:
        raise ValueError(f"{game_id!r} is no rule set; there are {', '.join(GAMES)}")
    return GAMES[game_id]


def for_seats(values: list[int], seats: int) -> int:
    """Pick from a list given for 2, 3 and 4 seats."""
    if seats not in (2, 3, 4):
        raise ValueError(f"{seats!r} seats; there may be 2, 3 or 4")
    return values[seats - 2]


def teams_of(game_id: str, seats: int) -> list[list[int]]:
    """The seats of each team."""
    if rules_of(game_id)["partners"] and seats == 4:
        return [[0, 2], [1, 3]]
    return [[seat] for seat in range(seats)]


def rounded(amount: int, nearest: int) -> int:
    """The nearest multiple, found by looking up and down by turns."""
    for step in range(nearest):
        for candidate in (amount + step, amount - step):
            if candidate % nearest == 0:
                return candidate
    raise AssertionError("unreachable: one of a run of numbers is a multiple")


class Layout:
    """The tiles on the table, joined."""

    def __init__(self, game_id: str) -> None:
        self.rules = rules_of(game_id)
        self.first: Tile | None = None
        # both are kept until another tile lies there
        self.reached: list[Tile] | None = None
        self.offered: list[tuple[str, int]] | None = None

    def walk(self) -> list[Tile]:
        """Every tile on the table, from the lead outwards."""
        if self.reached is None:
            self.reached = [self.first] if self.first else []
            for tile in self.reached:  # the list grows while it is walked
                self.reached += [other for other in tile.neighbours() if other not in self.reached]
        return self.reached

    def find(self, text: str) -> Tile | None:
        return next((tile for tile in self.walk() if tile.text == text), None)

    def offers(self) -> list[tuple[str, int]]:
        """Each tile that another can be joined to now, with the number it takes."""
        if self.offered is None:
            self.offered = sorted({(tile.text, tile.pip(place)) for tile in self.walk() for place in tile.free()})
        return self.offered

    def fitting(self, *hand: str) -> list[str]:
        """Every play of these tiles, as text."""
        if self.first is None:
            return list(hand)
        offers = self.offers()
        halves = {tile: numbers(tile) for tile in hand}
        return [f"{tile}@{onto}" for tile in hand for onto, pip in offers if pip in halves[tile]]

    def put(self, play: str) -> None:
        """Lay a tile; Wrong says why it cannot lie there."""
        text, _, onto = play.partition("@")
        numbers(text)
        if "@" in play:
            numbers(onto)
        if self.find(text):
            raise Wrong(f"{text} lies on the table already")
        if self.first is None:
            if onto:
                raise Wrong("nothing lies on the table yet: the lead is a tile alone")
            self.first, self.reached, self.offered = self.made(text), None, None
            return
        if not onto:
            raise Wrong(f"name the tile that {text} is joined to")
        target = self.find(onto)
        if target is None:
            raise Wrong(f"{onto} does not lie on the table")
        place = next((place for place in target.free() if target.pip(place) in numbers(text)), None)
        if place is None:
            raise Wrong(f"{onto} has no free place for {text}")
        tile = self.made(text)
        own = next(own for own in tile.free() if tile.pip(own) == target.pip(place))
        self.reached = self.offered = None
        target.at[place] = tile
        tile.at[own] = target

    def made(self, text: str) -> Tile:
        """A tile about to be laid, a spinner if the rules make it one."""
        tile = Tile(text)
        earlier = any(other.double for other in self.walk())
        if tile.double and (self.rules["spinners"] == "all" or (self.rules["spinners"] == "first" and not earlier)):
            tile.become_spinner()
        return tile

    def spinners(self) -> list[str]:
        return [tile.text for tile in self.walk() if tile.spinner]

    def joins(self) -> list[list[str]]:
        """[tile, place, tile, place], each join once, from the tile nearer the lead."""
        found: list[list[str]] = []
        seen: set[str] = set()
        for tile in self.walk():
            seen.add(tile.text)
            for place, other in tile.at.items():
                if other is not None and other.text not in seen:
                    found.append([tile.text, place, other.text, other.place_of(tile)])
        return found

    def open_ends(self) -> list[list[str | int]]:
        return [[tile.text, place, tile.pip(place)] for tile in self.walk() for place in tile.free()]

    def counted(self) -> list[list[str | int]]:
        if not self.rules["multiple"]:
            return []
        return [[tile.text, value] for tile in self.walk() for value in tile.adds()]

    def count(self) -> int | None:
        """The end count; None where layouts do not count."""
        if not self.rules["multiple"]:
            return None
        return sum(value for tile in self.walk() for value in tile.adds())

    def worth(self) -> Fraction:
        """The points this layout gives to whoever has just made it."""
        count, multiple = self.count(), self.rules["multiple"]
        return Fraction(count) if count and count % multiple == 0 else Fraction(0)


def layout_case(game_id: str, plays: Sequence[str]) -> dict[str, Any]:
    """Lay the plays in order and tell all a corpus case of kind layout asks; Wrong if one does not fit."""
    layout = Layout(game_id)
    for play in plays:
        layout.put(play)
    return {
        "spinners": layout.spinners(), "joins": layout.joins(), "open": layout.open_ends(),
        "counted": layout.counted(), "count": layout.count(), "points": layout.worth(),
    }


class Round:
    """One deal to its end. `boneyard` is in the order of drawing; `counts` and points come from `do`."""

    def __init__(
        self, game_id: str, seats: int, leader: int, hands: Sequence[Sequence[str]], boneyard: Sequence[str]
    ) -> None:
        self.game_id, self.rules, self.seats = game_id, rules_of(game_id), seats
        self.hands = [list(hand) for hand in hands]
        self.boneyard = list(boneyard)
        self.check_deal()
        if leader not in range(seats):
            raise ValueError(f"there is no seat {leader!r} to lead")
        self.must_lead = None
        forced = forced_lead(game_id, self.hands)
        if forced:
            seat, self.must_lead = forced
            if seat != leader:
                raise ValueError(f"seat {seat} must lead {self.must_lead}, not seat {leader}")
        self.layout = Layout(game_id)
        self.turn = leader
        self.end: str | None = None
        self.out: int | None = None

    def check_deal(self) -> None:
        size = for_seats(self.rules["deal"], self.seats)
        if len(self.hands) != self.seats or any(len(hand) != size for hand in self.hands):
            raise ValueError(f"{self.game_id} deals {size} tiles to each of {self.seats} seats")
        dealt = [tile for hand in self.hands for tile in hand] + self.boneyard
        for tile in dealt:
            numbers(tile)
        if sorted(dealt) != sorted(WHOLE_SET):
            raise ValueError("hands and boneyard together are not the 28 tiles")

    def plays_of(self, seat: int) -> list[str]:
        hand = self.hands[seat]
        if self.layout.first is None and self.must_lead:
            return [self.must_lead] if self.must_lead in hand else []
        return sorted(self.layout.fitting(*hand))

    def legal(self) -> list[str]:
        return [] if self.end else self.plays_of(self.turn)

    def can_draw(self) -> bool:
        return bool(self.rules["draws"]) and bool(self.boneyard)

    def may(self) -> str:
        if self.end:
            return "over"
        if self.legal():
            return "play"
        return "draw" if self.can_draw() else "pass"

    def do(self, move: str) -> tuple[int | None, Fraction]:
        """Make a move; Wrong, and nothing has changed, if the rules forbid it; ValueError if it is no move."""
        if move not in ("draw", "pass"):
            for part in move.split("@", 1):
                numbers(part)
        may = self.may()
        if may == "over":
            raise Wrong("the round is over")
        if move == "draw":
            self.draw(may)
        elif move == "pass":
            self.pass_on(may)
        else:
            return self.play(move, may)
        return None, Fraction(0)

    def draw(self, may: str) -> None:
        if may != "draw":
            why = "a tile in hand can be played" if may == "play" else "nothing can be drawn"
            raise Wrong(f"no draw: {why}")
        self.hands[self.turn].append(self.boneyard.pop(0))
        self.look_for_block()

    def pass_on(self, may: str) -> None:
        if may != "pass":
            why = "a tile in hand can be played" if may == "play" else "the boneyard is not empty: draw"
            raise Wrong(f"no pass: {why}")
        self.turn = (self.turn + 1) % self.seats

    def play(self, move: str, may: str) -> tuple[int | None, Fraction]:
        tile = move.partition("@")[0]
        hand = self.hands[self.turn]
        if tile not in hand:
            raise Wrong(f"seat {self.turn} does not hold {tile}")
        if self.layout.first is None and self.must_lead not in (None, tile):
            raise Wrong(f"the lead must be {self.must_lead}")
        self.layout.put(move)
        hand.remove(tile)
        result = self.layout.count(), self.layout.worth()
        if not hand:
            self.end, self.out = "out", self.turn
            return result
        self.turn = (self.turn + 1) % self.seats
        self.look_for_block()
        return result

    def look_for_block(self) -> None:
        """The round ends as soon as nobody can play and nothing can be drawn."""
        if not self.can_draw() and not any(self.plays_of(seat) for seat in range(self.seats)):
            self.end = "blocked"

    def joins(self) -> list[list[str]]:
        return self.layout.joins()

    def open_ends(self) -> list[list[str | int]]:
        return self.layout.open_ends()

    def counted(self) -> list[list[str | int]]:
        return self.layout.counted()

    def spinners(self) -> list[str]:
        return self.layout.spinners()

    @property
    def left(self) -> list[int]:
        return [pips(hand) for hand in self.hands]

    @property
    def settled(self) -> list[Fraction]:
        """Points by team when the round is over."""
        if not self.end:
            raise ValueError("the round is not over: nothing is settled")
        return settle(self.game_id, self.seats, self.hands, self.out)


def settle(game_id: str, seats: int, left_tiles: Sequence[Sequence[str]], out: int | None) -> list[Fraction]:
    """What each team gains (or, below nothing, pays) when the hands are shown."""
    rules, teams = rules_of(game_id), teams_of(game_id, seats)
    check_left(seats, left_tiles, out)
    nearest = rules["nearest"]
    held = [pips(hand) for hand in left_tiles]
    if rules["settle"] == "seat":
        return [Fraction(-sum(rounded(held[seat], nearest) for seat in team)) for team in teams]
    points = [Fraction(0) for _ in teams]
    winners = round_winners(rules, teams, left_tiles, out)
    if not winners:
        return points
    losing = [seat for number, team in enumerate(teams) if number not in winners for seat in team]
    if rules["settle"] == "pool":
        taken = rounded(sum(held[seat] for seat in losing), nearest)
    else:
        taken = sum(rounded(held[seat], nearest) for seat in losing)
    for winner in winners:
        points[winner] = Fraction(taken, len(winners))
    return points


def check_left(seats: int, left_tiles: Sequence[Sequence[str]], out: int | None) -> None:
    shown = [tile for hand in left_tiles for tile in hand]
    for tile in shown:
        numbers(tile)
    if seats not in (2, 3, 4) or len(left_tiles) != seats:
        raise ValueError(f"{len(left_tiles)} hands for {seats} seats")
    if len(set(shown)) != len(shown):
        raise ValueError("a tile is left twice")
    if out is not None and (out not in range(seats) or left_tiles[out]):
        raise ValueError(f"seat {out} did not go out: it is no seat or still holds tiles")


def round_winners(
    rules: dict[str, Any], teams: list[list[int]], left_tiles: Sequence[Sequence[str]], out: int | None
) -> list[int]:
    """The teams that share the opponents' pips: one, none, or two of three."""
    if out is not None:
        return [number for number, team in enumerate(teams) if out in team]
    if rules["block"] == "nobody":
        return []
    weights = []
    for team in teams:
        tiles = [tile for seat in team for tile in left_tiles[seat]]
        weights.append((pips(tiles), len(tiles) if rules["block"] == "tiles" else 0))
    best = [number for number, weight in enumerate(weights) if weight == min(weights)]
    if len(best) == 1 or (rules["split"] and len(best) == 2 and len(teams) == 3):
        return best
    return []


class Match:
    """Totals of a match, and who has won it. Every number is an exact fraction of raw points."""

    def __init__(self, game_id: str, seats: int, before: Sequence[Amount], playoff: bool = False) -> None:
        self.rules = rules_of(game_id)
        self.target = for_seats(self.rules["target"], seats)
        if len(before) != len(teams_of(game_id, seats)):
            raise ValueError(f"{len(before)} totals for {len(teams_of(game_id, seats))} teams")
        if playoff and not self.rules["playoff"]:
            raise ValueError(f"{game_id} has no play-off")
        self.scores = [Fraction(total) for total in before]
        self.playoff = playoff
        self.winner: int | None = None

    def play(self, team: int, points: Amount) -> None:
        """Points made by a play."""
        self.go_on()
        if team not in range(len(self.scores)):
            raise ValueError(f"there is no team {team!r}")
        self.scores[team] += Fraction(points)
        if self.rules["at_once"]:
            self.look_at_target()

    def settle(self, points: Sequence[Amount]) -> None:
        """Points, by team, at the end of a round."""
        self.go_on()
        if len(points) != len(self.scores):
            raise ValueError(f"a settlement for {len(points)} teams, there are {len(self.scores)}")
        self.scores = [total + Fraction(more) for total, more in zip(self.scores, points, strict=True)]
        self.look_at_target()

    def go_on(self) -> None:
        if self.winner is not None:
            raise Wrong(f"the match is over: team {self.winner} has won")

    def look_at_target(self) -> None:
        top = max(self.scores)
        if top < self.target and not self.playoff:
            return
        if self.scores.count(top) == 1:
            self.winner = self.scores.index(top)
        elif self.rules["playoff"]:
            self.playoff = True


def forced_lead(game_id: str, hands: Sequence[Sequence[str]]) -> tuple[int, str] | None:
    """The seat that must lead and the tile it must lead, or None where any tile may be led."""
    if rules_of(game_id)["first_leader"] != "highest":
        return None
    held = [(tile, seat) for seat, hand in enumerate(hands) for tile in hand]
    for value in range(6, -1, -1):
        for tile, seat in held:
            if tile == f"{value}-{value}":
                return seat, tile
    # No double was dealt: the most pips lead; among equal sums, the tile with the larger half.
    tile, seat = max(held, key=lambda each: (sum(numbers(each[0])), max(numbers(each[0]))))
    return seat, tile


def later_leader(game_id: str, out: int | None, hands: Sequence[Sequence[str]]) -> int | None:
    """Who leads the next round, given who went out of the last and what is dealt; None: draw a lot."""
    if rules_of(game_id)["later_leader"] == "finisher":
        return out
    forced = forced_lead(game_id, hands)
    return forced[0] if forced else None


def lot(candidates: Sequence[int], tiles: Sequence[str]) -> tuple[int, list[list[tuple[int, str]]]]:
    """Who wins the lot, and what was drawn each time: the first tiles of the face-down set, seat by seat."""
    waiting, rest, drawn = list(candidates), list(tiles), []
    while len(waiting) > 1:
        if len(rest) < len(waiting):
            raise ValueError("too few tiles for the lot")
        times = [(seat, rest.pop(0)) for seat in waiting]
        drawn.append(times)
        best = max(pips([tile]) for _, tile in times)
        waiting = [seat for seat, tile in times if pips([tile]) == best]
    return waiting[0], drawn
