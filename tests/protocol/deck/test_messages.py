"""Reading what players say: any values are a message or a fault, and nothing else."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventlog.codec import decode, encode
from protocol.deck.faults import Code, Fault
from protocol.deck.messages import MESSAGES, Commit, Cut, Lock, Ready, Share, parse

X = b"x" * 32
N, ROUNDS = 3, 2
BODIES: dict[str, tuple[Any, ...]] = {
    "commit": (X, X, X),
    "shuffle": (X, X, (X,) * N),
    "shadow": (X, (X,) * ROUNDS),
    "coin": (X, X),
    "answer": (X, (X,) * ROUNDS),
    "lock": (X, *((X,) * N,) * 5),
    "ready": (X,),
    "cut": (X, 2),
    "share": (X, ((0, X), (2, X))),
    "reveal": (X, X),
}


def test_every_kind_in_the_order_of_a_deck() -> None:
    assert tuple(MESSAGES) == tuple(BODIES)
    assert all(MESSAGES[kind].kind == kind for kind in MESSAGES)


@pytest.mark.parametrize("kind", BODIES)
def test_a_body_is_what_was_read(kind: str) -> None:
    message = parse(kind, decode(encode(BODIES[kind])), N, ROUNDS)
    assert not isinstance(message, Fault)
    assert message.kind == kind
    assert message.on == X
    assert message.body() == BODIES[kind]


def test_fields_in_their_order() -> None:
    assert parse("commit", (X, b"1" * 32, b"2" * 32), N, ROUNDS) == Commit(on=X, seed=b"1" * 32, coin=b"2" * 32)
    lists = [(bytes([number]) * 32,) * N for number in range(5)]
    assert parse("lock", (X, *lists), N, ROUNDS) == Lock(
        X, lists[0], lists[1], a=lists[2], b=lists[3], responses=lists[4]
    )
    assert parse("ready", (X,), N, ROUNDS) == Ready(X)


WRONG: list[tuple[str, object]] = [
    ("commit", (X, X)),
    ("commit", (X, X, X, X)),
    ("commit", [X, X, X]),
    ("commit", (X, X, b"x" * 31)),
    ("commit", (X, X, "x" * 32)),
    ("commit", (X, X, bytearray(32))),
    ("shuffle", (X, X, (X,) * (N - 1))),
    ("shuffle", (X, X, (X,) * (N + 1))),
    ("shuffle", (X, X, [X] * N)),
    ("shuffle", (X, X, X * N)),
    ("shadow", (X, ())),
    ("shadow", (X, (X,) * (ROUNDS - 1))),
    ("shadow", (X, (X,) * (ROUNDS + 1))),
    ("answer", (X, ())),
    ("answer", (X, (X, 5))),
    ("lock", (X, *((X,) * N,) * 4)),
    ("lock", (X, *((X,) * N,) * 4, (X,) * (N + 1))),
    ("ready", (X, X)),
    ("ready", ()),
    ("cut", (X, True)),
    ("cut", (X, 1.0)),
    ("share", (X, ())),
    ("share", (X, ((1, X), (0, X)))),
    ("share", (X, ((1, X), (1, X)))),
    ("share", (X, ((-1, X),))),
    ("share", (X, ((False, X),))),
    ("share", (X, ((0, X, X),))),
    ("share", (X, tuple((place, X) for place in range(N + 1)))),
    ("reveal", (X, b"")),
    ("reveal", None),
    ("deal", (X,)),
    ("", ()),
]


@pytest.mark.parametrize(("kind", "body"), WRONG)
def test_another_shape_is_a_fault(kind: str, body: object) -> None:
    assert parse(kind, body, N, ROUNDS, 1) == Fault(Code.SHAPE, kind, 1)


def test_places_and_cuts_are_judged_elsewhere() -> None:
    """Only their types are the shape: a number out of range is another fault."""
    assert parse("cut", (X, 99), N, ROUNDS) == Cut(X, 99)
    assert parse("share", (X, ((99, X),)), N, ROUNDS) == Share(X, ((99, X),))


LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.just(X) | st.binary(max_size=40)
)
PLAIN = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=6).map(tuple) | st.lists(inner, max_size=3), max_leaves=20
)


@given(st.sampled_from([*BODIES, "", "act"]), PLAIN)
def test_any_values_are_a_message_or_a_fault(kind: str, body: object) -> None:
    read = parse(kind, body, N, ROUNDS, 0)
    if isinstance(read, Fault):
        assert read == Fault(Code.SHAPE, kind, 0)
    else:
        assert read.body() == body
