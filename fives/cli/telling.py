"""What the terminal says of a match to the person at seat 0: every event in a sentence, and the table at their turn.

Nothing hidden is told: events come cut to the seat, the table is its view.
"""

from __future__ import annotations

import shutil

from fives import describe
from fives.cli.drawing import draw
from fives.describe import People
from fives.events import Drew, Event, Settled
from fives.match import Match
from fives.rounds import Move
from fives.view import Hidden, View, cut, view
from fives.words import Words

ME = 0
MARGIN = "  "  # before a line of the drawing


class Teller:
    """Prints what happens, as it happens; draws of a seat in a row are one sentence."""

    def __init__(self, words: Words, people: People) -> None:
        self.words, self.people = words, people
        self.drawn: list[Event | Hidden] = []

    def tell(self, event: Event, after: Match) -> None:
        """An event; `after` is the match after it."""
        seen = cut(event, ME)
        if isinstance(event, Drew):
            self.drawn.append(seen)
            return
        self.flush()
        if isinstance(event, Settled):
            account = describe.account(self.words, self.people, after, event)
            lines = [account.title, account.why, *(line.text for line in account.lines), account.pool,
                     *(change.text for change in account.changes), account.tie, account.leads]
            print("\n  ".join(filter(None, lines)))
        else:
            print(describe.event(self.words, self.people, after, seen))

    def flush(self) -> None:
        """Tells the draws that were held back."""
        if self.drawn:
            first = self.drawn[0]
            assert isinstance(first, Drew | Hidden)
            tiles = [event.tile for event in self.drawn if isinstance(event, Drew)]
            print(describe.drew(self.words, self.people, first.seat, len(self.drawn), tiles))
            self.drawn = []

    def table(self, match: Match) -> View:
        """The table at the person's turn: layout, totals, hands, and every play there is, numbered from 1."""
        self.flush()
        seen, words, people = view(match, ME), self.words, self.people
        print()
        for line in draw(seen.layout, shutil.get_terminal_size().columns - len(MARGIN)):
            print(MARGIN + line)
        print(self.situation(seen))
        print(words.say("Your hand: {tiles}.", tiles=words.listed(seen.hand)))
        must = seen.options[0].tile if seen.forced and not seen.layout.plays else None
        print(describe.turn(words, people, ME, seen.may, not seen.layout.plays, must))
        width = len(str(len(seen.options)))
        for number, option in enumerate(seen.options, 1):
            print(f"  {number:{width}}  {describe.option(words, people.rules, option)}")
        return seen

    def situation(self, seen: View) -> str:
        """The count, the totals, and how many tiles the others and the boneyard hold."""
        words, people = self.words, self.people
        count = describe.count(words, describe.terms(seen.layout))
        held = [words.say("{name}: {tiles}.", name=people.name(words, seat), tiles=describe.tiles(words, number))
                for seat, number in enumerate(seen.held) if seat != ME]
        return "\n".join(filter(None, [
            words.say("Count: {count}.", count=count) if len(seen.layout.counted) > 1 else "",
            describe.standing(words, people, seen.totals, seen.playoff),
            words.text([*held, words.say("{boneyard}.", boneyard=describe.boneyard_holds(words, seen.boneyard))])]))

    def layout(self, seen: View) -> str:
        """The whole layout in words, for whoever hears and does not see it."""
        return describe.layout(self.words, seen.layout)

    def refused(self, match: Match, move: Move) -> str:
        """Why a move may not be made now; empty when it may."""
        assert match.round is not None
        why = match.round.refusal(move)
        return describe.refused(self.words, why) if why else ""

    def help(self) -> str:
        """What may be typed at a turn."""
        say = self.words.say
        return "\n".join([
            say("A number plays what stands beside it; a play may be typed too: 3-4@4-4."),
            say("l tells the layout in words, q leaves the match, ? tells this."),
            say("In the drawing * is a spinner, (5) an end that adds 5, ( ) an open end that adds nothing."),
        ])
