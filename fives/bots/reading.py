"""A view as the ints that levels think with; see `known`."""

from __future__ import annotations

from fives import kernel, tally
from fives.bots import known
from fives.layout import Play
from fives.rounds import Points, state_of
from fives.tiles import Tile, mask_of
from fives.view import View


def code_of(play: Play) -> int:
    """The kernel's number of a legal play."""
    tile, onto = play
    if onto is None:
        return tile.number
    near = 0 if tile.low in onto else 1
    return (2 + near if onto.double else near) << 5 | tile.number


def halves(points: Points) -> int:
    """Raw points in halves."""
    return int(points * 2)


def known_of(view: View) -> list[int]:
    """What the seat of a view knows; the seat must be in turn."""
    assert view.seat is not None
    assert view.turn == view.seat
    found = state_of(view.rules, view.seats, view.forced) + [0] * (known.KNOWN - kernel.ROUND)
    found[kernel.LAYOUT], found[kernel.TURN] = view.layout.packed, view.turn
    found[kernel.HAND + view.seat] = mask_of(view.hand)
    found[known.ME], found[known.LEFT], found[known.MOVES] = view.seat, view.boneyard, len(view.made)
    found[known.DEALT] = view.rules.hand_size(view.seats)
    found[known.HELD:known.HELD + view.seats] = view.held
    match = [0] * tally.TALLY
    match[tally.TARGET], match[tally.TEAMS], match[tally.WINNER] = 2 * view.rules.to(view.seats), len(view.totals), -1
    match[tally.AT_ONCE], match[tally.PLAYOFF] = int(view.rules.at_once), int(view.rules.playoff)
    match[tally.TIED] = int(view.playoff)
    match[tally.TOTAL:tally.TOTAL + len(view.totals)] = map(halves, view.totals)
    found[known.MATCH:known.MATCH + tally.TALLY] = match
    for number, made in enumerate(view.made):
        if isinstance(made.move, Play):
            what, code = kernel.PLAY, code_of(made.move)
        else:
            what = kernel.DRAW if made.move == "draw" else kernel.PASS
            code = made.drawn.number if isinstance(made.drawn, Tile) else 0
        found[known.FIRST + number] = known.move_of(made.seat, what, code)
    return found
