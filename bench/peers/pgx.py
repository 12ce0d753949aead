"""Pgx: `pgx.py GAME` plays many games at once, vectorised and compiled by JAX, on the CPU.

`pgx.py GAME GAMES` steps this number of games, with observations, as a learning program does.
"""

from __future__ import annotations

import os
import sys
import time
from importlib.metadata import version
from typing import Any

os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental.wrappers import auto_reset

from bench.peers.worker import Batch, serve

# Settings to try: the number of games at once, and whether a finished game is replaced at once
# ("refilled") or waits for the others. The fastest setting is found before the measurement.
WAYS: dict[str, tuple[tuple[int, bool], ...]] = {
    "connect_four": ((1024, True), (4096, True), (16384, True)),
    "othello": ((64, True), (256, False), (1024, False)),
    "backgammon": ((16, True), (64, True), (16, False)),
}
STEPS_A_CALL = 16384


class Games:
    """A batch of games with one setting."""

    def __init__(self, name: str, size: int, refilled: bool, observed: bool = False) -> None:
        self.size = size
        self.observed = observed
        self.refilled = refilled
        self.steps = max(8, STEPS_A_CALL // size)
        env = pgx.make(name)
        self._init = jax.vmap(env.init)
        self._step = jax.vmap(auto_reset(env.step, env.init) if refilled else env.step)
        self._run = jax.jit(self._refilled if refilled else self._to_the_end)
        self._key = jax.random.PRNGKey(1)
        self._state = jax.jit(self._init)(jax.random.split(jax.random.PRNGKey(0), size))

    def batch(self) -> tuple[int, float]:
        """Continue. Returns the number of finished games and of decisions."""
        self._state, self._key, games, plies = self._run(self._state, self._key)
        return int(games), int(plies)

    def _advance(self, state: Any, key: Any) -> tuple[Any, Any]:
        """One random legal move in every game."""
        key, choice, chance = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(choice, logits, axis=-1)
        state = self._step(state, action, jax.random.split(chance, self.size))
        if self.observed:
            return state, key
        # The observation is not used; without it JAX does not compute it.
        return state.replace(observation=jnp.zeros_like(state.observation)), key

    def _refilled(self, state: Any, key: Any) -> Any:
        def body(_: Any, carry: Any) -> Any:
            state, key, games = carry
            state, key = self._advance(state, key)
            return state, key, games + state.terminated.sum()

        state, key, games = jax.lax.fori_loop(0, self.steps, body, (state, key, 0))
        return state, key, games, self.steps * self.size

    def _to_the_end(self, state: Any, key: Any) -> Any:
        key, deal = jax.random.split(key)
        state = self._init(jax.random.split(deal, self.size))

        def unfinished(carry: Any) -> Any:
            return ~carry[0].terminated.all()

        def body(carry: Any) -> Any:
            state, key, plies = carry
            live = (~state.terminated).sum()
            state, key = self._advance(state, key)
            return state, key, plies + live

        state, key, plies = jax.lax.while_loop(unfinished, body, (state, key, 0))
        return state, key, self.size, plies


def speed(batch: Batch, seconds: float = 1.0) -> float:
    """Plies in a second after compilation, measured until refilled games are no longer in step."""
    batch()
    plies = 0.0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        plies += batch()[1]
    return plies / elapsed


def _measured(games: Games) -> Batch:
    """Warm up until games end, so that a measurement is not the opening only."""
    for _ in range(100):
        games.batch()
    return games.batch


def main(name: str, size: str | None = None) -> None:
    if size is not None:
        stepped = Games(name, int(size), refilled=True, observed=True)
        # One step a call: otherwise JAX leaves out all observations but the last.
        stepped.steps = 1
        serve(_measured(stepped), f"Pgx {version('pgx')} on JAX {version('jax')}, {size} at once")
        return
    candidates = [Games(name, size, refilled) for size, refilled in WAYS[name]]
    best = max(candidates, key=lambda games: speed(games.batch))
    way = "refilled" if best.refilled else "to the end"
    engine = f"Pgx {version('pgx')} on JAX {version('jax')}"
    serve(best.batch, f"{engine}, {best.size} games at once, {way}")


if __name__ == "__main__":
    main(*sys.argv[1:])
