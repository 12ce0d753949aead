"""All messages and bodies, typed once.

Owns the shape of everything on the wire. `python -m lutetia.server.protocol.typescript` writes the
client's types from it. Imports pydantic only; never reads a rule or a database.
"""
