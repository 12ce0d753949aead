"""Keep with an account whom it has muted, and know which accounts are of operators."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "mutes",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("author", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", "author", name="pk_mutes"),
    )
    op.create_table(
        "operators",
        sa.Column("player", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_operators"),
    )


def downgrade() -> None:
    """Go back."""
    op.drop_table("operators")
    op.drop_table("mutes")
