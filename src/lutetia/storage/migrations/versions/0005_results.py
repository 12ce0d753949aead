"""Keep ratings for each number of players, and the result of each finished seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

FEWEST = 2
"""The number of players of a rating whose tables are not known."""


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "results",
        sa.Column(
            "table_id", sa.String(16), sa.ForeignKey("tables.id", name="fk_results_table_id")
        ),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(48)),
        sa.Column("level", sa.Integer()),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("used", sa.JSON(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_results"),
    )
    connection = op.get_bind()
    played = {
        (row.player, row.game): row.seats
        for row in connection.execute(
            sa.text(
                "SELECT s.player, t.game, t.seats, COUNT(*) AS n FROM rated_tables r "
                "JOIN tables t ON t.id = r.table_id JOIN seatings s ON s.table_id = t.id "
                "GROUP BY s.player, t.game, t.seats ORDER BY n"
            )
        )
    }
    rows = [dict(row) for row in connection.execute(sa.text("SELECT * FROM ratings")).mappings()]
    _ratings_again(with_seats=True)
    for row in rows:
        row["seats"] = played.get((row["player"], row["game"]), FEWEST)
    _fill(rows)


def downgrade() -> None:
    """Go back. Of several ratings in one game the one with the most games stays."""
    connection = op.get_bind()
    found = connection.execute(sa.text("SELECT * FROM ratings ORDER BY games")).mappings()
    best = {(row["player"], row["game"]): dict(row) for row in found}
    _ratings_again(with_seats=False)
    for row in best.values():
        del row["seats"]
    _fill(list(best.values()))
    op.drop_table("results")


def _ratings_again(*, with_seats: bool) -> None:
    op.drop_index(
        "ix_ratings_game_ordinal" if with_seats else "ix_ratings_game_seats_ordinal",
        table_name="ratings",
    )
    op.drop_table("ratings")
    seats = [sa.Column("seats", sa.Integer(), nullable=False)] if with_seats else []
    names = ["seats"] if with_seats else []
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        *seats,
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("ordinal", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_ratings_player"),
        sa.PrimaryKeyConstraint("player", "game", *names, name="pk_ratings"),
    )
    op.create_index(
        "ix_ratings_game_seats_ordinal" if with_seats else "ix_ratings_game_ordinal",
        "ratings",
        ["game", *names, "ordinal"],
    )


def _fill(rows: list[dict[str, object]]) -> None:
    if rows:
        table = sa.table("ratings", *(sa.column(name) for name in rows[0]))
        op.bulk_insert(table, rows)
