"""What keeps a browser safe: headers on every answer, and no requests that another site made."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fives.server.limits import Addresses, address_of
from fives.server.texts import said
from fives.words import negotiate

WAIT = 1.0  # seconds that who asks too much waits for an answer
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


def same_origin(headers: Any) -> bool:
    """Whether a request comes from a page of this very server, or from no page at all."""
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host")
    except ValueError:  # no URL at all
        return False


class Unhurried:
    """Lets an address ask for so much a second: above that it waits, and then hears why.

    Who waits asks for nothing meanwhile: a flood is as slow as its connections, which are counted too.
    """

    def __init__(self, app: ASGIApp, addresses: Addresses) -> None:
        self.app, self.addresses = app, addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self.addresses.requests.take(address_of((scope["client"] or [""])[0])):
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
    """Adds the headers that keep a browser safe to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)
        if scope["type"] == "http" and not fits(Headers(scope=scope)):
            await PlainTextResponse("the name of this server is too long\n", 400)(scope, receive, sending)
            return
        await self.app(scope, receive, sending if scope["type"] == "http" else send)
