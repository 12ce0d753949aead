"""Self-play of La Cité proves endings, beside the games or in turn with them."""

from __future__ import annotations

import pytest

from lutetia.ai.network.catalogue import subject_of
from lutetia.ai.network.crowd import Crowd
from lutetia.ai.network.selfplay import NO_MOVE, PROVED, SURE, WHOLE_WIN, Samples
from lutetia.ai.network.threads import new_threads
from lutetia.kernel.chance import derived_seed

GAMES = 12
SIMULATIONS = 2


def played(threads: int, enough: int) -> tuple[Crowd, list[Samples]]:
    """A crowd after some games. The network of the test thinks that all moves are equally good."""
    subject = subject_of("lumiere")
    seed = derived_seed("proofs", threads)
    crowd = Crowd(subject, subject.practice(), GAMES, SIMULATIONS, seed, threads)
    crowd.leaves.values[:] = 0.5
    found: list[Samples] = []
    workers = new_threads(threads)
    while sum(int(samples.proved.sum()) for samples in found) < enough:
        crowd.advance(workers)
        found += crowd.harvest()
    if workers is not None:
        workers.games.shutdown()
        workers.proofs.shutdown(cancel_futures=True)
    return crowd, found


@pytest.mark.long
@pytest.mark.parametrize("threads", [1, 3])
def test_the_moves_and_results_of_endings_are_proved(threads: int) -> None:
    crowd, found = played(threads, 20)
    assert crowd.tallies()[PROVED] >= 20
    for samples in found:
        sure = samples.proved == 1
        # A proof leaves no doubt about the move.
        assert (samples.probabilities[sure].max(1) == SURE).all()
        assert ((samples.probabilities[sure] > 0).sum(1) == 1).all()
        assert ((samples.moves != NO_MOVE).sum(1) > 1).all()
        assert (samples.result.sum(1) == WHOLE_WIN).all()


@pytest.mark.long
def test_a_fault_in_a_thread_that_proves_ends_the_training() -> None:
    subject = subject_of("lumiere")
    crowd = Crowd(subject, subject.practice(), GAMES, SIMULATIONS, derived_seed("fault"), 2)
    crowd.leaves.values[:] = 0.5
    threads = new_threads(2)
    assert threads is not None

    def broken(*_: object) -> None:
        raise ValueError("the proof is broken")

    def play_on() -> None:
        while True:
            crowd.advance(threads)

    crowd.proofs._prove = broken
    with pytest.raises(ValueError, match="the proof is broken"):
        play_on()
