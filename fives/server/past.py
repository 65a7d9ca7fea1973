"""What has been at a table: the events that somebody is told, the moves made for people, the answers to commands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from fives import events as e
from fives.server.steps import Step

REMEMBERED = 200  # answers kept for commands that come again
BEHIND = 60  # events told at most to a page that was away, but for one more that explains the first


def since(events: Sequence[e.Event], known: int) -> Sequence[e.Event]:
    """The events of a match after so many that are known; the last ones if they are many.

    A settlement is not told without the hands that were shown before it.
    """
    first = max(known, len(events) - BEHIND, 0)
    while first < len(events) and isinstance(events[first], e.Settled):
        first -= 1
    return events[first:]


def missed(events: Iterable[e.Event], by: Mapping[int, str], seat: int, sat: int) -> list[tuple[str, e.Played]]:
    """What was played for the person of a seat since its own last play, each with who did: `clock` or `bot`.

    `sat`: after which event the person sat down; what was before was played for another.
    """
    played = [event for event in events if isinstance(event, e.Played) and event.seat == seat and event.number > sat]
    mine = next((at for at in range(len(played), 0, -1) if played[at - 1].number not in by), 0)
    return [(by[event.number], event) for event in played[mine:]]


class Answers(dict[tuple[int | None, str], Step]):
    """The answers to the last commands of the seats, by seat and key."""

    def remember(self, step: Step) -> None:
        """Keeps the answer to a command."""
        if step.seat is None or step.key is None or step.again:
            return
        self[step.seat, step.key] = Step(step.seat, step.key, step.number, refused=step.refused)
        while len(self) > REMEMBERED:
            del self[next(iter(self))]

    def forget(self, seats: Collection[int]) -> None:
        """Lets go of the answers to these seats."""
        for known in [known for known in self if known[0] in seats]:
            del self[known]
