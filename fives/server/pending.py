"""What was pending when the last process ended."""

from __future__ import annotations

import asyncio

from fives.server.store import Store, StoreError

AGAIN = 1.0  # seconds until what could not be read is read again


async def pending(store: Store) -> list[tuple[str, int]]:
    """Every table with a deadline, and when it is, as soon as that can be read."""
    while True:
        try:
            return await asyncio.to_thread(store.deadlines)
        except StoreError:  # the store has logged it
            await asyncio.sleep(AGAIN)
