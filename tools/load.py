"""How much one process carries: tables of four sockets, beside a bare Starlette echo-broadcast in the same run.

    python tools/load.py [--scale 1.0]

(a) rules, redaction and storing: programs with the view `bare`; (b) whole frames with options, words and scenes for two
tall, one square and one wide socket a table. A move is a play, draw or pass: one broadcast to four. In the closed loop
each table has one move in flight; in the open one 50 moves a second are spread over all tables, and each delivery is
timed from the sending of the move, after a rest and three seconds that are not counted. Rounds of echo, (a) and (b)
take turns; the figures are medians of their ratios.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import msgspec

from servers import Process, echo, fives, new_table, status, watched
from wire import Wire, dial

VIEWS = ("tall", "tall", "square", "wide")
encode = msgspec.json.Encoder().encode


class Option(msgspec.Struct):
    """A play."""

    move: str


class Held(msgspec.Struct):
    """A tile of the hand."""

    options: list[Option]


class Frame(msgspec.Struct):
    """What a driver reads of a frame."""

    type: str
    number: int = 0
    you: int | None = None
    turn: int | None = None
    need: str = ""
    may: str = ""
    key: str = ""
    token: str = ""
    plays: list[msgspec.Raw] = []
    hand: list[msgspec.Raw] = []


read = msgspec.json.Decoder(Frame).decode
read_all = msgspec.json.Decoder(list[Frame]).decode
read_play = msgspec.json.Decoder(str).decode
read_held = msgspec.json.Decoder(Held).decode


class Echoing:
    """A table of the echo server: each broadcast is answered by the next socket."""

    def __init__(self) -> None:
        self.moves, self.wires, self.going = 0, [], False  # type: ignore[var-annotated]

    async def sit(self, port: int, name: str) -> None:
        """Opens the sockets."""
        for seat in range(4):
            self.wires.append(await dial(port, f"/{name}", self._heard(seat)))

    def _heard(self, seat: int) -> Callable[[bytes], None]:
        def heard(text: bytes) -> None:
            number = msgspec.json.decode(text)["number"]
            if number % 4 == seat:
                self.moves += 1
                if self.going:
                    self.move(seat)
        return heard

    def move(self, seat: int = 0) -> None:
        """Sends something as long as a move."""
        self.wires[seat].send(encode({"type": "move", "at": self.moves, "key": f"k{self.moves}", "move": "3-4@4-4"}))

    def start(self) -> None:
        """Begins the loop."""
        self.going = True
        self.move()


class Playing:
    """A table of fives: four people who play what comes first, at once, or when they are told to."""

    def __init__(self, bare: bool) -> None:
        self.views = ("bare",) * 4 if bare else VIEWS
        self.wires: list[Wire] = []
        self.states: list[Frame | None] = [None] * 4
        self.moves = self.number = 0
        self.closed = self.going = False
        self.sent: tuple[float, int] | None = None
        self.late: list[float] = []
        self.seen = [0] * 4
        self.pressed = 0

    async def sit(self, process: Process, name: str) -> None:
        """Makes a table and sits down at all its seats."""
        made = await asyncio.to_thread(new_table, process.url, rules="five-up", seats=4, places=["open"] * 3,
                                       name=name, clock=0)
        self.tokens, path = [made["token"]], f"/tables/{made['table']}/ws"
        for seat in range(1, 4):
            taken = asyncio.get_running_loop().create_future()
            wire = await dial(process.port, path, lambda text, taken=taken: _taken(text, taken))
            wire.send(encode({"type": "hello"}))
            wire.send(encode({"type": "sit", "key": "s", "seat": seat, "name": f"P{seat}"}))
            self.tokens.append(await asyncio.wait_for(taken, 20))
            wire.transport.close()
        self.path, self.port = path, process.port

    async def look(self) -> None:
        """Opens the socket of each seat."""
        for seat, view in enumerate(self.views):
            self.wires.append(await dial(self.port, self.path, self._heard(seat)))
            self.wires[seat].send(encode({"type": "hello", "token": self.tokens[seat], "view": view}))

    def _heard(self, seat: int) -> Callable[[bytes], None]:
        def heard(text: bytes) -> None:
            for frame in (read(text),) if text[0] == 123 else read_all(text):  # an object, or a list of them
                if frame.type in ("state", "news"):
                    self._hear(seat, frame)
        return heard

    def _hear(self, seat: int, frame: Frame) -> None:
        self.states[seat] = frame
        if self.sent and frame.number >= self.sent[1] and self.seen[seat] < self.sent[1]:
            self.seen[seat] = frame.number
            self.late.append(time.perf_counter() - self.sent[0])
        if seat == 0 and frame.number > self.number:
            self.moves += frame.number - self.number if frame.need == "move" else 1
            self.number = frame.number
        if frame.need in ("lot", "deal", "over") and (frame.may == "over" or self.number > 3):
            self._between(seat, frame)
        elif self.going and frame.turn == seat and frame.may == "play":
            self.move()

    def _between(self, seat: int, frame: Frame) -> None:
        kind = "rematch" if frame.need == "over" else "ready"
        self.wires[seat].send(encode({"type": kind, "at": frame.number, "key": f"{kind}{frame.number}"}))

    def move(self) -> bool:
        """Makes a move if somebody may."""
        for seat, frame in enumerate(self.states):
            if frame is not None and frame.turn == seat and frame.may == "play" and frame.number >= self.seen[seat]:
                play = _first_play(frame)
                if play is None:
                    return False
                self.sent = time.perf_counter(), frame.number + 1
                self.states[seat] = None
                self.wires[seat].send(encode({
                    "type": "move", "at": frame.number, "key": f"k{frame.number}", "move": play}))
                return True
        return False

    def start(self) -> None:
        """Begins the loop."""
        self.going = True
        self.move()


def _first_play(frame: Frame) -> str | None:
    if frame.plays and frame.type == "news":
        return read_play(frame.plays[0])
    for held in frame.hand if frame.type == "state" else ():
        if options := read_held(held).options:
            return options[0].move
    return None


def _taken(text: bytes, taken: asyncio.Future[str]) -> None:
    for frame in (read(text),) if text[0] == 123 else read_all(text):
        if frame.type == "seated" and not taken.done():
            taken.set_result(frame.token)


async def closed_loop(tables: list[Echoing] | list[Playing], seconds: float) -> float:
    """Moves a second with one in flight at each table."""
    for table in tables:
        table.start()
    await asyncio.sleep(min(1.0, seconds / 2))
    before, begin = sum(table.moves for table in tables), time.perf_counter()
    await asyncio.sleep(seconds)
    found = (sum(table.moves for table in tables) - before) / (time.perf_counter() - begin)
    for table in tables:
        table.going = False
    await asyncio.sleep(0.5)
    return found


async def open_loop(tables: list[Playing], rate: float, seconds: float) -> list[float]:
    """Milliseconds from the sending of a move to each of its deliveries, at so many moves a second."""
    for table in tables:
        table.late.clear()
    begin, made, turn = time.perf_counter(), 0, 0
    while (now := time.perf_counter() - begin) < seconds:
        while made < now * rate:
            made += 1
            for _ in range(len(tables)):
                turn = (turn + 1) % len(tables)
                if tables[turn].move():
                    break
        await asyncio.sleep(0.002)
    await asyncio.sleep(0.5)
    return sorted(1000 * late for table in tables for late in table.late)


async def measure(scale: float) -> list[tuple[str, float, str]]:
    """All figures."""
    count, seconds = max(4, round(250 * scale)), max(0.5, 5 * min(1, 4 * scale))
    repeats, passed = 3 if scale >= 0.5 else 1, 0
    with tempfile.TemporaryDirectory() as name:
        for part in (folders := [Path(name) / kind for kind in ("echo", "bare", "whole")]):
            part.mkdir()
        told = watched("parts", lambda: passed, 3 * repeats + 3)
        servers = [echo(folders[0]), fives(folders[1]), fives(folders[2])]
        try:
            echoing = [Echoing() for _ in range(count)]
            for number, table in enumerate(echoing):
                await table.sit(servers[0].port, f"t{number}")
            bare, whole = ([Playing(kind) for _ in range(count)] for kind in (True, False))
            sockets, speeds = list[float](), list[float]()
            for tables, process in ((bare, servers[1]), (whole, servers[2])):
                for number, table in enumerate(tables):
                    await table.sit(process, f"t{number}")
                await tables[0].look()
                await wait_for_folding(process, scale)  # comes once somebody looks on, and is no part of a socket
                before = process.kilobytes
                for table in tables[1:]:
                    await table.look()
                await asyncio.sleep(1.5)
                sockets.append((process.kilobytes - before) / (4 * (count - 1)))
                passed += 1
            for tables in (echoing, bare, whole) * repeats:
                speeds.append(await closed_loop(tables, seconds))  # type: ignore[arg-type]
                passed += 1
            await asyncio.sleep(2 + 6 * min(1, scale))  # for what the closed loop left to be folded
            await open_loop(whole, 50, 3)
            late = await open_loop(whole, 50, max(3.0, 10 * min(1, 2 * scale)))
            after = servers[2].kilobytes
        finally:
            told.cancel()
            for process in servers:
                process.stop()
        said = [text for part in folders for file in part.glob("*.txt") if (text := file.read_text())]
    rounds = list(zip(speeds[::3], speeds[1::3], speeds[2::3], strict=True))
    echoed, played, shown = map(median, zip(*rounds, strict=True))
    return [
        ("tables", count, ""), ("sockets a server", 4 * count, ""),
        ("echo: moves/s", echoed, ""), ("rules, redaction, storing: moves/s", played, ""),
        ("rules, redaction, storing: of echo", median(b / a for a, b, _ in rounds), ">= 0.5"),
        ("whole frames: moves/s", shown, ""), ("whole frames: of echo", median(c / a for a, _, c in rounds), ">= 0.15"),
        ("at 50 moves/s: deliveries", len(late), ""),
        ("at 50 moves/s: p50 ms", late[len(late) // 2] if late else -1, ""),
        ("at 50 moves/s: p99 ms", late[int(len(late) * 0.99)] if late else 1e9, "<= 25"),
        ("kB a socket, bare", sockets[0], "<= 40"), ("kB a socket, whole", sockets[1], "<= 40"),
        ("MB of the server after all", after / 1024, ""), ("complaints of the servers", len(said), "= 0"),
    ]


async def wait_for_folding(process: Process, scale: float) -> None:
    """Waits until the compiled folding is there, as it is on a server that has run for a while."""
    if os.environ.get("FIVES_FAST") == "off":
        return
    until = time.monotonic() + (240 if scale >= 0.5 else 25)
    while time.monotonic() < until:
        maps = Path(f"/proc/{process.process.pid}/maps").read_text()
        if "llvmlite" in maps:
            await asyncio.sleep(3)
            return
        await asyncio.sleep(0.5)
    print("load: the compiled folding did not come, the plain one was measured", file=sys.stderr)


def main() -> int:
    """Measures; the exit status is 1 when a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", type=float, default=1.0, help="1: 250 tables (default)")
    scale = min(4.0, max(0.01, parser.parse_args().scale))
    try:
        from uvloop import run
    except ImportError:
        from asyncio import run  # type: ignore[assignment]
    return status(measure(scale), run)


if __name__ == "__main__":
    raise SystemExit(main())
