"""What of a state is about the table and its people rather than the match: clock, host, what was played for whom."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from fives import describe
from fives.events import Played
from fives.rules import RULE_SETS, Rules, differ
from fives.server import clock, memo
from fives.server import protocol_state as p
from fives.server.steps import Ways
from fives.server.texts import REACTIONS
from fives.words import Words, page

if TYPE_CHECKING:
    from fives.server.frames import Maker
    from fives.server.table import Table

TOLD = 12  # plays for a person, at most: a bot can hold a seat for long
Missed = tuple[tuple[str, Played], ...]


def clock_of(table: Table, now: int) -> p.Clock | None:
    """What the person in turn has left; None without a clock, or when nobody is waited for."""
    due, turn = table.deadline, table.view(None).turn
    if due is None or due.kind != "turn" or turn is None:
        return None
    left = clock.left(due, table.ways.clock, table.seats[turn].bank, now)
    return p.Clock(turn, left.turn, table.ways.clock, left.bank, left.starts == 0, left.starts)


def stage(table: Table) -> str:
    """Waiting for people, playing, or over."""
    return "waiting" if table.waiting else "over" if table.match.need == "over" else "playing"


def missed(made: Maker) -> p.Missed | None:
    """What was played for the viewer since its own last play, and why."""
    seat = made.view.seat
    if seat is None:
        return None
    played, sits = made.public.missed[seat], made.public.seats[seat]
    if not played and not sits.sits_in:
        return None
    words, ran_out = made.words, any(by == "clock" for by, _ in played)
    if sits.sits_in and sits.late >= clock.LATE:
        why = words.say("Time ran out twice in a row, so a bot holds your seat until you take it back.")
    elif sits.sits_in:
        why = words.say("A bot holds your seat until you take it back.")
    elif ran_out:
        why = words.say("Your time ran out, so the table played for you.")
    else:
        why = words.say("A bot held your seat.")
    how = words.say("It always makes the play of most points.") if played else ""
    before = len(played) - TOLD
    more = words.many("{n} earlier play is not listed.", "{n} earlier plays are not listed.", before)
    last = [event for _, event in played[-TOLD:]]
    told = [memo.played(words, made.people, event, None)[0] for event in last]
    moves = [f"{event.tile}@{event.onto}" if event.onto else str(event.tile) for event in last]
    return p.Missed(words.text([why, how, *([more] if before > 0 else []), *told]), moves)


@lru_cache(256)
def differs(words: Words, rules: Rules) -> str:
    """How the rules differ from the named rule set, before anybody sits down; empty when they do not."""
    base = RULE_SETS.get(rules.id)
    if base is None or not differ(base, rules):
        return ""
    return words.text(words.say("{title}: {value} (usually: {usual}).", title=title, value=value, usual=usual)
                      for title, value, usual in describe.differences(words, rules, base))


def plain(level: str) -> str:
    """The name of a level that people choose it by."""
    return "casual" if level == "greedy" else level


@lru_cache(256)
def agreed(words: Words, ways: Ways, kinds: tuple[str, ...]) -> str:
    """What a table agreed on beside the rules: the clock, and how strong the bots are that the host may seat.

    kinds: of the seats. Empty for one person without a clock among bots, who has agreed with nobody.
    """
    if not ways.clock and "open" not in kinds and kinds.count("person") < 2:
        return ""
    told = [words.many("{n} second for a turn.", "{n} seconds for a turn.", ways.clock // 1000) if ways.clock else
            words.say("No limit of time for a turn.")]
    if ways.bank:
        told.append(words.many("{n} second in reserve for a match.", "{n} seconds in reserve for a match.",
                               ways.bank // 1000))
    if "open" in kinds or "bot" in kinds:
        level = page(words).get(f"level_{plain(ways.level)}", ways.level)
        told.append(words.say("Strength of the bots: {level}.", level=level))
    return words.text(told)


@lru_cache(8)
def reactions(words: Words) -> tuple[p.ReactionOf, ...]:
    """The quick reactions there are."""
    return tuple(p.ReactionOf(what, words.say(text)) for what, text in REACTIONS.items())


@lru_cache(1024)
def sits(words: Words, name: str, kind: str, away: bool, sits_in: bool, comes: str) -> str:
    """Who sits at a seat, for whoever does not see it; empty while nobody does."""
    if comes:
        return words.say("{name} plays from the next round on.", name=comes)
    if kind == "open":
        return ""
    if sits_in:
        return words.say("A bot plays for {name}.", name=name)
    if away:
        return words.say("{name} is away.", name=name)
    if kind == "bot":
        return words.say("The bot {name} is at the table.", name=name)
    return words.say("{name} is at the table.", name=name)


def waits(words: Words, seats: int) -> str:
    """What a table says that waits for people."""
    return words.many("Waiting for people: {n} seat is open.", "Waiting for people: {n} seats are open.", seats)
