"""The one fold: each reason why an entry cannot follow, and which positions are remembered."""

from dataclasses import replace
from typing import Any

import pytest

from eventlog.entry import Entry, Statement, Stub
from protocol.accusing import BY_STATEMENT, proof_evidence, statement_evidence
from protocol.judging import Allowed
from protocol.match import Faulty, LogFault, Match
from protocol.offences import Offence, Wrong
from protocol.statements import Accuse, Lot, Name, OfDeck
from protocol.terms import BadTerms
from tests.protocol.writer import Writer, asks, begun, message_of, moment, options, statement_of, story

SALT = bytes(16)


def fault(writer: Writer, entry: Any) -> LogFault:
    with pytest.raises(LogFault) as caught:
        writer.match.append(entry)
    assert caught.value.n == writer.last.n + 1
    return caught.value


def honest(writer: Writer) -> Entry:
    """An entry that would be right."""
    return writer.ordered(writer.statement(0, writer.answer(0, "lot")))


@pytest.fixture
def writer() -> Writer:
    """At the first draw, where both seats are asked for a lot."""
    return moment(asks("lot"))


# ---- whole logs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_an_honest_log_folds_to_its_end(seats: int) -> None:
    whole = story(seats)[-1]
    match = Match.of(whole.entries, test_rounds=True)
    assert match == whole.match
    assert match.last.is_over


def test_a_prefix_and_the_rest_fold_like_the_whole() -> None:
    whole = story()[-1]
    for cut in range(1, len(whole.entries), 7):
        match = Match.of(whole.entries[:cut], test_rounds=True)
        assert match == story()[cut - 1].match
        for entry in whole.entries[cut:]:
            match, _ = match.append(entry)
        assert match == whole.match


def test_a_log_begins_with_entry_0() -> None:
    whole = story()[-1]
    for entries in ((), whole.entries[1:]):
        with pytest.raises(LogFault) as caught:
            Match.of(entries, test_rounds=True)
        assert (caught.value.n, caught.value.why) == (0, Faulty.NUMBER)


def test_entry_0_comes_once() -> None:
    whole = story()[-1]
    with pytest.raises(LogFault) as caught:
        Match.of((whole.entries[0], whole.entries[1], whole.entries[0]), test_rounds=True)
    assert (caught.value.n, caught.value.why) == (2, Faulty.NUMBER)


def test_rounds_of_a_test_are_no_rounds_of_play() -> None:
    with pytest.raises(BadTerms, match="rounds"):
        Match.of(story()[-1].entries)


def test_an_entry_that_fits_changes_nothing_of_the_match_before(writer: Writer) -> None:
    before = replace(writer.match)
    writer.match.append(honest(writer))
    assert writer.match == before


# ---- each fault ------------------------------------------------------------------------------------------------------


def test_number(writer: Writer) -> None:
    right = honest(writer)
    for n in (0, right.n - 1, right.n + 1):
        assert fault(writer, replace(right, n=n)).why is Faulty.NUMBER
    assert fault(writer, writer.entries[0]).why is Faulty.NUMBER
    assert fault(writer, writer.entries[-1]).why is Faulty.NUMBER


def test_epoch(writer: Writer) -> None:
    """Another epoch has another orderer and needs votes, which do not exist yet; whoever signed it."""
    statement = writer.statement(0, writer.answer(0, "lot"))
    for epoch, device in ((1, 1), (1, 0), (2, 0)):
        entry = writer.last.chain.ordered(
            statement, writer.signature(statement), epoch=epoch, orderer=writer.devices[device]
        )
        assert fault(writer, entry).why is Faulty.EPOCH


def test_author(writer: Writer) -> None:
    right = honest(writer)
    assert isinstance(right.statement, Statement)
    assert fault(writer, replace(right, statement=replace(right.statement, seat=2))).why is Faulty.AUTHOR


