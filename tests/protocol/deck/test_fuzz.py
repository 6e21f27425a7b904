"""Whatever a player says, in whatever types, there is a verdict and never an exception."""

from dataclasses import fields as dataclass_fields
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.deck import MESSAGES, Deck, Fault, finish
from protocol.deck.group import FIELD, ORDER, write_scalar
from tests.protocol.deck.cheating import LOW_ORDER, on_twist, with_torsion
from tests.protocol.deck.playing import KINDS, played

STRINGS = st.sampled_from(
    [
        *LOW_ORDER,
        on_twist(),
        with_torsion((9).to_bytes(32, "little")),
        (9).to_bytes(32, "little"),
        FIELD.to_bytes(32, "little"),
        write_scalar(8),
        write_scalar(-16),
        ORDER.to_bytes(32, "little"),
        b"\xff" * 32,
    ]
) | st.binary(min_size=32, max_size=32)
JUNK = st.none() | st.booleans() | st.integers() | st.floats() | st.binary(max_size=40) | st.text(max_size=2)
LISTS = st.lists(STRINGS, min_size=4, max_size=4).map(tuple)
SHARES = st.lists(st.tuples(st.integers(-1, 5), STRINGS), max_size=4).map(tuple)
VALUES = STRINGS | LISTS | SHARES | st.integers(-2, 6) | JUNK | st.lists(JUNK, max_size=4).map(tuple)


@st.composite
def messages(draw: st.DrawFn) -> tuple[Deck, int, Any]:
    """A deck before a message, and the honest message with one to all fields replaced by anything."""
    kind = draw(st.sampled_from(KINDS))
    deck, _ = played(kind)
    player = draw(st.integers(0, 1))
    following, _ = played("reveal")
    honest = {
        "commit": following.commits[player],
        "shuffle": following.shuffles[player],
        "shadow": following.shadows[player],
        "coin": following.coins[player],
        "answer": following.answers[player],
        "lock": following.locks[player],
    }.get(kind)
    fields = [field.name for field in dataclass_fields(MESSAGES[kind])]
    basis = deck.basis(player, kind)
    values = {field: getattr(honest, field) if honest else draw(VALUES) for field in fields}
    values["on"] = basis if basis is not None else values["on"]
    for field in draw(st.sets(st.sampled_from(fields))):
        whole = values[field]
        if isinstance(whole, tuple) and len(whole) == 4 and draw(st.booleans()):
            at = draw(st.integers(0, 3))
            values[field] = (*whole[:at], draw(STRINGS | JUNK), *whole[at + 1 :])
        else:
            values[field] = draw(VALUES)
    make: Any = MESSAGES[kind]
    return deck, player, make(**values)


@settings(max_examples=400)
@given(messages())
def test_any_message_gets_a_verdict(given_message: tuple[Deck, int, Any]) -> None:
    deck, player, message = given_message
    for points in (True, False):
        verdict = deck.judge(player, message, range(4), points=points)
        if isinstance(verdict, Fault):
            assert (verdict.kind, verdict.player) == (message.kind, player)
            continue
        assert verdict is None
        folded = deck.fold(player, message)
        blamed = []
        if message.kind == "answer":
            blamed.append(finish(folded.verify_answer(player)))
        if message.kind == "lock":
            blamed.append(finish(folded.verify_lock(player)))
        blamed.append(finish(folded.reexecute(player, b"s" * 32, proofs=True)))
        assert all(fault is None or fault.player == player for fault in blamed)


def test_honest_messages_after_a_false_one_stop_nothing() -> None:
    """Points of low order that were let in unseen stop neither the verdicts nor the audit of the others."""
    deck, secrets = played("shuffle")
    shuffle = played("reveal")[0].shuffles[0]
    make: Any = MESSAGES["shuffle"]
    false = make(shuffle.on, shuffle.key, tuple(sorted((LOW_ORDER[2], *shuffle.deck[1:]))))
    assert deck.judge(0, false, points=False) is None
    deck = deck.fold(0, false)
    deck = deck.fold(1, make(deck.basis(1, "shuffle"), shuffle.key, shuffle.deck))
    fault = finish(deck.reexecute(1, secrets[1].seed, proofs=False))
    assert fault is not None
    assert (fault.kind, fault.player) == ("shuffle", 0)
