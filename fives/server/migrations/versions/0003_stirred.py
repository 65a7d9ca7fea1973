"""When something last happened at a table that is no event, such as sitting down."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Adds the column."""
    op.add_column("tables", sa.Column("stirred", sa.BigInteger, nullable=False, server_default="0"))
