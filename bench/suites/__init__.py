"""One module for each benchmark: `TITLE`, and `run(settings)` that returns its results.

`python -m bench` finds every module here. A benchmark with `BY_NAME_ONLY`, which is the reason,
runs only if it is named. A benchmark with `ONE_CORE = False` uses all cores. `OPTIONS` are the
numbers that it takes: name -> (default, meaning).
"""
