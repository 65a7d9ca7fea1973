"""Servers for measuring and for trying to break: fives and a bare echo, each in a process of its own, on loopback."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any

from fives.cli.waiting import INTERRUPTED, Bar

ROOT = Path(__file__).resolve().parent.parent
OPEN = {"rate": 1e9, "burst": 10**9, "tables": 1e9, "tables_burst": 10**9, "misses": 1e9, "misses_burst": 10**9,
        "requests": 1e9, "requests_burst": 10**9, "codes": 1e9, "codes_burst": 10**9, "sockets": 10**6,
        "all_sockets": 10**6}
ECHO = '''
import msgspec, uvicorn, socket
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocketDisconnect
tables = {}
decode, encode = msgspec.json.Decoder(dict).decode, msgspec.json.Encoder().encode
async def table(ws):
    await ws.accept()
    sockets = tables.setdefault(ws.path_params["table"], [0, []])
    sockets[1].append(ws)
    try:
        while True:
            message = decode(await ws.receive_text())
            sockets[0] += 1
            text = encode({"number": sockets[0], **message}).decode()
            for other in sockets[1]:
                await other.send_text(text)
    except WebSocketDisconnect:
        sockets[1].remove(ws)
listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
print(f"echo: http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
uvicorn.Server(uvicorn.Config(Starlette(routes=[WebSocketRoute("/{table}", table)]), ws="websockets-sansio",
    ws_per_message_deflate=False, ws_max_size=16384, log_level="warning", access_log=False)).run(sockets=[listening])
'''


class Process:
    """A server in a process of its own; `url` is where it listens."""

    def __init__(self, code: str, said: Path, environment: dict[str, str] | None = None) -> None:
        self.said = said
        with said.open("ab") as file:
            self.process = subprocess.Popen(
                [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=file, text=True, cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})})
        assert self.process.stdout
        words = self.process.stdout.readline().split()
        if len(words) < 2:
            raise RuntimeError(f"the server did not start: {said.read_text()[-2000:]}")
        self.url = words[1].rstrip("/")
        self.port = int(self.url.rpartition(":")[2])

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Ends it; its exit status."""
        self.process.send_signal(number)
        status = self.process.wait(20)
        if self.process.stdout:
            self.process.stdout.close()
        return status

    @property
    def kilobytes(self) -> int:
        """The memory that it has now."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1])
        return 0


def fives(folder: Path, **options: Any) -> Process:
    """A fives server with its data in a folder. `environment` is added to that of the process."""
    environment = options.pop("environment", {})
    settings = {"port": 0, "pace": 0, "data": str(folder / "data"), **OPEN, **options}
    return Process(f"from fives.server.run import serve; raise SystemExit(serve(**{settings!r}))", folder / "said.txt",
                   environment)


def echo(folder: Path) -> Process:
    """A bare Starlette server: what comes to a table is numbered, and sent to all of its sockets."""
    return Process(ECHO, folder / "echo.txt")


_open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open


def new_table(url: str, **wish: Any) -> dict[str, Any]:
    """A new table: its name, token and way."""
    asked = urllib.request.Request(f"{url}/tables", json.dumps(wish).encode(), {"content-type": "application/json"})
    with _open(asked, timeout=20) as answer:
        found: dict[str, Any] = json.loads(answer.read())
    return found


def watched(title: str, done: Callable[[], int], total: int) -> asyncio.Task[None]:
    """Shows on a terminal how much of the task that calls it is done, until cancelled; Ctrl-C cancels that task."""
    work = asyncio.current_task()
    assert work

    async def watch() -> None:
        with Bar(title, "") as bar:
            while bar.watch(min(done(), total), total):
                await asyncio.sleep(0.2)
        work.cancel()
    return asyncio.create_task(watch())


def status(work: Coroutine[Any, Any, list[tuple[str, float, str]]], run: Callable[..., Any] = asyncio.run) -> int:
    """The exit status of a whole measurement: 0, 1 when a goal is missed, 130 when it was interrupted."""
    try:
        return int(bool(report(run(work))))
    except (asyncio.CancelledError, KeyboardInterrupt):
        print("interrupted: nothing was measured", file=sys.stderr)
        return INTERRUPTED


def report(rows: Iterable[tuple[str, float, str]]) -> int:
    """Prints figures as a table and as JSON lines; `goal` is `>= 3`, `<= 3`, `= 3` or empty. The number of misses."""
    rows = list(rows)
    width = max(len(what) for what, _, _ in rows)
    missed = 0
    for what, value, goal in rows:
        good = meets(value, goal)
        missed += not good
        print(f"{what:{width}}  {value:>12,.6g}  {goal:>10}  {'' if good else 'MISSED'}".rstrip())
    for what, value, goal in rows:
        print(json.dumps({"what": what, "value": round(value, 4), "goal": goal or None}))
    return missed


def meets(value: float, goal: str) -> bool:
    """Whether a figure is as it should be."""
    if not goal:
        return True
    sign, bound = goal.split()
    return {">=": value >= float(bound), "<=": value <= float(bound), "=": value == float(bound)}[sign]
