"""Acknowledgements: a device's signature under a head, which says that it has stored everything up to there.

Responsible for making and checking one. It must not know who has to acknowledge what, or what becomes final.
Format: `docs/protocol/entry.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from eventlog.chain import ack_message
from eventlog.entry import expect_digest, expect_number, expect_signature
from eventlog.errors import EntryError, EntryReason
from eventlog.keys import SigningKey, verify

if TYPE_CHECKING:
    from eventlog.codec import Plain

__all__ = ["Ack"]

_LENGTH = 5


@dataclass(frozen=True, slots=True)
class Ack:
    """Device number `device` has stored entries 0 … `n`, the last of them in `epoch` and with this head."""

    device: int
    epoch: int
    n: int
    head: bytes
    signature: bytes

    @classmethod
    def make(cls, game: bytes, *, device: int, epoch: int, n: int, head: bytes, key: SigningKey) -> Ack:
        """The device's ack; made twice it is the same bytes."""
        return cls(device, epoch, n, head, key.sign(ack_message(game, epoch, n, head)))

    def is_signed(self, game: bytes, public: bytes) -> bool:
        """Whether the device with this public key signed it for this game."""
        return verify(public, self.signature, ack_message(game, self.epoch, self.n, self.head))

    def to_plain(self) -> tuple[Plain, ...]:
        """`(device, epoch, n, head, signature)`."""
        return (self.device, self.epoch, self.n, self.head, self.signature)

    @classmethod
    def from_plain(cls, plain: Plain) -> Ack:
        """The ack of a plain value; the signature is not checked.

        Raises:
            EntryError: `SHAPE`, `RANGE` or `SIZE`.
        """
        if type(plain) is not tuple or len(plain) != _LENGTH:
            raise EntryError(EntryReason.SHAPE)
        device, epoch, n, head, signature = plain
        return cls(
            device=expect_number(device),
            epoch=expect_number(epoch),
            n=expect_number(n),
            head=expect_digest(head),
            signature=expect_signature(signature),
        )