def test_signature(writer: Writer) -> None:
    right = honest(writer)
    statement = right.statement
    assert isinstance(statement, Statement)
    other = writer.vault.keys[1].sign(statement.digest(writer.last.terms.game_id))
    for signature in (bytes(64), right.order_signature, other):
        caught = fault(writer, replace(right, signature=signature))
        assert (caught.why, caught.seat) == (Faulty.SIGNATURE, 0)
    changed = replace(right, statement=replace(statement, body=(1, bytes(32))))
    assert fault(writer, changed).why is Faulty.SIGNATURE


def test_order(writer: Writer) -> None:
    statement = writer.statement(0, writer.answer(0, "lot"))
    signature = writer.signature(statement)
    follower = writer.last.chain.ordered(statement, signature, epoch=0, orderer=writer.devices[1])
    assert fault(writer, follower).why is Faulty.ORDER
    assert fault(writer, replace(honest(writer), order_signature=bytes(64))).why is Faulty.ORDER


def test_sequence(writer: Writer) -> None:
    statement = writer.statement(0, writer.answer(0, "lot"))
    for seq in (0, statement.seq - 1, statement.seq + 1):
        caught = fault(writer, writer.ordered(replace(statement, seq=seq)))
        assert (caught.why, caught.seat) == (Faulty.SEQUENCE, 0)


def test_seen(writer: Writer) -> None:
    """What is not there yet was seen by nobody."""
    statement = writer.statement(0, writer.answer(0, "lot"))
    for seen in (statement.seen + 1, statement.seen + 2, 2**32 - 1):
        caught = fault(writer, writer.ordered(replace(statement, seen=seen)))
        assert (caught.why, caught.seat) == (Faulty.SEEN, 0)


def test_fork(writer: Writer) -> None:
    """A statement that stands on another history is not this log's to judge."""
    statement = writer.statement(0, writer.answer(0, "lot"))
    caught = fault(writer, writer.ordered(replace(statement, seen_head=bytes(32))))
    assert (caught.why, caught.seat, caught.offence) == (Faulty.FORK, 0, None)


def test_stub(writer: Writer) -> None:
    entry = honest(writer)
    assert fault(writer, entry.redacted(writer.last.terms.game_id)).why is Faulty.STUB
    assert fault(writer, replace(entry, statement=Stub(bytes(32)))).why is Faulty.STUB


def test_offence(writer: Writer) -> None:
    caught = fault(writer, writer.ordered(writer.statement(0, Lot(1, b"short"))))
    assert (caught.why, caught.seat) == (Faulty.OFFENCE, 0)
    assert caught.offence == Offence(0, Wrong.CONTENT, "lot")


def test_who_has_seen_less_than_before(writer: Writer) -> None:
    """Also where that position is forgotten: it is an offence, not a gap of this log."""
    late = moment(lambda each: each.last.n == 40)
    for seen in (0, 1, late.last.seen[1] - 1):
        head = story()[seen].last.chain.head
        statement = replace(late.statement(1, Lot(1, bytes(32))), seen=seen, seen_head=head)
        caught = fault(late, late.ordered(statement))
        assert (caught.why, caught.offence) == (Faulty.OFFENCE, Offence(1, Wrong.SEEN, "lot"))


def test_every_fault_has_a_test() -> None:
    assert {f"test_{each.value}" for each in Faulty} <= globals().keys()


# ---- weighing --------------------------------------------------------------------------------------------------------


def test_a_statement_is_weighed_before_it_is_ordered(writer: Writer) -> None:
    assert isinstance(writer.match.weigh(writer.statement(0, writer.answer(0, "lot"))), Allowed)
    assert writer.match.weigh(writer.statement(0, Lot(1, b"short"))) == Offence(0, Wrong.CONTENT, "lot")


def test_what_names_another_history_cannot_be_weighed(writer: Writer) -> None:
    right = writer.statement(0, writer.answer(0, "lot"))
    assert writer.match.weigh(replace(right, seen_head=bytes(32))) is None
    assert writer.match.weigh(replace(right, seen=right.seen + 1)) is None


