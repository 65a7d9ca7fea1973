"""What is sent to a viewer: at once while it takes it, the newest state when it takes something again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fives.server import protocol as p
from fives.server import sockets, telling
from fives.server.host import Host
from fives.server.limits import Addresses, Settings
from fives.server.room import Room
from fives.server.sockets import Sockets
from fives.server.store import Store
from fives.server.telling import Post, Socket, Teller, begun, together


def test_what_need_not_wait_is_done_at_once() -> None:
    said: list[str] = []

    async def work() -> None:
        said.append("done")

    assert begun(work()) is None
    assert said == ["done"]


def test_what_was_begun_goes_on_where_it_waited() -> None:
    async def run() -> list[str]:
        said, first, second = [], asyncio.Event(), asyncio.Event()

        async def work() -> None:
            said.append("begun")
            await first.wait()
            said.append("went on")
            await second.wait()
            said.append("ended")

        rest = begun(work())
        assert rest is not None
        task = asyncio.ensure_future(_awaited(rest))
        for event in (first, second):
            event.set()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        await task
        return said

    assert asyncio.run(run()) == ["begun", "went on", "ended"]


@pytest.mark.parametrize("error", [OSError, asyncio.CancelledError])
def test_what_goes_wrong_on_the_way_is_told_to_who_waits(error: type[BaseException]) -> None:
    async def run() -> None:
        stuck: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def work() -> None:
            await stuck

        rest = begun(work())
        assert rest is not None
        task = asyncio.ensure_future(_awaited(rest))
        await asyncio.sleep(0)
        if error is OSError:
            stuck.set_exception(OSError())
        else:
            task.cancel()
        with pytest.raises(error):
            await task

    asyncio.run(run())


async def _awaited(rest: Awaitable[None]) -> None:
    await rest


def test_messages_that_are_ready_at_once_are_one_frame() -> None:
    assert together(['{"type":"done"}']) == '{"type":"done"}'
    assert [part["type"] for part in json.loads(together(['{"type":"done"}', '{"type":"news"}']))] == ["done", "news"]


class Watcher:
    """Who is told things, as far as a teller asks."""

    def __init__(self) -> None:
        self.stirred: Callable[[], None] | None = None
        self.ended: str | None = None
        self.lang = "en"
        self.newest: str | None = None
        self.parts: list[str] = []

    @property
    def more(self) -> bool:
        return bool(self.parts)

    def frames(self) -> list[str]:
        if self.parts:
            return [self.parts.pop(0)]
        found, self.newest = self.newest, None
        return [] if found is None else [found]

    def say(self, text: str) -> None:
        self.newest = text
        assert self.stirred is not None
        self.stirred()


class Line:
    """A socket that takes frames while it is open."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.open.set()
        self.sent: list[str] = []
        self.fails = False

    async def send(self, message: Any) -> None:
        await self.open.wait()
        if self.fails:
            raise OSError
        self.sent.append(message.get("text") or message["type"])

    async def receive(self) -> Any:
        raise AssertionError("nobody asked")


def told(play: Callable[[Watcher, Line, Teller], Awaitable[None]]) -> list[str]:
    """What goes over a line while this is played."""
    async def run() -> list[str]:
        watcher, line = Watcher(), Line()
        teller = Teller(Socket(line.receive, line.send), watcher, Post())  # type: ignore[arg-type]
        await play(watcher, line, teller)
        await asyncio.sleep(0.01)
        return line.sent
    return asyncio.run(run())


def test_who_takes_nothing_gets_the_newest_when_it_takes_something_again() -> None:
    async def play(watcher: Watcher, line: Line, teller: Teller) -> None:
        watcher.say("1")
        await asyncio.sleep(0.01)
        line.open.clear()
        for number in range(2, 9):
            watcher.say(str(number))
            await asyncio.sleep(0.001)
        line.open.set()

    assert told(play) == ["1", "2", "8"], "2 was on its way; 3 to 7 are no news any more"


def test_what_comes_within_one_turn_of_the_loop_is_sent_once() -> None:
    async def play(watcher: Watcher, line: Line, teller: Teller) -> None:
        for number in range(5):
            watcher.say(str(number))

    assert told(play) == ["4"]


@pytest.mark.parametrize("waits", [False, True])
def test_what_comes_in_parts_follows_by_itself_and_waits_for_who_is_slow(waits: bool) -> None:
    async def play(watcher: Watcher, line: Line, teller: Teller) -> None:
        watcher.parts = ["1", "2", "3"]
        if waits:
            line.open.clear()
            await asyncio.sleep(0.01)
            assert watcher.parts == ["2", "3"]
            line.open.set()

    assert told(play) == ["1", "2", "3"]


