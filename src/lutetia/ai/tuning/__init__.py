"""Programs that tune judgement on games that players play against themselves.

May import everything of `ai`. Never runs while somebody plays; what it finds is written into
the judgement's files of weights.
"""
