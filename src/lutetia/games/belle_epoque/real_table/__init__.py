"""Scores a table that people played for real, from its description."""
