"""Delete records that guests shared after some time. Records that exist already stay."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.add_column("shared_records", sa.Column("expires", sa.BigInteger()))
    op.create_index("ix_shared_records_expires", "shared_records", ["expires"])


def downgrade() -> None:
    """Go back."""
    op.drop_index("ix_shared_records_expires", table_name="shared_records")
    op.drop_column("shared_records", "expires")
