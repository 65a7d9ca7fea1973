"""How much one connection and one address may ask for: buckets of tokens that fill steadily, and counts."""

from __future__ import annotations

import asyncio
import difflib
import ipaddress
import os
import re
import time
from collections import Counter, OrderedDict
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from fives.tiles import shown

MOST = 10_000  # addresses that are remembered
FORM = 4096  # bytes of a form: no request has a longer body
LINES = 200  # connections that one address may always have beside those of its sockets
A_PAGE = 6  # connections that a browser opens for the files of a page
LONGEST = 64  # letters of what is said to be an address and is none
MAPPED = ipaddress.IPv6Network("::ffff:0:0/96")  # what IPv4 is called where IPv6 is listened to
LARGEST = 10**9  # number that a setting may be
WRITTEN = re.compile("[0-9.][0-9.e-]*")  # int and float also read 1_0, +5 and what has spaces around it
# 0 of these would shut everybody out
NEEDED = ("rate", "burst", "misses_burst", "requests", "requests_burst", "codes_burst", "sockets", "all_sockets")
# other variables that this project reads: the last four in tests and tools
OTHERS = ("CACHE", "DATA", "FAST", "LANG", "LIVE", "PACE", "NO_APT", "NO_CHROMIUM", "ROUNDS", "SCENES")


class Settings(NamedTuple):
    """What a server allows. Rates are a second, bursts at once; tables and sockets are counted for one address.

    `misses` are requests for tables that there are not, `requests` all of them, `codes` links with QR codes. `proxy`:
    the address of a proxy in front whose X-Forwarded-For is believed; empty: nobody's. `keep`: days until a table at
    which nothing happens is deleted (0: never), `export` a folder for the records of those.
    """

    rate: float = 20.0
    burst: int = 60
    tables: float = 0.1
    tables_burst: int = 30
    misses: float = 0.2
    misses_burst: int = 60
    requests: float = 100.0
    requests_burst: int = 1000
    codes: float = 1.0
    codes_burst: int = 200
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
            found[name] = _number(name, text, type(default))
        return cls(**found)  # type: ignore[arg-type]

    @classmethod
    def unknown(cls) -> str | None:
        """One line about variables of the environment that are called like settings and are none."""
        known = [f"FIVES_{name.upper()}" for name in (*cls._fields, *OTHERS)]
        lines = []
        for name in sorted(name for name in os.environ if name.startswith("FIVES_") and name not in known):
            near = difflib.get_close_matches(name, known, 1, 0.8)
            lines.append(ascii(name[:40])[1:-1] + (f" (is {near[0]} meant?)" if near else ""))
        return f"there is no setting {', '.join(lines)}" if lines else None

    @property
    def export_folder(self) -> Path | None:
        """Where the records of old tables go."""
        return Path(self.export) if self.export else None

    def is_proxy(self, host: str) -> bool:
        """Whether an address is that of a proxy in front, which speaks for many."""
        return bool(self.proxy) and _among(host, self.proxy)


def _number(name: str, text: str, kind: type[int] | type[float]) -> float:
    """The number of a setting. Raises `ValueError` for what is written otherwise, or is out of bounds."""
    try:
        number = kind(text) if WRITTEN.fullmatch(text) else -1
    except ValueError:
        number = -1
    if not 0 <= number <= LARGEST or (number == 0 and name in NEEDED):
        least = "from 0" if name not in NEEDED else "from 1" if kind is int else "above 0 and"
        expected = f"{'a whole number' if kind is int else 'a number'} {least} up to {LARGEST}"
        raise ValueError(f"FIVES_{name.upper()}: expected {expected}, got {shown(text)}")
    return number