def test_nothing_is_sent_to_who_has_gone() -> None:
    async def play(watcher: Watcher, line: Line, teller: Teller) -> None:
        line.fails = True
        watcher.say("1")
        await asyncio.sleep(0.01)
        assert teller.done
        line.fails = False
        watcher.say("2")

    assert told(play) == []


def test_who_is_stopped_while_it_takes_nothing_is_sent_nothing_more() -> None:
    async def play(watcher: Watcher, line: Line, teller: Teller) -> None:
        line.open.clear()
        watcher.say("1")
        await asyncio.sleep(0.01)
        teller.stop()
        await asyncio.sleep(0.01)
        line.open.set()

    assert told(play) == []


def test_the_end_is_told_and_closes() -> None:
    async def play(watcher: Watcher, line: Line, teller: Teller) -> None:
        watcher.ended = "closed"
        watcher.say("1")

    first, complaint, close = told(play)
    assert first == "1"
    assert json.loads(complaint)["reason"] == "closed"
    assert close == "websocket.close"


@pytest.mark.parametrize("error", [ValueError, RuntimeError, OSError])
def test_a_frame_that_cannot_be_made_closes_the_line(error: type[Exception], caplog: pytest.LogCaptureFixture) -> None:
    async def play(watcher: Watcher, line: Line, teller: Teller) -> None:
        def broken() -> list[str]:
            raise error
        watcher.frames = broken  # type: ignore[method-assign]
        watcher.say("1")

    assert told(play) == ["websocket.close"]
    assert "no frame could be made" in caplog.text
    assert telling.log.name in {record.name for record in caplog.records}


def test_what_there_is_for_many_is_made_first_and_then_sent_in_a_row() -> None:
    happened: list[str] = []

    async def run() -> None:
        post, watchers = Post(), [Watcher() for _ in range(3)]
        for number, watcher in enumerate(watchers):
            def made(number: int = number) -> list[str]:
                happened.append(f"made {number}")
                return [str(number)]

            async def send(message: Any, number: int = number) -> None:
                happened.append(f"sent {number}")
                if number == 0:
                    raise KeyError("a fault of one line is none of the others")
            watcher.frames = made  # type: ignore[method-assign]
            Teller(Socket(Line().receive, send), watcher, post)  # type: ignore[arg-type]
        await asyncio.sleep(0.01)
    asyncio.run(run())
    assert happened[:6] == ["made 0", "made 1", "made 2", "sent 0", "sent 1", "sent 2"]
    assert happened[6:] == ["sent 0"], "which closes it"


def test_who_waits_for_many_frames_is_not_held_until_all_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "LONG", 0.0)
    happened: list[str] = []

    async def run() -> None:
        post = Post()
        for number in range(3):
            watcher, line = Watcher(), Line()
            watcher.frames = lambda number=number: happened.append(f"made {number}") or [str(number)]
            Teller(Socket(line.receive, line.send), watcher, post)  # type: ignore[arg-type]
        asyncio.get_running_loop().call_soon(happened.append, "others")
        await asyncio.sleep(0.01)
    asyncio.run(run())
    assert happened == ["made 0", "others", "made 1", "made 2"]


def served(headers: dict[str, str], found: Exception | None = None) -> list[tuple[str, int | None]]:
    """What is sent to a socket that says hello, with these headers, where looking for its table ends so."""
    said: list[tuple[str, int | None]] = []
    came = [{"type": "websocket.connect"}, {"type": "websocket.receive", "text": '{"type":"hello"}'}]

    async def receive() -> Any:
        return came.pop(0)

    async def send(message: Any) -> None:
        said.append((message["type"].removeprefix("websocket."), message.get("code")))

    async def room(name: str, address: str) -> None:
        if found is not None:
            raise found

    places = Sockets(None, Addresses(Settings()), 20, 60, room)  # type: ignore[arg-type]
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    asyncio.run(places.serve("x", {"headers": raw, "client": ("192.0.2.1", 1)}, receive, send))
    return said


@pytest.mark.parametrize("error", [RuntimeError, OSError, KeyError])
def test_a_fault_of_ours_is_logged_once_and_closes_the_socket(
        error: type[Exception], caplog: pytest.LogCaptureFixture) -> None:
    assert served({}, error("ours")) == [("accept", None), ("close", 1011)]
    assert [record.name for record in caplog.records] == [sockets.log.name]


