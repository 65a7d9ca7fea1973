"""Kills a real server again and again while people play at it, and looks for what was lost.

    python tools/chaos.py [--scale 1.0]

Twenty tables of two people and a bot; their pages lose the line whenever the server is killed (kill -9, fifty times, at
any moment), come again, say what they have, and send again what was not acknowledged. At the end the file of the store
is read: every acknowledged command must be there with its number, no number may be missing, and every page must have
been told every number once and be where its table is.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import socket
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from servers import Process, fives, new_table, status, watched

QUICK = 2.0  # seconds from the start of the process until tables go on


async def messages(line: Any) -> AsyncIterator[dict[str, Any]]:
    """What comes over a connection; a frame is a message, or a list of several."""
    async for text in line:
        frame = json.loads(text)
        for message in frame if isinstance(frame, list) else [frame]:
            yield message


class Page:
    """Somebody who plays what comes first, whatever happens to the line."""

    def __init__(self, chaos: Chaos, table: str, token: str, seat: int, view: str) -> None:
        self.chaos, self.table, self.token, self.seat, self.view = chaos, table, token, seat, view
        self.number = 0
        self.first: int | None = None  # the last event before those that this page is told of
        self.told: list[int] = []
        self.acknowledged: list[tuple[str, int]] = []
        self.pending: dict[str, Any] | None = None
        self.keys = self.lost = 0

    async def live(self) -> None:
        """Comes again until it is over."""
        while not self.chaos.over:
            try:
                async with connect(f"ws://127.0.0.1:{self.chaos.port}/tables/{self.table}/ws", compression=None,
                                   proxy=None, open_timeout=5, close_timeout=0.1) as line:
                    await self.talk(line)
            except (OSError, TimeoutError, ConnectionClosed, InvalidHandshake, InvalidMessage, EOFError):
                self.lost += 1
                await asyncio.sleep(random.uniform(0.01, 0.1))

    async def talk(self, line: Any) -> None:
        """Says hello and plays."""
        hello = {"type": "hello", "token": self.token, "have": self.number, "view": self.view}
        await line.send(json.dumps(hello))
        again = self.pending is not None
        async for message in messages(line):
            if message["type"] in ("done", "refused") and self.pending and message["key"] == self.pending["key"]:
                if message["type"] == "done":
                    self.acknowledged.append((message["key"], message["number"]))
                self.pending = None
            elif message["type"] in ("state", "news"):
                self.hear(message)
                if again and self.pending:
                    await line.send(json.dumps(self.pending))
                again = False
                if self.pending is None and (command := self.wish(message)):
                    self.keys += 1
                    self.pending = {**command, "at": message["number"], "key": f"{self.seat}-{self.keys}"}
                    await line.send(json.dumps(self.pending))

    def hear(self, message: dict[str, Any]) -> None:
        """Notes what was told."""
        self.chaos.alive()
        numbers = [event["number"] for event in message["events"]]
        if self.first is None:
            # what happens between the hello and the first frame is told with it
            self.first = numbers[0] - 1 if numbers else message["number"]
        self.told += numbers
        self.number = message["number"]

    def wish(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """What to do now."""
        if self.chaos.resting:
            return None
        if message["need"] in ("lot", "deal") and message["number"] > 3:
            return {"type": "ready"}
        if message["need"] == "over":
            return {"type": "rematch"}
        if message["may"] != "play":
            return None
        plays = message.get("plays") or [option["move"] for held in message["hand"] for option in held["options"]]
        return {"type": "move", "move": plays[0]} if plays else None


class Chaos:
    """The server, its killer, and the pages."""

    def __init__(self, folder: Path, tables: int, kills: int) -> None:
        self.folder, self.tables, self.kills = folder, tables, kills
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.pages: list[Page] = []
        self.over = self.resting = False
        self.server: Process | None = None
        self.killed = 0
        self.waits: list[float] = []
        self.starts: list[float] = []
        self.began: float | None = None

    def alive(self) -> None:
        """A page was told something: after a start, that is when tables go on."""
        if self.began is not None:
            self.waits.append(time.monotonic() - self.began)
            self.began = None

    def start(self) -> Process:
        """Starts the server and waits until it listens."""
        before = time.monotonic()
        self.server = server = fives(self.folder, port=self.port, environment={"FIVES_FAST": "off"})
        self.starts.append(time.monotonic() - before)
        self.began = time.monotonic()
        return server

    async def run(self) -> list[tuple[str, float, str]]:
        """All of it; the verdict."""
        told = watched("kills", lambda: self.killed, self.kills)
        await self.havoc()
        told.cancel()
        return self.verdict()

    async def havoc(self) -> None:
        """Plays and kills."""
        server = await asyncio.to_thread(self.start)
        for number in range(self.tables):
            await self.sit(server, number)
        pages = [asyncio.create_task(page.live()) for page in self.pages]
        while self.killed < self.kills:
            await asyncio.sleep(random.uniform(0.1, 0.6))
            await asyncio.to_thread(server.stop, signal.SIGKILL)
            server = await asyncio.to_thread(self.start)
            self.killed += 1
        await asyncio.sleep(1)
        self.resting = True
        await self.settled()
        self.over = True
        await asyncio.to_thread(server.stop)
        await asyncio.wait(pages, timeout=10)

    async def sit(self, server: Process, number: int) -> None:
        """A table with two people and a bot."""
        made = await asyncio.to_thread(
            new_table, server.url, rules="five-up", seats=3, places=["open", "bot:greedy"], name="A", clock=0)
        async with connect(f"ws://127.0.0.1:{self.port}/tables/{made['table']}/ws", proxy=None) as line:
            await line.send(json.dumps({"type": "hello"}))
            await line.send(json.dumps({"type": "sit", "key": "s", "seat": 1, "name": "B"}))
            async for message in messages(line):
                if message["type"] == "seated":
                    break
        for seat, token in enumerate((made["token"], message["token"])):
            self.pages.append(Page(self, made["table"], token, seat, "bare" if number % 4 else "tall"))

    async def settled(self) -> None:
        """Waits until nothing goes on any more."""
        last: list[int] = []
        for _ in range(60):
            await asyncio.sleep(0.5)
            now = [page.number for page in self.pages]
            if now == last and not any(page.pending for page in self.pages):
                return
            last = now

    def verdict(self) -> list[tuple[str, float, str]]:
        """What the file of the store says of it all."""
        file = sqlite3.connect(self.folder / "data" / "fives.sqlite")
        rows = file.execute('select m."table", m.base + e.number, e.seat, e.key from events e join matches m '
                            'on e."match" = m.id').fetchall()
        file.close()
        numbers: dict[str, list[int]] = {}
        keys: dict[tuple[str, int, str], int] = {}
        for table, number, seat, key in rows:
            numbers.setdefault(table, []).append(number)
            if key is not None:
                keys[table, seat, key] = number
        holes = sum(sorted(found) != list(range(1, len(found) + 1)) for found in numbers.values())
        lost = behind = gaps = acknowledged = 0
        for page in self.pages:
            acknowledged += len(page.acknowledged)
            for key, number in page.acknowledged:
                # the number is that of the last event that the command brought about; a ready that was not the last
                # one wanted is no event: its number is that of the table
                stored = keys.get((page.table, page.seat, key), number)
                lost += not stored <= number <= stored + 3 or number not in numbers[page.table]
            behind += page.number != max(numbers[page.table])
            wanted = list(range((page.first or 0) + 1, page.number + 1))
            if page.told != wanted:
                gaps += 1
                at = next(at for at in range(len(wanted) + 1) if page.told[at:at + 1] != wanted[at:at + 1])
                print(f"page of seat {page.seat}: after {page.told[max(0, at - 3):at]} came {page.told[at:at + 5]}, "
                      f"wanted {wanted[at:at + 3]}")
        said = (self.folder / "said.txt").read_text()
        waits = sorted(self.waits)
        return [
            ("tables", self.tables, ""), ("kills", self.kills, ""), ("events stored", len(rows), ""),
            ("lines lost and found again", sum(page.lost for page in self.pages), ""),
            ("commands acknowledged", acknowledged, ">= 1"), ("acknowledged and lost", lost, "= 0"),
            ("tables with holes", holes, "= 0"), ("pages behind", behind, "= 0"), ("pages with gaps", gaps, "= 0"),
            ("tracebacks", said.count("Traceback"), "= 0"),
            ("s to start, median", sorted(self.starts)[len(self.starts) // 2], ""),
            ("s from listening to going on, p95", waits[int(len(waits) * 0.95)] if waits else 99, f"<= {QUICK}")]


def main() -> int:
    """Runs it; the exit status is 1 when something was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", type=float, default=1.0, help="1: 20 tables, 50 kills (default)")
    scale = min(4.0, max(0.02, parser.parse_args().scale))
    with tempfile.TemporaryDirectory() as folder:
        chaos = Chaos(Path(folder), max(3, round(20 * scale)), max(2, round(50 * scale)))
        try:
            return status(chaos.run())
        finally:
            if chaos.server and chaos.server.process.poll() is None:  # it was interrupted
                chaos.server.stop(signal.SIGKILL)


if __name__ == "__main__":
    raise SystemExit(main())
