"""Programs that tune weights on games that players play against themselves.

May import everything of `ai`. Never runs while somebody plays; what it finds is written into
a game's file of weights.
"""
