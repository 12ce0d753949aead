"""Who may act at a table, and when: seats, turns, clocks, questions, takebacks.

Owns the log of a table, from which everything else follows, and the one door through which it
grows. May import games and kernel; never opens a socket, writes SQL or reads a wall clock.
"""
