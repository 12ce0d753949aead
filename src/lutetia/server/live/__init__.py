"""People who are connected now: their sockets, what they must be told, and the other processes.

Owns connections and the news about a table. A message only repeats what is stored already.
"""
