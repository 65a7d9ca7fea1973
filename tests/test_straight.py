"""Frames past ASGI: in their order, and read no faster than they are asked for."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
import weakref
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from fives.server.limits import Addresses, Settings
from fives.server.straight import LINE, Straight
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

    abort = close

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def get_extra_info(self, name: str) -> None:
        return None


def through_a_line(play: Callable[[Straight], Awaitable[None]]) -> tuple[Straight, Wired]:
    """A line after this was played with it straight."""
    done = list[bool]()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        line = scope["extensions"][LINE]["line"]
        line.go_straight()
        await asyncio.wait_for(play(line), 5)
        done.append(True)

    async def run() -> Straight:
        config = Config(app, ws_per_message_deflate=False, lifespan="off")
        state = ServerState()
        line = Straight.of(Addresses(Settings()))(config=config, server_state=state, app_state={})
        line.connection_made(wired)  # type: ignore[arg-type]
        line.data_received(UPGRADE.format(table="t", host="h").encode())
        await asyncio.gather(*state.tasks)
        line.connection_lost(None)
        return line

    wired = Wired()
    line = asyncio.run(run())
    assert done
    return line, wired


def test_frames_are_got_in_their_order_and_no_more_is_read_while_some_wait() -> None:
    async def play(line: Straight) -> None:
        wired = cast(Wired, line.transport)
        for name in "abc":
            line.data_received(frame(1, name.encode()))
            assert wired.reading == (name == "a"), "one may wait while another is answered"
        assert line.waiting
        assert [await line.frame(), await line.frame()] == ["a", "b"]
        assert not wired.reading
        assert await line.frame() == "c"
        assert wired.reading
        assert not line.waiting
        line.data_received(frame(2, b"d"))
        assert await line.frame() is None, "it was no text"

    through_a_line(play)


def test_who_waits_for_a_frame_gets_it_when_it_comes() -> None:
    async def play(line: Straight) -> None:
        waits = asyncio.ensure_future(line.frame())
        await asyncio.sleep(0)
        for name in "ab":
            line.data_received(frame(1, name.encode()))
        assert [await waits, await line.frame()] == ["a", "b"]

    through_a_line(play)


def test_a_line_that_is_closed_is_neither_heard_nor_told_anything_more() -> None:
    async def play(line: Straight) -> None:
        line.say("one")
        line.data_received(frame(1, b"a") + frame(8, b""))
        assert await line.frame() == "a"
        with pytest.raises(ConnectionError):
            await line.frame()
        with pytest.raises(ConnectionError):
            line.say("two")

    _, wired = through_a_line(play)
    assert wired.written[1] == b"\x81\x03one"
    assert len(wired.written) == 3, "the answer to the request, what was said, and the answer to the end"


def test_a_line_that_is_lost_is_told_nothing_more() -> None:
    async def play(line: Straight) -> None:
        line.say("one")

    line, wired = through_a_line(play)
    with pytest.raises(ConnectionError):
        line.say("two")
    assert len(wired.written) == 2


@pytest.mark.parametrize("accepts", [True, False])
def test_a_line_that_has_gone_takes_no_memory_until_somebody_looks_for_rings(accepts: bool) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        assert LINE in scope["extensions"]
        await send({"type": "websocket.accept" if accepts else "websocket.close"})
        if accepts:
            line = scope["extensions"][LINE]["line"]
            line.go_straight()
            line.data_received(frame(1, b"a") + frame(8, b""))
            assert await line.frame() == "a"

    async def run() -> weakref.ref[Straight]:
        config, state, wired = Config(app, ws_per_message_deflate=False, lifespan="off"), ServerState(), Wired()
        line = Straight.of(Addresses(Settings()))(config=config, server_state=state, app_state={})
        line.connection_made(wired)  # type: ignore[arg-type]
        line.data_received(UPGRADE.format(table="t", host="h").encode())
        await asyncio.gather(*state.tasks)
        line.connection_lost(None)
        await asyncio.sleep(0)
        return weakref.ref(line)

    gc.collect()
    gc.disable()
    try:
        assert asyncio.run(run())() is None
    finally:
        gc.enable()


def test_a_line_that_takes_no_more_is_full_until_it_does() -> None:
    async def play(line: Straight) -> None:
        assert not line.full
        line.pause_writing()
        assert line.full
        line.resume_writing()
        assert not line.full

    through_a_line(play)
