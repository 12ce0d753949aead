"""The HTTP routes, one module for each subject.

A route reads a request, calls other parts of the server, and writes the response.
"""
