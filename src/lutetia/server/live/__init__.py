"""Open connections: sockets, messages to clients, and messages between processes.

This package owns the connections of a table. Every message is sent after its content is stored.
"""
