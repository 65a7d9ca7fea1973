"""The tables of the store as they are now; `migrations` brings older files here. Times are milliseconds since 1970."""

from __future__ import annotations

import sqlalchemy as sa

meta = sa.MetaData()
about = sa.Table("about", meta, sa.Column("key", sa.Text, primary_key=True), sa.Column("value", sa.Text))
tables = sa.Table(
    "tables", meta,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("pace", sa.Integer, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("clock", sa.Integer, nullable=False, server_default="0"),
    sa.Column("bank", sa.Integer, nullable=False, server_default="0"),
    sa.Column("visibility", sa.Text, nullable=False, server_default="link"),
    sa.Column("level", sa.Text, nullable=False, server_default="greedy"),
    sa.Column("host", sa.Integer),
    sa.Column("version", sa.Integer, nullable=False, server_default="0"),
    sa.Column("stirred", sa.BigInteger, nullable=False, server_default="0"))  # see `quiet`
seats = sa.Table(
    "seats", meta,
    sa.Column("table", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("level", sa.Text, nullable=False),
    sa.Column("token", sa.LargeBinary),  # its SHA-256
    sa.Column("ready", sa.BigInteger, nullable=False),  # the table's number that ready was pressed at
    sa.Column("sits_in", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("late", sa.Integer, nullable=False, server_default="0"),
    sa.Column("bank", sa.Integer, nullable=False, server_default="0"),
    sa.Column("offered", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("comes", sa.Text, nullable=False, server_default=""),
    sa.Column("since", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("keys", sa.Text, nullable=False, server_default="[]"))  # what was answered, see `seating.Seat`
matches = sa.Table(
    "matches", meta,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("table", sa.Text, nullable=False, index=True),
    sa.Column("ordinal", sa.Integer, nullable=False),
    sa.Column("base", sa.BigInteger, nullable=False))  # how many events the table's earlier matches have
events = sa.Table(
    "events", meta,
    sa.Column("match", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("event", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("seat", sa.Integer),  # whose command brought it about,
    sa.Column("key", sa.Text),  # and that command's own key
    sa.Column("by", sa.Text),  # who made the move for the person of its seat: clock or bot
    sqlite_with_rowid=False)
turns = sa.Table(
    "turns", meta,
    sa.Column("table", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("act_by", sa.BigInteger, nullable=False, index=True),
    sa.Column("set_at", sa.BigInteger, nullable=False, server_default="0"))
