"""The server: HTTP and WebSockets.

This package owns routes, sockets, messages between processes, sessions and limits. It may import
storage, ai, match and kernel. It never decides rules or turns.
"""
