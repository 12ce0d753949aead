"""MaskablePPO of sb3-contrib learns La Cité against random players for about a minute.

    pip install lutetia[sb3]
    python examples/train_with_sb3.py [STEPS]

It prints the share of wins before and after.
"""

import sys
from typing import Any

from sb3_contrib import MaskablePPO

from lutetia.environments import gym, sb3

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 60_000
test_games = 100


def wins(model: Any) -> float:
    """The share of wins in whole games; the agent always takes the move that it likes best."""
    env = gym.env("lumiere", "random")
    total = 0.0
    for game in range(test_games):
        seen, _ = env.reset(seed=1000 + game)
        over, reward = False, 0.0
        while not over:
            move, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
            seen, reward, over, _, _ = env.step(move)
        total += (reward + 1) / 2
    return total / test_games


envs = sb3.vec_env("lumiere", 64)
# The reward is far away, so nothing is discounted. The rest are usual settings.
model = MaskablePPO(
    "MlpPolicy",
    envs,
    n_steps=32,
    batch_size=512,
    n_epochs=2,
    gamma=1.0,
    learning_rate=1e-3,
    ent_coef=0.005,
    policy_kwargs={"net_arch": [64]},
    seed=1,
    device="cpu",
)
print(f"before learning: {wins(model):.0%} of {test_games} games")
model.learn(total_timesteps=steps)
print(f"after learning: {wins(model):.0%} of {test_games} games")
envs.close()
