"""Remember whom the operator has excluded or silenced."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "bans",
        sa.Column("whom", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("until", sa.BigInteger()),
        sa.PrimaryKeyConstraint("whom", "kind", name="pk_bans"),
    )


def downgrade() -> None:
    """Go back."""
    op.drop_table("bans")
