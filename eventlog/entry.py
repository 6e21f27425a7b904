"""Statements and entries as values, their plain form and the digest that is signed.

Responsible for shape, limits and digests. It must not know any kind of statement, whose key is whose, or what
follows what (`chain`). Format: `docs/protocol/entry.md`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from eventlog.codec import MAX_DEPTH, Plain, encode
from eventlog.errors import CodecError, CodecReason, EntryError, EntryReason
from eventlog.hashing import DIGEST_SIZE, tagged_hash
from eventlog.keys import SIGNATURE_SIZE

__all__ = [
    "KIND_MAX",
    "NUMBER_MAX",
    "STATEMENT_DEPTH",
    "STATEMENT_MAX",
    "Entry",
    "EntryError",
    "EntryReason",
    "Genesis",
    "LogEntry",
    "Statement",
    "Stub",
    "entry_from_plain",
    "expect_digest",
    "expect_number",
    "expect_signature",
]

STATEMENT_MAX = 64 << 10
"""Bytes of the longest encoded statement."""

STATEMENT_DEPTH = MAX_DEPTH - 3
"""Nesting of a statement alone. A file puts it into an entry, a list and a frame; all of it must stay decodable,
or somebody could sign what no file can hold."""

KIND_MAX = 32
NUMBER_MAX = (1 << 32) - 1
_GENESIS_KIND = "start"
_HEADER = 5


def expect_number(value: Plain) -> int:
    """The value if it is an integer that fits in 32 bits (`True` is none).

    Raises:
        EntryError: `SHAPE` or `RANGE`.
    """
    if type(value) is not int:
        raise EntryError(EntryReason.SHAPE)
    if not 0 <= value <= NUMBER_MAX:
        raise EntryError(EntryReason.RANGE)
    return value


def expect_digest(value: Plain) -> bytes:
    """The value if it is 32 bytes.

    Raises:
        EntryError: `SHAPE` or `SIZE`.
    """
    return _expect_bytes(value, DIGEST_SIZE)


def expect_signature(value: Plain) -> bytes:
    """The value if it is 64 bytes.

    Raises:
        EntryError: `SHAPE` or `SIZE`.
    """
    return _expect_bytes(value, SIGNATURE_SIZE)


def _expect_bytes(value: Plain, size: int) -> bytes:
    if type(value) is not bytes:
        raise EntryError(EntryReason.SHAPE)
    if len(value) != size:
        raise EntryError(EntryReason.SIZE)
    return value


def _expect_array(value: Plain, length: int) -> tuple[Plain, ...]:
    if type(value) is not tuple or len(value) != length:
        raise EntryError(EntryReason.SHAPE)
    return value


def _expect_kind(value: Plain) -> str:
    if type(value) is not str:
        raise EntryError(EntryReason.SHAPE)
    if not 0 < len(value) <= KIND_MAX:
        raise EntryError(EntryReason.KIND)
    return value


def _encode_statement(plain: tuple[Plain, ...]) -> bytes:
    try:
        return encode(plain, limit=STATEMENT_MAX, depth=STATEMENT_DEPTH)
    except CodecError as error:
        if error.reason is CodecReason.TOO_LONG:
            reason = EntryReason.TOO_LONG
        elif error.reason is CodecReason.TOO_DEEP:
            reason = EntryReason.TOO_DEEP
        else:
            reason = EntryReason.NOT_PLAIN
        raise EntryError(reason) from None


# Encoding and digest are wanted several times (admission, signature, chain, file). They are kept in private fields of
# the slotted dataclass, outside comparison, and filled with `object.__setattr__` at first use: `cached_property` would
# need a `__dict__` for each of thousands of entries, and a cache beside the objects would have to be bounded.


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing a seat says.

    `seq` counts this seat's statements from 0; `seen` is the number and `seen_head` the head of the newest final entry
    its author knew; `body` belongs to the kind and is opaque here.
    """

    kind: str
    seat: int
    seq: int
    seen: int
    seen_head: bytes
    body: tuple[Plain, ...]
    _encoded: bytes = field(default=b"", init=False, repr=False, compare=False)
    _digest: tuple[bytes, bytes] = field(default=(b"", b""), init=False, repr=False, compare=False)

    def plain(self) -> tuple[Plain, ...]:
        """`(kind, seat, seq, seen, seen_head, *body)`."""
        return (self.kind, self.seat, self.seq, self.seen, self.seen_head, *self.body)

    @classmethod
    def from_plain(cls, plain: Plain) -> Statement:
        """The statement of a plain value, checked in full but for what its kind asks of the body.

        Raises:
            EntryError: any reason.
        """
        if type(plain) is not tuple or len(plain) < _HEADER:
            raise EntryError(EntryReason.SHAPE)
        kind, seat, seq, seen, seen_head, *body = plain
        statement = cls(
            kind=_expect_kind(kind),
            seat=expect_number(seat),
            seq=expect_number(seq),
            seen=expect_number(seen),
            seen_head=expect_digest(seen_head),
            body=tuple(body),
        )
        statement.encoded()
        return statement

    def encoded(self) -> bytes:
        """The bytes of `plain()`.

        Raises:
            EntryError: `TOO_LONG`, `TOO_DEEP` or `NOT_PLAIN`.
        """
        if not self._encoded:
            object.__setattr__(self, "_encoded", _encode_statement(self.plain()))
        return self._encoded

    def digest(self, game: bytes) -> bytes:
        """What the author signs: `H("statement", game, encoded)`, 32 bytes.

        Raises:
            EntryError: as `encoded`.
        """
        if self._digest[0] != game:
            object.__setattr__(self, "_digest", (game, tagged_hash("statement", game, self.encoded())))
        return self._digest[1]


