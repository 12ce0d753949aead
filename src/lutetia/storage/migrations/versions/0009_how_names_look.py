"""Keep no two accounts whose names look the same: a key of how each name looks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from lutetia.storage.names import look_key

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

players = sa.table(
    "players",
    sa.column("id", sa.String),
    sa.column("name", sa.String),
    sa.column("name_key", sa.String),
    sa.column("look_key", sa.String),
    sa.column("created", sa.BigInteger),
)


def upgrade() -> None:
    """Go forward. Of old names that look the same only the oldest gets the key."""
    op.add_column("players", sa.Column("look_key", sa.String(96)))
    connection = op.get_bind()
    named = (
        sa.select(players.c.id, players.c.name)
        .where(players.c.name_key.is_not(None))
        .order_by(players.c.created, players.c.id)
    )
    seen: set[str] = set()
    for row in connection.execute(named).all():
        look = look_key(row.name)
        if look not in seen:
            seen.add(look)
            connection.execute(
                sa.update(players).where(players.c.id == row.id).values(look_key=look)
            )
    # SQLite cannot add a constraint to a table, but a unique index does the same.
    op.create_index("ix_players_look_key", "players", ["look_key"], unique=True)


def downgrade() -> None:
    """Go back."""
    op.drop_index("ix_players_look_key", table_name="players")
    op.drop_column("players", "look_key")
