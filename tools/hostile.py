"""Sends a real server what it should never get, and looks whether anything moved.

    python tools/hostile.py [--scale 1.0]

200,000 frames and requests: broken JSON, wrong fields, moves of seats that are not theirs, old and repeated ones,
binary and oversized frames, raw bytes instead of WebSockets, bodies that are no table, and what schemathesis makes of
the HTTP interface. Meanwhile tables stand in the middle of a match. At the end nothing of them may have changed, the
server must be alive and well, have said no traceback, and its memory must be flat.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from struct import pack
from typing import Any

from fives.server import protocol as p
from servers import Process, fives, new_table, status, watched
from wire import Wire, dial

VICTIMS = 4
ORIGIN, UPGRADE = "Origin: https://example.org\r\n", "Upgrade: websocket\r\n"
SOCKETS = 24
KINDS = [struct.__struct_config__.tag for struct in p.Incoming.__args__ if struct is not p.Hello]
NASTY = [None, True, -1, 0, 1, 2**53, 2**64, -(2**70), 1e308, "", "x", "k" * 41, "\0", "\u202e", "\ud7ff" * 30, [], {},
         [[]], {"a": 1}, "3-4@4-4", "pass", "draw", "../../etc/passwd", "'; drop table events;--", "{0}", "%s"]


def hostile_text(chance: random.Random, number: int) -> bytes:
    """Something that is no message, or none that may do anything: no seat is in turn that these sockets have."""
    kind = chance.choice(KINDS)
    message: dict[str, Any] = {"type": kind, "at": number, "key": f"k{chance.randrange(10**6)}"}
    extra = {"move": {"move": chance.choice(["1-2@2-3", "6-6", "pass", "draw", "9-9@9-9", "0-0@0-1@0-2"])},
             "sit": {"seat": chance.randrange(-1, 6), "name": "x"},
             "fill": {"seat": chance.randrange(5), "level": "greedy"}, "free": {"seat": chance.randrange(5)},
             "react": {"what": "nice"}, "look": {"view": "tall"}}
    if kind in ("sit", "name", "leave", "back", "fill", "free", "begin", "react", "link", "delete", "export"):
        del message["at"]
    if kind in ("look", "language", "settled", "ping"):
        del message["key"]
    message |= extra.get(kind, {})
    way = chance.randrange(8)
    if way == 0:
        message[chance.choice(list(message))] = chance.choice(NASTY)
    elif way == 1:
        message[chance.choice(["seed", "token", "seat", "__proto__", "at", "type"])] = chance.choice(NASTY)
    elif way == 2:
        message.pop(chance.choice(list(message)))
    text = json.dumps(message).encode()
    if way == 3:
        return text[:chance.randrange(len(text))]
    if way == 4:
        at = chance.randrange(len(text))
        return text[:at] + bytes([chance.randrange(128)]) + text[at + 1:]
    if way == 5:
        return chance.choice([b"[" * chance.randrange(1, 9000), b'{"a":' * 2000, b"", b"null", b"1e999999",
                              b'{"type":"hello","token":"' + b"0" * chance.randrange(80) + b'"}', b" " * 16000,
                              b'"' + b"\\ud800" * 20 + b'"',
                              bytes(byte & 127 for byte in chance.randbytes(chance.randrange(200)))])
    return text


class Attack:
    """A socket that sends nonsense, and comes again when it is thrown out."""

    def __init__(self, process: Process, table: str, chance: random.Random) -> None:
        self.process, self.table, self.chance = process, table, chance
        self.sent = self.heard = self.thrown = 0
        self.wire: Wire | None = None

    async def some(self, count: int) -> None:
        """Sends so many frames."""
        while count > 0:
            if self.wire is None or self.wire.closed:
                self.thrown += self.wire is not None
                self.wire = await dial(self.process.port, f"/tables/{self.table}/ws", self._hear)
                self.wire.send(b'{"type":"hello","view":"%s"}' % self.chance.choice([b"tall", b"bare"]))
            part = min(count, self.chance.randrange(1, 60))
            for _ in range(part):
                if self.wire.closed or self.wire.transport.is_closing():
                    break
                self._one(self.wire)
                self.sent += 1
                count -= 1
            wanted = self.heard + part * 0.8
            for _ in range(40):  # not faster than it is answered
                await asyncio.sleep(0.01)
                if self.wire.closed or self.heard > wanted:
                    break

    def _hear(self, text: bytes) -> None:
        frame = json.loads(text)  # a message, or a list of several
        self.heard += len(frame) if isinstance(frame, list) else 1

    def _one(self, wire: Wire) -> None:
        text = hostile_text(self.chance, self.chance.choice([0, 1, 5, 10**6]))
        way = self.chance.randrange(3000)
        if way == 0:
            wire._send(2, text)  # binary
        elif way == 1:
            wire.transport.write(self.chance.randbytes(self.chance.randrange(1, 80)))  # no frame at all
        elif way == 2:
            wire.transport.write(pack("!BBQ", 129, 255, 1 << 40) + b"\0\0\0\0")  # a terabyte to come
        elif way == 3:
            wire.send(b"x" * 20_000)
        elif way == 4:
            wire.transport.write(b"\x81\x05hello")  # not masked
        elif way == 5:
            wire.transport.close()
        elif way == 6:
            wire.send(b"\xff\xfe" + self.chance.randbytes(20))  # no UTF-8
        else:
            wire.send(text)


async def requests(process: Process, count: int, chance: random.Random) -> int:
    """Sends raw requests that are hardly any, one connection each."""
    bodies = [b"", b"{", b'{"seats":9}', b'{"rules":"poker"}', b"seats=two", b"a=1&" * 40, b"\xff" * 50,
              b'{"places":["bot:x"]}', b'{"vary":{"target":-1}}', b'{"name":' + b'"x' * 900]
    paths = ["/tables", "/tables/x/ws", "/tables/%00", "/static/x/../../app.py", "//", "/lobby.json?" + "x" * 500,
             "/tables/" + "a" * 3000, "/\xff", "/ko/../tables", "*", "/healthz"]
    done = 0
    for _ in range(count):
        body = chance.choice(bodies)
        head = (f"{chance.choice(['GET', 'POST', 'PUT', 'HEAD', 'X', 'OPTIONS', 'TRACE'])} {chance.choice(paths)} "
                f"HTTP/{chance.choice(['1.1', '1.0', '9'])}\r\nHost: {chance.choice(['x', '127.0.0.1', ''])}\r\n"
                f"Content-Type: {chance.choice(['application/json', 'x', 'text/plain'])}\r\n"
                f"{chance.choice(['', ORIGIN, UPGRADE])}"
                f"Content-Length: {chance.choice([len(body), 0, 99999, -1])}\r\nConnection: close\r\n\r\n")
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", process.port)
            writer.write(head.encode("latin-1") + body)
            with_time = asyncio.timeout(0.3)
            async with with_time:
                await reader.read(4096)
        except (OSError, TimeoutError):
            pass
        finally:
            writer.close()
        done += 1
    return done


def interface() -> dict[str, Any]:
    """The HTTP interface for schemathesis. Tables are wished for with fields that there are not, so none is made."""
    answer = {"description": "an answer"}
    table = {"name": "table", "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
    wish = {"type": "object", "required": ["seed"], "properties": {"seed": {}, "seats": {}, "name": {}, "places": {}}}
    codes = {str(code): answer for code in (200, 303, 400, 403, 404, 405, 413, 429)}
    lang = {"name": "lang", "in": "query", "schema": {"type": "string"}}
    return {"openapi": "3.1.0", "info": {"title": "fives", "version": "1"}, "paths": {
        "/": {"get": {"parameters": [lang], "responses": codes}},
        "/healthz": {"get": {"responses": codes}}, "/lobby.json": {"get": {"responses": codes}},
        "/tables/{table}": {"get": {"parameters": [table], "responses": codes}},
        "/tables": {"post": {"requestBody": {"content": {"application/json": {"schema": wish}}}, "responses": codes}}}}


def schemathesis(process: Process, folder: Path, examples: int) -> tuple[int, int]:
    """Failures that schemathesis found, and about how many requests it made."""
    program = Path(sys.executable).parent / "schemathesis"
    if not program.exists():
        print("hostile: schemathesis is not installed", file=sys.stderr)
        return 1, 0
    file = folder / "interface.json"
    file.write_text(json.dumps(interface()))
    done = subprocess.run(
        [str(program), "run", str(file), "--url", process.url, "--max-examples", str(examples), "--checks",
         "not_a_server_error", "--generation-database", "none", "--phases", "examples,coverage,fuzzing"],
        cwd=folder, capture_output=True, text=True, timeout=900, env={**os.environ, "NO_COLOR": "1"})
    if done.returncode:
        print(done.stdout[-3000:], file=sys.stderr)
    return int(done.returncode != 0), 5 * examples


def picture(folder: Path, tables: list[str]) -> str:
    """All that is stored of some tables."""
    file = sqlite3.connect(f"file:{folder / 'data' / 'fives.sqlite'}?mode=ro", uri=True)
    total = hashlib.sha256()
    for table in tables:
        for ask in ('select * from tables where id=?', 'select * from seats where "table"=? order by seat',
                    'select e.* from events e join matches m on e."match"=m.id where m."table"=? order by e.number',
                    'select * from turns where "table"=?'):
            total.update(repr(file.execute(ask, (table,)).fetchall()).encode())
    file.close()
    return total.hexdigest()


async def victims(process: Process) -> list[str]:
    """Tables in the middle of a match, whose person in turn does not move."""
    names: list[str] = []
    for _ in range(VICTIMS):
        made = await asyncio.to_thread(new_table, process.url, rules="dominos-cc-block", seats=2, clock=0, name="A",
                                       places=["bot:greedy"])
        names.append(made["table"])
    await asyncio.sleep(1.5)  # until it is the person's turn, who never moves
    return names


async def attack(folder: Path, scale: float) -> list[tuple[str, float, str]]:
    """All of it."""
    total = round(200_000 * scale)
    frames, raw = round(total * 0.97), round(total * 0.02)
    process = fives(folder, environment={"FIVES_FAST": "off"})
    try:
        names = await victims(process)
        before = picture(folder, names)
        chance = random.Random(7)
        attacks: list[Attack] = []
        told = watched("frames", lambda: sum(one.sent for one in attacks), frames)
        attacks += [Attack(process, names[at % VICTIMS], random.Random(at)) for at in range(SOCKETS)]
        share = frames // SOCKETS
        await asyncio.gather(*(one.some(share // 4) for one in attacks))
        first = process.kilobytes
        await asyncio.gather(*(one.some(share - share // 4) for one in attacks))
        made = await requests(process, raw, chance)
        failures, asked = await asyncio.to_thread(schemathesis, process, folder, max(10, round(total * 0.002)))
        await asyncio.sleep(0.5)
        last = process.kilobytes
        alive = process.process.poll() is None
        wire = await dial(process.port, f"/tables/{names[0]}/ws", lambda _: None)
        wire.send(b'{"type":"hello"}')
        await asyncio.sleep(0.3)
        after = picture(folder, names)
        told.cancel()
    finally:
        ended = process.stop()
    said = process.said.read_text()
    if said:
        print(said[-2000:], file=sys.stderr)
    return [
        ("frames sent", sum(one.sent for one in attacks), ""),
        ("messages heard", sum(one.heard for one in attacks), ">= 1"),
        ("times thrown out", sum(one.thrown for one in attacks), ""), ("raw requests", made, ""),
        ("requests of schemathesis, about", asked, ""),
        ("failures of schemathesis", failures, "= 0"),
        ("crashes", int(not alive) + int(ended != 0), "= 0"), ("state changes", int(before != after), "= 0"),
        ("tracebacks", said.count("Traceback"), "= 0"),
        ("lines that the server complained", len(said.splitlines()), ""),
        ("MB after a quarter", first / 1024, ""), ("MB grown since", (last - first) / 1024, "<= 12")]


def main() -> int:
    """Runs it; the exit status is 1 when something moved."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", type=float, default=1.0, help="1: 200,000 frames and requests (default)")
    scale = min(4.0, max(0.005, parser.parse_args().scale))
    with tempfile.TemporaryDirectory() as folder:
        return status(attack(Path(folder), scale))


if __name__ == "__main__":
    raise SystemExit(main())
