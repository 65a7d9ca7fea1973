"""What a stranger may ask for as often as it likes costs little, and nothing piles up for who does not read."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from starlette.types import Message

from fives.server import errands, guard, past
from fives.server import protocol as p
from fives.server.files import STATIC
from fives.server.host import Host
from fives.server.keeping import Told
from fives.server.limits import Addresses, Bucket, Settings
from fives.server.links import code
from fives.server.room import KEPT, Room, Viewer
from fives.server.seating import Company, Seat
from fives.server.store import Store
from server_client import ROOT, Page, Server
from table_world import table_of, tick

pytestmark = pytest.mark.processes

UPGRADE = ("GET /tables/{table}/ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n")


def frame(kind: int, body: bytes) -> bytes:
    """A frame of less than 126 bytes, masked with zeros."""
    return bytes((128 | kind, 128 | len(body))) + bytes(4) + body


def memory(process: int) -> int:
    """Kilobytes."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_pings_of_who_reads_nothing_are_not_kept_and_it_is_let_go(tmp_path: Path) -> None:
    code = (f"import fives.server.unread as unread; unread.STUCK = 2.0\n"
            f"from fives.server.run import serve; serve(port=0, data={str(tmp_path)!r}, rate=1e6, burst=10**6)")
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        assert server.stdout
        host = server.stdout.readline().split("//")[1].strip().rstrip("/")
        name, port = host.split(":")
        made = Server.__new__(Server)
        made.url = f"http://{host}"
        table = made.new_table(seats=2)["table"]
        with socket.create_connection((name, int(port))) as line:
            line.sendall(UPGRADE.format(table=table, host=host).encode())
            assert line.recv(4000).startswith(b"HTTP/1.1 101")
            line.sendall(frame(1, b'{"type":"hello"}'))
            line.settimeout(0.2)
            before, begun, sent = memory(server.pid), time.monotonic(), 0
            pings = frame(9, b"x" * 120) * 200
            cut = False
            while not cut and time.monotonic() < begun + 20:
                try:
                    sent += line.send(pings)
                except TimeoutError:
                    continue
                except OSError:
                    cut = True
            assert cut
            assert sent > 2_000_000
            assert memory(server.pid) - before < 8_000
        assert made.ask("/healthz")[0] == 200
        server.terminate()


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//", "null"])
def test_an_origin_that_is_none_is_another_site(origin: str, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        status, _, body = server.ask("/tables", b"{}", content_type="application/json", origin=origin)
        assert (status, json.loads(body)["reason"]) == (403, "origin")
    finally:
        server.stop()
    assert server.said == ""


def test_where_a_form_was_sent_the_first_page_is_found_again(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        status, headers, _ = server.ask("/tables", accept_language="ja")
        assert (status, headers["location"]) == (303, "/ja/")
    finally:
        server.stop()


def test_a_code_is_made_once() -> None:
    assert code("http://somewhere/tables/a") is code("http://somewhere/tables/a")
    assert (code.cache_parameters()["maxsize"] or 0) <= 128


def test_a_record_is_written_once_for_what_it_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    text = Told.text

    def counted(told: Told) -> str:
        written.append(len(told.events))
        return text(told)
    monkeypatch.setattr(Told, "text", counted)

    async def run() -> None:
        store = Store(tmp_path)
        host = Host(store, 0, Random(1))
        name, token = await host.create(p.NewTable(seats=2))
        room = await host.room(name)
        assert room is not None
        viewer = host.join(room, p.Hello(token))
        assert viewer is not None
        await asyncio.gather(*(host.hear(viewer, p.Export(f"k{number}")) for number in range(30)))
        found = [json.loads(answer) for answer in viewer.answers]
        assert len({answer["text"] for answer in found}) == 1
        assert [answer["key"] for answer in found] == [f"k{number}" for number in range(30)]
        await host.hear(viewer, p.Rename("n", "Ken"))
        await host.hear(viewer, p.Export("again"))
        assert "Ken" in json.loads(viewer.answers[-1])["text"]
        await host.finish()
        await asyncio.to_thread(store.close)
    asyncio.run(run())
    assert len(written) == 2


def test_frames_are_kept_for_those_who_keep_up_and_not_for_whatever_a_stranger_says_it_has(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "PART", 20)
    table = table_of(seats=4, bots=True)
    while table.number < 200:
        tick(table)
    with ThreadPoolExecutor(1) as painter:
        room = Room(table, painter)

        def told(seat: int | None, lang: p.Lang, have: int) -> list[str]:
            viewer = Viewer(room, seat, lang, "bare", have)
            found = viewer.frames()
            while viewer.more:
                found += viewer.frames()
            return found
        for have in range(200 - past.BEHIND):
            told(None, "en", have)
        assert len(room._frames) <= past.BEHIND
        kept = dict(room._frames)
        told(None, "ko", 150)
        assert room._frames == kept, "a program is told no words"
        every = [told(seat, "en", have) for seat in (None, 0, 1, 2, 3) for have in range(0, 200, 3)]
        assert len(room._frames) <= KEPT
        room.changed()
        assert not room._frames
        again = [told(seat, "ja", have) for seat in (None, 0, 1, 2, 3) for have in range(0, 200, 3)]
        assert again == every
        assert [at for *_, at in room._frames if not 200 - past.BEHIND <= at < table.number] == []


def asked(page: Page, kind: str, key: str, **facts: object) -> dict[str, object]:
    """The answer to a message."""
    page.send(type=kind, key=key, **facts)
    page.until(lambda: any(answer.get("key") == key for answer in page.answers))
    return next(answer for answer in page.answers if answer.get("key") == key)


def test_who_stands_up_is_given_the_link_of_the_table_and_no_other(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with server.page({"table": server.new_table(seats=3, places=["open", "open"])["table"]}) as page:
            token = asked(page, "sit", "s", seat=1, name="Ken")["token"]
            assert str(asked(page, "link", "l1")["url"]).endswith(f"#{token}")
            assert asked(page, "leave", "away")["type"] == "done"
            page.until(lambda: page.state["you"] is None)
            found = asked(page, "link", "l2")
            assert found["url"] == found["share"]["url"]  # type: ignore[index]
    finally:
        server.stop()


def test_who_comes_with_the_next_round_is_called_unlike_all_who_sit_or_come() -> None:
    company = Company((Seat(0, "Aoi", "person", ""), Seat(1, "Oak", "bot", "greedy", comes="Kim"),
                       Seat(2, "Elm", "bot", "greedy")), 0)
    assert company.name("Kim", 2, "Guest") == "Kim 2"
    assert company.name("Kim", 1, "Guest") == "Kim"


def test_a_table_that_is_deleted_meanwhile_needs_no_other_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                              caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(errands, "HOST_AWAY", 0.05)

    async def run() -> None:
        store = Store(tmp_path)
        host = Host(store, 0, Random(1))
        name, token = await host.create(p.NewTable(seats=2, places=("open",)))
        room = await host.room(name)
        assert room is not None
        first, second = host.join(room, p.Hello(token)), host.join(room, p.Hello())
        assert isinstance(first, Viewer)
        assert isinstance(second, Viewer)
        await host.hear(second, p.Sit("s", 1, "Ken"))
        host.leave(first)
        assert await host.errands.delete(room, lambda: True)
        await asyncio.sleep(0.2)
        await host.finish()
        await asyncio.to_thread(store.close)
    asyncio.run(run())
    assert caplog.text == ""


def test_the_process_notes_that_it_lives_while_anything_is_due_at_a_table_that_nobody_opened(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(tmp_path)
        table = table_of(seats=2)
        host = Host(store, 0, Random(1))
        assert not host.waits
        host._agenda.set(table.id, 10**15)
        assert host.waits
        await host.finish()
        await asyncio.to_thread(store.close)
    asyncio.run(run())


def answered(server: Server, path: str, address: str) -> tuple[int, float]:
    """The status of an answer to a new connection from an address of this machine, and the seconds it took."""
    begun = time.monotonic()
    with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), 20, (address, 0)) as line:
        line.sendall(UPGRADE.replace("/tables/{table}/ws", path).format(host="127.0.0.1").encode() if "/ws" in path
                     else f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        return int(line.recv(4000).split()[1]), time.monotonic() - begun


@pytest.mark.skipif(sys.platform != "linux", reason="other addresses of loopback are Linux's")
def test_who_asks_for_more_than_an_address_may_waits_for_it_and_others_do_not(tmp_path: Path) -> None:
    server = Server(tmp_path, requests=0.01, requests_burst=3)
    try:
        assert [answered(server, "/healthz", "127.0.0.1")[0] for _ in range(3)] == [200] * 3
        for path, status in (("/healthz", 429), ("/", 429), ("/tables/abc/ws", 403)):
            said, seconds = answered(server, path, "127.0.0.1")
            assert said == status
            assert seconds >= guard.WAIT
        assert answered(server, "/healthz", "127.0.0.2")[0] == 200
    finally:
        assert server.stop() == 0


def test_who_asks_for_too_much_is_told_when_to_ask_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "WAIT", 0)
    said: list[Message] = []

    async def send(message: Message) -> None:
        said.append(message)

    async def nothing(*_: object) -> None:
        return

    async def ask() -> None:
        pages = guard.Unhurried(nothing, Addresses(Settings(requests=0.01, requests_burst=1)))
        for _ in range(2):
            assert not said, "the first is let in"
            await pages({"type": "http", "path": "/", "headers": [], "client": ("192.0.2.1", 1)}, nothing, send)
    asyncio.run(ask())
    assert said[0]["status"] == 429
    assert (b"retry-after", b"1") in said[0]["headers"]


def test_who_asks_for_too_much_gets_the_headers_that_keep_a_browser_safe(tmp_path: Path) -> None:
    server = Server(tmp_path, requests=0.01, requests_burst=1)
    try:
        assert server.ask("/")[0] == 200
        status, headers, _ = server.ask("/")
        assert status == 429
        for name, value in guard.HEADERS:
            assert headers.get(name.decode()) == value.decode()
    finally:
        assert server.stop() == 0


def test_all_who_open_a_page_at_once_get_all_of_it(tmp_path: Path) -> None:
    allowed, files = Settings(), len([path for path in STATIC.rglob("*") if path.is_file()])
    assert allowed.sockets * (files * guard.SHARE + 3) <= allowed.requests_burst, "nobody waits who opens a page"
    assert Addresses(allowed).connections.each >= allowed.sockets * 7
    server = Server(tmp_path, requests=100, requests_burst=20)
    try:
        with ThreadPoolExecutor(20) as people:
            begun = time.monotonic()
            found = list(people.map(lambda _: server.ask("/healthz")[0], range(120)))
            assert found == [200] * 120
            assert time.monotonic() - begun >= 0.9, "a hundred of them waited"
    finally:
        assert server.stop() == 0


def test_turns_come_one_after_the_other_and_only_who_would_wait_too_long_has_none() -> None:
    bucket = Bucket(10, 2)
    assert [bucket.turn(1, 0.5) for _ in range(2)] == [0, 0]
    turns = [bucket.turn(1, 0.5) for _ in range(7)]
    assert turns == [pytest.approx(seconds, abs=0.05) for seconds in (0.1, 0.2, 0.3, 0.4, 0.5)] + [None, None]
    assert not bucket.take()


def test_a_server_that_ends_waits_for_nobody_who_waits_for_a_turn(tmp_path: Path) -> None:
    server = Server(tmp_path, requests=0.2, requests_burst=1)
    port = int(server.url.rpartition(":")[2])
    try:
        assert server.ask("/healthz")[0] == 200
        with socket.create_connection(("127.0.0.1", port), 20) as page, \
                socket.create_connection(("127.0.0.1", port), 20) as table:
            page.sendall(b"GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n")
            time.sleep(0.1)
            table.sendall(UPGRADE.format(table="abc", host="h").encode())
            time.sleep(0.1)
            begun = time.monotonic()
            assert server.stop() == 0
            assert time.monotonic() - begun < 2.5
            assert page.recv(100).startswith(b"HTTP/1.1 200")
    finally:
        server.process.kill()
    assert server.said == ""
