"""Brings the file of the store to the schema of this version. alembic is imported only when that takes something."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

HEAD = "0004"  # a test holds it against the last file of `migrations/versions`
FOLDER = Path(__file__).parent / "migrations"
_version = sa.table("alembic_version", sa.column("version_num"))


class OtherVersion(RuntimeError):
    """The file was written by a version that this one does not know."""


def migrate(connection: sa.Connection) -> None:
    """Brings the database behind a connection, in one transaction, to `HEAD`. Raises `OtherVersion`."""
    found = revision(connection)
    if found == HEAD:
        return
    if found is not None and not any(FOLDER.glob(f"versions/{found}_*.py")):
        raise OtherVersion(f"revision {found}, not {HEAD}")
    from alembic import command
    from alembic.config import Config

    if connection.dialect.name == "sqlite":  # or else each statement would be a transaction of its own
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    if found is None and sa.inspect(connection).has_table("tables"):
        command.stamp(config, "0001")  # a file from before there were revisions
    command.upgrade(config, "head")


def revision(connection: sa.Connection) -> str | None:
    """The revision of a database; None for an empty one, and for files from before there were revisions."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sa.select(_version.c.version_num)).scalar()
