"""Keep when a guest sat down: a game that has just begun counts for the quota of an address."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    column = sa.Column("at", sa.BigInteger(), nullable=False, server_default="0")
    op.add_column("guest_seats", column)


def downgrade() -> None:
    """Go back."""
    op.drop_column("guest_seats", "at")