@dataclass(frozen=True, slots=True)
class Stub:
    """A statement taken out of a log: 32 bytes in its place, with which signatures and chain still check."""

    value: bytes

    def digest(self, game: bytes) -> bytes:
        """The digest that the statement had. The game is already in it."""
        del game
        return self.value


@dataclass(frozen=True, slots=True)
class Genesis:
    """Entry 0: the statement `("start", *body)` and the signatures of all seats, then of all devices, over `game`."""

    body: tuple[Plain, ...]
    signatures: tuple[bytes, ...]
    _encoded: bytes = field(default=b"", init=False, repr=False, compare=False)
    _game: bytes = field(default=b"", init=False, repr=False, compare=False)

    def plain(self) -> tuple[Plain, ...]:
        """The statement: `("start", *body)`, without seat, seq and seen."""
        return (_GENESIS_KIND, *self.body)

    def encoded(self) -> bytes:
        """The bytes of `plain()`.

        Raises:
            EntryError: `TOO_LONG`, `TOO_DEEP` or `NOT_PLAIN`.
        """
        if not self._encoded:
            object.__setattr__(self, "_encoded", _encode_statement(self.plain()))
        return self._encoded

    @property
    def game(self) -> bytes:
        """The game's id, the head of entry 0 and what its signatures sign: `H("game", encoded)`, 32 bytes.

        Raises:
            EntryError: as `encoded`.
        """
        if not self._game:
            object.__setattr__(self, "_game", tagged_hash("game", self.encoded()))
        return self._game

    def to_plain(self) -> tuple[Plain, ...]:
        """`(0, 0, statement, signatures)`."""
        return (0, 0, self.plain(), self.signatures)

    @classmethod
    def from_plain(cls, plain: Plain) -> Genesis:
        """Entry 0 of a plain value; the signatures are not checked, nor how many there are.

        Raises:
            EntryError: any reason.
        """
        n, epoch, statement, signatures = _expect_array(plain, 4)
        if expect_number(n) != 0 or expect_number(epoch) != 0:
            raise EntryError(EntryReason.RANGE)
        if type(statement) is not tuple or type(signatures) is not tuple or not statement:
            raise EntryError(EntryReason.SHAPE)
        if _expect_kind(statement[0]) != _GENESIS_KIND:
            raise EntryError(EntryReason.KIND)
        genesis = cls(statement[1:], tuple(expect_signature(signature) for signature in signatures))
        genesis.encoded()
        return genesis


@dataclass(frozen=True, slots=True)
class Entry:
    """A statement with its number (from 1) and epoch, its author's signature and the orderer's."""

    n: int
    epoch: int
    statement: Statement | Stub
    signature: bytes
    order_signature: bytes

    def digest(self, game: bytes) -> bytes:
        """The statement's digest.

        Raises:
            EntryError: as `Statement.encoded`.
        """
        return self.statement.digest(game)

    def to_plain(self) -> tuple[Plain, ...]:
        """`(n, epoch, statement or its digest, author's signature, order signature)`."""
        statement = self.statement.value if isinstance(self.statement, Stub) else self.statement.plain()
        return (self.n, self.epoch, statement, self.signature, self.order_signature)

    @classmethod
    def from_plain(cls, plain: Plain) -> Entry:
        """The entry of a plain value; signatures and chain are not checked.

        Raises:
            EntryError: any reason.
        """
        n, epoch, statement, signature, order_signature = _expect_array(plain, 5)
        if expect_number(n) == 0:
            raise EntryError(EntryReason.RANGE)
        return cls(
            n=expect_number(n),
            epoch=expect_number(epoch),
            statement=Stub(expect_digest(statement)) if type(statement) is bytes else Statement.from_plain(statement),
            signature=expect_signature(signature),
            order_signature=expect_signature(order_signature),
        )

    def redacted(self, game: bytes) -> Entry:
        """The same entry with a stub in place of its statement."""
        return Entry(self.n, self.epoch, Stub(self.digest(game)), self.signature, self.order_signature)


LogEntry: TypeAlias = Genesis | Entry
"""What a log consists of: one `Genesis`, then `Entry` 1, 2, 3 …"""


def entry_from_plain(plain: Plain) -> LogEntry:
    """`Genesis.from_plain` for a value that begins with 0, else `Entry.from_plain`.

    Raises:
        EntryError: any reason.
    """
    if type(plain) is tuple and plain and type(plain[0]) is int and plain[0] == 0:
        return Genesis.from_plain(plain)
    return Entry.from_plain(plain)
