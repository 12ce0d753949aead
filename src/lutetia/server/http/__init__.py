"""The HTTP part: routes, the client's files, the addresses of its pages, errors as JSON.

Owns reading requests and writing answers. May import the rest of the server; decides nothing.
"""
