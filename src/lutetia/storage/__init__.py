"""The database: SQLite in one file, or PostgreSQL.

This package owns the schema, its migrations and every SQL statement. It may import match and
kernel. It never decides what is allowed, and it never sends anything to a player.
"""
