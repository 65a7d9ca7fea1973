"""What follows from the rest of a view that is read: its round, from the deal and the moves, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fives import tally
from fives.event_json import Json, fields_from, list_of, none_or, seat_from, tile_from
from fives.layout import Layout, Play
from fives.match import Match
from fives.notation.ending import ended
from fives.notation.known import Table
from fives.notation.lines import MOST_MOVES
from fives.notation.sheet import Left, Moved, Sheet
from fives.refused import Refused
from fives.rounds import parse_move
from fives.rules import Rules
from fives.tiles import TextError, Tile, mask_of


def followed(fields: Json) -> Json:
    """The fields of a view that follow from the others, but for what its seat may do. Raises `TextError`."""
    rules, seats, need = fields["rules"], fields["seats"], fields["need"]
    match = Match.at(rules, seats, fields["totals"], fields["playoff"])
    winner = _winner(match, need, fields["winner"])
    found: Json = {"turn": None, "may": "over", "options": (), "ahead": (), "winner": winner}
    moves = _moves(seats, fields["seat"], fields["made"])
    if need in ("move", "show", "settle") and not fields["round"]:
        raise TextError("round: expected a number from 1, got 0")
    if need == "lot" and fields["leader"] is not None:
        raise TextError("leader: expected null: a lot finds who leads")
    if need == "move":
        return found | _playing(match, fields, moves)
    if moves:
        return found | _over(match, fields, moves, winner)
    if need in ("show", "settle"):
        raise TextError("made: expected the moves of the round that is over")
    return found | {"hand": (), "held": (), "boneyard": 0, "made": (), "shown": (), "layout": Layout(rules)}


def _winner(match: Match, need: str, said: int | None) -> int | None:
    """The team that has won; within a round nobody has, but where the rules look at the target at once."""
    t = list(match.tally)
    tally.decide(t)
    if need in ("win", "over") or (said is not None and need == "show" and tally.looks(match.tally)):
        if t[tally.WINNER] < 0:
            raise TextError("winner: nobody has won at these totals")
        return t[tally.WINNER]
    if need in ("lot", "deal") or tally.looks(match.tally):
        if t[tally.WINNER] >= 0:
            raise TextError("need: at these totals the match is over")
        if t[tally.TIED] != match.tally[tally.TIED]:
            raise TextError("playoff: expected true")
    return None


def _moves(seats: int, seat: int | None, found: object) -> tuple[Moved, ...]:
    """The moves of the round. The tiles drawn are told to the viewer who drew them, and to nobody else."""
    moves = []
    for item in list_of(lambda _, value: fields_from("made", value, _MADE), 0, MOST_MOVES)("made", found):
        moved = Moved(item["seat"], item["move"], item["drawn"])
        if moved.seat >= seats:
            raise TextError(f"made: expected a seat from 0 to {seats - 1}, got {moved.seat}")
        if (moved.drawn is not None) != (moved.move == "draw" and moved.seat == seat):
            raise TextError(f"made: expected {'no tile' if moved.drawn else 'the tile'} drawn by seat {moved.seat}")
        moves.append(moved)
    return tuple(moves)


def _dealt(rules: Rules, seats: int, hand: Sequence[Tile], own: Sequence[Moved]) -> tuple[Tile, ...]:
    """The tiles that were dealt to a seat which now holds `hand`, after its own moves."""
    played = [moved.move.tile for moved in own if isinstance(moved.move, Play)]
    drawn = [moved.drawn for moved in own if moved.drawn is not None]
    due = rules.hand_size(seats) + len(drawn) - len(played)
    if due < 0:
        raise TextError(f"made: seat {own[0].seat} plays more tiles than it held")
    if len(hand) != due:
        raise TextError(f"hand: expected {due} tiles, got {len(hand)}")
    try:
        mask_of(drawn)
        mask_of((*hand, *played))
    except TextError as error:
        raise TextError(f"hand: {error.reason}") from error
    for tile in drawn:
        if tile not in hand and tile not in played:
            raise TextError(f"hand: expected {tile}, which was drawn")
    return tuple(tile for tile in (*hand, *played) if tile not in drawn)


def _table(fields: Json, moves: tuple[Moved, ...], leader: int | None) -> tuple[Table, Sheet]:
    """The round as the viewer sees it, every move checked as far as it can be."""
    rules, seats, seat, hand = (fields[key] for key in ("rules", "seats", "seat", "hand"))
    dealt: tuple[Tile, ...] = ()
    if seat is not None:
        dealt = _dealt(rules, seats, hand, [moved for moved in moves if moved.seat == seat])
    elif hand:
        raise TextError("hand: expected []: who looks on holds nothing")
    sheet = Sheet(hands=tuple(dealt if each == seat else () for each in range(seats)), moves=moves)
    table = Table(rules, seats, leader, sheet, fields["forced"])
    for moved in moves:
        try:
            table.move(moved)
        except (TextError, Refused) as error:
            raise TextError(f"made: {error}") from error
    return table, sheet


def _as_seen(table: Table) -> Json:
    return {"held": tuple(table.held), "boneyard": table.boneyard, "made": tuple(table.moves), "layout": table.layout}


def _playing(match: Match, fields: Json, moves: tuple[Moved, ...]) -> Json:
    """A round that is being played."""
    if fields["leader"] is None:
        raise TextError("leader: expected a seat, got null")
    table, _ = _table(fields, moves, fields["leader"])
    if table.over:
        raise TextError("need: the round is over")
    return _as_seen(table) | {"turn": table.turn, "shown": ()}


def _over(match: Match, fields: Json, moves: tuple[Moved, ...], winner: int | None) -> Json:
    """A round that is over, or the match within it: then `winner` has won."""
    need, seat, shown = fields["need"], fields["seat"], fields["shown"] if fields["need"] != "show" else ()
    table, sheet = _table(fields, moves, None)
    if need != "show" and len(shown) != table.seats:
        raise TextError(f"shown: expected {table.seats} hands, got {len(shown)}")
    if seat is not None and shown and sorted(shown[seat]) != sorted(fields["hand"]):
        raise TextError(f"shown: expected the hand of seat {seat} as it is")
    left = tuple(map(Left, shown))
    part = "need"

    def at(name: str, _: int) -> None:
        nonlocal part
        part = "need" if name == "end" else "shown" if shown else "hand"
    within = winner is not None and tally.looks(match.tally) and table.out is None
    t = list(match.tally)
    t[tally.WINNER] = winner if within and winner is not None else -1
    try:
        ended(Match(match.rules, match.seats, 0, tuple(t), tally.LOT), Sheet(moves=sheet.moves, left=left), table, at)
    except TextError as error:
        raise TextError(f"{part}: {error.reason}") from error
    due = tally.next_leader(match.rules.later_leader == "highest", -1 if table.out is None else table.out)
    if need == "lot" and due != tally.LOT:
        raise TextError("need: expected no lot after this round")
    if need == "deal" and due != tally.LOT and fields["leader"] != (due if due >= 0 else None):
        raise TextError(f"leader: expected {due if due >= 0 else 'null'}")
    return _as_seen(table) | {"shown": shown}


def _move_from(key: str, value: object) -> Any:
    if not isinstance(value, str):
        raise TextError(f"{key}: expected a move such as 3-4@4-4")
    try:
        return parse_move(value)
    except TextError as error:
        raise TextError(f"{key}: {error.reason}") from error


def _as_it_is(key: str, value: object) -> object:
    return value


_MADE = {"seat": seat_from, "move": _move_from, "count": _as_it_is, "points": _as_it_is, "drawn": none_or(tile_from)}
