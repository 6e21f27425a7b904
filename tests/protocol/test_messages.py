"""What crosses a link: every message comes back as it was, and everything else is refused with one error.

How each message is written is held by `tests/vectors/message-*.vec`.
"""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventlog.checkpoint import Ack
from eventlog.codec import CodecError, encode
from eventlog.entry import STATEMENT_DEPTH, STATEMENT_MAX, Entry, EntryError, Statement, Stub
from protocol.effects import Acked, Hello, Message, Ordered, Say, Want
from protocol.messages import MESSAGE_MAX, BadMessage, decoded, encoded, message_from_plain, to_plain

HEAD, SIGNATURE = bytes([10]) * 32, bytes([11]) * 64
STATEMENT = Statement("wave", 1, 2, 3, HEAD, (4, "five", (b"6", None, True)))
ACK = Ack(1, 0, 7, HEAD, SIGNATURE)
MESSAGES: tuple[Message, ...] = (
    Say(STATEMENT, SIGNATURE),
    Ordered(Entry(9, 0, STATEMENT, SIGNATURE, SIGNATURE)),
    Ordered(Entry(9, 0, Stub(HEAD), SIGNATURE, SIGNATURE)),
    Acked(ACK),
    Hello(ACK),
    Hello(None),
    Want(5),
)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda each: type(each).__name__)
def test_a_message_comes_back(message: Message) -> None:
    assert message_from_plain(to_plain(message)) == message
    assert decoded(encoded(message)) == message


def longest() -> Statement:
    """A statement that is as long as one may be."""
    empty = Statement("wave", 0, 0, 0, HEAD, (bytes(60_000),))
    return replace(empty, body=(bytes(60_000 + STATEMENT_MAX - len(empty.encoded())),))


def test_the_longest_statement_fits() -> None:
    statement = longest()
    assert len(statement.encoded()) == STATEMENT_MAX
    top = 2**32 - 1
    entry = Entry(top, top, statement, SIGNATURE, SIGNATURE)
    for message in (Say(statement, SIGNATURE), Ordered(entry)):
        assert decoded(encoded(message)) == message


def test_a_longer_statement_does_not() -> None:
    statement = longest()
    long = replace(statement, body=(bytes(len(statement.body[0]) + 1),))  # type: ignore[arg-type] # bytes
    with pytest.raises(BadMessage):
        encoded(Say(long, SIGNATURE))
    with pytest.raises(BadMessage):
        decoded(encode(("say", long.plain(), SIGNATURE)))


def nested(depth: int) -> Any:
    value: Any = ()
    for _ in range(depth - 1):
        value = (value,)
    return value


def test_the_deepest_statement_fits() -> None:
    deepest = replace(STATEMENT, body=(nested(STATEMENT_DEPTH - 1),))
    message = Ordered(Entry(9, 0, deepest, SIGNATURE, SIGNATURE))
    assert decoded(encoded(message)) == message
    deeper = replace(STATEMENT, body=(nested(STATEMENT_DEPTH),))
    with pytest.raises(BadMessage):
        decoded(encode(("say", deeper.plain(), SIGNATURE)))


ack = ACK.to_plain()
entry = Entry(9, 0, STATEMENT, SIGNATURE, SIGNATURE).to_plain()


@pytest.mark.parametrize(
    "plain",
    [
        None,
        5,
        "want",
        (),
        ("want",),
        ("want", 5, 5),
        ("want", 0),
        ("want", -1),
        ("want", 2**32),
        ("want", True),
        ("want", "5"),
        (b"want", 5),
        ("hello",),
        ("hello", 3, HEAD),
        ("hello", ()),
        ("hello", ack[:-1]),
        ("hello", (1, 0, 0, HEAD, SIGNATURE)),
        ("ack", None),
        ("ack", *ack),
        ("ack", (1, 0, 0, HEAD, SIGNATURE)),
        ("ack", (-1, 0, 7, HEAD, SIGNATURE)),
        ("ack", (1, 0, 2**32, HEAD, SIGNATURE)),
        ("ack", (1, 0, 7, HEAD[1:], SIGNATURE)),
        ("ack", (1, 0, 7, HEAD, SIGNATURE[1:])),
        ("entry", entry[:-1]),
        ("entry", (0, *entry[1:])),
        ("entry", (*entry[:2], HEAD[1:], *entry[3:])),
        ("say", STATEMENT.plain()),
        ("say", STATEMENT.plain(), SIGNATURE[1:]),
        ("say", STATEMENT.plain(), SIGNATURE, SIGNATURE),
        ("say", HEAD, SIGNATURE),
        ("say", (), SIGNATURE),
        ("wave", ack),
    ],
    ids=repr,
)
def test_what_is_no_message(plain: Any) -> None:
    with pytest.raises(BadMessage):
        message_from_plain(plain)
    with pytest.raises(BadMessage):
        decoded(encode(plain))


def test_what_is_too_long_is_not_even_read() -> None:
    with pytest.raises(BadMessage):
        decoded(bytes(MESSAGE_MAX + 1))


@given(st.binary(max_size=200))
def test_any_bytes_have_an_answer(data: bytes) -> None:
    try:
        message = decoded(data)
    except BadMessage:
        return
    assert encoded(message) == data


def test_a_message_with_a_few_changed_bytes_has_an_answer() -> None:
    source = random.Random(5)
    refused = 0
    for message in MESSAGES:
        right = encoded(message)
        for _ in range(200):
            data = bytearray(right)
            for _ in range(source.randint(1, 3)):
                data[source.randrange(len(data))] = source.randrange(256)
            try:
                assert encoded(decoded(bytes(data))) == data
            except BadMessage:
                refused += 1
            except (CodecError, EntryError):
                pytest.fail("there is one error")
    assert refused > 100
