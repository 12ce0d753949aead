"""HTTP: the routes, the files of the client, the links to its pages, errors as JSON.

This package reads requests and writes responses. It may import the rest of the server.
"""
