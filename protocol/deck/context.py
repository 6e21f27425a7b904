"""The name of one shuffle and the secrets that one player derives for it.

Every secret hangs on the player's seed, on the context and, but for the coin, on the transcript before its use: a
player who is shown other inputs uses unrelated secrets. Randomness is an argument; the seed must be fresh for each
context. See ``docs/protocol/shuffle.md``, sections 1 and 2.
"""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from eventlog.hashing import tagged_hash, u16, u32
from protocol.deck.group import ORDER

PLAYERS = range(2, 7)
"""How many players can shuffle one deck."""
CARDS = range(1, 161)
"""How many cards a deck can have."""
ROUNDS = range(1, 129)
"""How many rounds a proof can have for this layer; what a table plays with is its own rule."""


def check_sizes(players: int, n: int, rounds: int) -> None:
    """Raise ValueError unless a deck of ``n`` cards can be shuffled by ``players`` with ``rounds`` rounds of proof."""
    if players not in PLAYERS or n not in CARDS or rounds not in ROUNDS:
        raise ValueError(f"no such deck: {players} players, {n} cards, {rounds} rounds")


def context(
    *,
    table: bytes,
    anchor: bytes,
    number: int,
    deck_id: bytes,
    n: int,
    rounds: int,
    keys: Sequence[bytes],
    parent: bytes = b"",
    cards: Sequence[int] = (),
) -> bytes:
    """The name ctx of one shuffle.

    Args:
        table: hash of the game's first entry.
        anchor: head of the entry that opens this deck.
        number: which deck of the game this is, counted from 1.
        deck_id: names the kind of deck and so its card points.
        n: how many cards are shuffled; an open draw has none, and no rounds.
        rounds: how many rounds each proof has.
        keys: the seat keys of the players, in seat order.
        parent: of a sub-deal the parent's ctx.
        cards: of a sub-deal the ids of its cards, ascending.

    Raises:
        ValueError: if a size is out of range, or the cards of a sub-deal do not fit.
    """
    if n or rounds:
        check_sizes(len(keys), n, rounds)
    if cards and (len(cards) != n or any(low >= high for low, high in pairwise(cards))):
        raise ValueError("the cards of a sub-deal are n ascending ids")
    joined = b"".join(map(u16, cards))
    return tagged_hash("ctx", table, anchor, u32(number), deck_id, u16(n), u16(rounds), b"".join(keys), parent, joined)


@dataclass(frozen=True, slots=True)
class Secrets:
    """All secrets of one player in one context, derived from the seed when they are asked for.

    ``seed`` is 32 bytes of the system's randomness, used for this context and for nothing else. Transcripts are 32
    bytes.
    """

    seed: bytes = field(repr=False)
    ctx: bytes
    player: int
    _key: bytes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.seed) != 32 or len(self.ctx) != 32 or not 0 <= self.player < PLAYERS.stop - 1:
            raise ValueError("a seed and a context have 32 bytes, a player is counted from 0")
        # HKDF-Extract (RFC 5869) with the context as salt.
        object.__setattr__(self, "_key", hmac.digest(self.ctx, self.seed + bytes([self.player]), "sha512"))

    def _expand(self, label: bytes) -> bytes:
        # HKDF-Expand (RFC 5869) to at most 64 bytes is its first block.
        return hmac.digest(self._key, b"jk1/" + label + b"\x01", "sha512")

    def _scalar(self, label: bytes) -> int:
        return int.from_bytes(self._expand(label), "little") % (ORDER - 1) + 1

    def coin(self) -> bytes:
        """The player's part of all challenges, 32 bytes."""
        return self._expand(b"coin")[:32]

    def shuffle(self, transcript: bytes) -> int:
        """The multiplier k of the first pass."""
        return self._scalar(b"shuffle|" + transcript)

    def shadow(self, transcript: bytes, number: int) -> int:
        """The multiplier s of one shadow deck."""
        return self._scalar(b"shadow|%d|" % number + transcript)

    def lock(self, transcript: bytes, index: int) -> int:
        """The key l under which the card at ``index`` is locked in the second pass."""
        return self._scalar(b"lock|%d|" % index + transcript)

    def nonce(self, transcript: bytes, index: int) -> int:
        """The nonce n of the proof for the lock at ``index``."""
        return self._scalar(b"dleq|%d|" % index + transcript)
