"""Name the database's tables as the program does: tables and entries, not matches and plies."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

TABLES = (("matches", "tables"), ("plies", "entries"), ("rated_matches", "rated_tables"))
REFERRING = ("entries", "seatings", "chat", "rated_tables")
"""Tables, by their new names, with a column that names the table of an entry, a seat, a line."""
INDEXES = (
    ("tables", "ix_matches_listed_phase_updated", "ix_tables_listed_phase_updated"),
    ("tables", "ix_matches_deadline", "ix_tables_deadline"),
    ("tables", "ix_matches_thinking_updated", "ix_tables_thinking_updated"),
    ("chat", "ix_chat_match_number", "ix_chat_table_id_number"),
)
COLUMNS = {
    "ix_tables_listed_phase_updated": ("listed", "phase", "updated"),
    "ix_tables_deadline": ("deadline",),
    "ix_tables_thinking_updated": ("thinking", "updated"),
    "ix_chat_table_id_number": ("table_id", "number"),
}
CONSTRAINTS = (
    ("tables", "pk_matches", "pk_tables"),
    ("entries", "pk_plies", "pk_entries"),
    ("entries", "fk_plies_match", "fk_entries_table_id"),
    ("rated_tables", "pk_rated_matches", "pk_rated_tables"),
    ("rated_tables", "fk_rated_matches_match", "fk_rated_tables_table_id"),
    ("seatings", "fk_seatings_match", "fk_seatings_table_id"),
    ("chat", "fk_chat_match", "fk_chat_table_id"),
)


def upgrade() -> None:
    """Go forward."""
    for old, new in TABLES:
        op.rename_table(old, new)
    for table in REFERRING:
        _rename_column(table, "match", "table_id")
    for table, old, new in INDEXES:
        op.drop_index(old, table_name=table)
        op.create_index(new, table, list(COLUMNS[new]))
    for table, old, new in CONSTRAINTS:
        _rename_constraint(table, old, new)


def downgrade() -> None:
    """Go back."""
    for table, old, new in CONSTRAINTS:
        _rename_constraint(table, new, old)
    for table, _, new in INDEXES:
        op.drop_index(new, table_name=table)
    for table in REFERRING:
        _rename_column(table, "table_id", "match")
    for table, old, new in INDEXES:
        columns = ["match" if name == "table_id" else name for name in COLUMNS[new]]
        op.create_index(old, table, columns)
    for old, new in TABLES:
        op.rename_table(new, old)


def _rename_column(table: str, old: str, new: str) -> None:
    # Both databases rename a column in place; Alembic would copy the whole table on SQLite.
    op.execute(f'ALTER TABLE {table} RENAME COLUMN "{old}" TO "{new}"')


def _rename_constraint(table: str, old: str, new: str) -> None:
    # SQLite cannot rename a constraint, and never uses its name.
    if op.get_bind().dialect.name != "sqlite":
        op.execute(f'ALTER TABLE {table} RENAME CONSTRAINT "{old}" TO "{new}"')
