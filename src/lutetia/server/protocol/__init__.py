"""The types of all messages and bodies.

`python -m lutetia.server.protocol.typescript` writes the
types of the client from them. This package contains no rules and does not use the database.
"""
