"""What the server itself says: why it refuses or complains. All else that people read comes from `fives.describe`."""

from __future__ import annotations

from fives.describe import layouts
from fives.refused import REASONS, Refused
from fives.words import msg, words_in

# The reasons of the rules are in `refused`; these are the table's own.
OWN = {
    "watching": msg("You are watching: only who sits at the table can do that."),
    "old": msg("The table had moved on already."),
    "not-over": msg("The match is not over yet."),
    "not-between": msg("The round is not over yet."),
    "not-host": msg("Only the host of the table can do that."),
    "not-held": msg("No bot holds your seat."),
    "held": msg("A bot holds your seat. Take it back first."),
    "seated": msg("You have a seat at this table already."),
    "taken": msg("This seat is taken."),
    "open": msg("This seat is open already."),
    "no-seat": msg("This table has no such seat."),
    "begun": msg("The match has begun already."),
    "in-round": msg("A name can be changed between rounds, not while one is being played."),
    "names": msg("This seat has had many names just now. Try again in a moment."),
    "not-alone": msg("There are hints only at a table against bots."),
    "no-choice": msg("There is nothing to choose now."),
    "thinking": msg("A hint is being thought about already."),
    "no-hint": msg("There is no hint just now. Try again in a moment."),
    "too-many": msg("Too many tables or connections from your address. Try again later."),
    "closed": msg("The host has closed this table."),
    "rate": msg("Too many messages at once. Wait a moment."),
    "table": msg("This table is not there or is closed."),
    "token": msg("This link opens no seat at this table."),
    "hello": msg("The first message must be hello, and come once."),
    "target": msg("The target is a whole number from 1 to 2000."),
    "form": msg("No table could be started: something in the form was not as expected."),
    "origin": msg("This request came from another site."),
    "store": msg("Nothing can be stored just now. Try again in a moment."),
}

REACTIONS = {
    "nice": msg("Nice!"),
    "thanks": msg("Thank you!"),
    "oops": msg("Oops!"),
    "hello": msg("Hello!"),
    "wait": msg("One moment, please."),
    "good-game": msg("Well played!"),
}


def said(reason: str, lang: str) -> str:
    """A sentence of the table itself."""
    return words_in(lang).say(OWN[reason])


def reaction(what: str, lang: str) -> str:
    """A quick reaction in words."""
    return words_in(lang).say(REACTIONS[what])


def refusal(refused: Refused, lang: str) -> str:
    """Why a command was refused."""
    return layouts.refused(words_in(lang), refused) if refused.reason in REASONS else said(refused.reason, lang)


def somebody(lang: str) -> str:
    """The name of a person who gave none."""
    return words_in(lang).say("Guest")
