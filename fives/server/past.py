"""What has been at a table: the events that somebody is told, the moves made for people, the answers to commands."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from fives import events as e
from fives.refused import Refused
from fives.server.steps import Step
from fives.view import Hidden, cut

if TYPE_CHECKING:
    from fives.server.table import Table

REMEMBERED = 200  # answers kept of a seat for commands that come again
BEHIND = 60  # events told at most to a page that was away, but for one more that explains the first
PART = 500  # and to a program at once, which gets the others right afterwards


def since(events: Sequence[e.Event], known: int) -> Sequence[e.Event]:
    """The events of a match after so many that are known; the last ones if they are many.

    A settlement is not told without the hands that were shown before it.
    """
    first = max(known, len(events) - BEHIND, 0)
    while first < len(events) and isinstance(events[first], e.Settled):
        first -= 1
    return events[first:]


def reach(table: Table, number: int) -> int:
    """The number of the last event that is told at once to a program that has those up to `number`."""
    last = table.number
    return last if last <= number + PART else min(last, max(number, table.base - len(table.before)) + PART)


def part(table: Table, seat: int | None, number: int) -> list[tuple[int, e.Event | Hidden]]:
    """The events after a number up to `reach`, of this match and of the one before, as a seat may see them.

    Each comes with its number at the table.
    """
    base, last = table.base, reach(table, number)
    found = []
    if number < base:
        first = base - len(table.before)
        found = [(first + event.number, seen(table, seat, event, first))
                 for event in table.before[max(number - first, 0):last - first]]
        number, last = base, max(last, base)
    for event in table.events[number - base:last - base]:
        found.append((base + event.number, seen(table, seat, event, base)))
    return found


def seen(table: Table, seat: int | None, event: e.Event, base: int) -> e.Event | Hidden:
    """An event as a seat may see it; what was before its person sat down is told as to who watches."""
    return cut(event, None if seat is not None and base + event.number <= table.seats[seat].since else seat)


def missed(events: Sequence[e.Event], by: Mapping[int, str], seat: int, sat: int) -> list[tuple[str, e.Played]]:
    """What was played for the person of a seat since its own last play, each with who did: `clock` or `bot`.

    `sat`: after which event the person sat down; what was before was played for another.
    """
    found: list[tuple[str, e.Played]] = []
    for event in reversed(events):  # a match can be long, and the own last play is near
        if event.number <= sat:
            break
        if isinstance(event, e.Played) and event.seat == seat:
            if event.number not in by:
                break
            found.append((by[event.number], event))
    return found[::-1]


class Answer(NamedTuple):
    """The answer to a command: the number of the table after it, or why it was refused."""

    number: int
    refused: Refused | None


class Answers(dict[int, dict[str, Answer]]):
    """The answers to the last commands of each seat, by key; no seat can push out those of another."""

    def to(self, seat: int | None, key: str) -> Step | None:
        """The first answer to a command that comes again; None when it comes for the first time."""
        known = None if seat is None else self.get(seat, {}).get(key)
        return known and Step(seat, key, known.number, refused=known.refused, again=True)

    def remember(self, step: Step) -> None:
        """Keeps the answer to a command."""
        if step.seat is None or step.key is None or step.again:
            return
        own = self.setdefault(step.seat, {})
        own[step.key] = Answer(step.number, step.refused)
        if len(own) > REMEMBERED:
            del own[next(iter(own))]

    def forget(self, seats: Collection[int]) -> None:
        """Lets go of the answers to these seats."""
        for seat in seats:
            self.pop(seat, None)
