"""Monte-Carlo tree search that knows no game.

May import the kernel. Never sees more than a view, and never calls Python while it thinks,
except for evaluators that are written in it.
"""
