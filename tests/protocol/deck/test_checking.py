"""The checks by themselves, on values that no judged message holds."""

from dataclasses import replace

from protocol.deck import Code, Fault, checking, finish
from protocol.deck.group import write_scalar
from tests.protocol.deck.playing import played


def test_a_proof_of_a_shuffle_judges_its_scalars_itself() -> None:
    deck, _ = played("lock")
    answer = deck.answers[1]
    assert answer is not None
    answers = (*answer.answers[:3], write_scalar(8))
    false = replace(deck, answers=(deck.answers[0], replace(answer, answers=answers)))
    assert finish(false.verify_answer(1)) == Fault(Code.SCALAR, "answer", 1, ("answers", 3))


def test_a_proof_of_a_lock_judges_its_scalars_itself() -> None:
    deck, _ = played("ready")
    lock = replace(deck.locks[1], responses=(*deck.locks[1].responses[:2], bytes(32), deck.locks[1].responses[3]))
    false = replace(deck, locks=(deck.locks[0], lock))
    assert finish(false.verify_lock(1)) == Fault(Code.SCALAR, "lock", 1, ("responses", 2))


def test_cheap_checks_find_the_first_fault() -> None:
    deck, _ = played("ready")
    lock = deck.locks[0]
    assert checking.check_lock_values(0, lock) is None
    both = replace(lock, responses=(bytes(32),) * 4, keys=(lock.keys[0],) * 4)
    assert checking.check_lock_values(0, both) == Fault(Code.SCALAR, "lock", 0, ("responses", 0))
    assert checking.check_shuffle(0, deck.shuffles[0]) is None
    answer = deck.answers[0]
    assert answer is not None
    assert checking.check_answer_scalars(0, answer) is None
