"""Environments for reinforcement learning: the games as other libraries want them.

`Batch` steps thousands of games at once in compiled code. `gym`, `zoo` and `spiel` are thin layers
for Gymnasium, PettingZoo and OpenSpiel. They contain no rule, so every installed game has them
(docs/environments.md).
"""

from lutetia.environments.batch import Batch, Step

__all__ = ["Batch", "Step"]
