"""Links of tables and seats, and their QR codes as path data: dark squares, one unit each."""

from __future__ import annotations

from functools import lru_cache

import segno

from fives.server import protocol as p

RIM = 4  # units left light around a code
KEPT = 128  # codes, of some 20 kB at most


@lru_cache(KEPT)
def code(url: str) -> p.Code:
    """A link with its QR code."""
    rows = [bytes(row) for row in segno.make(url, error="m", micro=False).matrix]
    parts = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            run = next((end for end in range(x, len(row)) if row[end] != row[x]), len(row)) - x
            if row[x]:
                parts.append(f"M{x + RIM} {y + RIM}h{run}v1h-{run}z")
            x += run
    return p.Code(url, "".join(parts), len(rows) + 2 * RIM)


def links(origin: str, table: str, token: str | None) -> p.Links:
    """The links of a table and of a seat, in answer to nobody; who has no seat gets that of the table twice."""
    share = code(f"{origin}/tables/{table}")
    own = code(f"{share.url}#{token}") if token else share
    return p.Links("", own.url, own.qr, own.size, share)
