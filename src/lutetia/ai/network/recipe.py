"""The settings of a training."""

from __future__ import annotations

from dataclasses import dataclass, field

from lutetia.ai.network.subject import Size, Subject


@dataclass(frozen=True)
class Recipe:
    """All settings of a training, except the machine."""

    size: Size = field(default_factory=Size)
    games: int = 16384
    """The number of games at once, in all crowds together."""
    crowds: int = 2
    """The groups of games that take turns with the processor and the GPU."""
    simulations: int = 32
    first_simulations: int = 16
    """The number in the first tenth of the training, when the network knows little."""
    quick_simulations: int = 0
    """Three of four searches have only so many, and nothing is learnt from their positions; 0: all
    searches are thorough."""
    batch: int = 4096
    reuse: float = 4.0
    """How often each position is used for learning, on average."""
    lessons: int = 0
    """With how many games of planners the training begins."""
    lesson_reuse: float = 5.0
    """How often each position of these games is used for learning, on average."""
    window: int = 3_000_000
    """The number of positions that are kept for learning."""
    rate: float = 2e-3
    warm_up: int = 1000
    """The number of steps until the full learning rate."""
    minutes: float = 16.0
    """The length of the whole training; the learning rate falls in its second half."""
    save_every: float = 30.0
    match_every: float = 75.0
    match_pairs: int = 200
    match_simulations: int = 16
    threads: int = 0
    """0: as many as the machine has."""
    seed: str = "training"


def recipe_for(subject: Subject) -> Recipe:
    """The usual recipe of a game."""
    return Recipe(
        size=subject.size,
        simulations=subject.simulations,
        quick_simulations=subject.quick,
        lessons=subject.lessons,
        window=subject.window,
        rate=subject.rate,
    )
