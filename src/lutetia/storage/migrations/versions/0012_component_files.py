"""Keep the component file of a table whose players use their own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.add_column("tables", sa.Column("component_file", sa.Text()))


def downgrade() -> None:
    """Go back. Tables with their own components can no longer be opened then."""
    op.drop_column("tables", "component_file")
