"""Code is compiled beside the server: a process of its own does it, politely, and leaves it on the disk."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import suppress


class Compiling:
    """A process that compiles: `python -m` a module, and what it is given. It ends with 0 when all is there."""

    def __init__(self, *module: str) -> None:
        self._command = [sys.executable, "-m", *module]
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False

    def done(self) -> bool:
        """Compiles, and waits for that, so call it in a thread. Whether it has worked."""
        with self._lock:
            if self._closed:
                return False
            self._process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                             stderr=subprocess.DEVNULL)
        return self._process.wait() == 0

    def close(self) -> None:
        """Ends it."""
        with self._lock:
            self._closed = True
            if self._process and self._process.poll() is None:
                self._process.terminate()


def be_polite(much: int = 10) -> None:
    """Lets others go first, where the system knows how."""
    if hasattr(os, "nice"):
        os.nice(much)


def alone() -> None:
    """Waits until no other process compiles, to load what that one leaves; others wait until this one ends."""
    if sys.platform != "win32":
        import fcntl

        from fives import fast

        with suppress(OSError):  # where nothing can be kept there is nothing to wait for
            folder = fast.cache_folder()
            folder.mkdir(parents=True, exist_ok=True)
            fcntl.flock(os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600), fcntl.LOCK_EX)
