"""Starts the server: the socket, the store, uvicorn; tells where it listens, and ends when it is asked to."""

from __future__ import annotations

import contextlib
import errno
import gc
import logging
import os
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import platformdirs
import uvicorn

from fives.server.app import Web
from fives.server.files import Files
from fives.server.host import Host
from fives.server.limits import Buckets, Settings, proxies
from fives.server.lock import Busy
from fives.server.silent import Brief
from fives.server.store import Store, StoreError
from fives.server.straight import Straight

if sys.platform != "win32":
    import resource

log = logging.getLogger("fives.run")
HOST, PORT, PACE = "127.0.0.1", 8055, 800
FRAME = 16 * 1024  # bytes
USAGE = 2  # exit status
SPARE = 1000  # open files beside those of sockets: connections of pages, the database, processes


def data_folder(wish: str | Path | None = None) -> Path:
    """Where tables are kept: as wished, by FIVES_DATA, or where this system keeps such things."""
    chosen = wish or os.environ.get("FIVES_DATA")
    return Path(chosen) if chosen else platformdirs.user_data_path("fives", appauthor=False)


def pace_of(wish: int | None = None) -> int:
    """How long bots wait, in milliseconds: as wished, by FIVES_PACE, or the usual. Raises `ValueError`."""
    text = os.environ.get("FIVES_PACE") if wish is None else str(wish)
    if not text:
        return PACE
    if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= 5000):
        name = "FIVES_PACE" if wish is None else "pace"
        raise ValueError(f"{name}: expected milliseconds from 0 to 5000, got {text[:20]!r}")
    return int(text)


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens; without a port wished for, on the usual one or else a free one. Raises `OSError`."""
    if port is not None and not 0 <= port < 1 << 16:
        raise OSError(errno.EINVAL, "expected a port from 0 to 65535")
    for wanted in (PORT, 0) if port is None else (port,):
        try:
            return _bound(host, wanted)
        except OSError as error:
            if port is not None or error.errno != errno.EADDRINUSE or wanted == 0:
                raise
    raise AssertionError("unreachable")


def _bound(host: str, port: int) -> socket.socket:
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except UnicodeError:  # a part of a name that is empty, too long or of letters that no name has
        raise OSError(errno.EINVAL, "expected the name or the address of this machine") from None
    found = socket.socket(family, kind, proto)
    try:
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(2048)
    except OSError:
        found.close()
        raise
    return found


class Server(uvicorn.Server):
    """Tells when it listens, and when it ends: quietly, when it is asked to or when it cannot tell (`untold`: why)."""

    untold: OSError | None = None

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], ending: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready, self._ending = ready, ending

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts, then tells."""
        await super().startup(sockets)
        if self.started:
            try:
                self._ready()
            except OSError as error:  # nobody can be told
                self.untold, self.should_exit = error, True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends; what waits for its turn need not be waited for, and clocks stand still."""
        self._ending()
        try:
            await super().shutdown(sockets)
        except Exception:
            log.exception("the connections did not end in good order")
            await self.lifespan.shutdown()  # the tables do all the same

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Takes the signals that ask for the end, and does not raise them again afterwards."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def serve(host: str = HOST, port: int | None = None, data: str | Path | None = None, pace: int | None = None,
          open_browser: bool = False, *, full_sync: bool = False, test_seed: int | None = None,
          **allowed: Any) -> int:
    """Serves tables until SIGINT or SIGTERM; returns the exit status: 0, or 2 when it cannot start.

    Raises `OSError` when it cannot print its address.

    `pace` is in milliseconds, `allowed` are fields of `Settings` other than the environment says. `test_seed` makes
    deals repeat and is for tests alone; else chance is the system's.
    """
    chance: Random = secrets.SystemRandom() if test_seed is None else Random(test_seed)
    folder = data_folder(data)
    try:
        wait = pace_of(pace)
        settings = Settings.of_environment()._replace(**allowed)
        if settings.proxy:
            settings = settings._replace(proxy=proxies(settings.proxy))
        _prepare("FIVES_EXPORT", settings.export_folder)
        if os.environ.get("FIVES_CACHE"):
            from fives.fast import cache_folder  # only now: a start is awaited, and most compile nothing

            _prepare("FIVES_CACHE", cache_folder())
        store = Store(folder, full_sync=full_sync)
    except (ValueError, Busy, StoreError) as error:
        return _stop(str(error))
    try:
        listening = listen(host, port)
    except OSError as error:
        store.close()
        said = "port is in use" if getattr(error, "errno", 0) == errno.EADDRINUSE else getattr(error, "strerror", "")
        return _stop(f"cannot listen on {host} port {PORT if port is None else port}: {said or error}")
    if unknown := Settings.unknown():
        _say(unknown)
    tables = Host(store, wait, chance)
    tables.errands.keep, tables.errands.export = settings.keep, settings.export_folder
    tables.errands.codes = Buckets(settings.codes, settings.codes_burst)
    web = Web(tables, Files(live=bool(os.environ.get("FIVES_LIVE"))), settings.rate, settings.burst, settings)
    _open_more(settings)
    config = uvicorn.Config(
        web.app(), http=Brief.of(web.addresses), ws=Straight.of(web.addresses), ws_per_message_deflate=False,
        ws_max_size=FRAME, log_level="warning", access_log=False, use_colors=False, server_header=False, lifespan="on",
        timeout_graceful_shutdown=3, proxy_headers=bool(settings.proxy), forwarded_allow_ips=settings.proxy or "")
    logging.getLogger("uvicorn.error").addFilter(_no_noise)
    url, network = f"http://{_shown(listening)}/", in_network(listening)

    def ready() -> None:
        # what is there by now stays: looking through all of it again and again for rings is what makes turns late
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        print(f"fives: {url}", flush=True)
        if network:
            print(f"fives: {network} for others in this network", flush=True)
        if open_browser:  # a link that is shared there leads to where the page is
            threading.Thread(target=webbrowser.open, args=(network or url,), daemon=True).start()

    server = Server(config, ready, web.end)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if server.untold is not None:
        raise server.untold
    return 0


def _prepare(name: str, folder: Path | None) -> None:
    """Sees that a folder of the environment can be used before it is needed. Raises `ValueError`."""
    try:
        if folder is not None:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not os.access(folder, os.W_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise ValueError(f"{name}: cannot use the folder {folder}: {error.strerror}") from error


def _open_more(settings: Settings) -> None:
    """Lets this process have as many files open as it may and as its sockets need: often it starts with few."""
    if sys.platform == "win32":  # which has no such bound
        return
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.all_sockets + SPARE
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    if few != resource.RLIM_INFINITY and few < wanted:
        with contextlib.suppress(OSError, ValueError):  # the system allows less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _no_noise(record: logging.LogRecord) -> bool:
    """What a stranger can make a server say as often as it likes is not said: it was refused, and that is all."""
    return not str(record.msg).startswith(("Invalid UTF-8 sequence", "Invalid HTTP request", "Unsupported upgrade"))


def _stop(line: str) -> int:
    _say(line)
    return USAGE


def _say(line: str) -> None:
    print(f"fives: {line}", file=sys.stderr, flush=True)


def _shown(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"{shown}:{port}"


def in_network(listening: socket.socket) -> str | None:
    """Where others in this network find a server that listens everywhere; None for another, and where there is none."""
    host, port = listening.getsockname()[:2]
    if host not in ("0.0.0.0", "::"):
        return None
    try:  # nothing is sent: the system says from which address it would be; these are for examples, in no network
        with socket.socket(listening.family, socket.SOCK_DGRAM) as asking:
            asking.connect(("192.0.2.1" if host == "0.0.0.0" else "2001:db8::1", 9))
            own = asking.getsockname()[0]
    except OSError:
        return None
    return f"http://[{own}]:{port}/" if ":" in own else f"http://{own}:{port}/"
