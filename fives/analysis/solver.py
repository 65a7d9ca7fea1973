"""One ending being solved: its value, every play that reaches it, and the line of play, as far as the effort goes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from fives import kernel, tally
from fives.analysis.exact_ends import ORDERS, beyond_reach
from fives.analysis.exact_room import FAR, FRAMES, LEADS, NO_PLAY
from fives.analysis.looking import Effort, Engine, Look
from fives.layout import Play
from fives.rounds import Points, Round


class Worth(NamedTuple):
    """What a position is worth to a team, over the other, until the round ends.

    `points` are the raw points still to come, plays and settlement; where tiles will be drawn, the mean of all orders.
    `match`, where totals count: the part of all orders in which the match is won, less that in which it is lost: 1 and
    -1 are certain; 0 is that it goes on, or where tiles may decide it (`Solution.drawn`) that it is won as often as
    lost: plays that are equally good may differ in how often. `points` are then of the orders in which it goes on, as a
    part of all: the others count 0.
    """

    points: Points
    match: Points | None = None


class Choice(NamedTuple):
    """A play and what it is worth."""

    play: Play
    worth: Worth


class Place(NamedTuple):
    """A position on the way: the round, and the tally of the match (of no teams where it does not count)."""

    round: Round
    tally: tuple[int, ...]

    @property
    def team(self) -> int:
        """The team of the seat in turn."""
        return self.round.rules.team(self.round.turn, self.round.seats)

    @property
    def over(self) -> bool:
        """Whether nothing is left to do."""
        return self.round.over or self.won

    @property
    def won(self) -> bool:
        """Whether a play has ended the match."""
        return self.tally[tally.WINNER] >= 0

    @property
    def matched(self) -> bool:
        """Whether the match counts."""
        return self.tally[tally.TEAMS] > 0

    def move(self, move: Play | str) -> Place:
        """The next one."""
        moved = self.round.move(move)
        t = list(self.tally)
        if self.matched and moved.made[-1].points:
            tally.score(t, self.team, 2 * moved.made[-1].points)
        return Place(moved, tuple(t))

    def passed(self) -> Place:
        """The position after those who must pass."""
        place = self
        while place.round.may == "pass":
            place = place.move("pass")
        return place


class Solver:
    """The search of the root and those of positions after it, which share a table.

    Values are those of `exact`, for the team in turn at their place; `start` is the root after those who must pass.
    """

    def __init__(self, engine: Engine, effort: Effort, root: Place) -> None:
        self.engine, self.effort, self.root = engine, effort, root
        self.start = root.passed()
        self.orders = ORDERS[len(root.round.boneyard) if root.round.rules.draws else 0]
        self.win = LEADS * self.orders
        self.look = self.look_at(self.start)

    @property
    def drawn(self) -> bool:
        """Whether the order of the boneyard may decide who wins the match."""
        return self.root.matched and self.orders > 1 and not beyond_reach(self.root.round.state, self.root.tally)

    def look_at(self, place: Place, number: int = 1, deepest: int = 0) -> Look:
        """A search of a position that is not over."""
        s = list(place.round.state)
        for team in range(4):
            s[kernel.POINTS + team] -= self.root.round.state[kernel.POINTS + team]
        if not place.round.rules.draws:
            s[kernel.BONEYARD] = 0
        return Look(self.engine, s, place.tally, place.matched, number, deepest)

    def worth(self, value: int) -> Worth:
        """A value of the root's team as points."""
        if not self.root.matched:
            return Worth(plain(Fraction(value, 2 * self.orders)))
        wins = (value + self.win // 2) // self.win
        points = Fraction(value - wins * self.win, 2 * self.orders)
        return Worth(plain(points), plain(Fraction(wins, self.orders)))

    def after(self, place: Place, play: Play) -> tuple[Place, int, int]:
        """The position after a play and those who must pass, what the play made, and the sign of values there."""
        moved = place.move(play)
        made = 0 if place.matched else 2 * moved.round.made[-1].points * self.orders
        moved = moved if moved.over else moved.passed()
        return moved, made, 1 if moved.team == place.team else -1

    def value_after(self, place: Place, play: Play, least: int | None = None) -> int | None:
        """The value of a play, or with `least` some number that tells whether it is so much; None: out of effort."""
        moved, made, sign = self.after(place, play)
        if moved.won:  # in every order of the boneyard
            return self.win * self.orders * (1 if moved.tally[tally.WINNER] == place.team else -1)
        look = self.look_at(moved)
        if least is None:
            done = look.search(self.effort)
        elif sign > 0:
            done = look.ask(least - made, self.effort)
        else:
            done = look.ask(made - least + 1, self.effort)
        if not done:
            return None
        return made + sign * (look.at_least if look.at_least > -FAR else look.at_most)

    def by_code(self, place: Place) -> dict[int, list[Play]]:
        """The legal plays; those that lead to the same layout of the kernel together."""
        found: dict[int, list[Play]] = {}
        for play in place.round.legal:
            found.setdefault(place.round.layout.code(play), []).append(play)
        return found

    def best(self, value: int, best: int) -> list[Choice]:
        """All plays of the start that are worth its value, of which this code is one, in the order of the legal plays;
        fewer when the effort does not suffice."""
        found = []
        for code, plays in self.by_code(self.start).items():
            reached = value if code == best else self.value_after(self.start, plays[0], value)
            if reached is not None and reached >= value:
                found += plays
        return [Choice(play, self.worth(value)) for play in found]

    def every(self, value: int, best: int) -> list[Choice]:
        """What every play of the start is worth, best first; those left out for which the effort does not suffice."""
        found = []
        for code, plays in self.by_code(self.start).items():
            reached = value if code == best else self.value_after(self.start, plays[0])
            if reached is not None:
                found += [(reached, play) for play in plays]
        found.sort(key=lambda each: each[0], reverse=True)
        return [Choice(play, self.worth(reached)) for reached, play in found]

    def line(self, value: int, first: Play | None) -> Iterator[Place]:
        """The positions of the line of play, from the root on; `value` is that of the start, `first` its play."""
        place = self.root
        yield place
        while not place.over and place.round.may != "draw":
            if place.round.may == "pass":
                place = place.move("pass")
            else:
                play, first = first or self.play_for(place, value), None
                if play is None:
                    return
                _, made, sign = self.after(place, play)
                value = sign * (value - made)
                place = place.move(play)
            yield place

    def play_for(self, place: Place, value: int) -> Play | None:
        """A play that is worth so much; None when the effort does not suffice."""
        look = self.look_at(place)
        return self.by_code(place)[look.best][0] if look.ask(value, self.effort) else None

    def guess(self, effort: Effort) -> tuple[int, int, bool]:
        """A value for the start, a play that should make it, and whether it is proven: each depth looks further."""
        value, play = 0, NO_PLAY
        for deepest in range(1, FRAMES):
            look = self.look_at(self.start, deepest + 1, deepest)
            if not look.search(effort if deepest > 1 else None):  # the first one always, so that there is an answer
                break
            value, play = look.at_least, look.best
            if not look.guessed:
                return value, play, True
        return value, play, False


def plain(number: Fraction) -> Points:
    """An int where it is whole."""
    return number.numerator if number.denominator == 1 else number
