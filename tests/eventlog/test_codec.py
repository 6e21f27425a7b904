"""Law 8: every value has one encoding, and nothing else is accepted. Any bytes give a value or a reason."""

import tracemalloc
from contextlib import suppress
from enum import IntEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventlog.codec import MAX_DEPTH, Plain, decode, encode
from eventlog.errors import CodecError, CodecReason
from tests.eventlog import reference

scalars: st.SearchStrategy[Plain] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(1 << 63), (1 << 64) - 1),
    st.sampled_from([127, 128, 255, 256, 65535, 65536, -32, -33, -128, -129, -32768, -32769, 1 << 32]),
    st.binary(max_size=40),
    st.text(st.characters(codec="utf-8"), max_size=40),
    st.sampled_from([31, 32, 255, 256, 65535, 65536]).map(bytes),
    st.sampled_from([31, 32, 255, 256, 65535, 65536]).map(lambda size: "x" * size),
)


def arrays(depth: int) -> st.SearchStrategy[Plain]:
    items = scalars if depth == 1 else st.one_of(scalars, arrays(depth - 1))
    return st.lists(items, max_size=4).map(tuple)


values: st.SearchStrategy[Plain] = st.one_of(scalars, arrays(MAX_DEPTH))
bytes_like_msgpack = st.lists(
    st.one_of(
        st.sampled_from(range(0x90, 0xE4)).map(lambda head: bytes([head])),
        st.binary(max_size=5),
        st.sampled_from([b"\x91", b"\x92\x01", b"\xdc\x00\x02", b"\xdd\x00\x00\x00\x01", b"\xcc\x01", b"\xd9\x01a"]),
    ),
    max_size=12,
).map(b"".join)


def nested(depth: int, inner: Plain = None) -> Plain:
    value = inner
    for _ in range(depth):
        value = (value,)
    return value


@given(values)
def test_law_8_a_value_comes_back(value: Plain) -> None:
    assert decode(encode(value)) == value


@given(values)
def test_types_come_back_too(value: Plain) -> None:
    # `True == 1` and `() == ()`: equality alone would let a bool turn into an integer.
    assert repr(decode(encode(value))) == repr(value)


@given(values)
def test_two_encoders_agree(value: Plain) -> None:
    assert encode(value) == reference.encoded(value)


@given(st.one_of(st.binary(max_size=60), bytes_like_msgpack))
def test_law_8_any_bytes_give_a_value_or_a_reason(data: bytes) -> None:
    with suppress(CodecError):
        value = decode(data)
        assert reference.encoded(value) == data


@given(values, st.data())
def test_law_8_one_byte_changed(value: Plain, data: st.DataObject) -> None:
    encoding = bytearray(encode(value))
    place = data.draw(st.integers(0, len(encoding) - 1))
    encoding[place] ^= data.draw(st.integers(1, 255))
    with suppress(CodecError):
        changed = decode(bytes(encoding))
        assert reference.encoded(changed) == encoding


@given(values, st.binary(min_size=1, max_size=3))
def test_what_follows_a_value_is_refused(value: Plain, rest: bytes) -> None:
    with pytest.raises(CodecError, match=CodecReason.TRAILING.value):
        decode(encode(value) + rest)


