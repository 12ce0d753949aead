"""Reserve no seats any more: a quota is counted in the transaction that stores who sits down."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.drop_column("guest_seats", "reserved")


def downgrade() -> None:
    """Go back."""
    column = sa.Column("reserved", sa.BigInteger(), nullable=False, server_default="0")
    op.add_column("guest_seats", column)
