"""A request for a socket is answered, whatever is wrong with it, and no connection keeps the server from its end."""

from __future__ import annotations

import asyncio
import select
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from fives.server import run, silent, unread
from fives.server.limits import Addresses, Settings
from server_client import WAIT, Server
from test_floods import UPGRADE, frame

pytestmark = pytest.mark.processes

LONG = 15  # seconds: much longer than anything takes
MUCH = 20_000_000  # bytes: more than lie on the way between two programs
SHORT = 0.05
GOES = 1012  # what a socket is told when the server ends


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that ends in good order and says nothing."""
    found = Server(tmp_path)
    yield found
    assert found.stop() == 0
    assert found.said == ""


def asking(server: Server, more: str = "", path: str = "/tables/abc/ws") -> socket.socket:
    """A connection that has asked for a socket."""
    found = socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), WAIT)
    head = UPGRADE.replace("/tables/{table}/ws", path).format(host="h")
    found.sendall(f"{head[:-2]}{more}\r\n".encode())
    return found


def all_of(line: socket.socket) -> bytes:
    """What comes until the other side ends."""
    found = b""
    while came := line.recv(65536):
        found += came
    return found


@pytest.mark.parametrize(("more", "path", "status"), [
    ("X: a\r\n" * 129, "/tables/abc/ws", 431), (f"X: {'a' * 9000}\r\n", "/tables/abc/ws", 431),
    ("", f"/tables/abc/ws?{'a' * 9000}", 414), ("Content-Length: 5\r\n", "/tables/abc/ws", 400),
    ("Transfer-Encoding: chunked\r\n", "/tables/abc/ws", 400)],
    ids=["many headers", "a long header", "a long path", "a body", "a body in pieces"])
def test_a_request_for_a_socket_that_can_be_none_is_answered_and_that_is_all(
        more: str, path: str, status: int, server: Server) -> None:
    with asking(server, more, path) as line:
        assert all_of(line).startswith(b"HTTP/1.1 %d " % status)


def test_cookies_of_all_else_that_runs_on_this_machine_keep_nobody_from_a_table(server: Server) -> None:
    cookies = "; ".join(f"app{number}=" + "x" * 3000 for number in range(3))
    with asking(server, f"Cookie: {cookies}\r\n") as line:
        assert line.recv(4000).startswith(b"HTTP/1.1 101 ")


def test_a_socket_that_waits_for_its_turn_counts_also_behind_a_proxy(tmp_path: Path) -> None:
    server = Server(tmp_path, proxy="127.0.0.1", sockets=2, requests=0.2, requests_burst=1)
    try:
        with ExitStack() as stack:
            lines = [stack.enter_context(asking(server, "X-Forwarded-For: 192.0.2.7\r\n")) for _ in range(3)]
            found = []
            while lines and len(found) < 2:
                for line in select.select(lines, [], [], WAIT)[0]:
                    lines.remove(line)
                    found.append(line.recv(4000).split()[1])
            assert sorted(found) == [b"101", b"403"], "one waits, and one is too many meanwhile"
    finally:
        assert server.stop() == 0


def test_a_server_that_ends_waits_for_no_body_that_never_comes(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), WAIT) as line:
        line.sendall(b"POST /tables HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nab")
        time.sleep(0.2)
        begun = time.monotonic()
        server.process.terminate()
        assert all_of(line) == b""
        server.process.wait(WAIT)
        assert time.monotonic() - begun < 2.5


def test_a_page_of_another_site_that_waits_for_its_turn_at_the_end_is_no_fault(tmp_path: Path) -> None:
    server = Server(tmp_path, requests=0.15, requests_burst=1)
    assert server.ask("/healthz")[0] == 200
    with asking(server, "Origin: http://elsewhere\r\n") as line:
        time.sleep(0.2)
        assert server.stop() == 0
        assert all_of(line).startswith(b"HTTP/1.1 500 ")
    assert server.said == ""


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Sockets: /never is not answered, /much is told much, any other nothing."""
    await receive()
    if scope["path"] != "/never":
        await send({"type": "websocket.accept"})
    if scope["path"] == "/much":
        await send({"type": "websocket.send", "bytes": b"x" * MUCH})
    while (await receive())["type"] != "websocket.disconnect":
        pass


