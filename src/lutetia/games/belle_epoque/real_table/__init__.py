"""Scores a real table from its description."""
