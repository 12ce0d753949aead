"""The addresses of the HTTP part, one file a subject.

Owns reading requests and writing answers. May import the server's parts; decides nothing.
"""
