"""Monte-Carlo tree search that knows no game.

It may import the kernel. It never sees more than a view. It never calls Python while it thinks,
except for evaluators that are written in Python.
"""
