"""How much one connection and one address may ask for: buckets of tokens that fill steadily, and counts."""

from __future__ import annotations

import ipaddress
import os
import time
from collections import Counter, OrderedDict
from pathlib import Path
from typing import NamedTuple

MOST = 10_000  # addresses that are remembered


class Settings(NamedTuple):
    """What a server allows. Rates are a second, bursts at once; tables and sockets are counted for one address.

    `misses` are requests for tables that there are not. `proxy`: the address of a proxy in front whose
    X-Forwarded-For is believed; empty: nobody's. `keep`: days until a table at which nothing happens is deleted (0:
    never), `export` a folder for the records of those.
    """

    rate: float = 20.0
    burst: int = 60
    tables: float = 0.1
    tables_burst: int = 30
    misses: float = 0.2
    misses_burst: int = 60
    sockets: int = 60
    all_sockets: int = 5000
    proxy: str = ""
    keep: int = 30
    export: str = ""

    @classmethod
    def of_environment(cls) -> Settings:
        """As the variables of the environment say: FIVES_SOCKETS and so on. Raises `ValueError`."""
        found: dict[str, object] = {}
        for name, default in cls._field_defaults.items():
            text = os.environ.get(f"FIVES_{name.upper()}")
            if text is None or text == "":
                continue
            if isinstance(default, str):
                found[name] = proxies(text) if name == "proxy" else text
                continue
            try:
                number = type(default)(text)
            except ValueError:
                number = -1
            if not 0 <= number <= 1e9:
                raise ValueError(f"FIVES_{name.upper()}: expected a number from 0 on, got {text[:20]!r}")
            found[name] = number
        return cls(**found)  # type: ignore[arg-type]

    @property
    def export_folder(self) -> Path | None:
        """Where the records of old tables go."""
        return Path(self.export) if self.export else None


def proxies(text: str) -> str:
    """Addresses or networks of proxies, with commas between them; `*` is any. Raises `ValueError`."""
    for part in map(str.strip, text.split(",")):
        try:
            part == "*" or ipaddress.ip_network(part, strict=False)
        except ValueError:
            raise ValueError(f"FIVES_PROXY: expected addresses such as 127.0.0.1 or 10.0.0.0/8, got {part[:40]!r}"
                             ) from None
    return text


class Bucket:
    """Holds up to `burst` tokens and gets `rate` a second."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left, self._then = burst, time.monotonic()

    def take(self) -> bool:
        """Takes a token; False when there is none."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._then) * self.rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each address; those not seen for longest are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Takes a token of an address; False when it has none."""
        bucket = self._of.pop(address, None) or Bucket(self.rate, self.burst)
        self._of[address] = bucket
        if len(self._of) > MOST:
            self._of.popitem(last=False)
        return bucket.take()


class Addresses:
    """What each address has asked for and has open."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.tables = Buckets(settings.tables, settings.tables_burst)
        self.misses = Buckets(settings.misses, settings.misses_burst)
        self._sockets: Counter[str] = Counter()

    def open(self, address: str) -> bool:
        """Counts a socket; False when the address, or all together, have too many."""
        if self._sockets[address] >= self.settings.sockets or self._sockets.total() >= self.settings.all_sockets:
            return False
        self._sockets[address] += 1
        return True

    def close(self, address: str) -> None:
        """A socket is open no longer."""
        self._sockets[address] -= 1
        if self._sockets[address] <= 0:
            del self._sockets[address]


def address_of(host: str | None) -> str:
    """What is counted as one address: an IPv6 network of 64 bits belongs to one house."""
    if host and ":" in host:
        return ":".join(host.split(":")[:4])
    return host or ""
