"""Every hash of the fair shuffle: commitments, the transcript, the challenges of the proofs.

Knows encodings only, neither whose turn it is nor whether a value was checked. See ``docs/protocol/shuffle.md``.
"""

import hashlib
from collections.abc import Iterable, Sequence

from eventlog.hashing import tagged_hash
from protocol.deck.messages import Commit, Lock, Shadow, Shuffle


def seed_commitment(ctx: bytes, player: int, seed: bytes) -> bytes:
    """What fixes a seed."""
    return tagged_hash("seed", ctx, bytes([player]), seed)


def coin_commitment(ctx: bytes, player: int, coin: bytes) -> bytes:
    """What fixes a coin."""
    return tagged_hash("coin", ctx, bytes([player]), coin)


def shadow_hash(transcript: bytes, player: int, number: int, key: bytes, deck: Iterable[bytes]) -> bytes:
    """The hash c_r of one shadow: of a multiple of the base point and the sorted deck multiplied alike."""
    return tagged_hash("shadow", transcript, bytes([player, number]), key, *deck)


def challenge_bits(
    transcript: bytes, player: int, shuffle: Shuffle, shadow: Shadow, coins: Iterable[bytes]
) -> tuple[int, ...]:
    """The bit of each round of a proof of the first pass.

    Nothing may enter here that is younger than the transcript but the player's own messages and the committed coins:
    with two challenges for one set of shadows the player's secret is known. ``coins`` are checked ones.
    """
    material = (transcript, bytes([player]), shuffle.key, *shuffle.deck, *shadow.shadows, *coins)
    rounds = len(shadow.shadows)
    # H is SHA-256; the challenge is read from SHAKE256 of its digest, as long as it has to be.
    stream = hashlib.shake_256(tagged_hash("challenge", *material)).digest(-(-rounds // 8))
    return tuple(stream[number // 8] >> number % 8 & 1 for number in range(rounds))


def lock_challenge(lock_transcript: bytes, player: int, key: bytes, lists: Iterable[Sequence[bytes]]) -> int:
    """The challenge of the proof of a lock, odd and below 2^128; ``lists`` are keys, deck, a and b."""
    parts = [point for points in lists for point in points]
    digest = tagged_hash("dleq", lock_transcript, bytes([player]), key, *parts)
    return int.from_bytes(digest[:16], "little") | 1


def first_transcript(ctx: bytes, commits: Iterable[Commit], deck: Iterable[bytes]) -> bytes:
    """th_0: the context, the commitments of all players, the sorted card points."""
    fixed = [commitment for commit in commits for commitment in (commit.seed, commit.coin)]
    return tagged_hash("th0", ctx, *fixed, *deck)


def after_shuffle(transcript: bytes, shuffle: Shuffle) -> bytes:
    """th_{j+1} from th_j; th_P is th'_0 too."""
    return tagged_hash("th-shuffle", transcript, shuffle.key, *shuffle.deck)


def after_lock(lock_transcript: bytes, lock: Lock) -> bytes:
    """th'_{j+1} from th'_j."""
    return tagged_hash("th-lock", lock_transcript, *lock.keys, *lock.deck)


def shadow_set(transcript: bytes, shadows: Iterable[Shadow]) -> bytes:
    """S, what a coin is given out for: th_P and all shadows."""
    return tagged_hash("set", transcript, *[one for shadow in shadows for one in shadow.shadows])


def ready_value(ctx: bytes, lock_transcript: bytes, shadows: bytes) -> bytes:
    """R, the deck as a whole: ctx, th'_P and S."""
    return tagged_hash("ready", ctx, lock_transcript, shadows)
