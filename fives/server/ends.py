"""The end of a round and of a match in a state: settlement and result. Handed only what is open to all by then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fives import tally
from fives.describe import figures, matches, settle
from fives.events import Settled, Won
from fives.server import memo
from fives.server import protocol_state as p
from fives.server.around import waits

if TYPE_CHECKING:
    from fives.server.frames import Maker, Public


def next_leader(made: Maker) -> int:
    """Who leads the round to come: a seat, or how it will be found."""
    view = made.view
    if view.leader is not None:
        return view.leader
    return tally.LOT if view.need == "lot" else tally.HIGHEST


def coming(public: Public) -> p.Next:
    """Who is ready, and when it goes on by itself."""
    return p.Next(list(public.pressed), len(public.people) - len(public.pressed), public.wait)


def settlement(made: Maker, seats: Sequence[p.SeatOf]) -> p.Settlement | None:
    """The settlement of the last round, until the next begins."""
    view, public, words = made.view, made.public, made.words
    if public.settled is None or public.shown is None:
        return None
    goes_on = view.need in ("lot", "deal")
    account = memo.account(words, made.people, public.shown, public.settled, view.round)
    if goes_on:
        account = settle.going_on(account, words, made.people, public.settled.totals, view.round, next_leader(made),
                                  view.playoff)
    rows = [p.SettledSeat(
        seat=line.seat, name=made.people.name(words, line.seat), mark=seats[line.seat].mark,
        letter=seats[line.seat].letter, tiles=[str(tile) for tile in line.tiles], listed=words.listed(line.tiles),
        pips=line.pips, sum=line.sum, rounded=line.rounded, points=line.points, text=line.text)
        for line in account.lines]
    teams = [_team(made, seats, public.settled, change) for change in account.changes]
    return p.Settlement(account.title, rows, teams, words.text([account.why, account.pool, account.tie, account.leads]),
                        coming(public) if goes_on else None)


def _team(made: Maker, seats: Sequence[p.SeatOf], settled: Settled, change: settle.Change) -> p.SettledTeam:
    """What the whole round was to a team: its total before, its plays, the hands, its total now."""
    rules, team = made.view.rules, change.team
    members = made.people.members(team)
    plays = sum([move.points for move in made.view.made if move.seat in members])
    before = settled.totals[team] - settled.points[team] - plays
    missing = matches.to_go(made.people, settled.totals[team])
    return p.SettledTeam(
        team=team, mark=seats[team].mark, names=made.people.listed(made.words, team),
        before=figures.score(rules, before), plays=memo.gain(rules, plays), change=change.change, after=change.after,
        to_go="" if missing == "0" else made.words.say("{n} to go", n=missing), label=change.text)


def result(made: Maker, teams: list[p.TeamOf]) -> p.Result | None:
    """Who has won, once the match is over; what was left in the hands, where no settlement tells it."""
    view, public, words = made.view, made.public, made.words
    if view.winner is None or view.need != "over":
        return None
    return p.Result(
        team=view.winner, yours=view.winner == view.team, title=matches.wins(words, made.people, view.winner),
        text=matches.won(words, made.people, Won(view.number, view.winner, view.totals)), totals=teams,
        left=[p.LeftOver(seat, made.people.name(words, seat), [str(tile) for tile in hand], words.listed(hand))
              for seat, hand in enumerate(public.shown.hands)] if public.shown and not public.settled else [],
        next=coming(public))


def says(made: Maker) -> str:
    """One line for when there is nothing else to tell: whose turn it is, who leads, who has won."""
    view, words, people = made.view, made.words, made.people
    if made.public.stage == "waiting":
        return waits(words, sum(seat.kind == "open" for seat in made.public.seats))
    if view.turn is not None:
        lead = not view.layout.plays
        must = view.options[0].tile if lead and view.forced and view.options else None
        return memo.turn(words, people, view.turn, "play" if view.may == "wait" else view.may, lead, must)
    if view.need in ("lot", "deal"):
        return matches.leads_next(words, people, next_leader(made), view.round + 1)
    return "" if view.winner is None else matches.wins(words, people, view.winner)
