"""Frames past ASGI: heard one after the other, in their order, and no faster than they are answered."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from fives.server import hearing
from fives.server import protocol as p
from fives.server.hearing import Hearing
from fives.server.host import Host
from fives.server.limits import Addresses, Bucket, Settings
from fives.server.room import Room
from fives.server.sockets import Sockets
from fives.server.store import Store
from fives.server.straight import LINE, Straight
from fives.server.viewer import Slow, Viewer
from server_client import Server
from test_floods import UPGRADE, frame


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path)
    yield found
    found.stop()
    assert found.said == ""


def says(**message: object) -> bytes:
    return frame(1, json.dumps(message).encode())


def pongs(line: socket.socket, until: int) -> list[int]:
    """The pings that are answered up to this one."""
    line.settimeout(5)
    data = b""
    while f'"t":{until}'.encode() not in data:
        data += line.recv(1 << 16)
    found = []
    while data:
        size, head = data[1], 2
        if size >= 126:
            head = 4 if size == 126 else 10
            size = int.from_bytes(data[2:head])
        if data[0] == 129:
            said = json.loads(data[head:head + size])
            found += said if isinstance(said, list) else [said]
        data = data[head + size:]
    return [message["t"] for message in found if message["type"] == "pong"]


@pytest.mark.parametrize("count", [1, 5])
def test_what_comes_together_with_the_hello_is_heard_and_so_is_what_comes_later(count: int, server: Server) -> None:
    host = server.url.removeprefix("http://")
    table = server.new_table(seats=2)["table"]
    name, port = host.split(":")
    with socket.create_connection((name, int(port))) as line:
        line.sendall(UPGRADE.format(table=table, host=host).encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += line.recv(1)
        assert head.startswith(b"HTTP/1.1 101")
        line.sendall(says(type="hello", view="bare") + b"".join(says(type="ping", t=number) for number in range(count)))
        assert pongs(line, count - 1) == [*range(count)]
        for number in (7, 8):
            line.sendall(says(type="ping", t=number))
            assert pongs(line, number) == [number]


class Listening:
    """A socket that notes what happens to it."""

    def __init__(self) -> None:
        self.happened: list[object] = []

    def hold(self, much: bool) -> None:
        self.happened.append("held" if much else "read on")

    async def close(self, code: int) -> None:
        self.happened.append(code)


class Telling:
    """A teller that has told all."""

    done = False

    async def said(self) -> None:
        """At once."""


class Watching:
    """Who says something."""

    lang = "en"

    def __init__(self) -> None:
        self.answered: list[Any] = []

    def answer(self, message: Any) -> None:
        self.answered.append(message)


def hears(play: Callable[[Hearing, Listening, Telling], Awaitable[None]],
          hear: Callable[[Any, Any], Awaitable[None]]) -> list[object]:
    """What happens at a socket while this is played."""
    async def run() -> list[object]:
        line, telling = Listening(), Telling()
        hearing = Hearing(line, Watching(), telling, hear, Bucket(1e6, 1e6))  # type: ignore[arg-type]
        await play(hearing, line, telling)
        return line.happened
    return asyncio.run(run())


def ping(number: int) -> str:
    return json.dumps({"type": "ping", "t": number})


def test_no_more_is_read_while_something_waits_for_an_answer() -> None:
    free, answered = asyncio.Event(), list[int]()

    async def hear(_: Any, message: Any) -> None:
        await free.wait()
        answered.append(message.t)

    async def play(hearing: Hearing, line: Listening, _: Telling) -> None:
        hearing.heard(ping(1))
        await asyncio.sleep(0)
        assert line.happened == [], "one at a time is as it should be"
        for number in (2, 3):
            hearing.heard(ping(number))
        assert line.happened == ["held"]
        free.set()
        assert await hearing.idle()
        assert answered == [1, 2, 3]

    assert hears(play, hear) == ["held", "read on"]


def test_nothing_is_heard_of_who_has_gone() -> None:
    answered: list[int] = []

    async def play(hearing: Hearing, _: Listening, telling: Telling) -> None:
        hearing.heard(ping(1))
        hearing.heard(ping(2))
        telling.done = True
        assert not await hearing.idle()

    async def hear(_: Any, message: Any) -> None:
        answered.append(message.t)

    hears(play, hear)
    assert answered == []


@pytest.mark.parametrize(("error", "code"), [(Slow, 1008), (ArithmeticError, 1011)])
def test_who_is_slow_and_who_meets_a_fault_is_let_go_at_once(error: type[Exception], code: int,
                                                             caplog: pytest.LogCaptureFixture) -> None:
    answered: list[int] = []

    async def hear(_: Any, message: Any) -> None:
        answered.append(message.t)
        raise error

    async def play(hearing: Hearing, _: Listening, __: Telling) -> None:
        hearing.heard(ping(1))
        hearing.heard(ping(2))
        assert not await hearing.idle()
        hearing.heard(ping(3))
        await hearing.idle()

    assert hears(play, hear) == ["held", code, "read on"]
    assert answered == [1]
    assert [record.name for record in caplog.records] == ([hearing.log.name] if error is ArithmeticError else [])


class Wired:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closing, self.reading = False, True

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def get_extra_info(self, name: str) -> None:
        return None


def test_a_line_is_read_and_written_until_it_is_closed() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        line, came = scope["extensions"]["fives.line"]["line"], list[str | None]()
        gone = line.listen(came.append)
        line.hold(True)
        assert not wired.reading
        line.hold(False)
        assert wired.reading
        line.say("one")
        line.data_received(frame(1, b"a") + frame(2, b"b"))
        assert came == ["a", None]
        assert wired.reading, "who hears says when it is too much"
        line.data_received(frame(8, b""))
        await asyncio.wait_for(gone, 1)
        assert wired.closing
        line.hold(True)
        with pytest.raises(ConnectionError):
            line.say("two")
        done.append(True)

    async def run() -> None:
        config = Config(app, ws_per_message_deflate=False, lifespan="off")
        state = ServerState()
        line = Straight.of(Addresses(Settings()))(config=config, server_state=state, app_state={})
        line.connection_made(wired)  # type: ignore[arg-type]
        line.data_received(UPGRADE.format(table="t", host="h").encode())
        await asyncio.gather(*state.tasks)
        line.connection_lost(None)
        with pytest.raises(ConnectionError):
            line.say("three")

    wired, done = Wired(), list[bool]()
    asyncio.run(run())
    assert done
    assert wired.written[1] == b"\x81\x03one"
    assert len(wired.written) == 3, "the answer to the request, what was said, and the answer to the end"


def test_who_goes_while_it_is_answered_has_gone_when_that_is_done(tmp_path: Path) -> None:
    happened: list[str] = []

    class Gone:
        full = False

        def listen(self, heard: Callable[[str | None], None]) -> asyncio.Future[None]:
            heard(ping(1))
            found: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            found.set_result(None)
            return found

        def say(self, text: str) -> None:
            """Into the void."""

    class Asked(Host):
        async def hear(self, viewer: Viewer, message: p.Incoming) -> None:
            await asyncio.sleep(0.02)
            happened.append("answered")

        def leave(self, viewer: Viewer) -> None:
            super().leave(viewer)
            happened.append("gone")

    async def run() -> None:
        store = Store(tmp_path)
        host = Asked(store, 0, Random(1))
        name, token = await host.create(p.NewTable(seats=2, places=("open",)))
        came: list[dict[str, Any]] = [{"type": "websocket.connect"}, {
            "type": "websocket.receive", "text": json.dumps({"type": "hello", "token": token, "view": "bare"})}]

        async def receive() -> Any:
            return came.pop(0)

        async def send(message: Any) -> None:
            """Takes it."""

        async def find(name: str, address: str) -> Room | None:
            return await host.room(name)

        places = Sockets(host, Addresses(Settings()), 20, 60, find)
        await places.serve(name, {"headers": [], "client": None, "extensions": {LINE: {"line": Gone()}}}, receive, send)
        await host.finish()
        await asyncio.to_thread(store.close)

    asyncio.run(run())
    assert happened == ["answered", "gone"]
