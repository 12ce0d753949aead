"""Which computer plays on for a seat that gave up, and the two games of a duplicate match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.add_column("tables", sa.Column("plays_on", sa.Integer(), nullable=False, server_default="4"))
    op.add_column("tables", sa.Column("pair", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    """Go back."""
    op.drop_column("tables", "pair")
    op.drop_column("tables", "plays_on")
