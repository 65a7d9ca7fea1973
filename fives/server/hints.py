"""Hints for who plays against bots only: what to play and why, from what the seat sees. Nothing of the table changes.

A hint has chance of its own, the same for the same view: neither deals nor bots hang on whether somebody asked.
"""

from __future__ import annotations

import asyncio
import contextlib
from weakref import WeakKeyDictionary

from fives import describe
from fives.bots import Move
from fives.bots.reasons import reason
from fives.layout import Play
from fives.refused import Refused
from fives.server import protocol as p
from fives.server.room import Room, Slow, Viewer
from fives.server.seating import alone
from fives.server.texts import refusal
from fives.server.thinking import Thinkers
from fives.view import View
from fives.words import words_in

LEVEL, BUDGET = "master", 0.1  # seconds, as an amount of work
SEED = 0


class Hints:
    """Thinks of hints, one at a time for a table, and keeps the last of each: it holds while nothing happens."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._turn = asyncio.Semaphore(1)  # a hint takes longer than a bot's play: no bot shall wait for many
        self._busy: dict[Room, tuple[int, int | None, asyncio.Task[Move | None]]] = {}
        self._last: WeakKeyDictionary[Room, tuple[int, int | None, Play]] = WeakKeyDictionary()

    async def answer(self, viewer: Viewer, message: p.Hint) -> None:
        """Answers with a hint, or says why there is none. It waits, so nobody should wait for it."""
        room = viewer.room
        found: p.Answer
        try:
            play = await self._play(viewer, message.at)
            text = told(view_of(viewer, message.at), play, viewer.lang)
            found = p.Advice(message.key, message.at, str(play), text)
        except Refused as refused:
            found = p.Refusal(message.key, refused.reason, refusal(refused, viewer.lang), room.table.number)
        if not room.gone:
            with contextlib.suppress(Slow):
                viewer.answer(found)

    async def _play(self, viewer: Viewer, at: int) -> Play:
        view, room = view_of(viewer, at), viewer.room
        known = self._last.get(room)
        if known and known[:2] == (at, view.seat):
            return known[2]
        if room not in self._busy:
            thought = asyncio.create_task(self._think(room, view, at))
            thought.add_done_callback(lambda _: self._busy.pop(room))
            self._busy[room] = at, view.seat, thought
        if self._busy[room][:2] != (at, view.seat):
            raise Refused("thinking")
        move = await self._busy[room][2]  # who asks the same again waits for the same
        if not isinstance(move, Play):
            raise Refused("no-hint")
        self._last[room] = at, view.seat, move
        return move

    async def _think(self, room: Room, view: View, at: int) -> Move | None:
        async with self._turn:
            if room.gone or room.table.number != at:  # nobody has a use for it any more
                return None
            return await self._thinkers.think(LEVEL, view, SEED, BUDGET)


def view_of(viewer: Viewer, at: int) -> View:
    """What the viewer's seat sees, when there may be a hint for it at this number. Raises `Refused`."""
    table = viewer.room.table
    seat = table.eyes(viewer.seat)
    if seat is None:
        raise Refused("watching")
    if table.seats[seat].sits_in:
        raise Refused("held")
    if not alone(table.seats, seat):
        raise Refused("not-alone")
    if at != table.number:
        raise Refused("old")
    view = table.view(seat)
    if view.may != "play":
        raise Refused("turn" if view.may == "wait" else "no-choice")
    return view


def told(view: View, play: Play, lang: str) -> str:
    """A hint in words: `Try 3-4 on 4-4: makes 2 points, leaves no place for any of the 9 tiles you cannot see`."""
    words = words_in(lang)
    return words.say("Try {play}: {reason}.", play=describe.play(words, play.tile, play.onto),
                     reason=reason(words, view, play))
