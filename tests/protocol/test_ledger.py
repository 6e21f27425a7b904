"""One device's copy of the log: ordering, taking, acks, what is final, and what contradicts itself.

Here the messages are made by a writer that holds all keys, and one ledger is told them in any order.
"""

from dataclasses import replace
from typing import Any

import pytest

from eventlog.entry import Statement
from protocol.accusing import statement_evidence
from protocol.effects import Acked, Close, Hello, KeepLog, Ordered, Say, Send
from protocol.judging import judge
from protocol.ledger import AHEAD_MAX, UNACKED_MAX
from protocol.offences import Wrong
from protocol.statements import Accuse, Lot, Name
from tests.protocol.ledgers import ack, done, ledger_at, lots, order_ack, say, say_of, sent
from tests.protocol.writer import asks, begun, moment, options

SALT = bytes(16)


# ---- ordering --------------------------------------------------------------------------------------------------------


def test_device_0_orders() -> None:
    writer = moment(asks("lot"))
    assert [ledger_at(writer, device).is_orderer for device in range(2)] == [True, False]


def test_what_may_be_ordered_is_ordered_kept_and_sent() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 0)
    assert done(ledger.hear(1, say_of(writer, 1, "lot"))) == []
    ledger.hear_own(say_of(writer, 0, "lot"))
    grown, effects = ledger.order()
    entries = tuple(entry for entry, _ in grown)
    assert [entry.n for entry in entries] == [writer.last.n + 1, writer.last.n + 2]
    assert effects == [KeepLog(entries), *(Send(None, Ordered(entry)) for entry in entries)]
    match = writer.match
    for entry in entries:
        match, _ = match.append(entry)
    assert match == ledger.match
    assert ledger.order() == ([], [])


def test_play_is_ordered_before_preparation() -> None:
    writer = moment(lambda each: "commit" in each.kinds()[0] and "share" in each.kinds()[1])
    ledger = ledger_at(writer, 0)
    ledger.hear_own(say_of(writer, 0, "commit"))
    done(ledger.hear(1, say_of(writer, 1, "share")))
    grown, _ = ledger.order()
    kinds = [entry.statement.kind for entry, _ in grown if isinstance(entry.statement, Statement)]
    assert kinds == ["share", "commit"]


def test_a_statement_waits_for_what_its_author_has_seen() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 0)
    ahead = writer.copy()
    ahead.go_on()  # an entry that this ledger has not
    later = say_of(ahead, 1, "lot")
    done(ledger.hear(1, later))
    assert ledger.order() == ([], [])
    assert ledger.evidence is None
    assert ledger.heard_from(1) == later


def test_a_statement_waits_for_the_one_before() -> None:
    writer = begun(rules=options(deals=1))
    first = say(writer, writer.statement(1, Name("seat", "Ben", SALT)))
    ahead = writer.copy()
    ahead.until(asks("lot"))
    second = say_of(ahead, 1, "lot")
    ledger = ledger_at(writer, 0)
    done(ledger.hear(1, second))
    assert ledger.heard_from(1) is None
    done(ledger.hear(1, first))
    assert ledger.heard_from(1) == first


def test_not_more_in_flight_than_a_bounded_number() -> None:
    """An orderer whose entries nobody acknowledges stops."""
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 0, final=writer.last.n)
    ledger.final = writer.last.n - UNACKED_MAX
    ledger.hear_own(say_of(writer, 0, "lot"))
    assert ledger.order() == ([], [])
    ledger.final += 1
    assert len(ledger.order()[0]) == 1


def test_an_offence_is_not_ordered_but_kept_as_evidence() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 0)
    done(ledger.hear(1, say(writer, writer.statement(1, Lot(1, b"short")))))
    assert ledger.order() == ([], [])
    assert ledger.evidence is not None
    assert ledger.evidence.code == "statement"


# ---- hearing ---------------------------------------------------------------------------------------------------------


def test_what_its_author_has_not_signed_closes_the_link() -> None:
    writer = moment(asks("lot"))
    for device in range(2):
        ledger = ledger_at(writer, device)
        right = say_of(writer, 1, "lot")
        for forged in (replace(right, signature=bytes(64)), replace(right, statement=replace(right.statement, seat=0))):
            assert done(ledger.hear(1, forged)) == [Close(1, "signature")]
        assert ledger.evidence is None
        assert ledger.heard_from(1) is None


@pytest.mark.parametrize("first_in_the_log", [False, True])
def test_two_statements_with_one_number(first_in_the_log: bool) -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 1)
    one = say_of(writer, 0, "lot")
    two = say(writer, writer.statement(0, Lot(1, bytes(32))))
    if first_in_the_log:
        done(ledger.receive(0, writer.ordered(one.statement)))
        ledger.take()
    else:
        done(ledger.hear(0, one))
    assert done(ledger.hear(0, two)) == []
    assert ledger.evidence is not None
    assert ledger.evidence.code == Wrong.TWICE


def test_said_one_thing_and_ordered_another() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 1)
    done(ledger.hear(0, say(writer, writer.statement(0, Lot(1, bytes(32))))))
    done(ledger.receive(0, writer.ordered(say_of(writer, 0, "lot").statement)))
    ledger.take()
    assert ledger.evidence is not None
    assert ledger.evidence.code == Wrong.TWICE


def test_the_same_again_is_nothing_new() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 1)
    said = say_of(writer, 0, "lot")
    for _ in range(2):
        assert done(ledger.hear(0, said)) == []
    done(ledger.receive(0, writer.ordered(said.statement)))
    ledger.take()
    assert done(ledger.hear(0, said)) == []
    assert ledger.evidence is None