def test_nobody_is_convicted_by_his_own_past() -> None:
    """What is in the log was right where its author stood; weighed again, however late, it is no offence."""
    moments = story(3)
    for writer in moments[::5]:
        for n in range(1, len(writer.entries)):
            assert not isinstance(writer.match.weigh(statement_of(writer, n)), Offence)


def test_an_old_offence_is_still_one(writer: Writer) -> None:
    """Somebody showed one thing to one device and let another into the log: both are to be judged alike for a while."""
    bad = writer.statement(0, Lot(1, b"short"))
    writer.go_on()
    writer.go_on()
    assert writer.match.weigh(bad) == Offence(0, Wrong.CONTENT, "lot")


def test_is_signed(writer: Writer) -> None:
    statement = writer.statement(0, writer.answer(0, "lot"))
    signature = writer.signature(statement)
    assert writer.match.is_signed(statement, signature)
    assert not writer.match.is_signed(statement, bytes(64))
    assert not writer.match.is_signed(replace(statement, seq=9), signature)
    assert not writer.match.is_signed(replace(statement, seat=1), signature)
    assert not writer.match.is_signed(replace(statement, seat=7), signature)


# ---- the window ------------------------------------------------------------------------------------------------------


def test_every_position_that_an_author_may_name_is_there() -> None:
    """From his last `seen` on; whoever has been silent for long holds the window open."""
    for writer in story(3):
        for n in range(min(writer.last.seen), writer.last.n + 1):
            assert writer.match.at(n) is not None
        assert writer.match.at(writer.last.n + 1) is None
        assert writer.match.at(-1) is None


def test_positions_are_consecutive() -> None:
    for writer in story(3):
        first = writer.match.positions[0].n
        assert [position.n for position in writer.match.positions] == list(range(first, writer.last.n + 1))


def test_the_window_does_not_grow_with_the_game() -> None:
    short, long = (max(len(writer.match.positions) for writer in story(3, deals)) for deals in (1, 3))
    assert long <= short + 3


def test_an_accusation_can_be_judged_as_long_as_it_may_come() -> None:
    """Its evidence was judged by what the accuser had seen, and the log goes on while it is on its way."""
    writer = moment(asks("lot"), seats=3)
    bad = writer.statement(1, Name("seat", "Eve", SALT))
    accusation = writer.statement(2, Accuse(BY_STATEMENT, (statement_evidence(bad, writer.signature(bad)),)))
    for _ in range(40):  # seat 2 says nothing, so the draw waits for it; the others say what they can
        speakers = [seat for seat in (0, 1) if writer.kinds()[seat]]
        if not speakers:
            break
        writer.say(speakers[0], writer.answer(speakers[0], writer.asked()[speakers[0]][0]))
        assert isinstance(writer.match.weigh(accusation), Allowed)
    assert writer.last.n > accusation.seen
    writer.put(writer.ordered(accusation))
    assert [conviction.seat for conviction in writer.last.convictions] == [1]


def test_everybody_judges_an_accusation_by_what_its_author_has_seen() -> None:
    """Evidence about what comes later does not hold, or one would convict the accuser and another the accused."""
    writer = moment(asks("answer"))
    right = message_of(writer.answer(0, "answer"))
    before = writer.last
    writer.say(0, OfDeck(2, replace(right, answers=right.answers[::-1])))
    accusation = Accuse("proof", (proof_evidence(2, "answer", 0),))
    assert isinstance(writer.judged(1, accusation), Allowed)
    early = writer.statement(1, accusation, seen=before.n)
    assert writer.match.weigh(early) == Offence(1, Wrong.ACCUSATION, "accuse")


def test_a_table_of_one_device_remembers_next_to_nothing() -> None:
    writer = begun(devices={0: 0, 1: 0}, rules=options(deals=1))
    most = 0
    while writer.go_on():
        most = max(most, len(writer.match.positions))
    assert most < 16
