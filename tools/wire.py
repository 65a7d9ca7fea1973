"""A WebSocket of few instructions, to load a server with: text frames both ways, nothing else. Loopback only."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from struct import pack
from typing import cast


class Wire(asyncio.Protocol):
    """One socket. `heard` is called with each text frame; the mask is zero, so that nothing needs to be masked."""

    def __init__(self, path: str, port: int, heard: Callable[[bytes], None]) -> None:
        self.heard = heard
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self._buffer = bytearray()
        self._hello = (f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
                       "Sec-WebSocket-Version: 13\r\n\r\n")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the upgrade."""
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._hello.encode())

    def connection_lost(self, error: Exception | None) -> None:
        """It is over."""
        self.closed = True
        if not self.ready.done():
            self.ready.set_exception(error or ConnectionError("closed before it was open"))

    def data_received(self, data: bytes) -> None:
        """Cuts what came into frames."""
        self._buffer += data
        buffer = self._buffer
        if not self.ready.done():
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in buffer[:20]:
                self.ready.set_exception(ConnectionError(bytes(buffer[:60]).decode(errors="replace")))
                return
            del buffer[:end + 4]
            self.ready.set_result(None)
        at = 0
        while len(buffer) - at >= 2:
            size, head = buffer[at + 1], 2
            if size >= 126:
                head = 4 if size == 126 else 10
                if len(buffer) - at < head:
                    break
                size = int.from_bytes(buffer[at + 2:at + head])
            if len(buffer) - at < head + size:
                break
            kind, body = buffer[at] & 15, bytes(buffer[at + head:at + head + size])
            at += head + size
            if kind == 1:
                self.heard(body)
            elif kind == 9:
                self._send(10, body)
        del buffer[:at]

    def send(self, text: bytes) -> None:
        """Sends a text frame."""
        self._send(1, text)

    def _send(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = pack("!BB", 128 | kind, 128 | size) if size < 126 else pack("!BBH", 128 | kind, 254, size)
        self.transport.write(head + b"\0\0\0\0" + body)


async def dial(port: int, path: str, heard: Callable[[bytes], None]) -> Wire:
    """An open socket."""
    _, wire = await asyncio.get_running_loop().create_connection(lambda: Wire(path, port, heard), "127.0.0.1", port)
    async with asyncio.timeout(20):
        await wire.ready
    return wire
