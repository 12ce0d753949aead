"""Teaches the network of insight by games of planners; `lutetia train belle_epoque` runs it.

It may import everything of the game and of `ai`. Only `fitting` needs PyTorch. Nothing else of the
program imports this package.
"""