def test_a_follower_judges_what_it_hears() -> None:
    """Evidence needs no orderer, who may be silent or the culprit himself."""
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 1)
    done(ledger.hear(0, say(writer, writer.statement(0, Lot(1, b"short")))))
    ledger.judge_heard()
    assert ledger.evidence is not None
    assert ledger.evidence.code == "statement"


@pytest.fixture
def judgements(monkeypatch: pytest.MonkeyPatch) -> list[Statement]:
    """The statements that are judged, as often as they are: that is the costly part of most of them."""
    judged: list[Statement] = []

    def counting(statement: Statement, *given: Any, **more: Any) -> Any:
        judged.append(statement)
        return judge(statement, *given, **more)

    monkeypatch.setattr("protocol.match.judge", counting)
    return judged


def test_a_follower_judges_a_statement_once(judgements: list[Statement]) -> None:
    """When it hears it; its entry only asks whether it has lapsed since."""
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 1)
    said = say_of(writer, 0, "lot")
    entry = writer.ordered(said.statement)
    judgements.clear()
    done(ledger.hear(0, said))
    for _ in range(3):
        ledger.judge_heard()
    done(ledger.receive(0, entry))
    assert len(ledger.take()[0]) == 1
    assert judgements == [said.statement]


def test_an_orderer_judges_an_offence_once(judgements: list[Statement]) -> None:
    """And once more to see that the accusation holds, not at every step again."""
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 0)
    wrong = say(writer, writer.statement(1, Lot(1, b"short")))
    judgements.clear()
    done(ledger.hear(1, wrong))
    for _ in range(5):
        assert ledger.order() == ([], [])
    assert judgements == [wrong.statement, wrong.statement]
    assert ledger.guilt is not None
    assert ledger.guilt.seat == 1


def test_what_was_right_when_it_was_heard_may_have_lapsed_when_it_is_ordered() -> None:
    """Two accuse the same cheat: the second is too late, though it was judged while it was not."""
    writer = moment(asks("lot"), seats=3)
    ledger = ledger_at(writer, 2)
    thing = statement_evidence(*both(say(writer, writer.statement(0, Lot(1, b"short")))))
    says = [say(writer, writer.statement(seat, Accuse("statement", (thing,)))) for seat in (1, 2)]
    for each in says:
        done(ledger.hear(each.statement.seat, each))
    ledger.judge_heard()
    for each in says:
        entry = writer.ordered(each.statement)
        writer.put(entry)
        done(ledger.receive(0, entry))
    grown, _ = ledger.take()
    assert [folded.lapsed for _, folded in grown] == [False, True]
    assert ledger.match == writer.match


def both(said: Say) -> tuple[Statement, bytes]:
    return said.statement, said.signature


# ---- taking ----------------------------------------------------------------------------------------------------------


def test_entries_are_taken_in_their_order() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 1)
    before = writer.last.n
    first, second = lots(writer)
    assert done(ledger.receive(0, second)) == []
    assert ledger.take() == ([], [])
    assert done(ledger.receive(0, first)) == []
    grown, effects = ledger.take()
    assert [entry.n for entry, _ in grown] == [before + 1, before + 2]
    assert ledger.match == writer.match
    assert effects == [KeepLog((first, second)), Send(None, Acked(ack(writer, 1)))]


def test_nothing_is_acknowledged_before_it_is_kept() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 1)
    first, _ = lots(writer)
    done(ledger.receive(0, first))
    _, effects = ledger.take()
    kinds = [type(effect) for effect in effects]
    assert kinds.index(KeepLog) < kinds.index(Send)


def test_nothing_is_acknowledged_before_all_others_have_been_met() -> None:
    """An older copy that was put back may have signed another head for that number."""
    writer = moment(asks("lot"), seats=3)
    ledger = ledger_at(writer, 1, is_current=False)
    first, second = lots(writer)
    done(ledger.receive(0, first))
    assert ledger.take()[1] == [KeepLog((first,))]
    assert sent(ledger.greetings(1))[-1] == Hello(order_ack(writer, first.n))
    assert not any(isinstance(message, Acked) for message in sent(ledger.greetings(1)))
    assert done(ledger.catch_up()) == [Send(None, Acked(ack(writer, 1, first.n)))]
    done(ledger.receive(0, second))
    assert ledger.take()[1] == [KeepLog((second,)), Send(None, Acked(ack(writer, 1)))]


def test_an_entry_that_does_not_follow_is_not_taken() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 1)
    first, _ = lots(writer.copy())
    done(ledger.receive(0, replace(first, order_signature=bytes(64))))
    grown, effects = ledger.take()
    assert grown == []
    assert effects == [Close(0, "order")]
    assert ledger.evidence is None


def test_what_the_orderer_should_not_have_ordered_is_evidence() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 1)
    done(ledger.receive(0, writer.ordered(writer.statement(0, Lot(1, b"short")))))
    assert ledger.take() == ([], [])
    assert ledger.evidence is not None
    assert ledger.evidence.code == Wrong.ORDER


def test_two_entries_under_one_number() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 1)
    other = writer.ordered(say_of(writer, 1, "lot").statement)
    first, _ = lots(writer)
    done(ledger.receive(0, first))
    ledger.take()
    assert done(ledger.receive(0, other)) == []
    assert ledger.evidence is not None
    assert ledger.evidence.code == Wrong.HEADS


def test_an_entry_far_ahead_is_not_kept() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 1)
    first, _ = lots(writer.copy())
    for n in (writer.last.n + AHEAD_MAX + 1, 2**32 - 1):
        assert done(ledger.receive(0, replace(first, n=n))) == []
    assert ledger.take() == ([], [])
    assert ledger.evidence is None