@given(values)
def test_every_beginning_is_refused(value: Plain) -> None:
    encoding = encode(value)
    for size in {0, 1, len(encoding) // 2, len(encoding) - 1} - {len(encoding)}:
        with pytest.raises(CodecError, match=CodecReason.TRUNCATED.value):
            decode(encoding[:size])


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x80", CodecReason.TYPE),  # map
        (b"\xde\x00\x00", CodecReason.TYPE),  # map 16
        (b"\xdf\x00\x00\x00\x00", CodecReason.TYPE),  # map 32
        (b"\xca\x00\x00\x00\x00", CodecReason.TYPE),  # float 32
        (b"\xcb" + bytes(8), CodecReason.TYPE),  # float 64
        (b"\xd4\x01\x00", CodecReason.TYPE),  # extension
        (b"\xd6\xff\x00\x00\x00\x00", CodecReason.TYPE),  # timestamp
        (b"\xc7\x00\x01", CodecReason.TYPE),  # extension 8
        (b"\xc1", CodecReason.TYPE),  # never used
        (b"\x92\x01\x81\x01\x02", CodecReason.TYPE),  # a map inside
        (b"\xa1\xff", CodecReason.TEXT),
        (b"\xa3\xed\xa0\x80", CodecReason.TEXT),  # a lone surrogate in UTF-8 style
        (b"\xa2\xc0\x80", CodecReason.TEXT),  # overlong
        (b"\xcc\x01", CodecReason.NOT_CANONICAL),
        (b"\xcd\x00\xff", CodecReason.NOT_CANONICAL),
        (b"\xcf\x00\x00\x00\x00\xff\xff\xff\xff", CodecReason.NOT_CANONICAL),
        (b"\xd0\x01", CodecReason.NOT_CANONICAL),
        (b"\xd0\xff", CodecReason.NOT_CANONICAL),
        (b"\xd3\x00\x00\x00\x00\x00\x00\x00\x01", CodecReason.NOT_CANONICAL),
        (b"\xd9\x01a", CodecReason.NOT_CANONICAL),
        (b"\xc5\x00\x01a", CodecReason.NOT_CANONICAL),
        (b"\xdc\x00\x01\xc0", CodecReason.NOT_CANONICAL),
        (b"\xdd\x00\x00\x00\x00", CodecReason.NOT_CANONICAL),
        (b"\xdd\xff\xff\xff\xff", CodecReason.TRUNCATED),
        (b"\xc6\xff\xff\xff\xff", CodecReason.TRUNCATED),
        (b"\xdb\xff\xff\xff\xffabc", CodecReason.TRUNCATED),
        (b"\xdc\x00", CodecReason.TRUNCATED),
        (b"\xc4", CodecReason.TRUNCATED),
        (b"", CodecReason.TRUNCATED),
    ],
)
def test_refused_bytes(data: bytes, reason: CodecReason) -> None:
    with pytest.raises(CodecError) as caught:
        decode(data)
    assert caught.value.reason is reason


def test_nesting_has_a_limit_on_both_sides() -> None:
    deepest = nested(MAX_DEPTH)
    assert decode(encode(deepest)) == deepest
    with pytest.raises(CodecError, match=CodecReason.TOO_DEEP.value):
        encode(nested(MAX_DEPTH + 1))
    with pytest.raises(CodecError, match=CodecReason.TOO_DEEP.value):
        decode(b"\x91" * MAX_DEPTH + b"\x90")
    with pytest.raises(CodecError, match=CodecReason.TOO_DEEP.value):
        decode(b"\x91" * 500_000 + b"\xc0")


def test_a_caller_may_ask_for_less_depth() -> None:
    assert encode(nested(2), depth=2) == b"\x91\x91\xc0"
    with pytest.raises(CodecError, match=CodecReason.TOO_DEEP.value):
        encode(nested(3), depth=2)
    with pytest.raises(CodecError, match=CodecReason.TOO_DEEP.value):
        decode(b"\x91\x91\x91\xc0", depth=2)


def test_length_has_a_limit_on_both_sides() -> None:
    longest = bytes(98)  # two bytes of header
    assert len(encode(longest, limit=100)) == 100
    assert decode(encode(longest), limit=100) == longest
    with pytest.raises(CodecError, match=CodecReason.TOO_LONG.value):
        encode(bytes(99), limit=100)
    with pytest.raises(CodecError, match=CodecReason.TOO_LONG.value):
        decode(encode(bytes(99)), limit=100)


@pytest.mark.parametrize(
    "data",
    [
        b"\xdd\x00\x0f\xff\xff" * 200_000,  # each header announces a million elements
        b"\xdd\x00\x0f\xff\xf0" + b"\xdd\x00\x0f\xff\x00" * 7 + b"\xc0" * 900_000,
        b"\x91" * 1_000_000,
        b"\xc6\x7f\xff\xff\xff" + bytes(1000),
    ],
    ids=["headers", "eight large arrays", "nesting", "one length"],
)
def test_announced_lengths_cost_nothing(data: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(CodecError):
            decode(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1 << 20


class Suit(IntEnum):
    HEARTS = 2


@pytest.mark.parametrize(
    "value",
    [1.5, {}, {"a": 1}, [1], (1, [2]), bytearray(b"x"), frozenset(), Suit.HEARTS, (1, (Suit.HEARTS,)), object()],
)
def test_what_has_no_encoding(value: Any) -> None:
    with pytest.raises(CodecError, match=CodecReason.TYPE.value):
        encode(value)


@pytest.mark.parametrize("value", [1 << 64, -(1 << 63) - 1, (0, (1 << 64,))])
def test_integers_that_are_too_large(value: Plain) -> None:
    with pytest.raises(CodecError, match=CodecReason.INTEGER.value):
        encode(value)


def test_text_that_is_no_text() -> None:
    with pytest.raises(CodecError, match=CodecReason.TEXT.value):
        encode("\ud800")
