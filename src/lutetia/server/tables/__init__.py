"""Tables and records for the wire: opening a table, its JSON for one viewer, replays, ratings.

Owns shapes only. What a viewer may know comes from `match.views`.
"""
