"""The web around the tables: pages, static files, one WebSocket for each viewer. The only file that knows sockets."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator

import msgspec
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from fives.server import pages
from fives.server import protocol as p
from fives.server.files import Files
from fives.server.guard import Guarded, same_origin
from fives.server.host import Host
from fives.server.limits import Addresses, Bucket, Settings, address_of
from fives.server.lists import open_tables
from fives.server.room import Gone, Room, Slow, Viewer
from fives.server.store import StoreError
from fives.server.texts import said
from fives.server.wishes import read_wish
from fives.tiles import TextError
from fives.words import negotiate

log = logging.getLogger("fives.app")
HELLO = 10.0  # seconds for the first frame
FORM = 4096  # bytes of a form
LIKE_A_TABLE = re.compile(r"[a-z0-9.-]{1,40}")


class Web:
    """The handlers, around one host."""

    def __init__(self, host: Host, files: Files, rate: float, burst: int, settings: Settings | None = None) -> None:
        self.host, self.files, self.rate, self.burst = host, files, rate, burst
        self.addresses = Addresses(settings or Settings(tables=rate, tables_burst=burst))

    def app(self) -> ASGIApp:
        """The application."""
        routes: list[BaseRoute] = [
            Route("/", self.home),
            Route("/tables", self.create, methods=["POST"]),
            Route("/tables/{table}", self.table),
            WebSocketRoute("/tables/{table}/ws", self.socket),
            Route("/static/{digest}/{path:path}", self.static),
            Route("/lobby.json", self.lobby),
            Route("/healthz", self.health),
        ]
        routes += [Route(f"/{lang}/", self.home, name=lang) for lang in p.LANGS]
        return Guarded(Starlette(routes=routes, lifespan=self._life, exception_handlers={
            404: self.missing, StoreError: self.unread}))

    @contextlib.asynccontextmanager
    async def _life(self, _: Starlette) -> AsyncIterator[None]:
        running = asyncio.create_task(self.host.run())
        try:
            yield
        finally:
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running
            await self.host.finish()
            await asyncio.to_thread(self.host.store.close)

    # pages

    def _lang(self, request: Request) -> str:
        path = request.url.path.split("/")[1]
        for wish in (request.query_params.get("lang"), path):
            if wish in p.LANGS:
                return wish
        return negotiate(request.headers.get("accept-language"))

    def _html(self, text: str, lang: str, status: int = 200) -> Response:
        return HTMLResponse(text, status, {"content-language": lang, "cache-control": "no-cache",
                                           "vary": "accept-language"})

    async def home(self, request: Request) -> Response:
        """The first page."""
        lang = self._lang(request)
        return self._html(pages.home(lang, self.files.base), lang)

    async def table(self, request: Request) -> Response:
        """The page of a table, the same for everyone who opens it."""
        lang = self._lang(request)
        if await self._room(request.path_params["table"], _address(request)) is None:
            return self._html(pages.not_found(lang, self.files.base), lang, 404)
        return self._html(pages.table(lang, self.files.base), lang)

    async def _room(self, name: str, address: str) -> Room | None:
        """A table by its name; nobody gets to try many names."""
        room = self.host.rooms.get(name)
        if room is None and LIKE_A_TABLE.fullmatch(name):
            room = await self.host.room(name) if self.addresses.misses.take(address) else None
        return room

    async def missing(self, request: Request, _: Exception) -> Response:
        """Whatever is not there."""
        lang = self._lang(request)
        return self._html(pages.not_found(lang, self.files.base), lang, 404)

    async def unread(self, request: Request, _: Exception) -> Response:
        """The store cannot be read; it has logged why."""
        return self._wrong(503, "store", said("store", self._lang(request)), True)

    async def static(self, request: Request) -> Response:
        """A module, a style sheet or a picture; kept for long under the digest of them all."""
        found = self.files.get(request.path_params["path"])
        if found is None:
            return PlainTextResponse("not here\n", 404)
        kept = request.path_params["digest"] == self.files.digest and not self.files.live
        cache = "public, max-age=31536000, immutable" if kept else "no-cache"
        return Response(found[0], media_type=found[1], headers={"cache-control": cache})

    async def lobby(self, _: Request) -> Response:
        """The open tables that want to be listed."""
        return JSONResponse({"tables": open_tables(self.host.rooms.values())}, headers={"cache-control": "no-store"})

    async def health(self, _: Request) -> Response:
        """Whether the server runs."""
        return PlainTextResponse("ok\n")

    async def create(self, request: Request) -> Response:
        """A new table: from a form, answered by the way to it; from JSON, answered in JSON."""
        form = not request.headers.get("content-type", "").startswith("application/json")
        lang = self._lang(request)
        if not same_origin(request.headers):
            return self._wrong(403, "origin", said("origin", lang), form)
        if not self.addresses.tables.take(_address(request)):
            return self._wrong(429, "too-many", said("too-many", lang), form)
        body = b""
        try:
            async for chunk in request.stream():
                body += chunk
                if len(body) > FORM:
                    return self._wrong(413, "malformed", f"expected at most {FORM} bytes", form)
            wish = read_wish(body, form)
            table, token = await self.host.create(wish)
        except (ValueError, msgspec.MsgspecError) as error:
            return self._wrong(400, "malformed", str(error), form)
        except ClientDisconnect:
            return PlainTextResponse("", 400)  # to nobody
        except StoreError:
            return self._wrong(503, "store", said("store", lang), form)
        url = f"/tables/{table}#{token}"
        if form:
            return RedirectResponse(url, 303)
        return JSONResponse({"table": table, "token": token, "url": url}, 201, {"cache-control": "no-store"})

    def _wrong(self, status: int, reason: str, text: str, form: bool) -> Response:
        if form and status != 403:
            return PlainTextResponse(text + "\n", status)
        return JSONResponse({"type": "error", "reason": reason, "text": text}, status)

    # sockets

    async def socket(self, ws: WebSocket) -> None:
        """One viewer of one table, from its hello until it goes."""
        address = _address(ws)
        if not same_origin(ws.headers) or not self.addresses.open(address):
            await ws.close(1008)
            return
        try:
            await ws.accept()
            await self._look_on(ws, address)
        except (WebSocketDisconnect, RuntimeError):
            pass
        except StoreError:
            await ws.close(1011)
        finally:
            self.addresses.close(address)

    async def _look_on(self, ws: WebSocket, address: str) -> None:
        hello = await self._hello(ws)
        room = await self._room(ws.path_params["table"], address) if hello else None
        viewer = self.host.join(room, hello, _origin(ws)) if hello and room else None
        if hello and viewer is None:
            self.addresses.misses.take(address)
            reason = "token" if room else "table"
            await _complain(ws, reason, said(reason, hello.lang))
        if viewer is None:
            await ws.close(1008)
            return
        try:
            await self._serve(ws, viewer)
        finally:
            self.host.leave(viewer)

    async def _hello(self, ws: WebSocket) -> p.Hello | None:
        try:
            async with asyncio.timeout(HELLO):
                message = _read(await _frame(ws))
        except TimeoutError:
            await _complain(ws, "hello", said("hello", "en"))
        except p.BadFrame as error:
            await _complain(ws, "malformed", str(error))
        else:
            if isinstance(message, p.Hello):
                return message
            await _complain(ws, "hello", said("hello", "en"))
        return None

    async def _serve(self, ws: WebSocket, viewer: Viewer) -> None:
        writing = asyncio.create_task(_write(ws, viewer))
        writing.add_done_callback(lambda task: task.cancelled() or task.exception())
        bucket = Bucket(self.rate, self.burst)
        try:
            while not writing.done():
                text = await _frame(ws)
                try:
                    if not bucket.take():
                        viewer.answer(p.Error("rate", said("rate", viewer.lang)))
                        continue
                    message = _read(text)
                    if isinstance(message, p.Hello):
                        viewer.answer(p.Error("hello", said("hello", viewer.lang)))
                    else:
                        await self.host.hear(viewer, message)
                except (p.BadFrame, TextError) as error:
                    viewer.answer(p.Error("malformed", str(error)))
                except StoreError:  # the store has logged it
                    viewer.answer(p.Error("store", said("store", viewer.lang)))
        except (Slow, Gone):
            await ws.close(1008)
        finally:
            writing.cancel()


async def _frame(ws: WebSocket) -> str | None:
    """The next text frame; None for a binary one. Raises `WebSocketDisconnect`."""
    message = await ws.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    return message.get("text")


def _read(text: str | None) -> p.Incoming:
    if text is None:
        raise p.BadFrame("expected a text frame")
    return p.read(text)


async def _write(ws: WebSocket, viewer: Viewer) -> None:
    """Sends what there is for a viewer, as fast as it takes it."""
    try:
        while True:
            for frame in await viewer.next():
                await ws.send_text(frame)
            if viewer.ended is not None:
                await _complain(ws, viewer.ended, said(viewer.ended, viewer.lang))
                await ws.close(1000)
                return
    except (WebSocketDisconnect, RuntimeError, OSError):
        pass  # it has gone
    except Exception:
        log.exception("no frame could be made")
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            await ws.close(1011)


async def _complain(ws: WebSocket, reason: str, text: str) -> None:
    await ws.send_text(p.encode(p.Error(reason, text)).decode())


def _address(connection: HTTPConnection) -> str:
    return address_of(connection.client.host if connection.client else "")


def _origin(ws: WebSocket) -> str:
    """Where the page is: what its browser says, or else how this server was called."""
    return str(ws.headers.get("origin") or f"http://{ws.headers.get('host', '')}")
