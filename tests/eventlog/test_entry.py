"""Statements and entries: shape, limits, digests, stubs."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventlog.codec import Plain, decode, encode
from eventlog.entry import (
    KIND_MAX,
    NUMBER_MAX,
    STATEMENT_DEPTH,
    STATEMENT_MAX,
    Entry,
    Genesis,
    Statement,
    Stub,
    entry_from_plain,
)
from eventlog.errors import EntryError, EntryReason
from tests.eventlog import reference
from tests.eventlog.test_codec import nested, scalars

GAME = bytes(range(32))
HEAD = b"h" * 32
SIGNATURE = b"s" * 64

numbers = st.integers(0, NUMBER_MAX)
statements = st.builds(
    Statement,
    kind=st.text(st.characters(codec="utf-8"), min_size=1, max_size=KIND_MAX),
    seat=numbers,
    seq=numbers,
    seen=numbers,
    seen_head=st.binary(min_size=32, max_size=32),
    body=st.lists(st.one_of(scalars.filter(lambda value: len(repr(value)) < 1000), st.just((1, (b"x",))))).map(tuple),
)
signatures = st.binary(min_size=64, max_size=64)
entries = st.builds(
    Entry,
    n=st.integers(1, NUMBER_MAX),
    epoch=numbers,
    statement=st.one_of(statements, st.builds(Stub, st.binary(min_size=32, max_size=32))),
    signature=signatures,
    order_signature=signatures,
)


def said(*body: Plain) -> Statement:
    return Statement("act", 1, 2, 3, HEAD, body)


@given(statements)
def test_a_statement_comes_back(statement: Statement) -> None:
    assert Statement.from_plain(decode(statement.encoded())) == statement


@given(statements)
def test_the_digest(statement: Statement) -> None:
    expected = reference.hashed("statement", GAME, reference.encoded(statement.plain()))
    assert statement.digest(GAME) == expected
    assert statement.digest(GAME) == expected
    assert statement.digest(bytes(32)) != expected  # the next call is for another game, and not from memory
    assert statement.digest(GAME) == expected


@given(entries)
def test_an_entry_comes_back(entry: Entry) -> None:
    assert entry_from_plain(decode(encode(entry.to_plain()))) == entry


def test_remembered_encodings_do_not_change_a_value() -> None:
    asked, fresh = said(1), said(1)
    asked.digest(GAME)
    assert asked == fresh
    assert hash(asked) == hash(fresh)
    assert repr(asked) == repr(fresh)


def test_a_stub_keeps_the_digest() -> None:
    entry = Entry(4, 0, said(b"secret"), SIGNATURE, SIGNATURE)
    stub = entry.redacted(GAME)
    assert stub.digest(GAME) == entry.digest(GAME)
    assert stub.redacted(GAME) == stub
    assert b"secret" not in encode(stub.to_plain())
    assert entry_from_plain(stub.to_plain()) == stub


good: tuple[Plain, ...] = ("act", 1, 2, 3, HEAD, "body")


def with_item(plain: tuple[Plain, ...], place: int, item: Plain) -> tuple[Plain, ...]:
    return (*plain[:place], item, *plain[place + 1 :])


@pytest.mark.parametrize(
    ("plain", "reason"),
    [
        (None, EntryReason.SHAPE),
        ("act", EntryReason.SHAPE),
        (good[:4], EntryReason.SHAPE),
        (with_item(good, 0, b"act"), EntryReason.SHAPE),
        (with_item(good, 0, ""), EntryReason.KIND),
        (with_item(good, 0, "k" * (KIND_MAX + 1)), EntryReason.KIND),
        (with_item(good, 1, True), EntryReason.SHAPE),
        (with_item(good, 1, "1"), EntryReason.SHAPE),
        (with_item(good, 1, -1), EntryReason.RANGE),
        (with_item(good, 2, NUMBER_MAX + 1), EntryReason.RANGE),
        (with_item(good, 3, None), EntryReason.SHAPE),
        (with_item(good, 4, HEAD[:-1]), EntryReason.SIZE),
        (with_item(good, 4, "h" * 32), EntryReason.SHAPE),
        (with_item(good, 5, bytes(STATEMENT_MAX)), EntryReason.TOO_LONG),
        (with_item(good, 5, nested(STATEMENT_DEPTH)), EntryReason.TOO_DEEP),
    ],
)
def test_what_is_no_statement(plain: Plain, reason: EntryReason) -> None:
    with pytest.raises(EntryError) as caught:
        Statement.from_plain(plain)
    assert caught.value.reason is reason


def test_the_longest_statement() -> None:
    room = STATEMENT_MAX - len(said(b"").encoded()) - 1  # the length of 64 KiB takes one byte more than that of nothing
    longest = said(bytes(room))
    assert len(longest.encoded()) == STATEMENT_MAX
    assert Statement.from_plain(longest.plain()) == longest
    with pytest.raises(EntryError, match=EntryReason.TOO_LONG.value):
        said(bytes(room + 1)).encoded()


def test_the_deepest_statement_still_fits_into_a_file() -> None:
    deepest = said(nested(STATEMENT_DEPTH - 1))
    entry = Entry(1, 0, deepest, SIGNATURE, SIGNATURE)
    frame: Plain = (None, (entry.to_plain(),))
    assert decode(encode(frame)) == frame


def test_a_body_must_be_plain() -> None:
    body: Any = ([1],)
    with pytest.raises(EntryError, match=EntryReason.NOT_PLAIN.value):
        said(*body).encoded()


entry_plain: tuple[Plain, ...] = (1, 0, good, SIGNATURE, SIGNATURE)
genesis_plain: tuple[Plain, ...] = (0, 0, ("start", 1, "body"), (SIGNATURE, SIGNATURE))


@pytest.mark.parametrize(
    ("plain", "reason"),
    [
        (None, EntryReason.SHAPE),
        ((), EntryReason.SHAPE),
        (entry_plain[:4], EntryReason.SHAPE),
        ((*entry_plain, 1), EntryReason.SHAPE),
        (with_item(entry_plain, 0, -1), EntryReason.RANGE),
        (with_item(entry_plain, 0, True), EntryReason.SHAPE),
        (with_item(entry_plain, 1, "0"), EntryReason.SHAPE),
        (with_item(entry_plain, 2, HEAD[:31]), EntryReason.SIZE),
        (with_item(entry_plain, 2, None), EntryReason.SHAPE),
        (with_item(entry_plain, 3, SIGNATURE[:63]), EntryReason.SIZE),
        (with_item(entry_plain, 4, None), EntryReason.SHAPE),
        (genesis_plain[:3], EntryReason.SHAPE),
        ((*genesis_plain, SIGNATURE), EntryReason.SHAPE),
        (with_item(genesis_plain, 1, 1), EntryReason.RANGE),
        (with_item(genesis_plain, 2, HEAD), EntryReason.SHAPE),  # entry 0 names the keys: no stub of it
        (with_item(genesis_plain, 2, ()), EntryReason.SHAPE),
        (with_item(genesis_plain, 2, ("name",)), EntryReason.KIND),
        (with_item(genesis_plain, 3, SIGNATURE), EntryReason.SHAPE),
        (with_item(genesis_plain, 3, (SIGNATURE[:63],)), EntryReason.SIZE),
    ],
)
def test_what_is_no_entry(plain: Plain, reason: EntryReason) -> None:
    with pytest.raises(EntryError) as caught:
        entry_from_plain(plain)
    assert caught.value.reason is reason


def test_entry_0_is_read_as_such_only() -> None:
    assert entry_from_plain(genesis_plain) == Genesis((1, "body"), (SIGNATURE, SIGNATURE))
    with pytest.raises(EntryError):
        Entry.from_plain(with_item(entry_plain, 0, 0))
    with pytest.raises(EntryError):
        Genesis.from_plain(with_item(genesis_plain, 0, 1))


def test_the_game_is_the_hash_of_entry_0() -> None:
    genesis = Genesis.from_plain(genesis_plain)
    assert genesis.game == reference.hashed("game", reference.encoded(("start", 1, "body")))
    assert genesis.game == Genesis((1, "body"), ()).game  # signatures are no part of it
    assert Genesis.from_plain(genesis.to_plain()) == genesis


@given(st.recursive(scalars, lambda inner: st.lists(inner, max_size=6).map(tuple), max_leaves=20))
def test_any_plain_value_is_an_entry_or_has_a_reason(plain: Plain) -> None:
    try:
        entry = entry_from_plain(plain)
    except EntryError:
        return
    assert entry.to_plain() == plain
