"""Keep whom the host of a table has muted there or sent away from it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "table_bans",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "player", "kind", name="pk_table_bans"),
    )


def downgrade() -> None:
    """Go back."""
    op.drop_table("table_bans")
