"""Evidence: what convicts, and that nothing convicts who has done nothing. Samples: `tests/vectors/evidence-*.vec`."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventlog.checkpoint import Ack
from eventlog.codec import decode, encode
from eventlog.entry import Entry, Statement
from protocol.accusing import (
    BY_STATEMENT,
    ack_evidence,
    convicted,
    entry_evidence,
    proof_evidence,
    statement_evidence,
)
from protocol.offences import Guilt, Wrong
from protocol.statements import Accuse, Lot, LotOpen, Name, OfDeck
from tests.protocol.writer import Writer, asks, begun, message_of, moment, statement_of, story

SALT = bytes(16)


def by_statement(writer: Writer, statement: Statement, signature: bytes | None = None) -> Guilt | None:
    signature = writer.signature(statement) if signature is None else signature
    return convicted(Accuse(BY_STATEMENT, (statement_evidence(statement, signature),)), writer.match)


def by_order(writer: Writer, entry: Entry) -> Guilt | None:
    return convicted(Accuse(Wrong.ORDER, (entry_evidence(entry),)), writer.match)


def ack(writer: Writer, device: int, head: bytes, n: int = 5) -> bytes:
    game, key = writer.last.terms.game_id, writer.devices[device]
    return ack_evidence(Ack.make(game, device=device, epoch=0, n=n, head=head, key=key))


# ---- one statement ---------------------------------------------------------------------------------------------------


def test_a_statement_that_is_wrong_where_its_author_stood() -> None:
    writer = moment(asks("lot"))
    guilt = by_statement(writer, writer.statement(1, LotOpen(1, bytes(32))))
    assert guilt is not None
    assert (guilt.seat, guilt.device, guilt.wrong) == (1, 1, Wrong.UNCALLED)
    assert guilt.offence is not None
    assert guilt.offence.kind == "lot_open"


def test_a_statement_that_is_right_convicts_nobody() -> None:
    writer = moment(asks("lot"))
    assert by_statement(writer, writer.statement(1, writer.answer(1, "lot"))) is None


@pytest.mark.parametrize("seats", [2, 3])
def test_nothing_that_an_honest_game_holds_convicts_anybody(seats: int) -> None:
    """Whatever was said, by whatever code, at any later moment: an accuser has the whole log to choose from."""
    for writer in story(seats)[::13]:
        entries = [entry for entry in writer.entries if isinstance(entry, Entry)]
        things = [statement_evidence(statement_of(writer, entry.n), entry.signature) for entry in entries]
        for thing in things:
            assert convicted(Accuse(BY_STATEMENT, (thing,)), writer.match) is None
        for entry in entries:
            assert by_order(writer, entry) is None
        for one, other in zip(things, things[1:] + things[:1], strict=True):
            assert convicted(Accuse(Wrong.TWICE, (one, other)), writer.match) is None
        for joint in writer.last.decks():
            for kind in ("shuffle", "answer", "lock", "reveal", "share"):
                for player in range(seats):
                    proof = proof_evidence(joint.number, kind, player)
                    assert convicted(Accuse(Wrong.PROOF, (proof,)), writer.match) is None


def test_only_the_author_signs_his_guilt() -> None:
    writer = moment(asks("lot"))
    bad = writer.statement(1, LotOpen(1, bytes(32)))
    other = writer.vault.keys[0].sign(bad.digest(writer.last.terms.game_id))
    assert by_statement(writer, bad, bytes(64)) is None
    assert by_statement(writer, bad, other) is None
    assert by_statement(writer, replace(bad, seat=7), other) is None


def test_a_statement_of_another_game_is_no_evidence() -> None:
    writer, other = moment(asks("lot")), begun(seed=2)
    bad = other.statement(1, Name("seat", "x" * 33, SALT))
    assert by_statement(other, bad) is not None
    assert by_statement(writer, bad, other.signature(bad)) is None


def test_a_statement_on_another_history_is_no_evidence() -> None:
    writer = moment(asks("lot"))
    assert by_statement(writer, replace(writer.statement(1, LotOpen(1, bytes(32))), seen_head=bytes(32))) is None


# ---- two statements --------------------------------------------------------------------------------------------------


def test_two_statements_with_one_number() -> None:
    writer = moment(asks("lot"))
    one, other = (writer.statement(1, Lot(1, bytes([number]) * 32)) for number in (1, 2))
    things = tuple(statement_evidence(each, writer.signature(each)) for each in (one, other))
    guilt = convicted(Accuse(Wrong.TWICE, things), writer.match)
    assert guilt is not None
    assert (guilt.seat, guilt.device, guilt.wrong) == (1, 1, Wrong.TWICE)


def test_two_statements_convict_however_old_they_are() -> None:
    early, late = begun(), story()[-1]
    one, other = (early.statement(1, Name("seat", text, SALT)) for text in ("Ben", "Eve"))
    things = tuple(statement_evidence(each, early.signature(each)) for each in (one, other))
    assert convicted(Accuse(Wrong.TWICE, things), late.match) is not None


# ---- two heads -------------------------------------------------------------------------------------------------------


def test_two_heads_of_one_place() -> None:
    writer = moment(asks("lot"))
    accusation = Accuse(Wrong.HEADS, (ack(writer, 1, b"a" * 32), ack(writer, 1, b"b" * 32)))
    assert convicted(accusation, writer.match) == Guilt(None, 1, Wrong.HEADS)


@pytest.mark.parametrize(("device", "n"), [(0, 5), (1, 6)])
def test_two_heads_of_two_places_or_devices(device: int, n: int) -> None:
    writer = moment(asks("lot"))
    accusation = Accuse(Wrong.HEADS, (ack(writer, 1, b"a" * 32), ack(writer, device, b"b" * 32, n)))
    assert convicted(accusation, writer.match) is None


def test_an_order_signature_is_an_ack_of_the_orderer() -> None:
    """So one that orders two entries with one number is convicted by both."""
    writer = moment(asks("lot"))
    entries = [writer.ordered(writer.statement(seat, writer.answer(seat, "lot"))) for seat in (0, 1)]
    heads = [writer.last.chain.extended(entry).head for entry in entries]
    acks = [
        ack_evidence(Ack(0, 0, entry.n, head, entry.order_signature))
        for entry, head in zip(entries, heads, strict=True)
    ]
    assert convicted(Accuse(Wrong.HEADS, tuple(acks)), writer.match) == Guilt(None, 0, Wrong.HEADS)


# ---- an order --------------------------------------------------------------------------------------------------------


def wrong_orders(writer: Writer) -> dict[str, Entry]:
    right = writer.statement(1, writer.answer(1, "lot"))
    previous = writer.last.n - 1
    stale = replace(right, seen=previous, seen_head=writer.at(previous).chain.head)
    bad_signature = writer.last.chain.ordered(right, bytes(64), epoch=0, orderer=writer.devices[0])
    return {
        "of an offence": writer.ordered(writer.statement(1, LotOpen(1, bytes(32)))),
        "of a number twice": writer.ordered(replace(right, seq=0)),
        "of a number to come": writer.ordered(replace(right, seq=right.seq + 1)),
        "of what was not seen yet": writer.ordered(replace(right, seen=right.seen + 1)),
        "of another history": writer.ordered(replace(right, seen_head=bytes(32))),
        "of what nobody signed": bad_signature,
        "of what was not asked then": writer.ordered(stale),
    }


@pytest.mark.parametrize("name", sorted(wrong_orders(moment(asks("lot")))))
def test_the_orderer_signs_only_what_may_be_ordered(name: str) -> None:
    writer = moment(asks("lot"))
    guilt = by_order(writer, wrong_orders(writer)[name])
    assert guilt == Guilt(None, 0, Wrong.ORDER)


def test_an_order_on_less_than_before_convicts_also_when_that_is_forgotten() -> None:
    writer = moment(lambda each: each.last.n == 40)
    old = replace(writer.statement(1, Lot(1, bytes(32))), seen=0, seen_head=story()[0].last.chain.head)
    assert by_order(writer, writer.ordered(old)) == Guilt(None, 0, Wrong.ORDER)


def test_who_does_not_order_cannot_be_convicted_by_an_order() -> None:
    writer = moment(asks("lot"))
    bad = writer.statement(1, LotOpen(1, bytes(32)))
    for orderer in (writer.devices[1], writer.vault.keys[0]):
        forged = writer.last.chain.ordered(bad, writer.signature(bad), epoch=0, orderer=orderer)
        assert by_order(writer, forged) is None


def test_a_right_order_convicts_nobody_at_any_later_moment() -> None:
    writer = moment(asks("lot"))
    right = writer.ordered(writer.statement(1, writer.answer(1, "lot")))
    assert by_order(writer, right) is None
    writer.put(right)
    for _ in range(6):
        writer.go_on()
        assert by_order(writer, right) is None


# ---- proofs ----------------------------------------------------------------------------------------------------------


def false_proof(kind: str) -> Writer:
    """Seat 1 says something whose shape and numbers are right, and whose proof is not."""
    writer = moment(asks(kind, 1))
    said = writer.answer(1, kind)
    message = message_of(said)
    field = "answers" if kind == "answer" else "responses"
    changed = replace(message, **{field: getattr(message, field)[::-1]})
    writer.say(1, OfDeck(2, changed))
    return writer


@pytest.mark.parametrize("kind", ["answer", "lock"])
def test_a_proof_that_fails_is_run_again_by_everybody(kind: str) -> None:
    writer = false_proof(kind)
    if kind == "answer" and writer.kinds()[0] == ("answer",):
        writer.say(0, writer.answer(0, "answer"))
    guilt = convicted(Accuse(Wrong.PROOF, (proof_evidence(2, kind, 1),)), writer.match)
    assert guilt is not None
    assert (guilt.seat, guilt.device, guilt.wrong) == (1, 1, Wrong.PROOF)
    assert guilt.offence is not None
    assert guilt.offence.fault is not None
    for other in (proof_evidence(2, kind, 0), proof_evidence(3, kind, 1), proof_evidence(2, "reveal", 1)):
        assert convicted(Accuse(Wrong.PROOF, (other,)), writer.match) is None


@pytest.mark.parametrize(
    "thing",
    [(2, "answer", -1), (2, "answer", 2), (2, "answer", "1"), ("2", "answer", 1), (2, b"answer", 1), (2, "answer"), 7],
)
def test_a_proof_is_named_by_deck_kind_and_player(thing: Any) -> None:
    writer = false_proof("answer")
    writer.say(0, writer.answer(0, "answer"))
    assert convicted(Accuse(Wrong.PROOF, (encode(thing),)), writer.match) is None


# ---- total -----------------------------------------------------------------------------------------------------------

codes = st.sampled_from([BY_STATEMENT, *Wrong, "", "rude"])


@given(codes, st.lists(st.binary(max_size=60), max_size=3).map(tuple))
def test_garbage_convicts_nobody(code: str, things: tuple[bytes, ...]) -> None:
    assert convicted(Accuse(code, things), story()[30].match) is None


def some_things() -> list[bytes]:
    writer = story()[30]
    entries = [entry for entry in writer.entries[-4:] if isinstance(entry, Entry)]
    things = [entry_evidence(entry) for entry in entries]
    things += [statement_evidence(statement_of(writer, entry.n), entry.signature) for entry in entries]
    return [*things, ack(writer, 1, b"a" * 32), proof_evidence(2, "lock", 1)]


THINGS = some_things()


@given(codes, st.lists(st.sampled_from(THINGS), max_size=2), st.integers(0, 10**6), st.integers(1, 255))
def test_no_changed_byte_convicts_anybody(code: str, things: list[bytes], at: int, change: int) -> None:
    """Whatever code it goes under: evidence is signed in full."""
    if things:
        first = bytearray(things[0])
        first[at % len(first)] ^= change
        things = [bytes(first), *things[1:]]
    assert convicted(Accuse(code, tuple(things)), story()[30].match) is None


def test_how_evidence_is_packed() -> None:
    writer = story()[30]
    entry = writer.entries[-1]
    assert isinstance(entry, Entry)
    statement = statement_of(writer)
    assert decode(statement_evidence(statement, b"s" * 64)) == (statement.encoded(), b"s" * 64)
    packed = (entry.n, entry.epoch, statement.encoded(), entry.signature, entry.order_signature)
    assert decode(entry_evidence(entry)) == packed
    assert decode(ack_evidence(Ack(1, 0, 5, b"h" * 32, b"s" * 64))) == (1, 0, 5, b"h" * 32, b"s" * 64)
    assert decode(proof_evidence(2, "lock", 1)) == (2, "lock", 1)
