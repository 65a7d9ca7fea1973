"""The web around the tables: pages, static files, and the way to the sockets."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from fives.server import pages
from fives.server import protocol as p
from fives.server.discreet import Discreet
from fives.server.files import Files
from fives.server.guard import Guarded, Unhurried, fits, same_origin, unfit
from fives.server.host import Host
from fives.server.limits import FORM, Addresses, Settings, TooMany, address_of
from fives.server.lists import open_tables
from fives.server.now import now_ms
from fives.server.room import Room
from fives.server.sockets import Sockets
from fives.server.store import StoreError
from fives.server.texts import said
from fives.server.wishes import Unfit, fields_of, read_wish
from fives.words import negotiate

log = logging.getLogger("fives.app")
for name in ("uvicorn.error", "asyncio"):  # which tell of what nobody caught
    logging.getLogger(name).addFilter(Discreet())
A_SOCKET = re.compile(r"/tables/([^/]+)/ws")
LARGE = 1000  # bytes, from which on an answer is compressed
LIKE_A_TABLE = re.compile(r"[a-z0-9.-]{1,40}")


class Web:
    """The handlers, around one host."""

    def __init__(self, host: Host, files: Files, rate: float, burst: int, settings: Settings | None = None) -> None:
        self.host, self.files = host, files
        self.addresses = Addresses(settings or Settings(tables=rate, tables_burst=burst))
        self.sockets = Sockets(host, self.addresses, rate, burst, self._room)
        self.running: asyncio.Task[None] | None = None  # what happens by itself

    def app(self) -> ASGIApp:
        """The application."""
        routes: list[BaseRoute] = [
            Route("/", self.home),
            Route("/rules/", self.rules),
            Route("/tables", self.create, methods=["POST"]),
            Route("/tables", self.start),
            Route("/tables/{table}", self.table),
            Route("/static/{digest}/{path:path}", self.static),
            Route("/lobby.json", self.lobby),
            Route("/healthz", self.health),
        ]
        for lang in p.LANGS:
            routes += [Route(f"/{lang}/", self.home), Route(f"/{lang}/rules/", self.rules)]
        small = Middleware(GZipMiddleware, minimum_size=LARGE, compresslevel=6)  # but for files, which are kept so
        pages = Starlette(routes=routes, lifespan=self._life, middleware=[small], exception_handlers={
            404: self.missing, StoreError: self.unread, TooMany: self.too_many})

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "websocket" and (socket := A_SOCKET.fullmatch(scope["path"])):
                await self.sockets.serve(socket[1], scope, receive, send)  # type: ignore[arg-type]
            elif scope["type"] == "http" and not fits(Headers(scope=scope)):
                await unfit(scope, receive, send)
            else:
                await pages(scope, receive, send)
        turns = Unhurried(app, self.addresses)

        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "websocket":
                await turns(scope, receive, send)
                return
            address = address_of((scope["client"] or [""])[0])
            if not self.addresses.sockets.take(address):  # also who waits for its turn has one open
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
            try:
                await turns(scope, receive, send)
            finally:
                self.addresses.sockets.give(address)
        return Guarded(counted)

    @contextlib.asynccontextmanager
    async def _life(self, _: Starlette) -> AsyncIterator[None]:
        self.running = running = asyncio.create_task(self.host.run())
        running.add_done_callback(_stopped)
        try:
            yield
        finally:
            running.cancel()
            try:
                await asyncio.wait([running])
                await self.host.finish()
            finally:  # whatever went wrong, what was acknowledged is stored
                await asyncio.to_thread(self.host.store.close)

    def end(self) -> None:
        """The end begins: people are let go, so nothing that waits for them goes on."""
        self.addresses.ending.set()
        self.host.store.ended = now_ms()
        if self.running is not None:
            self.running.cancel()

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
        return self._html(pages.home(lang, self.files), lang)

    async def rules(self, request: Request) -> Response:
        """The rules of all games."""
        lang = self._lang(request)
        return self._html(pages.rules(lang, self.files), lang)

    async def table(self, request: Request) -> Response:
        """The page of a table, the same for everyone who opens it."""
        lang = self._lang(request)
        if await self._room(request.path_params["table"], _address(request)) is None:
            return self._html(pages.not_found(lang, self.files, "no_table"), lang, 404)
        return self._html(pages.table(lang, self.files), lang)

    async def _room(self, name: str, address: str) -> Room | None:
        """A table by its name; nobody gets to try many names. Raises `TooMany`."""
        room = self.host.rooms.get(name)
        if room is not None or not LIKE_A_TABLE.fullmatch(name):
            return room
        # paid before it is looked for, since many may be looked for at once, and given back when it was there
        if not self.addresses.misses.take(address):
            raise TooMany
        missing = False
        try:
            room = await self.host.room(name)
            missing = room is None
        finally:
            if not missing:
                self.addresses.misses.give(address)
        return room

    async def missing(self, request: Request, _: Exception) -> Response:
        """Whatever is not there."""
        lang = self._lang(request)
        return self._html(pages.not_found(lang, self.files), lang, 404)

    async def unread(self, request: Request, _: Exception) -> Response:
        """The store cannot be read; it has logged why."""
        return PlainTextResponse(said("store", self._lang(request)) + "\n", 503)

    async def too_many(self, request: Request, _: Exception) -> Response:
        """The address has asked for too many tables that there are not."""
        lang = self._lang(request)
        return self._html(pages.note(lang, self.files, said("too-many", lang)), lang, 429)

    async def static(self, request: Request) -> Response:
        """A module, a style sheet or a picture; kept for long under the digest of them all."""
        found = self.files.get(request.path_params["path"])
        if found is None:
            return PlainTextResponse("not here\n", 404)
        kept = request.path_params["digest"] == self.files.digest and not self.files.live
        cache = "public, max-age=31536000, immutable" if kept else "no-cache"
        headers = {"cache-control": cache, "vary": "accept-encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(found.content, media_type=found.kind, headers=headers)
        return Response(found.small, media_type=found.kind, headers=headers | {"content-encoding": "gzip"})

    async def lobby(self, _: Request) -> Response:
        """The open tables that want to be listed."""
        return JSONResponse({"tables": open_tables(self.host.rooms.values())}, headers={"cache-control": "no-store"})

    async def health(self, _: Request) -> Response:
        """Whether the server runs, bots and clocks with it, and what happens at its tables can be kept."""
        if self.host.store.gone:
            return PlainTextResponse("the database is gone\n", 503)
        if self.running is not None and self.running.done():
            return PlainTextResponse("nothing happens by itself any more\n", 503)
        return PlainTextResponse("ok\n")

    async def start(self, request: Request) -> Response:
        """Where a form was sent and is asked for again: the first page."""
        return RedirectResponse(f"/{self._lang(request)}/", 303)

    async def create(self, request: Request) -> Response:
        """A new table: from a form, answered by the way to it; from JSON, answered in JSON."""
        form = not request.headers.get("content-type", "").startswith("application/json")
        lang = self._lang(request)
        if not same_origin(request.headers):
            return _error(403, "origin", said("origin", lang))
        body = b""
        try:
            async for chunk in request.stream():
                body += chunk
                if len(body) > FORM:
                    raise TooLong(f"expected at most {FORM} bytes")
            wish = read_wish(body, form)
            if not self.addresses.tables.take(_address(request)):
                return self._no_table(429, "too-many", lang, body, form)
            table, token = await self.host.create(wish)
        except (ValueError, msgspec.MsgspecError) as error:
            status = 413 if isinstance(error, TooLong) else 400
            if form:
                return self._no_table(status, error.reason if isinstance(error, Unfit) else "form", lang, body, True)
            return _error(status, "malformed", str(error))
        except ClientDisconnect:
            return PlainTextResponse("", 400)  # to nobody
        except StoreError:
            return self._no_table(503, "store", lang, body, form)
        url = f"/tables/{table}#{token}"
        if form:
            return RedirectResponse(url, 303)
        return JSONResponse({"table": table, "token": token, "url": url}, 201, {"cache-control": "no-store"})

    def _no_table(self, status: int, reason: str, lang: str, body: bytes, form: bool) -> Response:
        """Why there is no new table; whoever sent a form gets it back, filled in as it was."""
        if not form:
            return _error(status, reason, said(reason, lang))
        fields: dict[str, str] = {}
        with contextlib.suppress(ValueError):
            fields = fields_of(body[:FORM])
        if fields.get("lang") in p.LANGS:
            lang = fields["lang"]
        return self._html(pages.home(lang, self.files, chosen=fields, problem=said(reason, lang)), lang, status)


class TooLong(ValueError):
    """A body is longer than any form."""


def _error(status: int, reason: str, text: str) -> Response:
    return JSONResponse({"type": "error", "reason": reason, "text": text}, status)


def _stopped(running: asyncio.Task[None]) -> None:
    if not running.cancelled() and running.exception():
        log.error("nothing happens by itself any more", exc_info=running.exception())


def _address(connection: HTTPConnection) -> str:
    return address_of(connection.client.host if connection.client else "")

