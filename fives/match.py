"""A match: rounds to the target, lots and leaders, totals, ties, the play-off, the winner. A value, without chance."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from fives import kernel, tally
from fives.refused import Refused
from fives.rounds import Move, Points, Round, whole
from fives.rules import Rules, check_rules, check_seat, check_seats
from fives.tiles import ALL, TextError, Tile, kept, mask_of, shown, through


def _halves(total: Points) -> int:
    """The halves of a total. Raises `TextError`."""
    with suppress(TypeError, ValueError, OverflowError):  # a text, NaN, infinity
        halves = int(total * 2)
        if halves == total * 2:
            return halves
    raise TextError(f"totals: expected whole or half points, got {shown(total)}")


def draw_lot(seats: int, tiles: Sequence[Tile]) -> tuple[tuple[tuple[int, Tile], ...], ...]:
    """A lot, from the face-down tiles in the order they are taken: each seat draws one, the highest pips lead; those
    who tie draw again from the rest. Returns the draws of each go, as (seat, tile); see `lot_leader`. Raises
    `TextError` when there are not enough of them: all 28 always are."""
    tiles = tuple(through("tiles", tiles))
    mask_of(tiles)
    rest = iter(tiles)
    goes: list[tuple[tuple[int, Tile], ...]] = []
    candidates = list(range(seats))
    while len(candidates) > 1:
        go = tuple(zip(candidates, rest, strict=False))
        if len(go) < len(candidates):
            raise TextError(f"lot: expected more tiles than {len(tiles)}; the seats {candidates} draw")
        goes.append(go)
        candidates = best_of(go)
    return tuple(goes)


def best_of(go: Sequence[tuple[int, Tile]]) -> list[int]:
    """The seats that drew the highest pips."""
    most = max(tile.pips for _, tile in go)
    return [seat for seat, tile in go if tile.pips == most]


def lot_leader(seats: int, goes: Sequence[Sequence[tuple[int, Tile]]]) -> int:
    """The leader that a lot found. Raises `TextError` unless the draws are those of one whole lot."""
    mask_of(tile for go in goes for _, tile in go)
    candidates = list(range(seats))
    for go in goes:
        if len(candidates) == 1 or [seat for seat, _ in go] != candidates:
            raise TextError(f"lot: expected a tile for each of the seats {candidates}, got {len(go)} draws")
        candidates = best_of(go)
    if len(candidates) != 1:
        raise TextError(f"lot: the seats {candidates} tie and draw again")
    return candidates[0]


@dataclass(frozen=True)
class Match:
    """A match so far. `events` says how it came about; this is what it came to.

    `number` is that of the last event (0: none), `leader` the next leader: a seat, `tally.LOT` or `tally.HIGHEST`;
    `stage` is between (rounds), playing, shown (hands are) or over.
    """

    rules: Rules
    seats: int
    number: int
    tally: tuple[int, ...]
    leader: int
    rounds: int = 0
    round: Round | None = None
    stage: str = "between"

    @classmethod
    def new(cls, rules: Rules, seats: int, totals: Sequence[Points] = (), playoff: bool = False) -> Match:
        """A match before its first event, or standing at some totals. Raises `TextError`, also where they end it."""
        match = cls.at(rules, seats, totals, playoff)
        if not tally.looks(match.tally):
            return match  # it may be within a round, where a total can fall again
        t = list(match.tally)
        tally.decide(t)
        if t[tally.WINNER] >= 0:
            raise TextError("totals: at these the match is over")
        return replace(match, tally=tuple(t))

    @classmethod
    def at(cls, rules: Rules, seats: int, totals: Sequence[Points] = (), playoff: bool = False) -> Match:
        """A match at some totals that nobody has looked at yet: they may have ended it. Raises `TextError`."""
        check_rules(rules)
        check_seats(seats)
        teams = rules.teams(seats)
        if not isinstance(totals, Sequence):
            raise TextError(f"totals: expected {teams} numbers, got {shown(totals)}")
        if totals and len(totals) != teams:
            raise TextError(f"totals: expected {teams} numbers, got {len(totals)}")
        if type(playoff) is not bool:
            raise TextError(f"playoff: expected True or False, got {shown(playoff)}")
        if playoff and not rules.playoff:
            raise TextError(f"playoff: {rules.name} has no play-off")
        t = [0] * tally.TALLY
        t[tally.TARGET], t[tally.TEAMS], t[tally.WINNER] = 2 * rules.to(seats), teams, -1
        t[tally.AT_ONCE], t[tally.PLAYOFF], t[tally.TIED] = int(rules.at_once), int(rules.playoff), int(playoff)
        for team, total in enumerate(totals):
            t[tally.TOTAL + team] = _halves(total)
        leader = tally.HIGHEST if rules.first_leader == "highest" else tally.LOT
        return cls(rules, seats, 0, tuple(t), leader)

    @property
    def teams(self) -> int:
        """How many teams play."""
        return self.tally[tally.TEAMS]

    @kept
    def totals(self) -> tuple[Points, ...]:
        """The raw points of each team."""
        return tuple(whole(halves) for halves in self.tally[tally.TOTAL:tally.TOTAL + self.teams])

    @property
    def winner(self) -> int | None:
        """The team that won the match."""
        winner = self.tally[tally.WINNER]
        return None if winner < 0 else winner

    @property
    def playoff(self) -> bool:
        """Whether a tie at the target is being played off."""
        return bool(self.tally[tally.TIED])

    @property
    def counted_up(self) -> bool:
        """Whether the totals are those at the end of a round, and not within one."""
        return self.rounds > 0 and self.stage in ("between", "over")

    def tied(self, counted_up: bool) -> bool:
        """Whether a tie at the target keeps a match of this tally going. Where a round is not counted up a total may
        be beyond the target that nobody looks at yet (docs/rules.md, B4)."""
        t = list(self.tally)
        looked = counted_up or tally.looks(t)
        if looked:
            tally.decide(t)
        beyond = t[tally.TIED] != 0 or (looked and tally.top(t) >= t[tally.TARGET])
        return beyond and t[tally.WINNER] < 0

    @kept
    def need(self) -> str:
        """What comes next: lot, deal, move, show (the hands), settle, win, or over."""
        if self.stage == "playing":
            assert self.round is not None
            return "show" if self.winner is not None or self.round.over else "move"
        if self.stage == "over":
            return "over"
        if self.winner is not None:
            return "win"
        if self.stage == "shown":
            return "settle"
        return "lot" if self.leader == tally.LOT else "deal"

    def led(self, leader: int) -> Match:
        """After a lot found the leader. Raises `TextError` when no lot is due now."""
        if self.need != "lot":
            raise TextError("no lot is due now")
        check_seat(leader, self.seats, "leader")
        return self._next(leader=leader)

    def dealt(self, dealt: Round) -> Match:
        """After a deal. Raises `TextError` when it is of another game, another seat leads or is free to, or is not,
        where the match says otherwise (`forced`), and when no deal is due now."""
        if self.need != "deal":
            raise TextError("no deal is due now")
        if not isinstance(dealt, Round):
            raise TextError(f"expected a round, got {shown(dealt)}")
        if dealt.made or (dealt.rules, dealt.seats) != (self.rules, self.seats):
            raise TextError("expected a round of the same rules and seats, in which nobody has moved")
        if self.leader >= 0 and dealt.leader != self.leader:
            raise TextError(f"leader: expected seat {self.leader}, got seat {dealt.leader}")
        if dealt.forced != self.forced:  # where the tiles decide, a forced round is led by who holds that tile
            raise TextError(f"forced: expected {self.forced}, got {dealt.forced}")
        return self._next(rounds=self.rounds + 1, round=dealt, stage="playing")

    def move(self, move: Move) -> Match:
        """After a move of the seat in turn. Raises `Refused`."""
        if self.round is None or self.need != "move":
            raise Refused("match-over" if self.need == "over" else "no-round")
        played = self.round.move(move)
        made = played.made[-1]
        if not made.points:
            return self._next(round=played)
        t = list(self.tally)
        tally.score(t, self.rules.team(made.seat, self.seats), 2 * made.points)
        return self._next(tally=tuple(t), round=played)

    def show(self) -> Match:
        """After all hands are shown: the round has ended, or the match in the middle of it. Raises `TextError`."""
        if self.need != "show":
            raise TextError("no hands are to be shown now")
        return self._next(stage="shown")

    def settle(self) -> Match:
        """After the settlement of the round that ended. Raises `TextError` when nothing is to be settled now."""
        if self.round is None or self.need != "settle":  # after a win within the round nothing is
            raise TextError("no settlement is due now")
        t = list(self.tally)
        tally.settled(t, self.round.settled, 0)
        leader = tally.next_leader(self.rules.later_leader == "highest", self.round.state[kernel.OUT])
        return self._next(tally=tuple(t), leader=leader, stage="between")

    def close(self) -> Match:
        """After the winner is named. Raises `TextError` when nobody has won, or it is over."""
        if self.need != "win":
            raise TextError("nobody wins now")
        return self._next(stage="over")

    def _next(self, *, tally: tuple[int, ...] | None = None, leader: int | None = None, rounds: int | None = None,
              round: Round | None = None, stage: str | None = None) -> Match:
        """The match one event later, with what is given changed."""
        found = object.__new__(Match)  # of parts that fit: nothing is copied that was found out about this one
        found.__dict__.update(
            rules=self.rules, seats=self.seats, number=self.number + 1, tally=tally or self.tally,
            leader=self.leader if leader is None else leader, rounds=rounds or self.rounds, round=round or self.round,
            stage=stage or self.stage)
        return found

    @property
    def forced(self) -> bool:
        """Whether the tiles decide who leads the round to be dealt."""
        return self.leader == tally.HIGHEST


def whole_deal(rules: Rules, seats: int, tiles: Sequence[Tile]) -> tuple[list[tuple[Tile, ...]], tuple[Tile, ...]]:
    """Hands and boneyard out of 28 shuffled tiles: seat 0 gets the first, and so on; the rest is drawn in order.
    Raises `TextError` unless they are all there."""
    tiles = tuple(through("tiles", tiles))
    if mask_of(tiles) != ALL:
        raise TextError("expected all 28 tiles")
    size = rules.hand_size(seats)
    return [tuple(tiles[seat * size:(seat + 1) * size]) for seat in range(seats)], tuple(tiles[seats * size:])
