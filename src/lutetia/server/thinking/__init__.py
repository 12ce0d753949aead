"""Computer players and analyses, in a process pool of this server or in workers behind a queue.

This package owns the process pool, the jobs, and the compilation at the start. Jobs are plain
data. A computer player gets only the view of its seat.
"""
