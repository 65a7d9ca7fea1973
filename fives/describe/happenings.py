"""Every event of a match in words, whichever it is: what the live region says and the record tells."""

from __future__ import annotations

from typing import Protocol

from fives import events as e
from fives.describe import figures, matches, moves, settle
from fives.describe.people import People
from fives.match import Match
from fives.tiles import Tile
from fives.words import Words


class Covered(Protocol):
    """A deal or a draw with its hidden part cut out; `view.Hidden` is one."""

    @property
    def what(self) -> str: ...
    @property
    def seat(self) -> int: ...
    @property
    def hand(self) -> tuple[Tile, ...]: ...
    @property
    def boneyard(self) -> int: ...


def event(words: Words, people: People, match: Match, happened: e.Event | Covered, open: bool = False) -> str:
    """What happened, in words; `match` is the one after it. A drawn tile is named to who drew it, and a hand told to
    whose it is; `open` names every drawn tile, for records of matches that are over."""
    if isinstance(happened, e.Played):
        return moves.played(words, people, happened, figures.terms(match.round.layout) if match.round else None)
    if isinstance(happened, e.Drew):
        known = open or happened.seat == people.you
        return moves.drew(words, people, happened.seat, tiles=(happened.tile,) if known else ())
    if isinstance(happened, e.Passed):
        return moves.passed(words, people, happened)
    if isinstance(happened, e.Dealt):
        hand = happened.hands[people.you] if people.you is not None else ()
        return _dealt(words, people, match, happened.leader, len(happened.boneyard), hand)
    if isinstance(happened, e.Settled):
        return account(words, people, match, happened).text(words)
    return _rare(words, people, match, happened)


def account(words: Words, people: People, match: Match, happened: e.Settled) -> settle.Account:
    """The settlement of the round that just ended; `match` is the one after it."""
    assert match.round is not None
    leader = match.leader if match.winner is None else None
    return settle.account(words, people, match.round.hands, match.round.out, happened.gainers, happened.points,
                          happened.totals, match.rounds, leader, match.playoff)


def _rare(words: Words, people: People, match: Match, happened: e.Event | Covered) -> str:
    if isinstance(happened, e.Started):
        return moves.started(words, people, happened)
    if isinstance(happened, e.Lot):
        return moves.lot(words, people, happened)
    if isinstance(happened, e.Shown):
        return moves.shown(words, people, happened)
    if isinstance(happened, e.Won):
        return matches.won(words, people, happened)
    if isinstance(happened, e.Played | e.Drew | e.Passed | e.Dealt | e.Settled):
        raise TypeError(f"no words for {type(happened).__name__}")
    if happened.what == "deal":
        return _dealt(words, people, match, happened.seat, happened.boneyard, happened.hand)
    return moves.drew(words, people, happened.seat)


def _dealt(words: Words, people: People, match: Match, leader: int, boneyard: int, hand: tuple[Tile, ...]) -> str:
    forced = match.round is not None and match.round.forced
    return moves.deal(words, people, match.rounds, leader, boneyard, hand, forced)
