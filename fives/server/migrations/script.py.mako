"""${message}"""

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """Brings the schema from ${down_revision} here."""
    ${upgrades if upgrades else "pass"}
