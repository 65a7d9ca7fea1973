"""One process to a data folder, and to its database by whatever name: by locks that the system lets go of when their
process ends, however it ends."""

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


def lock_of(path: Path) -> Path:
    """The lock beside a database, or beside the one that it is a link to: each has one of its own."""
    real = Path(os.path.realpath(path)) if path.is_symlink() else path  # of links in a ring one of them
    return real.with_name("fives.lock" if real.name == path.name else f"{real.name}-lock")


def identity(file: Path | int) -> tuple[int, int] | None:
    """What tells a file, or an open one, from another that takes its place; None where there is none."""
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino


if sys.platform == "win32":
    import msvcrt

    def hold(file: int) -> bool:
        """Nothing is held here beside the lock file."""
        return False

    def _lock(file: int) -> None:
        os.lseek(file, 1000, os.SEEK_SET)  # beyond the number, so that others can read it
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)
else:
    import fcntl

    FAR = 2**62  # a byte of a file that SQLite never locks

    def hold(file: int) -> bool:
        """Whether an open file is held now, by whatever name others open it. Raises `BlockingIOError` when another
        process holds it.

        SQLite has locks of another kind on its file. Where the system keeps the kinds apart, as Linux does on its own
        disks, both can be had; else (NFS, BSD, macOS) ours would shut out SQLite, and is let go.
        """
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # at once: of two that start together one has it
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, FAR)
                fcntl.lockf(file, fcntl.LOCK_UN, 1, FAR)
            except OSError:
                fcntl.flock(file, fcntl.LOCK_UN)
                return False
        except BlockingIOError:
            raise
        except OSError:  # there are no such locks
            return False
        return True

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
