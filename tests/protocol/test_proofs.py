"""Which costly checks are due, what each vouches for, and that a check finds the one who cheated and nobody else."""

from dataclasses import replace

import pytest

from protocol.calls import Call
from protocol.deck.faults import Code, Fault
from protocol.deck.group import write_scalar
from protocol.deck.slicing import finish
from protocol.offences import Wrong
from protocol.proofs import ProofCheck, due_checks, vouched_for
from protocol.statements import Accuse, OfDeck
from tests.protocol.writer import Writer, asks, message_of, moment


def due(writer: Writer, *own: int) -> list[tuple[int, str, int]]:
    return [(check.number, check.kind, check.player) for check in due_checks(writer.last, own)]


def vouched(writer: Writer, kind: str, *own: int) -> list[tuple[int, str, int]]:
    found = vouched_for(Call(kind), writer.last, own)
    return [(check.number, check.kind, check.player) for check in found]


def test_no_answer_is_checked_before_all_coins_are_there() -> None:
    for kind in ("commit", "shuffle", "shadow", "coin", "answer"):
        assert due(moment(asks(kind)), 0) == []


def test_a_device_checks_what_the_others_said() -> None:
    """All have answered and locked; what a device's own seats said it knows."""
    writer = moment(asks("ready"))
    assert due(writer, 0) == [(2, "answer", 1), (2, "lock", 1)]
    assert due(writer, 1) == [(2, "answer", 0), (2, "lock", 0)]
    assert due(writer, 0, 1) == []
    assert due(writer) == [(2, "answer", 0), (2, "lock", 0), (2, "answer", 1), (2, "lock", 1)]


def test_a_lock_is_checked_as_soon_as_it_is_there() -> None:
    """Seat 0 has locked, seat 1 has not."""
    writer = moment(asks("lock", 1))
    assert due(writer, 0) == [(2, "answer", 1)]
    assert due(writer, 1) == [(2, "answer", 0), (2, "lock", 0)]


def test_a_revealed_deck_is_computed_again_for_every_player() -> None:
    """The own seats too: whoever agrees has seen the whole deck come out of the seeds."""
    writer = moment(asks("agree"))
    assert [check for check in due(writer, 0) if check[0] == 2] == [(2, "reveal", 0), (2, "reveal", 1)]
    assert [check for check in due(writer, 0, 1) if check[0] == 2] == [(2, "reveal", 0), (2, "reveal", 1)]


def test_what_an_answer_vouches_for() -> None:
    """`lock` and `ready` stand on the proofs of the deck that is prepared, `agree` on the deck that was revealed."""
    writer = moment(asks("agree"))
    proofs = [(3, "answer", 1), (3, "lock", 1)]  # of the next deck, which is prepared meanwhile
    assert vouched(writer, "lock", 0) == proofs
    assert vouched(writer, "ready", 0) == proofs
    assert vouched(writer, "agree", 0) == [(2, "reveal", 0), (2, "reveal", 1)]
    for kind in ("commit", "coin", "answer", "cut", "share", "reveal"):
        assert vouched(writer, kind, 0) == []


@pytest.mark.parametrize("kind", ["ready", "agree"])
def test_honest_players_pass(kind: str) -> None:
    writer = moment(asks(kind))
    checks = list(due_checks(writer.last, ()))
    assert len(checks) >= 4
    assert [finish(check.work(writer.last)) for check in checks] == [None] * len(checks)


def test_a_false_answer_is_found_and_convicts_its_author() -> None:
    writer = moment(asks("answer"))
    writer.say(0, writer.answer(0, "answer"))
    right = message_of(writer.answer(1, "answer"))
    first = write_scalar(int.from_bytes(right.answers[0], "little") + 2)
    writer.say(1, OfDeck(2, replace(right, answers=(first, *right.answers[1:]))))
    (check,) = due_checks(writer.last, [0])
    assert finish(check.work(writer.last)) == Fault(Code.ANSWER, "answer", 1, (0,))
    guilt = writer.convicted(check.accusation())
    assert guilt is not None
    assert (guilt.seat, guilt.wrong) == (1, Wrong.PROOF)
    (own,) = due_checks(writer.last, [1])
    assert finish(own.work(writer.last)) is None
    assert writer.convicted(own.accusation()) is None


def test_an_accusation_names_deck_kind_and_player() -> None:
    check = ProofCheck(bytes(32), 2, "lock", 1)
    assert check.accusation() == Accuse("proof", (b"\x93\x02\xa4lock\x01",))


def test_a_check_of_another_deck_is_another_check() -> None:
    """So that one that has passed stands for no other: a dropped deck is made anew under another context."""
    check = ProofCheck(bytes(32), 2, "lock", 1)
    others = [replace(check, ctx=b"x" * 32), replace(check, number=3), replace(check, kind="answer")]
    assert len({check, *others, replace(check, player=0)}) == 5
    assert replace(check) in {check}