@lru_cache(256)
def _among(host: str, networks: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return networks == "*" or any(address in ipaddress.ip_network(part) for part in networks.split(","))


def proxies(text: str) -> str:
    """Addresses or networks of proxies, with commas between them, as whoever believes them reads them: each as a
    network, IPv4 also as it is called where IPv6 is listened to; `*` alone is any. Raises `ValueError`."""
    if text.strip() == "*":
        return "*"
    found: list[str] = []
    for part in map(str.strip, text.split(",")):
        if part == "*":
            raise ValueError("FIVES_PROXY: expected * alone, which is anybody, or addresses without it")
        try:
            network = ipaddress.ip_network(part, strict=False)
        except ValueError:
            raise ValueError(f"FIVES_PROXY: expected addresses such as 127.0.0.1 or 10.0.0.0/8, got {part[:40]!r}"
                             ) from None
        if isinstance(network, ipaddress.IPv6Network) and network.subnet_of(MAPPED):
            network = ipaddress.IPv4Network((int(network.network_address) & 0xFFFF_FFFF, network.prefixlen - 96))
        found.append(str(network))
        if isinstance(network, ipaddress.IPv4Network):
            found.append(f"::ffff:{network.network_address}/{network.prefixlen + 96}")
    return ",".join(dict.fromkeys(found))


class Bucket:
    """Holds up to `burst` tokens and gets `rate` a second."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left, self._then = burst, time.monotonic()

    def take(self, count: float = 1) -> bool:
        """Takes a token, or as many as are asked for; False when there are not so many."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._then) * self.rate)
        self._then = now
        if self._left < count:
            return False
        self._left -= count
        return True

    def turn(self, count: float, longest: float) -> float | None:
        """Takes tokens, also those that are still to come: the seconds until they have; None, and takes nothing, if
        these are too many. Who asks later waits for a later turn."""
        if self.take(count):
            return 0.0
        missing = count - self._left
        if missing > longest * self.rate:
            return None
        self._left -= count
        return missing / self.rate

    def give(self) -> None:
        """Puts a token back that was taken for nothing."""
        self._left = min(self.burst, self._left + 1)


class Buckets:
    """A bucket for each address; those not seen for longest are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Takes a token of an address; False when it has none."""
        return self._bucket(address).take()

    def turn(self, address: str, count: float, longest: float) -> float | None:
        """The seconds until it is the turn of an address; None when it would wait too long."""
        return self._bucket(address).turn(count, longest)

    def _bucket(self, address: str) -> Bucket:
        bucket = self._of.pop(address, None) or Bucket(self.rate, self.burst)
        self._of[address] = bucket
        if len(self._of) > MOST:
            self._of.popitem(last=False)
        return bucket

    def give(self, address: str) -> None:
        """Puts a token of an address back."""
        if (bucket := self._of.get(address)) is not None:
            bucket.give()


class Open:
    """What each address has open: at most so many each, and all together."""

    def __init__(self, each: int, together: int | None = None) -> None:
        self.each, self.together = each, together
        self._of: Counter[str] = Counter()
        self._all = 0

    def take(self, address: str) -> bool:
        """Counts one; False when the address, or all together, have too many."""
        if self._of[address] >= self.each or (self.together is not None and self._all >= self.together):
            return False
        self._of[address] += 1
        self._all += 1
        return True

    def give(self, address: str) -> None:
        """One is open no longer."""
        self._all -= 1
        self._of[address] -= 1
        if self._of[address] <= 0:
            del self._of[address]


class Addresses:
    """What each address has asked for and has open. `ending`: set when nobody waits for a turn any longer."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.tables = Buckets(settings.tables, settings.tables_burst)
        self.misses = Buckets(settings.misses, settings.misses_burst)
        self.requests = Buckets(settings.requests, settings.requests_burst)
        self.sockets = Open(settings.sockets, settings.all_sockets)
        self.connections = Open(settings.sockets + max(LINES, settings.sockets * A_PAGE))
        self.ending = asyncio.Event()


class TooMany(Exception):
    """An address has asked for too much."""


def address_of(host: str | None) -> str:
    """What is counted as one address: an IPv6 network of 64 bits belongs to one house."""
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:  # what a proxy says can be anything
        return (host or "")[:LONGEST]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            return str(ipaddress.IPv6Address(int(address) >> 64 << 64))
        address = address.ipv4_mapped
    return str(address)
