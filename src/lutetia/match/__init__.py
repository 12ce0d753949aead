"""Who may act at a table, and when: seats, turns, clocks, questions, takebacks.

This package owns the log of a table. The state of a table follows from its log, and only the
keeper adds entries to it. The package may import games and kernel. It never opens a socket,
writes SQL or reads the time of day.
"""
