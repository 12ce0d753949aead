"""Tell tables at which a computer halts from those at which it should think."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

HALTED = """
    UPDATE tables SET halted = true, thinking = false
    WHERE thinking AND EXISTS (
        SELECT 1 FROM entries AS halt
        WHERE halt.table_id = tables.id AND halt.kind = 'halt' AND NOT EXISTS (
            SELECT 1 FROM entries AS later
            WHERE later.table_id = halt.table_id AND later.number > halt.number
            AND later.kind IN ('move', 'takeback')
        )
    )
"""


def upgrade() -> None:
    """Go forward."""
    op.add_column(
        "tables", sa.Column("halted", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_index("ix_tables_halted_id", "tables", ["halted", "id"])
    op.execute(HALTED)


def downgrade() -> None:
    """Go back."""
    op.execute("UPDATE tables SET thinking = true WHERE halted")
    op.drop_index("ix_tables_halted_id", table_name="tables")
    op.drop_column("tables", "halted")
