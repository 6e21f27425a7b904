"""Computations in slices."""

import pytest

from protocol.deck.deck import Deck
from protocol.deck.faults import Fault
from protocol.deck.slicing import Slices, finish
from tests.protocol.deck.playing import played


def test_finish_runs_to_the_result() -> None:
    steps: list[int] = []

    def work() -> Slices[str]:
        for step in range(3):
            steps.append(step)
            yield
        return "done"

    assert finish(work()) == "done"
    assert steps == [0, 1, 2]


def _pauses(work: Slices[Fault | None]) -> int:
    count = 0
    while True:
        try:
            next(work)
        except StopIteration:
            return count
        count += 1


@pytest.mark.parametrize("proofs", [False, True])
def test_costly_work_pauses_within_long_decks(proofs: bool) -> None:
    """A slice has at most 40 multiplications by one scalar or 8 locks, whatever the size of the deck."""
    deck, secrets = played("ready", 2, 90, 2)
    # Decks alone: 2 pauses inside of the shuffle, one after it, 11 in the lock. Proofs: each shadow pauses 3 times, one
    # more comes after the answer.
    expected = 2 + 1 + 11 + (2 * 3 + 1 if proofs else 0)
    assert _pauses(deck.reexecute(0, secrets[0].seed, proofs=proofs)) == expected


def _verifications(deck: Deck) -> tuple[int, int]:
    return _pauses(deck.verify_answer(1)), _pauses(deck.verify_lock(1))


def test_verification_pauses_within_long_decks() -> None:
    deck, _ = played("ready", 2, 90, 2)
    assert _verifications(deck) == (2 * 3, 15)
