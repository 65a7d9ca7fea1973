"""Screenshots as numbers: a reader of PNG files, and the counting of dark blobs."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

Grey = list[bytearray]


def grey(png: bytes) -> Grey:
    """The rows of a PNG of eight bits a colour, not interlaced, as luminance from 0 to 255."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", png[16:29])
    assert (depth, interlaced) == (8, 0)
    step = {2: 3, 6: 4}[kind]
    raw = zlib.decompress(b"".join(data for name, data in chunks(png) if name == b"IDAT"))
    before, rows = bytearray(width * step), []
    for y in range(height):
        at = y * (width * step + 1)
        row = unfiltered(raw[at], bytearray(raw[at + 1:at + 1 + width * step]), before, step)
        rows.append(bytearray((299 * row[x] + 587 * row[x + 1] + 114 * row[x + 2]) // 1000
                              for x in range(0, width * step, step)))
        before = row
    return rows


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at < len(png):
        size = struct.unpack(">I", png[at:at + 4])[0]
        yield png[at + 4:at + 8], png[at + 8:at + 8 + size]
        at += size + 12


def unfiltered(kind: int, row: bytearray, up: bytearray, step: int) -> bytearray:
    """A row with its filter undone; `up` is the row above it."""
    for i in range(len(row)):
        left = row[i - step] if i >= step else 0
        if kind == 1:
            row[i] = row[i] + left & 255
        elif kind == 2:
            row[i] = row[i] + up[i] & 255
        elif kind == 3:
            row[i] = row[i] + (left + up[i] >> 1) & 255
        elif kind == 4:
            corner = up[i - step] if i >= step else 0
            near = left + up[i] - corner
            best = min((abs(near - left), 0, left), (abs(near - up[i]), 1, up[i]), (abs(near - corner), 2, corner))
            row[i] = row[i] + best[2] & 255
    return row


def blobs(rows: Grey, left: float, top: float, right: float, bottom: float) -> int:
    """How many dark blobs there are in a rectangle: pixels nearer to the darkest of a tile than to its face."""
    dark = {(x, y) for y in range(round(top), round(bottom)) for x in range(round(left), round(right))
            if rows[y][x] < 110}
    found = 0
    while dark:
        found += 1
        edge = [dark.pop()]
        while edge:
            x, y = edge.pop()
            for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if near in dark:
                    dark.remove(near)
                    edge.append(near)
    return found
