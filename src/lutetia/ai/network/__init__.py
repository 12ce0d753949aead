"""Networks that learnt by playing themselves: search, self-play, training, and use in play.

Knows no game: a game supplies a `Subject` (its observation and the shape of its moves). Only
`model`, `inference`, `replay`, `learning` and `trainer` need PyTorch, and only `session` needs
onnxruntime; the rest of Lutetia works without both.
"""
