"""One process to a data folder: a lock file that the system lets go of when its process ends, however it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path


class Busy(RuntimeError):
    """Another process holds the folder; the text is the one line to show."""


class Lock:
    """Holds `path` until `close`. Raises `Busy` when another process holds it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._file)
        except OSError:
            holder = os.read(self._file, 20).decode("ascii", "replace").strip()
            os.close(self._file)
            raise Busy(f"another fives{f' (process {holder})' if holder else ''} uses {path.parent}; "
                       "stop it, or choose another folder with --data") from None
        self._held = identity(self._file)
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0) if hasattr(os, "pwrite") else None

    @property
    def gone(self) -> bool:
        """Whether the file at `path` is not the one that is held, so that another process may hold that one."""
        return identity(self.path) != self._held

    def close(self) -> None:
        """Lets go."""
        os.close(self._file)


def identity(file: Path | int) -> tuple[int, int] | None:
    """What tells a file, or an open one, from another that takes its place; None where there is none."""
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, 1000, os.SEEK_SET)  # beyond the number, so that others can read it
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
