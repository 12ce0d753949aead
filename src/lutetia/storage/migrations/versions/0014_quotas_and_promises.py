"""Keep what quotas count in all processes, and what a seeker promised for the shuffle."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.add_column("analyses", sa.Column("owner", sa.String(40)))
    op.create_index("ix_analyses_owner", "analyses", ["owner"])
    op.add_column("seekers", sa.Column("promise", sa.String(64)))
    kind = sa.Column("kind", sa.String(10), nullable=False, server_default="account")
    op.add_column("seekers", kind)
    op.create_table(
        "guest_seats",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("whence", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "player", name="pk_guest_seats"),
    )
    op.create_index("ix_guest_seats_whence", "guest_seats", ["whence"])


def downgrade() -> None:
    """Go back."""
    op.drop_index("ix_guest_seats_whence", table_name="guest_seats")
    op.drop_table("guest_seats")
    op.drop_column("seekers", "kind")
    op.drop_column("seekers", "promise")
    op.drop_index("ix_analyses_owner", table_name="analyses")
    op.drop_column("analyses", "owner")
