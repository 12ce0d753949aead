"""All messages and bodies, typed once.

Owns the shape of everything on the wire; the client's TypeScript types are generated from it
(`python -m lutetia.server.typescript`). Imports pydantic only; never reads a rule or a database.
"""
