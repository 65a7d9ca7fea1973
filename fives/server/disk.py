"""The file of the store: made for its owner alone, looked at before it is served, and missed when it is gone."""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from fives.server.lock import Busy, hold, identity

log = logging.getLogger("fives.disk")
OWNER = 0o600
LOOKED = 1_000_000_000  # bytes of a file that is looked at before it is served: of more it would take too long
BESIDE = ("", "-wal", "-shm")  # SQLite makes the others with the rights of the first


class Disk:
    """The file at `path`, empty when there was none. Raises `OSError` when it can be neither opened nor made.

    It stays open, and is held, from before SQLite opens it until after: closing it in between would take SQLite's
    locks away, as POSIX has it. Raises `Busy` when another process holds it by another name, as a hard link is one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT, OWNER)
        try:
            if not hold(self._file):
                self.close()
        except BlockingIOError:
            self.close()
            raise Busy(f"another program holds the lock of {path}, such as a fives by another name; "
                       "stop it, or choose another folder with --data") from None
        real = os.path.realpath(path)  # beside which SQLite puts the others
        for end in BESIDE:
            with suppress(FileNotFoundError, PermissionError):  # of another owner, who let this one in
                os.chmod(f"{real}{end}", OWNER)
        if os.stat(real).st_nlink > 1:
            log.warning("%s has another name, a hard link (as cp -al makes them): that is no backup, and no other "
                        "fives may use it", path)
        self._opened = identity(path)

    def engine(self, sync: str) -> sa.Engine:
        """Connections to the file, which none of them makes anew when it is gone."""
        where = {"mode": "rw", "uri": "true"}
        engine = sa.create_engine(sa.URL.create("sqlite", database=self.path.absolute().as_uri(), query=where),
                                  hide_parameters=True)  # hands are among them, and errors are logged

        def set_up(connection: Any, _: object) -> None:
            for way in ("journal_mode=WAL", f"synchronous={sync}", "busy_timeout=5000"):
                connection.execute(f"PRAGMA {way}")
        sa.event.listen(engine, "connect", set_up)
        return engine

    def damage(self) -> str | None:
        """What is wrong in the file; None when it is whole, or very large. Takes a tenth of a second for 2,000 tables.

        It is only read: SQLite would put a log that is of another file into this one for good.
        """
        if self.path.stat().st_size > LOOKED:
            return None
        try:
            with closing(sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
                found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        except sqlite3.OperationalError:  # it cannot be read now; who opens it to write is told why
            return None
        except sqlite3.DatabaseError as error:
            return str(error)
        return None if found == "ok" else found.splitlines()[-1]

    def close(self) -> None:
        """Lets go, once SQLite has."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    @property
    def gone(self) -> bool:
        """Whether what is stored now would be found by nobody: deleted, moved away, or another file in its place."""
        return identity(self.path) != self._opened


def fold(connection: sa.Connection) -> None:
    """Puts what is in SQLite's log where it belongs, and gives back its room: on a full disk it may have the last."""
    with suppress(sa.exc.OperationalError), connection.begin():
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
