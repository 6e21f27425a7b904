"""The chain of heads: which entry may follow which, and who must have signed it.

Responsible for numbers, epochs, heads and signatures. It must not know which seat or device a key belongs to, nor
whether a statement is allowed: the caller names the keys. Format: `docs/protocol/entry.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from eventlog.entry import Entry, Genesis, Statement, Stub
from eventlog.errors import ChainFault, ChainReason
from eventlog.hashing import tagged_hash, u32
from eventlog.keys import SigningKey, verify

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Chain", "ChainFault", "ChainReason", "ack_message", "next_head"]


def next_head(head: bytes, n: int, epoch: int, digest: bytes) -> bytes:
    """The head of entry n: `H("entry", head of n - 1, u32 n, u32 epoch, digest of its statement)`."""
    return tagged_hash("entry", head, u32(n), u32(epoch), digest)


def ack_message(game: bytes, epoch: int, n: int, head: bytes) -> bytes:
    """What the orderer signs for entry n and every other device as its ack: `H("ack", game, epoch, n, head)`."""
    return tagged_hash("ack", game, u32(epoch), u32(n), head)


@dataclass(frozen=True, slots=True)
class Chain:
    """Entries 0 … `length` - 1 in three values: the game's id, the epoch of the last one and its head."""

    game: bytes
    length: int
    epoch: int
    head: bytes

    @classmethod
    def begin(cls, genesis: Genesis, keys: Sequence[bytes]) -> Chain | ChainFault:
        """The chain of entry 0 alone, or what is wrong with it.

        Args:
            genesis: entry 0.
            keys: the public keys of all seats, then of all devices, in the order of the signatures.
        """
        if len(keys) != len(genesis.signatures):
            return ChainFault(0, ChainReason.KEYS)
        for who, (key, signature) in enumerate(zip(keys, genesis.signatures, strict=True)):
            if not verify(key, signature, genesis.game):
                return ChainFault(0, ChainReason.GENESIS_SIGNATURE, who)
        return cls.rooted(genesis)

    @classmethod
    def rooted(cls, genesis: Genesis) -> Chain:
        """The chain of an entry 0 whose signatures this program has already checked."""
        return cls(genesis.game, 1, 0, genesis.game)

    def append(self, entry: Entry, *, authors: Sequence[bytes], orderer: bytes) -> Chain | ChainFault:
        """The chain with this entry, or what is wrong with it as the next one.

        Args:
            entry: the candidate.
            authors: the public keys that may have signed the statement. One, but for a stub, whose author is
                not written on it: then all that it could be.
            orderer: the public key of the device that orders the entry's epoch.
        """
        if entry.n != self.length:
            return ChainFault(entry.n, ChainReason.NUMBER)
        if entry.epoch < self.epoch:
            return ChainFault(entry.n, ChainReason.EPOCH)
        digest = entry.digest(self.game)
        if not any(verify(author, entry.signature, digest) for author in authors):
            return ChainFault(entry.n, ChainReason.AUTHOR_SIGNATURE)
        grown = self.extended(entry)
        if not verify(orderer, entry.order_signature, ack_message(self.game, entry.epoch, entry.n, grown.head)):
            return ChainFault(entry.n, ChainReason.ORDER_SIGNATURE)
        return grown

    def fault(self, entry: Entry, *, authors: Sequence[bytes], orderer: bytes) -> ChainFault | None:
        """What is wrong with this entry as the next one, None if nothing is; arguments as in `append`."""
        grown = self.append(entry, authors=authors, orderer=orderer)
        return grown if isinstance(grown, ChainFault) else None

    def extended(self, entry: Entry) -> Chain:
        """The chain with an entry whose signatures this program has made or already checked."""
        assert entry.n == self.length, "only the next entry extends a chain"
        assert entry.epoch >= self.epoch, "epochs never go back"
        head = next_head(self.head, entry.n, entry.epoch, entry.digest(self.game))
        return Chain(self.game, entry.n + 1, entry.epoch, head)

    def ordered(self, statement: Statement | Stub, signature: bytes, *, epoch: int, orderer: SigningKey) -> Entry:
        """The next entry, its place signed by the orderer; the author's signature is taken as it is."""
        n = self.length
        head = next_head(self.head, n, epoch, statement.digest(self.game))
        return Entry(n, epoch, statement, signature, orderer.sign(ack_message(self.game, epoch, n, head)))
