"""What comes from outside has an end: frames of every kind, bodies, names, connections, tries."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest
from websockets.exceptions import ConnectionClosed

from fives.server import protocol as p
from fives.server import run
from fives.server.app import Web
from fives.server.files import Files
from fives.server.host import Host
from fives.server.limits import LINES, Settings, TooMany, address_of
from fives.server.store import Store
from fives.server.unread import PIECES
from fives.server.viewer import LETTERS, Slow, Viewer
from server_client import WAIT, Server
from test_floods import UPGRADE, frame

pytestmark = pytest.mark.processes

MUCH = 4_000_000  # bytes: what takes a server seconds to read as frames of six
SOON = 5.0  # seconds
LITTLE = 1.5  # seconds of the processor
CHUNKED = (b"POST /tables HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with the usual rate of messages."""
    found = Server(tmp_path, rate=20, burst=60, sockets=1)
    yield found
    assert found.stop() == 0
    assert found.said == ""


def line(server: Server) -> socket.socket:
    """A connection."""
    name, port = server.url.removeprefix("http://").split(":")
    found = socket.create_connection((name, int(port)))
    found.settimeout(WAIT)
    return found


def looking(server: Server) -> socket.socket:
    """A socket that has said hello."""
    found = line(server)
    table = server.new_table(seats=2, places=["open"])["table"]
    found.sendall(UPGRADE.format(table=table, host=server.url.removeprefix("http://")).encode())
    assert found.recv(4000).startswith(b"HTTP/1.1 101")
    found.sendall(frame(1, b'{"type":"hello","view":"bare"}'))
    assert found.recv(4000)
    return found


def worked(server: Server) -> float:
    """The seconds of the processor that it has taken."""
    times = psutil.Process(server.process.pid).cpu_times()
    return float(times.user + times.system)


def is_cut(found: socket.socket) -> bool:
    """Whether the other side ends it soon."""
    found.settimeout(SOON)
    try:
        while found.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


@pytest.mark.parametrize("kind", [9, 10, 0, 1, 2], ids=["pings", "pongs", "pieces", "texts", "bytes"])
def test_who_sends_frames_without_end_is_cut_and_nobody_waits(kind: int, server: Server) -> None:
    with looking(server) as flooding:
        if kind == 0:
            flooding.sendall(b"\x01\x80" + bytes(4))
        part = (frame(kind, b"") if kind else b"\x00\x80" + bytes(4)) * 20_000
        sent, before = 0, worked(server)
        try:
            while sent < MUCH:
                flooding.sendall(part)
                sent += len(part)
        except OSError:
            pass
        assert sent < MUCH or is_cut(flooding)
        assert server.ask("/healthz")[0] == 200
        assert worked(server) - before < LITTLE


def test_a_message_has_no_pieces_without_end(tmp_path: Path) -> None:
    server = Server(tmp_path)  # which takes any number of frames
    try:
        with looking(server) as found:
            found.sendall(b"\x01\x80" + bytes(4) + (b"\x00\x80" + bytes(4)) * (PIECES + 1))
            assert is_cut(found)
    finally:
        server.stop()


def test_who_goes_on_above_the_rate_is_told_a_hundred_times_and_closed(server: Server) -> None:
    with server.page(server.new_table(seats=2, places=["open"])) as page:
        with suppress(ConnectionClosed):
            for number in range(300):
                page.send(type="ping", t=1)
                if number % 50 == 0:
                    time.sleep(0.02)  # else what is said last is not sent any more
        with pytest.raises(ConnectionClosed) as closed:
            page.until(lambda: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        reasons = [answer.get("reason") for answer in page.answers]
        assert 20 <= reasons.count("rate") <= 105
        assert reasons.count(None) >= 60


def test_the_rest_of_a_body_that_was_answered_is_not_read(server: Server) -> None:
    with line(server) as sending:
        sending.sendall(CHUNKED + b"1\r\n \r\n" * 5000)
        answer = sending.recv(4000)
        assert answer.startswith(b"HTTP/1.1 413")
        began = time.monotonic()
        try:
            while time.monotonic() - began < 10:
                sending.sendall(b"1\r\n \r\n" * 1000)
        except (TimeoutError, OSError):
            pass
        assert time.monotonic() - began < 8
        assert is_cut(sending)


def test_a_body_of_many_small_pieces_holds_nobody_up(server: Server) -> None:
    with ExitStack() as lines:
        before = worked(server)
        for _ in range(8):
            sending = lines.enter_context(line(server))
            sending.setblocking(False)
            sending.send(CHUNKED + b"1\r\n \r\n" * 100_000)
        assert server.ask("/healthz")[0] == 200
        assert worked(server) - before < LITTLE


def test_who_sends_a_body_that_is_far_too_long_is_told_so(server: Server) -> None:
    for size in (5000, 300_000):
        status, _, body = server.ask("/tables", b" " * size, content_type="application/json")
        assert (status, json.loads(body)["reason"]) == (413, "malformed")


def test_a_body_that_turns_out_to_be_no_http_is_refused_without_noise(server: Server) -> None:
    head = " HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
    for request_line in ("PUT /", "POST /nothing", "GET /", "HEAD /", "HEAD /nothing", "POST /tables"):
        for rest in (b"ZZZ\r\n", b"1\r\na\r\n" * 2000 + b"Z\r\n", b"0\r\n\r\nZ\0Z\r\n\r\n"):
            with line(server) as found:
                found.sendall(f"{request_line}{head}".encode() + rest)
                assert found.recv(4000).startswith(b"HTTP/1.1 "), (request_line, rest[:9])
                assert is_cut(found), (request_line, rest[:9])


def test_one_address_has_no_connections_without_end(server: Server) -> None:
    with ExitStack() as lines:
        found = [lines.enter_context(line(server)) for _ in range(LINES + 20)]
        last = found[-1]
        assert is_cut(last)
        for one in found[:30]:
            one.close()
        assert server.ask("/healthz")[0] == 200, "who was there stays, and a place that is free is taken"
    another = UPGRADE.format(table="none", host="h").replace("\r\n\r\n", "\r\nOrigin: x\r\n\r\n").encode()
    for _ in range(LINES + 20):  # sockets give their places back
        with line(server) as asking:
            asking.sendall(another)
            assert asking.recv(100).startswith(b"HTTP/1.1 403")
    assert server.ask("/healthz")[0] == 200


def test_the_connections_of_a_proxy_are_not_those_of_one_address(tmp_path: Path) -> None:
    server = Server(tmp_path, sockets=1, proxy="127.0.0.1")
    try:
        with ExitStack() as lines:
            for _ in range(LINES + 20):
                lines.enter_context(line(server))
            assert server.ask("/healthz")[0] == 200
    finally:
        server.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such bound")
def test_a_server_may_open_as_many_files_as_it_needs() -> None:
    import resource
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(most, few, 3000) if most > 0 else 3000
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted - 1000, most))
        run._open_more(Settings(all_sockets=wanted - run.SPARE))
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (wanted, most)
        run._open_more(Settings(all_sockets=10))
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (wanted, most), "it is never made less"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (few, most))