def test_who_has_gone_while_it_is_answered_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    async def send(message: Any) -> None:
        raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")

    async def run() -> None:
        with pytest.raises(telling.Closed):
            await Socket(Line().receive, send).complain("table", "")
    asyncio.run(run())
    assert not caplog.records


@pytest.mark.parametrize("name", ["host", "origin"])
def test_a_name_of_this_server_that_is_too_long_is_not_put_into_links(name: str) -> None:
    assert served({"host": "h" * 255}) != [("close", 1008)]
    assert served({"host": "h", name: "h" * 256}) == [("close", 1008)]


def test_who_is_in_the_middle_of_something_when_the_table_is_deleted_is_told_that_too(tmp_path: Path) -> None:
    said: list[str] = []

    async def run() -> None:
        store = Store(tmp_path)
        host = Host(store, 0, Random(1))
        name, token = await host.create(p.NewTable(seats=2, places=("open",)))
        room = host.rooms[name]
        came: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

        async def send(message: Any) -> None:
            said.append(message.get("text") or f"{message['type']} {message.get('code', '')}".strip())
            if message["type"] == "websocket.close":
                came.put_nowait({"type": "websocket.disconnect"})

        async def find(name: str, address: str) -> Room | None:
            return await host.room(name)
        for message in ({"type": "websocket.connect"}, says(type="hello", token=token, view="bare")):
            came.put_nowait(message)
        places = Sockets(host, Addresses(Settings()), 20, 60, find)
        async with asyncio.timeout(10):
            looking = asyncio.create_task(places.serve(name, {"headers": [], "client": None}, came.get, send))
            async with room.lock:  # both wait for it, the one who deletes first
                while len(said) < 2:
                    await asyncio.sleep(0.01)
                deleting = asyncio.create_task(host.errands.delete(room, lambda: True))
                await asyncio.sleep(0)
                came.put_nowait(says(type="name", key="k", name="Ken"))
                while len(room.lock._waiters or ()) < 2:
                    await asyncio.sleep(0.01)
            await asyncio.gather(deleting, looking)
        await host.finish()
        await asyncio.to_thread(store.close)
    asyncio.run(run())
    assert json.loads(said[-2])["reason"] == "closed"
    assert said[-1] == "websocket.close 1000"


def flooded(tmp_path: Path, reads: bool) -> list[str]:
    """What is sent to who sends two hundred pings in one go, and then perhaps takes nothing any more."""
    said: list[str] = []

    async def run() -> None:
        store = Store(tmp_path)
        host = Host(store, 0, Random(1))
        name, token = await host.create(p.NewTable(seats=2, places=("open",)))
        came: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

        async def send(message: Any) -> None:
            if message["type"] == "websocket.send" and not reads and len(said) > 1:
                await asyncio.Event().wait()
            said.append(message.get("text") or f"{message['type']} {message.get('code', '')}".strip())

        async def find(name: str, address: str) -> Room | None:
            return await host.room(name)
        for message in ({"type": "websocket.connect"}, says(type="hello", token=token, view="bare")):
            came.put_nowait(message)
        places = Sockets(host, Addresses(Settings()), 20, 60, find)
        looking = asyncio.create_task(places.serve(name, {"headers": [], "client": None}, came.get, send))
        while len(said) < 2:
            await asyncio.sleep(0.01)
        for number in range(200):
            came.put_nowait(says(type="ping", t=number))
        await asyncio.wait_for(looking, 10)
        await host.finish()
        await asyncio.to_thread(store.close)
    asyncio.run(run())
    return said


def test_who_sends_far_too_much_is_answered_before_the_socket_is_closed(tmp_path: Path) -> None:
    _, _, *frames, last = flooded(tmp_path, reads=True)
    assert last == "websocket.close 1008"
    found = []
    for frame in map(json.loads, frames):
        found += frame if isinstance(frame, list) else [frame]
    pongs = [message["t"] for message in found if message["type"] == "pong"]
    rates = [message for message in found if message["type"] == "error"]
    assert pongs == [*range(len(pongs))]
    assert 60 <= len(pongs) <= 70
    assert 100 <= len(rates) <= 110
    assert {message["reason"] for message in rates} == {"rate"}


def test_who_sends_far_too_much_and_takes_nothing_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "LAST", 0.2)
    assert flooded(tmp_path, reads=False)[2:] == ["websocket.close 1008"]


def says(**message: object) -> dict[str, Any]:
    """A frame that came."""
    return {"type": "websocket.receive", "text": json.dumps(message)}
