"""What is checked of another player's messages: arithmetic only, from the message and the values it stands on.

Every check is total: whatever the fields hold, the verdict is a fault or ``None``. The fields have their sizes already.
The two proofs are costly and come in slices. Formulas and reasons: ``docs/protocol/shuffle.md``, sections 3 to 5 and
10.
"""

from collections.abc import Iterable, Sequence

from protocol.deck.faults import Code, Fault
from protocol.deck.group import (
    base_multiple,
    is_canonical,
    is_point,
    load,
    load_all,
    multiplier,
    multiply_base,
    read_scalar,
    sorted_multiples,
    sum_or_difference,
)
from protocol.deck.messages import Answer, Lock, Shuffle
from protocol.deck.slicing import Slices
from protocol.deck.transcript import lock_challenge, shadow_hash

LOCKS_IN_SLICE = 6
"""Locks checked in a slice: about a millisecond."""


def _first_non_scalar(encodings: Iterable[bytes]) -> int | None:
    return next((index for index, one in enumerate(encodings) if read_scalar(one) is None), None)


def check_shuffle(player: int, message: Shuffle, *, points: bool = True) -> Fault | None:
    """The deck of SHUFFLE, on arrival: its order and, if wanted, its points.

    The proof sees points only up to torsion, and the next players multiply them before it comes, so they are projected
    first, which takes a millisecond for 36 cards.
    """
    deck = message.deck
    for index in range(1, len(deck)):
        if deck[index - 1] >= deck[index]:
            return Fault(Code.ORDER, message.kind, player, (index,))
    if not points:
        return None
    if not is_point(message.key):
        return Fault(Code.POINT, message.kind, player, ("key", 0))
    for index, point in enumerate(deck):
        if not is_point(point):
            return Fault(Code.POINT, message.kind, player, ("deck", index))
    return None


def check_answer_scalars(player: int, message: Answer) -> Fault | None:
    """The cheap part of the check of ANSWER."""
    index = _first_non_scalar(message.answers)
    return None if index is None else Fault(Code.SCALAR, message.kind, player, ("answers", index))


def check_lock_values(player: int, message: Lock) -> Fault | None:
    """The cheap part of the check of LOCK: scalars, repetitions, canonical encodings."""
    index = _first_non_scalar(message.responses)
    if index is not None:
        return Fault(Code.SCALAR, message.kind, player, ("responses", index))
    for name, points in (("keys", message.keys), ("deck", message.deck)):
        if len(set(points)) != len(points):
            return Fault(Code.DUPLICATE, message.kind, player, (name,))
    for name, points in (("keys", message.keys), ("deck", message.deck), ("a", message.a), ("b", message.b)):
        for index, point in enumerate(points):
            if not is_canonical(point):
                return Fault(Code.POINT, message.kind, player, (name, index))
    return None


def check_key(player: int, kind: str, place: int, key: bytes, announced: bytes) -> Fault | None:
    """A lock key laid open: key·B is the point ``announced`` in LOCK."""
    secret = read_scalar(key)
    if secret is None:
        return Fault(Code.SCALAR, kind, player, ("shares", place))
    if multiply_base(secret) != announced:
        return Fault(Code.KEY, kind, player, (place,))
    return None


def verify_answer(
    *,
    player: int,
    transcript: bytes,
    before: Sequence[bytes],
    shuffle: Shuffle,
    shadows: Sequence[bytes],
    bits: Sequence[int],
    answer: Answer,
) -> Slices[Fault | None]:
    """The proof of the first pass.

    Args:
        player: whose proof it is.
        transcript: th_j, before his shuffle.
        before: the deck that he shuffled.
        shuffle: his accepted SHUFFLE.
        shadows: his shadows.
        bits: the challenge, from checked coins.
        answer: his answers, one for each bit.
    """
    sources = (load_all(before), load_all(shuffle.deck))
    key = load(shuffle.key)
    for number, (encoding, bit) in enumerate(zip(answer.answers, bits, strict=True)):
        scalar = read_scalar(encoding)
        if scalar is None:
            return Fault(Code.SCALAR, answer.kind, player, ("answers", number))
        loaded = multiplier(scalar)
        multiples = yield from sorted_multiples(loaded, sources[bit])
        base = loaded.exchange(key) if bit else base_multiple(loaded)
        if shadow_hash(transcript, player, number, base, multiples) != shadows[number]:
            return Fault(Code.ANSWER, answer.kind, player, (number,))
        yield
    return None


def verify_lock(
    *, player: int, lock_transcript: bytes, key: bytes, before: Sequence[bytes], lock: Lock
) -> Slices[Fault | None]:
    """The proof of the second pass.

    Args:
        player: whose proof it is.
        lock_transcript: th'_j, before his lock.
        key: the key of his accepted SHUFFLE.
        before: the deck that he locked, accepted.
        lock: his LOCK, which has passed `check_lock_values`.
    """
    challenge = lock_challenge(lock_transcript, player, key, (lock.keys, lock.deck, lock.a, lock.b))
    by_challenge = multiplier(challenge).exchange
    loaded_key = load(key)
    for index, source in enumerate(before):
        lock_key, card = lock.keys[index], lock.deck[index]
        for name, point in (("keys", lock_key), ("deck", card)):
            if not is_point(point):
                return Fault(Code.POINT, lock.kind, player, (name, index))
        response = read_scalar(lock.responses[index])
        if response is None:
            return Fault(Code.SCALAR, lock.kind, player, ("responses", index))
        by_response = multiplier(response).exchange
        if not (
            sum_or_difference(lock.a[index], by_response(loaded_key), by_challenge(load(lock_key)))
            and sum_or_difference(lock.b[index], by_response(load(source)), by_challenge(load(card)))
        ):
            return Fault(Code.PROOF, lock.kind, player, (index,))
        if index % LOCKS_IN_SLICE == LOCKS_IN_SLICE - 1:
            yield
    return None
