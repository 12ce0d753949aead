"""Remember the sessions that were ended: a copy of their cookie opens nothing any more."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "ended_sessions",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("session", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", "session", name="pk_ended_sessions"),
    )


def downgrade() -> None:
    """Go back. Cookies of sessions that were ended are valid again."""
    op.drop_table("ended_sessions")
