"""One copy of the log: what is final, what is acknowledged, and what two devices tell each other when they meet."""

from dataclasses import replace

from eventlog.checkpoint import Ack
from eventlog.entry import Entry
from protocol.calls import Call
from protocol.effects import Acked, Close, Hello, Ordered, Send, Want
from protocol.offences import Wrong
from protocol.statements import Name
from tests.protocol.ledgers import ack, done, ledger_at, lots, order_ack, say, say_of, sent
from tests.protocol.writer import asks, begun, moment, options, story

SALT = bytes(16)


# ---- final -----------------------------------------------------------------------------------------------------------


def test_final_is_what_every_device_has_stored() -> None:
    writer = moment(asks("lot"), seats=3)
    before = writer.last.n
    ledger = ledger_at(writer, 0)
    ledger.hear_own(say_of(writer, 0, "lot"))
    (entry, _), *_ = ledger.order()[0]
    writer.put(entry)
    assert ledger.final == before
    done(ledger.acknowledged(1, ack(writer, 1)))
    assert ledger.final == before
    done(ledger.acknowledged(2, ack(writer, 2)))
    assert ledger.final == before + 1
    assert ledger.final_position == writer.last


def test_a_follower_takes_the_order_signature_for_an_ack() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 1)
    first, _ = lots(writer)
    done(ledger.receive(0, first))
    ledger.take()
    assert ledger.final == first.n


def test_an_ack_may_come_before_its_entry() -> None:
    writer = moment(asks("lot"), seats=3)
    ledger = ledger_at(writer, 1)
    before = writer.last.n
    first = lots(writer)[0]
    done(ledger.acknowledged(2, ack(writer, 2)))
    assert ledger.final == before
    done(ledger.receive(0, first))
    ledger.take()
    assert ledger.final == before  # the ack covers one entry more than is here
    entry = writer.entries[-1]
    assert isinstance(entry, Entry)
    done(ledger.receive(0, entry))
    ledger.take()
    assert ledger.final == writer.last.n


def test_an_ack_covers_everything_before_it_and_never_less() -> None:
    writer = moment(asks("lot"))
    before = writer.last.n
    ledger = ledger_at(writer, 0)
    done(ledger.hear(1, say_of(writer, 1, "lot")))
    ledger.hear_own(say_of(writer, 0, "lot"))
    for entry, _ in ledger.order()[0]:
        writer.put(entry)
    done(ledger.acknowledged(1, ack(writer, 1)))
    assert ledger.final == before + 2
    done(ledger.acknowledged(1, ack(writer, 1, before)))
    assert ledger.final == before + 2


def test_an_ack_that_its_device_has_not_signed_closes_the_link() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 0)
    right = ack(writer, 1)
    game, key = writer.last.terms.game_id, writer.devices[1]
    for forged in (
        replace(right, signature=bytes(64)),
        replace(right, device=0),
        replace(right, device=7),
        replace(right, device=-1),
        replace(right, n=-1),
        Ack.make(game, device=1, epoch=0, n=0, head=game, key=key),
        Ack.make(game, device=1, epoch=7, n=right.n, head=right.head, key=key),
    ):
        assert done(ledger.acknowledged(1, forged)) == [Close(1, "ack")]


def test_an_ack_of_another_history_asks_for_its_entry() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 0)
    other = ack(writer, 1, head=bytes(32))
    assert done(ledger.acknowledged(1, other)) == [Send(1, Want(writer.last.n))]
    assert done(ledger.acknowledged(1, other)) == [], "asked once"
    done(ledger.greetings(1))
    assert done(ledger.acknowledged(1, other)) == [Send(1, Want(writer.last.n))], "the answer was lost with its link"


def test_one_device_alone_finds_everything_final_at_once() -> None:
    writer = begun(devices={0: 0, 1: 0}, rules=options(deals=1))
    ledger = ledger_at(writer, 0)
    ledger.hear_own(say(writer, writer.statement(0, Name("seat", "Ada", SALT))))
    ledger.order()
    assert ledger.final == ledger.match.last.n == 1


# ---- meeting ---------------------------------------------------------------------------------------------------------


def test_who_comes_is_told_how_far_the_log_goes_and_what_was_said() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 0)
    own = say_of(writer, 0, "lot")
    ledger.hear_own(own)
    told = sent(ledger.greetings(1))
    assert Hello(order_ack(writer)) in told
    assert own in told


def test_a_follower_repeats_its_ack() -> None:
    writer = moment(asks("lot"), seats=3)
    assert Acked(ack(writer, 2)) in sent(ledger_at(writer, 2).greetings(1))


def test_who_lacks_entries_gets_them() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 0)
    n = writer.last.n - 2
    told = sent(ledger.greeted(1, Hello(order_ack(writer, n))))
    assert told == [Ordered(entry) for entry in writer.entries[n + 1 :] if isinstance(entry, Entry)]
    assert sent(ledger.greeted(1, Hello(order_ack(writer)))) == []


def test_a_hello_is_answered_once_on_a_link() -> None:
    """Otherwise a few bytes, said again and again, would be worth a whole log each time."""
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 0)
    everything = [Ordered(entry) for entry in writer.entries[1:] if isinstance(entry, Entry)]
    assert sent(ledger.greeted(1, Hello(None))) == everything
    for n in (0, 1, writer.last.n):
        assert sent(ledger.greeted(1, Hello(order_ack(writer, n) if n else None))) == []
    done(ledger.greetings(1))  # a new link: what was on the old one may be lost
    assert sent(ledger.greeted(1, Hello(None))) == everything


def test_the_length_of_a_log_is_the_word_of_him_who_orders() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 0)
    right = order_ack(writer)
    for false in (
        replace(right, n=right.n + 1),
        replace(right, n=0),
        replace(right, n=-1),
        replace(right, epoch=1),
        replace(right, head=bytes(32)),
        ack(writer, 1),
    ):
        assert done(ledger.greeted(1, Hello(false))) == [Close(1, "hello")]


def test_who_says_hello_on_another_history_has_the_proof_against_him_who_ordered_both() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 1)
    other = ack(writer, 0, writer.last.n - 2, head=bytes(32))
    assert sent(ledger.greeted(1, Hello(other))) == [], "later entries would only look unsigned there"
    assert ledger.evidence is not None
    assert ledger.evidence.code == Wrong.HEADS


def test_an_entry_that_is_wanted_is_answered_with_its_order() -> None:
    writer = moment(asks("lot"))
    ledger = ledger_at(writer, 0)
    assert sent(ledger.wanted(1, writer.last.n)) == [Acked(order_ack(writer))]
    for n in (-1, 0, writer.last.n + 1):
        assert sent(ledger.wanted(1, n)) == []


def test_a_recalled_ledger_is_where_it_was() -> None:
    writer = story()[30].copy()
    ledger = ledger_at(writer, 0, final=0)
    assert ledger.match == writer.match
    assert ledger.final == writer.last.seen[0]  # what its own seat has built on was final
    assert ledger.heard_from(0) is None
    assert Call("commit", 3) not in writer.asked()[0]
