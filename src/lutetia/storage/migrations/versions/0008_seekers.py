"""Keep who looks for somebody to play with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "seekers",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("name", sa.String(48), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Integer()),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.String(16)),
        sa.PrimaryKeyConstraint("player", name="pk_seekers"),
    )
    op.create_index("ix_seekers_game_since", "seekers", ["game", "since"])


def downgrade() -> None:
    """Go back."""
    op.drop_index("ix_seekers_game_since", table_name="seekers")
    op.drop_table("seekers")
