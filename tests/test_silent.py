"""Who asks for nothing, or takes no answer, keeps no place for long; whoever is waited for is waited for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest
import uvicorn

from fives.server import run, silent
from fives.server.limits import Addresses, Settings

pytestmark = pytest.mark.processes

SILENT = 0.05
LONG = 15  # seconds: much longer than anything takes
GET = b"GET /%b HTTP/1.1\r\nHost: h\r\n"
MUCH = 20_000_000  # bytes: more than lie on the way between two programs

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[bytes]]


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answers a body with its length; /slow takes its time, /much says much."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body, more = body + message.get("body", b""), message.get("more_body", False)
    if scope["path"] == "/slow":
        await asyncio.sleep(4 * SILENT)
    answer = b"x" * MUCH if scope["path"] == "/much" else b"%d" % len(body)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(answer))]})
    await send({"type": "http.response.body", "body": answer})


def heard(talk: Talk, monkeypatch: pytest.MonkeyPatch, until_gone: bool = True, seconds: float = SILENT) -> bytes:
    """What a client got that talks to a server, which then lets go of it."""
    monkeypatch.setattr(silent, "SILENT", seconds)

    async def main() -> bytes:
        config = uvicorn.Config(app, http=silent.Brief.of(Addresses(Settings())), lifespan="off", log_config=None,
                                timeout_keep_alive=60)
        server = uvicorn.Server(config)
        with run.listen("127.0.0.1", 0) as listening:
            running = asyncio.create_task(server._serve([listening]))
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            got = await talk(reader, writer)
            async with asyncio.timeout(LONG):
                while until_gone and server.server_state.connections:
                    await asyncio.sleep(SILENT / 5)
            writer.close()
            server.should_exit = True
            await running
        return got
    return asyncio.run(main())


@pytest.mark.parametrize("said", [
    b"", GET % b"", GET % b"" + b"X: ", b"GE", b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nhalf"],
    ids=["nothing", "no end", "half a header", "half a word", "half a body"])
def test_who_never_asks_to_the_end_is_let_go(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(said)
        await asyncio.sleep(SILENT / 2)
        return b""
    assert heard(talk, monkeypatch) == b""


def test_a_request_that_comes_by_drops_does_not_come_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        with suppress(OSError):
            writer.write(GET % b"")
            async with asyncio.timeout(LONG):
                while not reader.at_eof():
                    writer.write(b"X: y\r\n")
                    await asyncio.sleep(SILENT / 4)
        return b""
    assert heard(talk, monkeypatch) == b""


def test_who_takes_no_answer_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(GET % b"much" + b"\r\n")
        await asyncio.sleep(SILENT / 2)
        return b""
    assert heard(talk, monkeypatch) == b""


def test_an_answer_that_takes_its_time_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(GET % b"slow" + b"\r\n")
        return await reader.readuntil(b"\r\n\r\n0")
    assert heard(talk, monkeypatch, until_gone=False).startswith(b"HTTP/1.1 200 OK")


def test_who_takes_an_answer_slowly_gets_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(GET % b"much" + b"\r\n")
        head, taken = await reader.readuntil(b"\r\n\r\n"), 0
        while taken < MUCH:
            taken += len(await reader.readexactly(MUCH // 20))
            await asyncio.sleep(SILENT)
        return head
    assert heard(talk, monkeypatch, until_gone=False, seconds=8 * SILENT).startswith(b"HTTP/1.1 200 OK")


@pytest.mark.parametrize("said", [GET % b"" + b"Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n", b"\0\1\r\n\r\n"],
                         ids=["another protocol", "no protocol"])
def test_the_log_tells_nothing_that_a_stranger_can_say_again_and_again(
        said: bytes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(said)
        return await reader.readline()
    log = logging.getLogger("uvicorn.error")  # which another test's server may have set up
    for name, value in (("filters", []), ("handlers", [caplog.handler]), ("propagate", False)):
        monkeypatch.setattr(log, name, value)
    assert heard(talk, monkeypatch, until_gone=False).startswith(b"HTTP/1.1 ")
    warned = [record for record in caplog.records if record.levelname == "WARNING"]
    assert warned
    assert [record.msg for record in warned if run._no_noise(record)] == []
