"""What an honest player computes: one function for each message, from his secrets and the values it stands on.

Knows no order of messages and no other player; that is the business of ``deck`` and ``dealing``. Names and formulas are
those of ``docs/protocol/shuffle.md``. ``transcript`` is th_j, ``lock_transcript`` th'_j, decks are tuples of points.
"""

from collections.abc import Sequence

from protocol.deck.context import Secrets
from protocol.deck.group import (
    ORDER,
    base_multiple,
    load,
    load_all,
    multiplier,
    multiply_base,
    sorted_multiples,
    write_scalar,
)
from protocol.deck.messages import Answer, Coin, Commit, Lock, Shadow, Shuffle
from protocol.deck.slicing import Slices
from protocol.deck.transcript import coin_commitment, lock_challenge, seed_commitment, shadow_hash

LOCKS_IN_SLICE = 8
"""Cards locked in a slice: about a millisecond."""


def commit(secrets: Secrets) -> Commit:
    """COMMIT: fixes seed and coin."""
    ctx, player = secrets.ctx, secrets.player
    return Commit(ctx, seed_commitment(ctx, player, secrets.seed), coin_commitment(ctx, player, secrets.coin()))


def shuffle(secrets: Secrets, transcript: bytes, deck: Sequence[bytes]) -> Slices[Shuffle]:
    """SHUFFLE: the deck under the player's secret."""
    key = multiplier(secrets.shuffle(transcript))
    return Shuffle(transcript, base_multiple(key), tuple((yield from sorted_multiples(key, load_all(deck)))))


def shadow(
    secrets: Secrets, transcript: bytes, deck: Sequence[bytes], rounds: int, next_transcript: bytes
) -> Slices[Shadow]:
    """SHADOW: ``rounds`` further shuffles of the deck that the player has shuffled, as hashes."""
    loaded = load_all(deck)
    hashes: list[bytes] = []
    for number in range(rounds):
        key = multiplier(secrets.shadow(transcript, number))
        multiples = yield from sorted_multiples(key, loaded)
        hashes.append(shadow_hash(transcript, secrets.player, number, base_multiple(key), multiples))
        yield
    return Shadow(next_transcript, tuple(hashes))


def coin(secrets: Secrets, shadow_set: bytes) -> Coin:
    """COIN: given out for one set of shuffles and shadows."""
    return Coin(shadow_set, secrets.coin())


def answer(secrets: Secrets, transcript: bytes, bits: Sequence[int], shadow_set: bytes) -> Answer:
    """ANSWER: for bit 0 the shadow's multiplier, for bit 1 its quotient by the multiplier of the shuffle."""
    inverse = pow(secrets.shuffle(transcript), -1, ORDER)
    return Answer(
        shadow_set,
        tuple(
            write_scalar(secrets.shadow(transcript, number) * (inverse if bit else 1))
            for number, bit in enumerate(bits)
        ),
    )


def locked(
    secrets: Secrets, transcript: bytes, lock_transcript: bytes, deck: Sequence[bytes]
) -> Slices[tuple[tuple[bytes, ...], tuple[bytes, ...]]]:
    """The keys and the deck of LOCK without their proof."""
    inverse = pow(secrets.shuffle(transcript), -1, ORDER)
    keys: list[bytes] = []
    out: list[bytes] = []
    for index, point in enumerate(deck):
        secret = secrets.lock(lock_transcript, index)
        keys.append(multiply_base(secret))
        out.append(multiplier(secret * inverse).exchange(load(point)))
        if index % LOCKS_IN_SLICE == LOCKS_IN_SLICE - 1:
            yield
    return tuple(keys), tuple(out)


def lock(
    secrets: Secrets, transcript: bytes, key: bytes, lock_transcript: bytes, deck: Sequence[bytes]
) -> Slices[Lock]:
    """LOCK: each card under a key of its own instead of the common secret, and the proof.

    ``transcript`` and ``key`` are those of the player's own shuffle. Only to be sent when the player has accepted every
    proof of the first pass and every earlier lock.
    """
    inverse = pow(secrets.shuffle(transcript), -1, ORDER)
    loaded_key = load(key)
    keys: list[bytes] = []
    out: list[bytes] = []
    a: list[bytes] = []
    b: list[bytes] = []
    exponents: list[tuple[int, int]] = []
    for index, point in enumerate(deck):
        loaded = load(point)
        secret = secrets.lock(lock_transcript, index)
        nonce = secrets.nonce(lock_transcript, index)
        exponent = secret * inverse % ORDER
        keys.append(multiply_base(secret))
        out.append(multiplier(exponent).exchange(loaded))
        exchange = multiplier(nonce).exchange
        a.append(exchange(loaded_key))
        b.append(exchange(loaded))
        exponents.append((nonce, exponent))
        if index % LOCKS_IN_SLICE == LOCKS_IN_SLICE - 1:
            yield
    challenge = lock_challenge(lock_transcript, secrets.player, key, (keys, out, a, b))
    responses = (write_scalar(nonce + challenge * exponent) for nonce, exponent in exponents)
    return Lock(lock_transcript, tuple(keys), tuple(out), tuple(a), tuple(b), tuple(responses))
