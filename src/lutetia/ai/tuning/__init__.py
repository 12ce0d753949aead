"""Programs that tune weights with games of self-play.

They may import everything of `ai`. They never run while somebody plays. They write their results
into a game's file of weights.
"""
