"""Attacks on the server, counted: `make hostile` (docs/security.md)."""
