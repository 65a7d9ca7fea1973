"""The sums at the end of a round: the new totals, and whether what is written agrees with what follows."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from fives import tally
from fives.match import Match
from fives.notation.ending import At, Ended, in_halves
from fives.notation.figures import points_text
from fives.notation.possible import can_be_gained, can_be_made, can_be_settled, ends_in_play, won_in_play
from fives.notation.sheet import Left, Sheet
from fives.rounds import Points, whole
from fives.tiles import TextError


def summed(match: Match, sheet: Sheet, end: Ended, at: At) -> tuple[Match, Ended] | None:
    """The match after a round of which only the table was seen, and its end with the points made in play.

    The points of the moves are in the totals already. Points played out of sight are those of the sheet, or what the
    totals gained beside the settlement, and the settlement what they gained beside those; else the totals are believed
    if any round can end so. None when nothing tells them. Raises `TextError`.
    """
    t = list(match.tally)
    totals = slice(tally.TOTAL, tally.TOTAL + match.teams)
    if sheet.made:
        at("made", 0)
        can_be_made(match.rules, in_halves(sheet.made))
    if sheet.totals:
        at("totals", 0)
        end = _gained(match, sheet, end, [a - b for a, b in zip(in_halves(sheet.totals), t[totals], strict=True)])
    settled = in_halves(end.settled)
    if end.made and (settled or end.end == "target"):
        if not sheet.moves:
            made = in_halves(end.made)
            at("made" if sheet.made else "totals" if sheet.totals else "end", 0)
            ends_in_play(match, made, end.end == "target")
            t[totals] = [before + points for before, points in zip(t[totals], made, strict=True)]
        tally.settled(t, settled or [0] * match.teams, 0)
    elif sheet.totals:
        t[totals] = in_halves(sheet.totals)
        tally.decide(t)
    else:
        return None
    at("end", 0)
    if end.end == "target" and t[tally.WINNER] < 0:
        raise TextError("nobody has won at these totals")
    out = -1 if end.out is None else end.out
    leader = tally.next_leader(match.rules.later_leader == "highest", out)
    stage = "between" if sheet.won is None else "over"
    return replace(match, tally=tuple(t), leader=leader, rounds=match.rounds + 1, stage=stage), end


def _gained(match: Match, sheet: Sheet, end: Ended, gained: list[int]) -> Ended:
    """The end with what the totals tell of it; `gained` are halves, beside the points of moves. Raises `TextError`."""
    settled, made = in_halves(end.settled), in_halves(() if sheet.moves else end.made)
    if settled or end.end == "target":
        if end.made:
            return end  # nothing is left to be told
        made = [points - paid for points, paid in zip(gained, settled or [0] * len(gained), strict=True)]
        can_be_made(match.rules, made)
        return end._replace(made=_raw(made))
    if end.made:
        settled = [points - played for points, played in zip(gained, made or [0] * len(gained), strict=True)]
        if end.end is None and not any(settled):
            # nothing was settled, or nobody had to pay
            if not sheet.moves:
                ends_in_play(match, made, bool(won_in_play(match, made)))
            return end
        can_be_settled(match.rules, end.ways, settled)
        return end._replace(settled=_raw(settled))
    if end.end is None and won_in_play(match, gained):
        with suppress(TextError):
            can_be_made(match.rules, gained)
            ends_in_play(match, gained, True)
            return end
    can_be_gained(match, end.ways, gained)
    return end


def _raw(halves: list[int]) -> tuple[Points, ...]:
    return tuple(whole(each) for each in halves)


def agreed(sheet: Sheet, filled: Sheet, end: Ended, match: Match, totals: Sequence[Points], at: At) -> Sheet:
    """The sheet filled with all that follows. Raises `TextError` where something else is written."""
    unit = match.rules.unit
    at("end", 0)
    if end.end is not None and sheet.end is not None and (sheet.end, sheet.out) != (end.end, end.out):
        raise TextError(f"expected {end_text(end.end, end.out)}, got {end_text(sheet.end, sheet.out)}")
    for seat, (said, known) in enumerate(zip(sheet.left, end.left, strict=False)):
        at("left", seat)
        _agree_left(seat, said, known)
    for part, written, found in (("made", sheet.made, end.made), ("settled", sheet.settled, end.settled),
                                 ("totals", sheet.totals, totals)):
        at(part, 0)
        if part == "settled" and written and end.end == "target":
            raise TextError("expected nothing settled: the match ended within the round")
        for team, (points, due) in enumerate(zip(written, found, strict=False)):
            at(part, team)
            if points != due:
                raise TextError(f"expected {points_text(due, unit)} for team {team}, got {points_text(points, unit)}")
    at("won", 0)
    if sheet.won is not None and sheet.won != match.winner:
        raise TextError("nobody has won yet" if match.winner is None else f"expected team {match.winner}, who won")
    return replace(filled, end=end.end or sheet.end, out=end.out, left=end.left, settled=end.settled,
                   totals=tuple(totals), made=sheet.made if sheet.moves else end.made, won=match.winner)


def end_text(end: str, out: int | None) -> str:
    """How a round ended, as it is written."""
    return end if out is None else f"{end} {out}"


def _agree_left(seat: int, said: Left, known: Left) -> None:
    if said.tiles is not None and known.tiles is not None and set(said.tiles) != set(known.tiles):
        tiles = " ".join(map(str, sorted(known.tiles))) or "nothing"
        raise TextError(f"expected {tiles} left to seat {seat}")
    if None not in (said.pips, known.pips) and said.pips != known.pips:
        raise TextError(f"expected {known.pips} pips left to seat {seat}, got {said.pips}")
