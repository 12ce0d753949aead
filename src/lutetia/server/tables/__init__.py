"""Tables and records for clients: new tables, JSON for one viewer, replays, ratings.

What a viewer may know comes from `match.views`.
"""
