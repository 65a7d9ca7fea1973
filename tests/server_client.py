"""A real server in a process of its own, and pages that talk to it over real sockets."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]
WAIT = 15  # seconds: much longer than anything takes
ROOT = Path(__file__).parent.parent


class _NoWay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


_open = urllib.request.build_opener(_NoWay, urllib.request.ProxyHandler({})).open


class Server:
    """`fives` on a free port of this machine. `options` go to `serve`."""

    def __init__(self, data: Path, **options: Any) -> None:
        settings = {"port": 0, "pace": 0, "rate": 1e6, "burst": 10**6, "tables": 1e6, "tables_burst": 10**6,
                    "misses": 1e6, "misses_burst": 10**6, "requests_burst": 10**6, "codes_burst": 10**6,
                    "data": str(data), **options}
        code = f"from fives.server.run import serve; raise SystemExit(serve(**{settings!r}))"
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "FIVES_FAST": "off"}
        self.process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, env=environment)
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line.startswith("fives: http://127.0.0.1:"), self.process.communicate(timeout=WAIT)
        self.url = line.split()[1].rstrip("/")

    def ask(self, path: str, data: bytes | None = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            with _open(urllib.request.Request(self.url + path, data, named), timeout=WAIT) as answer:
                return answer.status, {k.lower(): v for k, v in answer.headers.items()}, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, {k.lower(): v for k, v in error.headers.items()}, error.read()

    def new_table(self, **wish: Any) -> Json:
        """A new table: its name, token and way."""
        status, _, body = self.ask("/tables", json.dumps(wish).encode(), content_type="application/json")
        assert status == 201, body
        found: Json = json.loads(body)
        return found

    def page(self, table: Json, **hello: Any) -> Page:
        """A page that has said hello, from the seat of the table's token."""
        return Page(self, table["table"], **{"token": table.get("token"), **hello})

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Ends it; its exit status."""
        self.process.send_signal(number)
        status = self.process.wait(WAIT)
        assert self.process.stdout
        assert self.process.stderr
        self.process.stdout.close()
        self.said = self.process.stderr.read()
        self.process.stderr.close()
        return status


class Page:
    """One socket, and the last state that came over it."""

    def __init__(self, server: Server, table: str, *, origin: str | None = None, say: bool = True,
                 **hello: Any) -> None:
        self.socket: ClientConnection = connect(f"{server.url.replace('http', 'ws', 1)}/tables/{table}/ws",
                                                origin=origin, compression=None, proxy=None, legacy=True)
        self.state: Json = {}
        self.events: list[Json] = []
        self.answers: list[Json] = []
        self.keys = 0
        self._frame: list[Json] = []
        if say:
            self.send(type="hello", **hello)
            self.until(lambda: bool(self.state))

    def __enter__(self) -> Page:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.socket.close()

    def send(self, **message: Any) -> None:
        """Sends a message."""
        self.socket.send(json.dumps(message))

    def receive(self) -> Json:
        """The next message, kept if it is a state."""
        if not self._frame:
            frame = json.loads(self.socket.recv(timeout=WAIT))
            self._frame = frame if isinstance(frame, list) else [frame]
        message: Json = self._frame.pop(0)
        if message["type"] == "state":
            self.state = message
            self.events += message["events"]
        elif message["type"] == "scene":
            self.state["scene"] = message["scene"]
        elif message["type"] == "clock":
            self.state["clock"] = message["clock"]
        elif message["type"] == "next":
            for part in ("settlement", "result"):
                if self.state[part] and self.state[part]["next"]:
                    self.state[part]["next"] = message["next"]
        else:
            self.answers.append(message)
        return message

    def until(self, holds: Callable[[], bool]) -> None:
        """Receives until this holds."""
        while not holds():
            self.receive()

    def command(self, kind: str, key: str | None = None, at: int | None = None, **rest: Any) -> Json:
        """Sends a command and waits for its answer."""
        self.keys += 1
        key = key or f"key {self.keys}"
        before = len(self.answers)
        self.send(type=kind, at=self.state["number"] if at is None else at, key=key, **rest)
        self.until(lambda: len(self.answers) > before)
        answer = self.answers[-1]
        assert answer.get("key", key) == key
        if answer["type"] == "done":  # the state with it comes right behind
            self.until(lambda: bool(self.state["number"] >= answer["number"]))
        return answer

    def my_turn(self) -> None:
        """Waits until this seat may play, or the round is over."""
        self.until(lambda: self.state["may"] == "play" or bool(self.state["settlement"] or self.state["result"]))

    def play(self) -> Json:
        """Plays the first option."""
        option = next(option for held in self.state["hand"] for option in held["options"])
        return self.command("move", move=option["move"])

    def play_match(self) -> int:
        """Plays to the end of the match, first options only; how many commands it took."""
        while not self.state["result"]:
            if self.state["may"] == "play":
                assert self.play()["type"] == "done"
            elif self.state["settlement"] and self.state["settlement"]["next"]:
                assert self.command("ready")["type"] == "done"
            else:
                self.receive()
        return self.keys
