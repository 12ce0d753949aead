"""Owns one module a benchmark: `TITLE`, and `run(settings)` that returns its results.

May import the rest of `bench`. A new benchmark is a new file here: `python -m bench` finds it.
Never part of the plain `python -m bench` with `BY_NAME_ONLY = True`; with `ONE_CORE = False` the
system shares out its cores; `OPTIONS` are numbers of its own: name -> (default, meaning).
"""
