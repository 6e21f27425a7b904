"""Bodies of statements as values. How each kind is written is held by the vectors in `tests/vectors`."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventlog.codec import decode, encode
from joker_lan.games import games
from protocol.deck.messages import MESSAGES
from protocol.statements import (
    SeatKey,
    Start,
    Unreadable,
    as_name,
    body_of,
    deck_number,
    is_name,
    kind_of,
    read_body,
    read_start,
    seats_of,
    start_body,
)

ACTIONS = games()["classic"].actions
KINDS = ("name", "open", "lot", "lot_open", "act", "agree", "accuse")
START = Start(
    format=1,
    table=b"table id",
    game="classic",
    rules_version=1,
    options=(("deals", "all"), ("strict", False)),
    rounds=32,
    devices=(b"d" * 32, b"e" * 32),
    seats=(SeatKey(b"a" * 32, 0, "person"), SeatKey(b"b" * 32, 1, "bot"), SeatKey(b"c" * 32, 1, "bot")),
    program="test 1",
)
START_BODY = (
    1,
    b"table id",
    "classic",
    1,
    (("deals", "all"), ("strict", False)),
    32,
    (b"d" * 32, b"e" * 32),
    ((b"a" * 32, 0, "person"), (b"b" * 32, 1, "bot"), (b"c" * 32, 1, "bot")),
    "test 1",
)

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.binary(max_size=40) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4).map(tuple),
    max_leaves=12,
)


def test_a_start_is_written_with_seats_as_three_fields() -> None:
    assert start_body(START) == START_BODY


def test_a_start_is_read_back() -> None:
    assert read_start(START_BODY) == START


@pytest.mark.parametrize(
    "body",
    [
        (),
        START_BODY[:-1],
        (*START_BODY, 0),
        (True, *START_BODY[1:]),
        (*START_BODY[:4], (("deals",),), *START_BODY[5:]),
        (*START_BODY[:7], (("seat_key", b"a" * 32, 0, "person"),), START_BODY[8]),
        (*START_BODY[:7], ((b"a" * 32, 0),), START_BODY[8]),
        (*START_BODY[:7], (b"a" * 32,), START_BODY[8]),
        (*START_BODY[:7], b"a" * 32, START_BODY[8]),
    ],
)
def test_what_has_not_the_shape_of_a_start_is_unreadable(body: Any) -> None:
    with pytest.raises(Unreadable):
        read_start(body)


def test_option_values_keep_their_type() -> None:
    """`True` and `1` are two values; a log that confuses them names other rules."""
    one = replace(START, options=(("deals", 1),))
    true = replace(START, options=(("deals", True),))
    assert encode(start_body(one)) != encode(start_body(true))
    assert read_start(start_body(true)).options == (("deals", True),)
    assert read_start(start_body(true)).options[0][1] is True


def test_seats_of_a_device() -> None:
    assert [seats_of(START, device) for device in range(3)] == [(0,), (1, 2), ()]


@pytest.mark.parametrize("kind", sorted(MESSAGES))
def test_messages_of_the_shuffle_begin_with_the_number_of_their_deck(kind: str) -> None:
    assert deck_number(kind, (7, b"")) == 7
    for body in ((), ("7",), (True,), (None,), ((7,),)):
        with pytest.raises(Unreadable):
            deck_number(kind, body)


@pytest.mark.parametrize("kind", [*KINDS, "sing", ""])
def test_other_kinds_belong_to_no_deck(kind: str) -> None:
    assert deck_number(kind, (7,)) is None


@given(st.sampled_from([*KINDS, *MESSAGES, "start", "sing"]), st.lists(plain, max_size=5).map(tuple))
def test_any_body_is_read_or_unreadable_and_what_is_read_is_written_the_same(kind: str, body: tuple[Any, ...]) -> None:
    try:
        said = read_body(kind, body, ACTIONS)
    except Unreadable:
        return
    assert kind_of(said) == kind
    assert encode(body_of(said)) == encode(body)


@given(st.lists(plain, max_size=9).map(tuple))
def test_any_start_is_read_or_unreadable(body: tuple[Any, ...]) -> None:
    try:
        start = read_start(body)
    except Unreadable:
        return
    assert decode(encode(start_body(start))) == body


@pytest.mark.parametrize("text", ["A", "Ада", "Mary Ann", "x" * 32, "🂡", "Zoë"])
def test_a_name(text: str) -> None:
    assert is_name(text)


@pytest.mark.parametrize("text", ["", " ", "x" * 33, " A", "A ", "A\nB", "A\x1b[31m", "\u202eA", "A\u200bB", "\x00"])
def test_no_name(text: str) -> None:
    """What would break a line, turn the writing direction or paint the terminal is no name."""
    assert not is_name(text)


@given(st.text(max_size=50))
def test_whatever_somebody_calls_himself_a_name_comes_out(text: str) -> None:
    assert is_name(as_name(text, "Seat 1"))
    if is_name(text):
        assert as_name(text, "Seat 1") == text


def test_what_is_left_of_a_name() -> None:
    assert as_name("  Ada\tLovelace ", "Seat 1") == "Ada Lovelace"
    assert as_name("\x1b[31mred", "Seat 1") == "[31mred"
    assert as_name("x" * 31 + " y", "Seat 1") == "x" * 31
    assert as_name(" \n", "Seat 1") == "Seat 1"
