"""Tables for people: clocks, hosts, seats that bots hold, moves that were made for somebody."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds the columns."""
    whole = {"type_": sa.Integer, "nullable": False, "server_default": "0"}
    no = {"type_": sa.Boolean, "nullable": False, "server_default": sa.false()}
    for table, name, ways in (
            ("tables", "clock", whole), ("tables", "bank", whole),
            ("tables", "visibility", {"type_": sa.Text, "nullable": False, "server_default": "link"}),
            ("tables", "level", {"type_": sa.Text, "nullable": False, "server_default": "greedy"}),
            ("tables", "host", {"type_": sa.Integer}), ("tables", "version", whole),
            ("seats", "sits_in", no), ("seats", "late", whole), ("seats", "bank", whole), ("seats", "offered", no),
            ("seats", "comes", {"type_": sa.Text, "nullable": False, "server_default": ""}),
            ("seats", "since", {**whole, "type_": sa.BigInteger}), ("events", "by", {"type_": sa.Text}),
            ("turns", "set_at", {**whole, "type_": sa.BigInteger})):
        op.add_column(table, sa.Column(name, **ways))
    op.execute("UPDATE tables SET host = 0")
