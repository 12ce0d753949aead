"""The script that Alembic runs. The caller passes the connection."""

from __future__ import annotations

from alembic import context

from lutetia.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