def test_a_name_of_this_server_that_is_too_long_is_refused(server: Server) -> None:
    assert server.ask("/", host="h" * 255)[0] == 200
    assert server.ask("/", host="h" * 256)[0] == 400


def test_answers_that_wait_for_who_is_slow_are_not_many_letters(tmp_path: Path) -> None:
    async def do() -> None:
        store = Store(tmp_path)
        host = Host(store, 0, Random(1))
        name, token = await host.create(p.NewTable(seats=2))
        room = await host.room(name)
        assert room is not None
        viewer = host.join(room, p.Hello(token))
        assert isinstance(viewer, Viewer)
        viewer.answer(p.RecordText("k", "x" * 2 * LETTERS))  # one is always sent
        with pytest.raises(Slow):
            viewer.answer(p.Pong(1))
        viewer.frames()
        with suppress(Slow):
            for _ in range(100):
                viewer.answer(p.RecordText("k", "x" * 10_000))
        assert sum(map(len, viewer.answers)) <= LETTERS
        await host.finish()
        await asyncio.to_thread(store.close)
    asyncio.run(do())


def test_tables_that_are_there_cost_no_tries_and_who_tried_too_often_is_told_so(tmp_path: Path) -> None:
    server = Server(tmp_path)
    tables = [server.new_table(seats=2, places=["open"]) for _ in range(6)]
    server.stop()
    server = Server(tmp_path, misses=0.001, misses_burst=3)
    try:
        assert [server.ask(f"/tables/{table['table']}")[0] for table in tables[:5]] == [200] * 5
        assert [server.ask(f"/tables/none{number}")[0] for number in range(5)] == [404] * 3 + [429] * 2
        assert "Too many" in server.ask("/tables/none9", accept_language="en")[2].decode()
        with pytest.raises(ConnectionClosed):
            server.page(tables[5])
        page = server.page(tables[4])
        assert page.state["you"] == 0
        page.socket.close()
    finally:
        assert server.stop() == 0


def test_many_names_are_not_looked_for_at_once(tmp_path: Path) -> None:
    looked: list[str] = []

    async def room(name: str) -> None:
        looked.append(name)
        await asyncio.sleep(0.01)

    async def do() -> None:
        store = Store(tmp_path)
        host = Host(store, 0, Random(1))
        host.room = room  # type: ignore[method-assign]
        web = Web(host, Files(live=False), 20, 60, Settings(misses=0, misses_burst=3))
        asked: Any = (web._room(f"none{number}", "192.0.2.1") for number in range(20))
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert [isinstance(one, TooMany) for one in found] == [False] * 3 + [True] * 17
        await host.finish()
        await asyncio.to_thread(store.close)
    asyncio.run(do())
    assert len(looked) == 3


@pytest.mark.parametrize(("one", "other", "same"), [
    ("2001:db8::1", "2001:db8::2", True), ("2001:db8::1", "2001:DB8:0:0:a:b:c:d", True),
    ("2001:db8::1", "2001:db8:0:1::1", False), ("::ffff:192.0.2.1", "192.0.2.1", True),
    ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False), ("192.0.2.1", "192.0.2.2", False),
    ("fe80::1%eth0", "fe80::2%eth0", True), ("somebody", "somebody else", False), ("", None, True)])
def test_a_house_is_one_address_however_it_is_written(one: str, other: str | None, same: bool) -> None:
    assert (address_of(one) == address_of(other)) is same
