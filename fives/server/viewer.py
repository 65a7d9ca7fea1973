"""Somebody who looks at a table: whoever asks `next` for frames. No web here.

Nothing is queued for a slow viewer but its answers: a state is whole, so it gets the newest one, with all events since
its last.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fives.server import protocol as p
from fives.server.limits import Bucket

if TYPE_CHECKING:
    from fives.server.room import Room

WAITING = 200  # answers that may wait for a slow viewer
LETTERS = 256_000  # of all of them, unless it is one: a record can be long
CHATTER = 20  # and of reactions
AGAIN = 20  # answers of a connection to who sat down or stood up that are kept for a command that comes again


class Slow(Exception):
    """A viewer does not take its answers."""


@dataclass(eq=False)
class Viewer:
    """Somebody who looks at a table: from a seat, or as a spectator (None). `sent` is the last number it was shown.

    `token` opened the seat, `digest` is what the seat has of it; `address` is where the page came from, `peer` who is
    counted as one: no view, log or row has it.
    """

    room: Room
    seat: int | None
    lang: p.Lang
    klass: p.Klass
    sent: int
    token: str | None = None
    digest: bytes | None = None
    address: str = ""
    peer: str = ""
    dirty: bool = True
    whole: bool = True  # the state is wanted, be there news or not
    words: bool = True
    folded: bool = False
    ended: str | None = None
    answers: list[str] = field(default_factory=list)
    held: int = 0  # letters of the answers
    taken: dict[str, p.Answer] = field(default_factory=dict)
    links: tuple[tuple[str, str, str | None], p.Links] | None = None  # the last that were made, and from what
    stirred: Callable[[], None] | None = None  # is called when there is something to send

    def stand_up(self) -> None:
        """Only looks on from now."""
        self.seat = self.token = self.digest = None
        self.whole = True

    @property
    def more(self) -> bool:
        """Whether what was sent was a part, and the next one may follow at once."""
        return self.dirty and self.klass == "bare"

    @property
    def reactions(self) -> Bucket:
        """What its seat may call out."""
        return self.room.reactions(self.seat)

    def answer(self, message: p.Answer) -> None:
        """Has a message sent, before the next state. Raises `Slow`."""
        frame = p.encode(message).decode()
        if len(self.answers) >= WAITING or (self.answers and self.held + len(frame) > LETTERS):
            raise Slow
        self._add(frame)

    def settle(self, message: p.Taken | p.Done) -> None:
        """Answers who sat down or stood up, also when that comes again: the seat cannot tell what it was before."""
        self.taken[message.key] = message
        if len(self.taken) > AGAIN:
            del self.taken[next(iter(self.taken))]
        self.answer(message)

    def hear(self, frame: str) -> None:
        """Has something sent that may be missed."""
        if len(self.answers) < CHATTER:
            self._add(frame)

    def _add(self, frame: str) -> None:
        self.answers.append(frame)
        self.held += len(frame)
        self.stir()

    def show(self, words: bool = False) -> None:
        """Has the whole state sent."""
        self.whole, self.words = True, self.words or words
        self.news()

    def news(self) -> None:
        """Has the state sent if there is anything new in it."""
        self.dirty = True
        self.stir()

    def end(self, reason: str) -> None:
        """Has the connection closed, with a reason."""
        self.ended = reason
        self.stir()

    def frames(self) -> list[str]:
        """The frames to send now. None come after the end."""
        found, self.answers, self.held = self.answers, [], 0
        if self.ended is None and self.dirty and (frame := self.room.frame(self)) is not None:
            self.dirty, self.folded = self.sent < self.room.table.number, False
            if frame:
                found.append(frame)
        elif self.folded and not self.dirty and (frame := self.room.scene(self)) is not None:
            self.folded = False
            found.append(frame)
        return found

    async def next(self) -> list[str]:
        """The frames to send now; waits until there are any, or the end."""
        woken = asyncio.Event()
        self.stirred = woken.set
        try:
            while not (found := self.frames()) and self.ended is None:
                await woken.wait()
                woken.clear()
        finally:
            self.stirred = None
        return found

    def stir(self) -> None:
        if self.stirred is not None:
            self.stirred()
