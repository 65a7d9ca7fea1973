"""A record played through, sheet by sheet: everything in it is checked, and what follows from it is worked out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from fives import events as e
from fives import tally
from fives.layout import Play
from fives.match import Match, lot_leader
from fives.notation.ending import Ended, ended
from fives.notation.figures import points_text
from fives.notation.known import Deal, Table, known_deal
from fives.notation.sheet import Left, Moved, Sheet
from fives.notation.sums import agreed, summed
from fives.rounds import Made, Points, Round, forced_lead
from fives.rules import Rules
from fives.tiles import TextError, Tile, mask_of

Due = TypeVar("Due", e.Shown, e.Settled, e.Won)


class Course:
    """The match of a record as far as its sheets have been played through; `play` takes the next one.

    `at` is the part of the sheet that is looked at, for whoever tells of an error. `lacks` says why the record does not
    tell every event, `open` whether a round is being played of which too little is known to go on.
    """

    def __init__(self, rules: Rules, seats: int, start: Sequence[Points] = (), playoff: bool = False, first: int = 1,
                 finish: bool = False) -> None:
        match = Match.at(rules, seats, start, playoff)
        self.free = False  # whether nobody knows who leads next
        self.lacks = ""
        if start or first > 1:
            # the totals stand after a settlement
            t = list(match.tally)
            tally.decide(t)
            if t[tally.WINNER] >= 0:
                raise TextError("at these totals the match is over")
            highest = rules.later_leader == "highest"
            match = replace(match, tally=tuple(t), leader=tally.HIGHEST if highest else tally.LOT)
            self.free = not highest
            self.lacks = "the record does not begin at the start of the match"
        self.match = replace(match, number=1, rounds=first - 1)
        self.events: list[e.Event] = [e.Started(1, rules, seats)]
        self.filled: list[Sheet] = []
        self.tied: list[bool] = []  # whether a tie is played off after each of them
        self.played: list[Round | None] = []
        self.open = False
        self.table: Table | None = None  # of a round that is open, where its hands are not known
        self.leader: int | None = None
        self.finish = finish  # whether a round that is over is settled although the sheet does not say so
        self.at = ("round", 0)

    def _at(self, part: str, index: int = 0) -> None:
        self.at = (part, index)

    def _lack(self, why: str) -> None:
        self.lacks = self.lacks or f"round {self.match.rounds + 1}: {why}"

    def play(self, sheet: Sheet, more: bool) -> None:
        """Plays the next round; `more` says that another one follows. Raises `TextError` or `Refused`."""
        self._play(sheet, more)
        self.tied.append(self.match.playoff)

    def _play(self, sheet: Sheet, more: bool) -> None:
        self._at("round")
        if self.match.winner is not None:
            raise TextError("the match is over: expected no further round")
        leader = self._leads(sheet)
        if not sheet.begun:
            if more:
                self._at("next")
                raise TextError("expected the moves or at least the totals of the round before")
            self.filled.append(sheet)
            return
        self._check_deal(sheet)
        deal = known_deal(self.match.rules, self.match.seats, sheet)
        nobody_leads = leader is None and not self.match.forced
        if deal is None or (not sheet.moves and (sheet.closed or more or nobody_leads)):
            self._lack("expected who leads, all hands, the boneyard and the moves")
            self._seen(sheet, leader, more)
        else:
            if not deal.exact:
                self._lack("expected the boneyard in the order of drawing")
            self._dealt(sheet, deal, leader, more)

    def _leads(self, sheet: Sheet) -> int | None:
        """Who leads, by the lot, by what came before, or as the sheet says; None when nobody can know yet."""
        match = self.match
        if sheet.lot:
            self._at("lot")
            if match.leader != tally.LOT:
                raise TextError("expected no lot: "
                                + ("the tiles decide who leads" if match.forced else f"seat {match.leader} leads"))
            drawn = lot_leader(match.seats, sheet.lot)
            self.events.append(e.Lot(match.number + 1, sheet.lot, drawn))
            self.match, self.free = match.led(drawn), False
        said = sheet.leader if sheet.leader is not None else sheet.moves[0].seat if sheet.moves else None
        if self.match.leader == tally.LOT and said is not None:
            if not self.free:
                self._lack("expected the lot")
            self.match = replace(self.match, leader=said)
        self.free = False
        leader = said if self.match.leader < 0 else self.match.leader
        self._at("lead")
        if sheet.leader not in (None, leader):
            raise TextError(f"expected seat {leader}, who leads")
        return leader

    def _check_deal(self, sheet: Sheet) -> None:
        """Sizes and tiles of what is written of the deal."""
        seats, size = self.match.seats, self.match.rules.hand_size(self.match.seats)
        seen: dict[Tile, str] = {}
        parts = [("hand", seat, size, hand, f"the hand of seat {seat}") for seat, hand in enumerate(sheet.hands)]
        parts.append(("boneyard", 0, 28 - seats * size, sheet.boneyard, "the boneyard"))
        for part, index, due, tiles, name in parts:
            self._at(part, index)
            if tiles and len(tiles) != due:
                raise TextError(f"expected {due} tiles, got {len(tiles)}")
            mask_of(tiles)
            for tile in tiles:
                if tile in seen:
                    raise TextError(f"{tile} is in {seen[tile]} already")
                seen[tile] = name

    # a round whose hands are known
    def _dealt(self, sheet: Sheet, deal: Deal, leader: int | None, more: bool) -> None:
        match = self.match
        self._at("lead")
        if match.forced:
            forced = forced_lead(deal.hands)
            if leader not in (None, forced[0]):
                raise TextError(f"expected seat {forced[0]}, who holds {forced[1]}, to lead")
            leader = forced[0]
        assert leader is not None
        hands = tuple(tuple(sorted(hand)) for hand in deal.hands)
        self._at("hand")
        self.match = match.dealt(Round.deal(match.rules, hands, deal.boneyard, leader, match.forced))
        self.events.append(e.Dealt(self.match.number, leader, hands, deal.boneyard))
        moves = tuple(self._moved(index, moved) for index, moved in enumerate(sheet.moves))
        self.played.append(self.match.round)
        closed = sheet.closed or more or (self.finish and self.match.need == "show")
        self.open = not (closed or deal.exact)
        filled = replace(sheet, moves=moves)
        self.filled.append(self._closed(sheet, filled, more) if closed else filled)

    def _moved(self, index: int, moved: Moved) -> Moved:
        """The move made, whole, with all that it made."""
        self._at("move", index)
        match = self.match
        if match.round is None or match.need != "move":
            raise TextError("the match is over" if match.winner is not None else "the round is over")
        if match.round.turn != moved.seat:
            raise TextError(f"expected a move of seat {match.round.turn}, whose turn it is, got seat {moved.seat}")
        self.match = match.move(moved.move)
        assert self.match.round is not None
        made = self.match.round.made[-1]
        self.events.append(_event(self.match.number, made))
        return self._made(index, moved, made)

    def _made(self, index: int, moved: Moved, made: Made) -> Moved:
        """The move with what it made; what is written of it must be that."""
        self._at("drawn", index)
        if moved.drawn not in (None, made.drawn):
            raise TextError(f"expected the draw of {made.drawn}, the next of the boneyard")
        self._at("count", index)
        if moved.count not in (None, made.count):
            if made.count is None:
                raise TextError("expected no count: " + (
                    "only plays make one" if self.match.rules.multiple else "by these rules nothing is counted"))
            raise TextError(f"the count is {made.count}, got ={moved.count}")
        self._at("points", index)
        unit = self.match.rules.unit
        if moved.points not in (None, made.points):
            raise TextError(f"the points are {points_text(made.points, unit)}, got +{points_text(moved.points, unit)}")
        return replace(moved, drawn=made.drawn, count=made.count, points=made.points or None)

    def _closed(self, sheet: Sheet, filled: Sheet, more: bool) -> Sheet:
        played = self.match.round
        assert played is not None
        self._at("end")
        if self.match.need != "show":
            raise TextError(f"the round is not over: seat {played.turn} must {played.may}")
        shown = self._follow(e.Shown)
        left = tuple(Left(hand, sum(tile.pips for tile in hand)) for hand in shown.hands)
        end = Ended(shown.end or "target", shown.out if shown.end else None, left, played.points, ())
        if self.match.need == "settle" and (sheet.counted_up or more or self.finish):
            end = end._replace(settled=self._follow(e.Settled).points)
        if self.match.need == "win" and (sheet.won is not None or self.finish):
            self._follow(e.Won)
        standing = self.match.stage == "shown" and self.match.winner is None
        return agreed(sheet, filled, end, self.match, () if standing else self.match.totals, self._at)

    def _follow(self, kind: type[Due]) -> Due:
        event = e.due(self.match)
        assert isinstance(event, kind)
        self.match = e.apply(self.match, event)
        self.events.append(event)
        return event

    # a round of which only the table is known
    def _seen(self, sheet: Sheet, leader: int | None, more: bool) -> None:
        self.match = replace(self.match, round=None, stage="between")
        table = Table(self.match.rules, self.match.seats, leader, sheet, self.match.forced)
        moves = []
        for index, moved in enumerate(sheet.moves):
            self._at("move", index)
            if self.match.winner is not None:
                raise TextError("the match is over")
            made = table.move(moved)
            moves.append(self._made(index, moved, made))
            if made.points:
                t = list(self.match.tally)
                tally.score(t, self.match.rules.team(made.seat, self.match.seats), 2 * made.points)
                self.match = replace(self.match, tally=tuple(t))
        self.played.append(None)
        self.leader = sheet.moves[0].seat if sheet.moves else leader
        filled = replace(sheet, moves=tuple(moves))
        over = self.match.winner is not None or table.over
        self.open = not (sheet.closed or more or (self.finish and over))
        self.table = table if self.open else None
        if not self.open:
            end = ended(self.match, sheet, table, self._at)
            filled = self._sum(sheet, filled, end, more)
        self.filled.append(filled)

    def _sum(self, sheet: Sheet, filled: Sheet, end: Ended, more: bool) -> Sheet:
        found = summed(self.match, sheet, end, self._at)
        if found is None:
            if more or sheet.won is not None:
                self._at("next")
                raise TextError("expected the totals of the round")
            self.open = True
            return agreed(sheet, filled, end, self.match, (), self._at)
        self.match, end = found
        self.free = end.end is None and not self.match.forced
        return agreed(sheet, filled, end, self.match, self.match.totals, self._at)


def _event(number: int, made: Made) -> e.Event:
    """The event of a move that was made."""
    if isinstance(made.move, Play):
        return e.Played(number, made.seat, made.move.tile, made.move.onto, made.count, made.points)
    return e.Passed(number, made.seat) if made.drawn is None else e.Drew(number, made.seat, made.drawn)
