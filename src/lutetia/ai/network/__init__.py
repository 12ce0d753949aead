"""Networks that learnt by self-play: search, self-play, training, and use in play.

This package knows no game: a game supplies a `Subject` (its observation and the shape of its
moves). Only `model`, `inference`, `replay`, `learning` and `trainer` need PyTorch, and only
`session` needs onnxruntime. The rest of Lutetia works without both.
"""
