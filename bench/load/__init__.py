"""Owns a crowd of players for `bench.suites.server`: real sockets, many tables, a steady pace.

May import the rest of `bench`, and a WebSocket and an HTTP client. Runs as a process of its own
(`python -m bench.load`) and never touches a server but through its sockets.
"""
