"""The last keys of a seat with the numbers of their answers: a command that comes again is not carried out again."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds the column."""
    op.add_column("seats", sa.Column("keys", sa.Text, nullable=False, server_default="[]"))
