"""The players of the load test (`bench.suites.server`): real sockets at many tables.

They run in their own process (`python -m bench.load`) and use a server only through its sockets.
This package may import the rest of `bench`, a WebSocket client and an HTTP client.
"""
