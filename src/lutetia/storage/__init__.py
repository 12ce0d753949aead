"""Bytes at rest: SQLite in one file, or PostgreSQL by its address.

Owns the schema, its migrations and every SQL statement. May import match, games and kernel;
never decides what is allowed, and never sends anything to anybody.
"""
