"""What can be wrong with bytes, entries, chains and files: closed sets of codes with data, no sentences.

Responsible for the vocabulary only. It must not know how a fault is found or how it is told to people.
"""

from dataclasses import dataclass
from enum import StrEnum

__all__ = [
    "ChainFault",
    "ChainReason",
    "CodecError",
    "CodecReason",
    "Damage",
    "DamageReason",
    "DamagedLog",
    "EntryError",
    "EntryReason",
    "InUse",
    "NotALog",
    "StoreError",
    "StoreReason",
]


class CodecReason(StrEnum):
    """Why a value cannot be encoded, or bytes are not the encoding of a value."""

    TOO_LONG = "too-long"
    """More bytes than the limit."""
    TOO_DEEP = "too-deep"
    """Arrays nested deeper than the limit."""
    TRUNCATED = "truncated"
    """The bytes end before the value does, or announce more than can follow."""
    TRAILING = "trailing"
    """Bytes are left over behind the value."""
    TYPE = "type"
    """A map, float, extension or anything else that is not nil, bool, int, bytes, text or array."""
    INTEGER = "integer"
    """An integer outside -2**63 ... 2**64 - 1."""
    TEXT = "text"
    """Text that is not valid UTF-8, or holds a lone surrogate."""
    NOT_CANONICAL = "not-canonical"
    """The value is readable, but written in more bytes than its one encoding has."""


class CodecError(ValueError):
    """Bytes that are refused by the codec, or a value that has no encoding."""

    def __init__(self, reason: CodecReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class EntryReason(StrEnum):
    """Why a plain value is no statement, entry or acknowledgement. Signatures are not looked at here."""

    SHAPE = "shape"
    """Not an array of the right length with the right types in order."""
    KIND = "kind"
    """The kind is empty or longer than `KIND_MAX` characters."""
    RANGE = "range"
    """A number is negative or does not fit in 32 bits, or entry and position contradict each other."""
    SIZE = "size"
    """A hash is not 32 bytes or a signature not 64."""
    TOO_LONG = "too-long"
    """The statement's encoding has more than `STATEMENT_MAX` bytes."""
    TOO_DEEP = "too-deep"
    """The statement is nested deeper than `STATEMENT_DEPTH`."""
    NOT_PLAIN = "not-plain"
    """A body made by the program holds something that the codec has no encoding for."""


class EntryError(ValueError):
    """A plain value that is not what it should be, or a statement that breaks the limits."""

    def __init__(self, reason: EntryReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class ChainReason(StrEnum):
    """Why an entry cannot follow a chain."""

    KEYS = "keys"
    """Entry 0 does not carry one signature for each key."""
    GENESIS_SIGNATURE = "genesis-signature"
    """A signature of entry 0 is not that key's; `ChainFault.who` is its index."""
    NUMBER = "number"
    """The entry's number is not the next one."""
    EPOCH = "epoch"
    """The entry's epoch is older than the one before it."""
    AUTHOR_SIGNATURE = "author-signature"
    """The statement is signed by none of the keys that may have said it."""
    ORDER_SIGNATURE = "order-signature"
    """The place is not signed by the device that orders this epoch."""


@dataclass(frozen=True, slots=True)
class ChainFault:
    """What is wrong with the entry at place `n`; `who` is the index of a key where one is meant."""

    n: int
    reason: ChainReason
    who: int | None = None


class DamageReason(StrEnum):
    """How a bad place in a file was told from a write that a crash cut short."""

    RESUMES = "resumes"
    """An intact frame follows it, at `Damage.resumes_at`."""
    TOO_LONG = "too-long"
    """More bytes follow than one unfinished frame can have."""
    UNCLEAR = "unclear"
    """So much looks like the beginning of a frame that an intact one cannot be excluded; no crash leaves that."""
    CHECKSUM = "checksum"
    """What stands there is a whole frame, only its checksum is not that of this file and place."""
    NOT_CANONICAL = "not-canonical"
    """The frame's checksum is right, but its body is not the encoding of a frame's body."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A bad place that no crash explains: `offset` in bytes, and where intact data begins again, if it does."""

    offset: int
    reason: DamageReason
    resumes_at: int | None = None


class StoreReason(StrEnum):
    """Why a file or folder could not be used."""

    NOT_FOUND = "not-found"
    """The file or a folder on the way to it does not exist."""
    EXISTS = "exists"
    """A file of this name is there already; nothing was overwritten."""
    DENIED = "denied"
    """This user may not do that here."""
    READ_ONLY = "read-only"
    """The file system is mounted read-only."""
    FULL = "full"
    """No space, no quota or no file size left."""
    NOT_A_FILE = "not-a-file"
    """A folder or device where a file should be."""
    NOT_A_FOLDER = "not-a-folder"
    """A file where a folder should be."""
    IN_USE = "in-use"
    """Another program, or another object of this one, holds it."""
    NOT_A_LOG = "not-a-log"
    """The file does not begin like a log file."""
    UNFINISHED = "unfinished"
    """The file is empty or ends within its header, so nothing can be appended."""
    NEWER_FORMAT = "newer-format"
    """A log file of a format that this version does not know."""
    TOO_LARGE = "too-large"
    """More bytes than any game can have."""
    DAMAGED = "damaged"
    """A bad place with intact data behind it; nothing is appended to such a file."""
    DEAD = "dead"
    """An earlier write or sync of this object failed, or it is closed; it must be opened anew."""
    GONE = "gone"
    """The file was deleted or replaced while it was open: nobody will find what is written to it."""
    BROKEN_KEY = "broken-key"
    """The file holds no usable Ed25519 key."""
    OTHER = "other"
    """Any other answer of the operating system, see `StoreError.errno`."""


class StoreError(Exception):
    """A file or folder that could not be used: `path`, `reason` and the system's `errno` where there is one."""

    def __init__(self, path: str, reason: StoreReason, errno: int | None = None) -> None:
        super().__init__(path, reason.value, errno)
        self.path = path
        self.reason = reason
        self.errno = errno


class NotALog(StoreError):  # noqa: N818 - a verdict word, as the audit says it
    """The file is no log of a format that this version reads."""


class InUse(StoreError):  # noqa: N818 - a verdict word
    """Somebody else has the file or folder open for writing."""


class DamagedLog(StoreError):  # noqa: N818 - a verdict word
    """A file that is not appended to, because of `damage`; it can still be read."""

    def __init__(self, path: str, damage: Damage) -> None:
        super().__init__(path, StoreReason.DAMAGED)
        self.damage = damage
