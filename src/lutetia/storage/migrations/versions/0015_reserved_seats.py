"""Reserve seats before they are taken, so that questions at the same moment count each other."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    for name in ("at", "reserved"):
        column = sa.Column(name, sa.BigInteger(), nullable=False, server_default="0")
        op.add_column("guest_seats", column)


def downgrade() -> None:
    """Go back."""
    op.drop_column("guest_seats", "reserved")
    op.drop_column("guest_seats", "at")
