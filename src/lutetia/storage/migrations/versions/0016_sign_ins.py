"""Know from where an account has signed in, so that guesses from elsewhere do not lock it out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "sign_ins",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("whence", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", "whence", name="pk_sign_ins"),
    )


def downgrade() -> None:
    """Go back."""
    op.drop_table("sign_ins")