class Running:
    """A server within this process, and lines to it."""

    def __init__(self, port: int, server: uvicorn.Server, task: asyncio.Task[None]) -> None:
        self.port, self.server, self.task = port, server, task

    async def ask(self, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Asks for a socket."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2 ** 12)
        writer.write(UPGRADE.replace("/tables/{table}/ws", path).format(host="h").encode())
        return reader, writer

    async def close_unread(self) -> asyncio.StreamWriter:
        """A socket that says goodbye and takes nothing of what it was sent."""
        reader, writer = await self.ask("/much")
        await reader.readuntil(b"\r\n\r\n")
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(frame(8, (1000).to_bytes(2, "big")))
        while not any(line.transport.is_closing() for line in self.server.server_state.connections):
            await asyncio.sleep(SHORT / 5)
        return writer

    async def gone(self) -> None:
        """Waits until nobody is connected."""
        while self.server.server_state.connections:
            await asyncio.sleep(SHORT / 5)

    async def end(self) -> None:
        """Ends it. Raises what went wrong."""
        self.server.should_exit = True
        await self.task


@asynccontextmanager
async def running() -> AsyncIterator[Running]:
    """A server that runs meanwhile."""
    addresses = Addresses(Settings())
    config = uvicorn.Config(app, http=silent.Brief.of(addresses), ws=unread.Patient.of(addresses), lifespan="off",
                            log_config=None, timeout_graceful_shutdown=LONG)
    server = uvicorn.Server(config)
    with run.listen("127.0.0.1", 0) as listening:
        found = Running(listening.getsockname()[1], server, asyncio.create_task(server._serve([listening])))
        async with asyncio.timeout(LONG):
            yield found
            await found.end()


def test_a_connection_that_never_becomes_a_socket_or_does_not_end_as_one_is_cut(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unread, "BEGIN", SHORT)

    async def main() -> None:
        async with running() as here:
            _, stays = await here.ask("/")
            for writer in ((await here.ask("/never"))[1], await here.close_unread()):
                while len(here.server.server_state.connections) > 1:
                    await asyncio.sleep(SHORT / 5)
                writer.close()
            await asyncio.sleep(4 * SHORT)
            assert len(here.server.server_state.connections) == 1, "who is a socket stays"
            stays.close()
            await here.gone()
    asyncio.run(main())


def test_a_server_that_ends_tells_all_also_while_somebody_who_reads_nothing_says_goodbye(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unread, "LAST", 10 * SHORT)

    async def main() -> None:
        async with running() as here:
            leaving = await here.close_unread()
            reader, writer = await here.ask("/")
            await reader.readuntil(b"\r\n\r\n")
            await here.end()
            assert await reader.read() == b"\x88\x02" + GOES.to_bytes(2, "big")
            leaving.close()
            writer.close()
    asyncio.run(main())


def test_a_connection_that_cannot_be_told_of_the_end_keeps_nobody_from_it(
        monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def fails(_: object) -> None:
        raise RuntimeError("ours")
    for protocol in (WebSocketsSansIOProtocol, H11Protocol):
        monkeypatch.setattr(protocol, "shutdown", fails)

    async def main() -> None:
        async with running() as here:
            reader, writer = await here.ask("/")
            await reader.readuntil(b"\r\n\r\n")
            other = await asyncio.open_connection("127.0.0.1", here.port)
            while len(here.server.server_state.connections) < 2:
                await asyncio.sleep(SHORT / 5)
            await here.end()
            for line in (writer, other[1]):
                line.close()
    asyncio.run(main())
    assert sorted(record.name for record in caplog.records if record.levelname == "ERROR") == [
        "fives.silent", "fives.unread"]


def test_the_tables_end_in_good_order_also_when_the_connections_do_not(
        monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    ended: list[str] = []

    async def lives(scope: Any, receive: Any, send: Any) -> None:
        for what in ("startup", "shutdown"):
            assert (await receive())["type"] == f"lifespan.{what}"
            ended.append(what)
            await send({"type": f"lifespan.{what}.complete"})

    async def fails(*_: object) -> None:
        raise RuntimeError("ours")

    async def main() -> None:
        server = run.Server(uvicorn.Config(lives, lifespan="on", log_config=None), lambda: None, lambda: None)
        server.should_exit = True
        with run.listen("127.0.0.1", 0) as listening:
            await server._serve([listening])
    monkeypatch.setattr(uvicorn.Server, "shutdown", fails)
    asyncio.run(main())
    assert ended == ["startup", "shutdown"]
    assert "ours" in caplog.text
