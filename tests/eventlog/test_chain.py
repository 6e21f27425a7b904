"""The chain against a log written by the reference, and every way an entry can fail to follow."""

from dataclasses import replace

import pytest

from eventlog.chain import Chain, ack_message, next_head
from eventlog.entry import Entry, Genesis, Statement
from eventlog.errors import ChainFault, ChainReason
from eventlog.hashing import u32
from eventlog.keys import SigningKey
from tests.eventlog.reference import Party, Table, hashed, short_table


@pytest.fixture(scope="module")
def table() -> Table:
    return short_table()


def begun(table: Table) -> Chain:
    chain = Chain.begin(Genesis.from_plain(table.entries[0]), table.keys)
    assert isinstance(chain, Chain)
    return chain


def author(table: Table, entry: Entry) -> tuple[bytes, ...]:
    assert isinstance(entry.statement, Statement)
    return (table.keys[entry.statement.seat],)


def test_heads_are_those_of_the_reference(table: Table) -> None:
    chain = begun(table)
    assert (chain.game, chain.length, chain.epoch, chain.head) == (table.game, 1, 0, table.heads[0])
    for n in range(1, len(table.entries)):
        entry = Entry.from_plain(table.entries[n])
        following = chain.append(entry, authors=author(table, entry), orderer=table.device.public)
        assert following == Chain(table.game, n + 1, 0, table.heads[n])
        assert following == chain.extended(entry)
        chain = following


def test_a_redacted_log_has_the_same_heads(table: Table) -> None:
    chain = begun(table)
    for plain in table.entries[1:]:
        stub = Entry.from_plain(plain).redacted(table.game)
        following = chain.append(stub, authors=table.keys, orderer=table.device.public)
        assert isinstance(following, Chain)
        chain = following
    assert chain.head == table.heads[-1]


def test_formulas() -> None:
    head, digest, game = b"h" * 32, b"d" * 32, b"g" * 32
    assert next_head(head, 5, 2, digest) == hashed("entry", head, u32(5), u32(2), digest)
    assert ack_message(game, 2, 5, head) == hashed("ack", game, u32(2), u32(5), head)


def test_entry_0_needs_every_signature(table: Table) -> None:
    genesis = Genesis.from_plain(table.entries[0])
    assert Chain.begin(genesis, table.keys[:-1]) == ChainFault(0, ChainReason.KEYS)
    for who in range(len(table.keys)):
        signatures = list(genesis.signatures)
        signatures[who] = Party("a stranger").sign(table.game)
        fault = Chain.begin(replace(genesis, signatures=tuple(signatures)), table.keys)
        assert fault == ChainFault(0, ChainReason.GENESIS_SIGNATURE, who)


def test_entry_0_changed(table: Table) -> None:
    genesis = Genesis.from_plain(table.entries[0])
    fault = Chain.begin(replace(genesis, body=(*genesis.body, None)), table.keys)
    assert fault == ChainFault(0, ChainReason.GENESIS_SIGNATURE, 0)


def bad(signature: bytes) -> bytes:
    return bytes([signature[0] ^ 1]) + signature[1:]


def test_faults(table: Table) -> None:
    chain = begun(table)
    entry = Entry.from_plain(table.entries[1])
    second = Entry.from_plain(table.entries[2])
    assert isinstance(entry.statement, Statement)
    other_words = replace(entry.statement, body=("seat", "Eve", bytes(16)))

    def fault(candidate: Entry) -> ChainFault | None:
        return chain.fault(candidate, authors=author(table, candidate), orderer=table.device.public)

    assert fault(entry) is None
    assert fault(second) == ChainFault(2, ChainReason.NUMBER)
    assert fault(replace(second, n=1)) == ChainFault(1, ChainReason.ORDER_SIGNATURE)
    assert fault(replace(entry, statement=other_words)) == ChainFault(1, ChainReason.AUTHOR_SIGNATURE)
    assert fault(replace(entry, signature=bad(entry.signature))) == ChainFault(1, ChainReason.AUTHOR_SIGNATURE)
    assert fault(replace(entry, epoch=1)) == ChainFault(1, ChainReason.ORDER_SIGNATURE)
    order_signature = bad(entry.order_signature)
    assert fault(replace(entry, order_signature=order_signature)) == ChainFault(1, ChainReason.ORDER_SIGNATURE)
    wrong_author = chain.fault(entry, authors=(table.keys[1],), orderer=table.device.public)
    assert wrong_author == ChainFault(1, ChainReason.AUTHOR_SIGNATURE)
    wrong_orderer = chain.fault(entry, authors=author(table, entry), orderer=Party("device 1").public)
    assert wrong_orderer == ChainFault(1, ChainReason.ORDER_SIGNATURE)
    assert chain.fault(entry, authors=(), orderer=table.device.public) == wrong_author


def test_append_reports_the_same(table: Table) -> None:
    second = Entry.from_plain(table.entries[2])
    got = begun(table).append(second, authors=table.keys, orderer=table.device.public)
    assert got == ChainFault(2, ChainReason.NUMBER)


def test_epochs_may_skip_but_never_go_back(table: Table) -> None:
    chain = begun(table)
    orderer = SigningKey(table.device.seed)
    speaker = SigningKey(table.seats[0].seed)

    def following(seq: int, epoch: int) -> Entry:
        statement = Statement("act", 0, seq, 0, chain.game, ())
        return chain.ordered(statement, speaker.sign(statement.digest(chain.game)), epoch=epoch, orderer=orderer)

    later = chain.append(following(0, 3), authors=(speaker.public,), orderer=orderer.public)
    assert isinstance(later, Chain)
    assert later.epoch == 3
    chain = later
    fault = chain.append(following(1, 2), authors=(speaker.public,), orderer=orderer.public)
    assert fault == ChainFault(2, ChainReason.EPOCH)


def test_the_orderer_writes_what_the_reference_writes(table: Table) -> None:
    chain = begun(table)
    orderer = SigningKey(table.device.seed)
    for plain in table.entries[1:]:
        entry = Entry.from_plain(plain)
        assert chain.ordered(entry.statement, entry.signature, epoch=0, orderer=orderer) == entry
        chain = chain.extended(entry)


def test_another_game_is_another_chain(table: Table) -> None:
    entry = Entry.from_plain(table.entries[1])
    chain = replace(begun(table), game=b"g" * 32)
    fault = chain.fault(entry, authors=author(table, entry), orderer=table.device.public)
    assert fault == ChainFault(1, ChainReason.AUTHOR_SIGNATURE)
