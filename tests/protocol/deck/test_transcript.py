"""Hashes of the shuffle: what goes into them, and what must not."""

from hashlib import shake_256

from eventlog.hashing import tagged_hash
from protocol.deck.messages import Commit, Lock, Shadow, Shuffle
from protocol.deck.transcript import (
    after_lock,
    after_shuffle,
    challenge_bits,
    coin_commitment,
    first_transcript,
    lock_challenge,
    ready_value,
    seed_commitment,
    shadow_hash,
    shadow_set,
)


def _string(number: int) -> bytes:
    return bytes([number]) * 32


A, B, C, D, E, F = map(_string, range(6))


def test_commitments_name_context_and_player() -> None:
    assert seed_commitment(A, 3, B) == tagged_hash("seed", A, b"\x03", B)
    assert coin_commitment(A, 3, B) == tagged_hash("coin", A, b"\x03", B)


def test_the_transcript_takes_commitments_decks_and_keys() -> None:
    assert first_transcript(A, [Commit(A, B, C), Commit(A, D, E)], [F]) == tagged_hash("th0", A, B, C, D, E, F)
    assert after_shuffle(A, Shuffle(A, B, (C, D))) == tagged_hash("th-shuffle", A, B, C, D)
    proof = ((E,), (E,), (E,))
    assert after_lock(A, Lock(A, (B,), (C,), *proof)) == tagged_hash("th-lock", A, B, C)


def test_the_set_and_the_ready_value() -> None:
    assert shadow_set(A, [Shadow(F, (B, C)), Shadow(F, (D, E))]) == tagged_hash("set", A, B, C, D, E)
    assert ready_value(A, B, C) == tagged_hash("ready", A, B, C)


def test_a_shadow_names_player_and_round_in_one_part() -> None:
    assert shadow_hash(A, 2, 127, B, [C, D]) == tagged_hash("shadow", A, b"\x02\x7f", B, C, D)


def test_challenge_bits_are_read_from_the_lowest_bit_of_each_byte() -> None:
    shuffle, shadow = Shuffle(E, B, (C,)), Shadow(F, tuple(_string(number) for number in range(11)))
    bits = challenge_bits(A, 1, shuffle, shadow, [D, E])
    stream = shake_256(tagged_hash("challenge", A, b"\x01", B, C, *shadow.shadows, D, E)).digest(2)
    number = int.from_bytes(stream, "little")
    assert bits == tuple(int(digit) for digit in reversed(f"{number:016b}"))[:11]


def test_the_challenge_is_one_for_every_continuation() -> None:
    """What the messages stand on or are followed by does not enter: one th, one challenge."""
    shadows = tuple(map(_string, range(8)))
    one = challenge_bits(A, 0, Shuffle(B, C, (D,)), Shadow(E, shadows), [F])
    other = challenge_bits(A, 0, Shuffle(F, C, (D,)), Shadow(A, shadows), [F])
    assert one == other


def test_the_lock_challenge_is_odd_and_has_16_bytes() -> None:
    for number in range(20):
        challenge = lock_challenge(A, number % 6, B, ([_string(number)], [C], [D], [E]))
        digest = tagged_hash("dleq", A, bytes([number % 6]), B, _string(number), C, D, E)
        assert challenge == int.from_bytes(digest[:16], "little") | 1
        assert challenge < 2**128
