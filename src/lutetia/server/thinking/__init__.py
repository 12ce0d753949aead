"""Where computer players think and games are analysed: processes here, or workers behind a queue.

Owns pools, jobs and what must be compiled first. Jobs are plain data; a player gets a view.
"""
