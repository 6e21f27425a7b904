"""A second, slow writer of every format of `docs/protocol/`, made from those pages and not from `eventlog`.

It shares no code with what it checks: its own encoder, its own hash, keys from `cryptography` alone. The vectors in
`tests/vectors` come from it.
"""

import struct
import zlib
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from eventlog.codec import Plain


def encoded(value: Plain) -> bytes:
    """`docs/protocol/encoding.md`, line by line."""
    if value is None:
        return b"\xc0"
    if value is False:
        return b"\xc2"
    if value is True:
        return b"\xc3"
    if isinstance(value, int):
        return _integer(value)
    if isinstance(value, bytes):
        return _head(len(value), ((1 << 8, 0xC4, ">B"), (1 << 16, 0xC5, ">H"), (1 << 32, 0xC6, ">I"))) + value
    if isinstance(value, str):
        raw = value.encode("utf-8")
        if len(raw) < 32:
            return bytes([0xA0 + len(raw)]) + raw
        return _head(len(raw), ((1 << 8, 0xD9, ">B"), (1 << 16, 0xDA, ">H"), (1 << 32, 0xDB, ">I"))) + raw
    items = b"".join(map(encoded, value))
    if len(value) < 16:
        return bytes([0x90 + len(value)]) + items
    return _head(len(value), ((1 << 16, 0xDC, ">H"), (1 << 32, 0xDD, ">I"))) + items


def _integer(value: int) -> bytes:
    if -32 <= value < 128:
        return bytes([value & 0xFF])
    if value > 0:
        wide = ((1 << 8, 0xCC, ">B"), (1 << 16, 0xCD, ">H"), (1 << 32, 0xCE, ">I"), (1 << 64, 0xCF, ">Q"))
        return _head(value, wide)
    for bits, head, form in ((8, 0xD0, ">b"), (16, 0xD1, ">h"), (32, 0xD2, ">i"), (64, 0xD3, ">q")):
        if value >= -(1 << (bits - 1)):
            return bytes([head]) + struct.pack(form, value)
    raise AssertionError("outside the format")


def _head(number: int, forms: tuple[tuple[int, int, str], ...]) -> bytes:
    for end, head, form in forms:
        if number < end:
            return bytes([head]) + struct.pack(form, number)
    raise AssertionError("outside the format")


def hashed(label: str, *parts: bytes) -> bytes:
    """`docs/protocol/encoding.md`, section "Hash"."""
    text = b"jk1/" + label.encode() + b"\0"
    for part in parts:
        text += struct.pack(">I", len(part)) + part
    return sha256(text).digest()


class Party:
    """A key that signs; its seed is the hash of its name."""

    def __init__(self, name: str) -> None:
        self.seed = sha256(name.encode()).digest()
        self._key = Ed25519PrivateKey.from_private_bytes(self.seed)
        self.public = self._key.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        return self._key.sign(message)


class Table:
    """A log of two seats on one device, written by hand: `entries` as plain values, `heads` as the chain makes them."""

    def __init__(self) -> None:
        self.seats = (Party("seat 0"), Party("seat 1"))
        self.device = Party("device 0")
        start = ("start", 1, b"table id", "a game", (self.device.public,), tuple(seat.public for seat in self.seats))
        self.game = hashed("game", encoded(start))
        signatures = tuple(party.sign(self.game) for party in (*self.seats, self.device))
        self.entries: list[tuple[Plain, ...]] = [(0, 0, start, signatures)]
        self.heads = [self.game]
        self._spoken = [0, 0]

    @property
    def keys(self) -> tuple[bytes, ...]:
        """In the order of the signatures of entry 0."""
        return (*(seat.public for seat in self.seats), self.device.public)

    def say(self, seat: int, kind: str, *body: Plain, epoch: int = 0) -> None:
        """One more entry; its author has seen everything before it."""
        n = len(self.entries)
        statement = (kind, seat, self._spoken[seat], n - 1, self.heads[-1], *body)
        self._spoken[seat] += 1
        digest = hashed("statement", self.game, encoded(statement))
        head = hashed("entry", self.heads[-1], struct.pack(">I", n), struct.pack(">I", epoch), digest)
        placed = hashed("ack", self.game, struct.pack(">I", epoch), struct.pack(">I", n), head)
        self.heads.append(head)
        self.entries.append((n, epoch, statement, self.seats[seat].sign(digest), self.device.sign(placed)))


def short_table() -> Table:
    """Entry 0 and three statements."""
    table = Table()
    table.say(0, "name", "seat", "Ada", bytes(16))
    table.say(1, "name", "seat", "Ben", bytes(range(16)))
    table.say(0, "act", ("bid", 3), (), ())
    return table


def framed(salt: bytes, offset: int, body: bytes) -> bytes:
    """`docs/protocol/log-file.md`, section "Frame"."""
    place = salt + struct.pack(">Q", offset) + struct.pack(">I", len(body))
    return struct.pack(">I", len(body)) + struct.pack(">I", zlib.crc32(place + body)) + body


def filed(magic: bytes, salt: bytes, *contents: Plain) -> bytes:
    """A whole file; each content is the body of one frame."""
    data = magic + salt
    for content in contents:
        data += framed(salt, len(data), encoded(content))
    return data
