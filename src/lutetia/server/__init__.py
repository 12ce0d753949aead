"""HTTP and WebSocket: what travels between people, programs and their tables.

Owns routes, sockets, fan-out, sessions and limits. May import everything below; never decides
a rule, a turn or what is kept.
"""
