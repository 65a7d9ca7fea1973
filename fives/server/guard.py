"""What keeps a browser safe: headers on every answer, and no requests that another site made."""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fives.server.limits import Addresses, address_of
from fives.server.texts import said
from fives.words import negotiate

WAIT = 1.0  # seconds that who asks too much waits for hearing so
TURN = 10.0  # seconds that a request may wait for its turn: a browser waits longer than that
A_FILE = re.compile(r"/static/[^/]+/.+")
SHARE = 0.2  # of a request, what a file counts: it is read and made small once, and every page needs some
LONGEST = 255  # letters of the name of a server, with its port
HEADERS = [(name.encode(), value.encode()) for name, value in (
    ("content-security-policy",
     ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
     "media-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
     "frame-ancestors 'none'")),
    ("x-content-type-options", "nosniff"),
    # a browser that may send no referrer at all says `Origin: null` even of a form of our own
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
)]


def fits(headers: Any) -> bool:
    """Whether a request calls this server by a name that can be one: it stands in the links that are shared."""
    return all(len(headers.get(name) or "") <= LONGEST for name in ("host", "origin"))


async def unfit(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers a request of which no name fits."""
    await PlainTextResponse("the name of this server is too long\n", 400)(scope, receive, send)


def same_origin(headers: Any) -> bool:
    """Whether a request comes from a page of this very server, or from no page at all."""
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host")
    except ValueError:  # no URL at all
        return False


class Unhurried:
    """Lets an address ask for so much a second: what is above that waits for its turn and is then answered.

    Whoever opens a page needs all of its files, so that none may be refused only because many come at once. Who waits
    asks for nothing meanwhile: a flood is as slow as its turns. Only what would wait too long is refused.
    """

    def __init__(self, app: ASGIApp, addresses: Addresses) -> None:
        self.app, self.addresses = app, addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        count = SHARE if scope["type"] == "http" and A_FILE.fullmatch(scope["path"]) else 1
        seconds = self.addresses.requests.turn(address_of((scope["client"] or [""])[0]), count, TURN)
        if seconds is not None:
            if seconds:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        await self.addresses.ending.wait()
            await self.app(scope, receive, send)
            return
        await asyncio.sleep(WAIT)
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        text = said("too-many", negotiate(Headers(scope=scope).get("accept-language")))
        await PlainTextResponse(f"{text}\n", 429, {"retry-after": "1"})(scope, receive, send)


class Guarded:
    """Adds the headers that keep a browser safe to every answer: it stands around all that answers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)
        await self.app(scope, receive, sending if scope["type"] == "http" else send)
