"""Owns one program a peer engine, run in bench/.venv: random games through its own API.

May import that peer and the standard library, not Lutetia. Never changes a peer's rules.
"""
