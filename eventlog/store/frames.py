"""The inside of a log file as bytes: header, frames, and telling a torn tail from damage.

Responsible for the format alone, as pure functions; opening and syncing is `log`. It must not know what the records
mean. Format and reasons: `docs/protocol/log-file.md`.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from eventlog.codec import MAX, Plain, decode, encode
from eventlog.errors import CodecError, CodecReason, Damage, DamageReason

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "FRAME_HEADER_SIZE",
    "HEADER_SIZE",
    "SALT_SIZE",
    "FileKind",
    "Frame",
    "Header",
    "LogScan",
    "Torn",
    "bodies",
    "frame",
    "header",
    "read_header",
    "scan",
]

SALT_SIZE = 8
HEADER_SIZE = 8 + SALT_SIZE
FRAME_HEADER_SIZE = 8
_FRAME_HEADER = struct.Struct(">II")
_PLACE = struct.Struct(">QI")
_BODY_HEAD = b"\x92"  # every body is an array of two
_SEARCH_BUDGET = 64 * MAX
"""Bytes to run checksums over: a crash takes about a hundredth of it, a made-up file any amount."""


class FileKind(Enum):
    """Which of the two files; the value is its first eight bytes."""

    LOG = b"JOKLOG1\n"
    """The log of a game: holds no secret, may be given away."""
    OWN = b"JOKOWN1\n"
    """The private file beside it: readable by its owner only."""


class Header(Enum):
    """How the first bytes of a file compare with the header of its kind."""

    WHOLE = auto()
    BEGINNING = auto()
    """A part of a header and nothing else; the empty file too."""
    NEWER = auto()
    OTHER = auto()


class Frame(NamedTuple):
    """What was stored in one go: where, when by this device's clock (ms since 1970, UTC, or None), and the records."""

    offset: int
    time_ms: int | None
    records: tuple[Plain, ...]


@dataclass(frozen=True, slots=True)
class Torn:
    """Bytes at the end that a crash left of an unfinished write: never acknowledged, so nothing is lost with them."""

    offset: int
    length: int


@dataclass(frozen=True, slots=True)
class LogScan:
    """A file as read: the frames before the first bad place, and what is bad there.

    `end` is where the last good frame ends, `size` the bytes of the whole file. At most one of `torn` and `damage` is
    set. `beginning` means that the file ends within its header.
    """

    kind: FileKind
    salt: bytes
    frames: tuple[Frame, ...]
    end: int
    size: int
    torn: Torn | None = None
    damage: Damage | None = None
    beginning: bool = False

    @property
    def records(self) -> Iterator[Plain]:
        """All records in order."""
        for each in self.frames:
            yield from each.records


def header(kind: FileKind, salt: bytes) -> bytes:
    """The 16 bytes at the start of a file."""
    assert len(salt) == SALT_SIZE, "a salt has eight bytes"
    return kind.value + salt


def read_header(data: bytes, kind: FileKind) -> Header:
    """What the first 16 bytes (or all there are) say about a file."""
    start = data[: len(kind.value)]
    if kind.value.startswith(start):
        return Header.WHOLE if len(data) >= HEADER_SIZE else Header.BEGINNING
    number = slice(6, 7)
    if start[:6] == kind.value[:6] and start[7:] == kind.value[7:] and start[number] in b"23456789":
        return Header.NEWER
    return Header.OTHER


def bodies(time_ms: int | None, records: tuple[Plain, ...]) -> Iterator[bytes]:
    """The bodies of as few frames as hold these records in order.

    Raises:
        CodecError: a record that has no encoding, or is too long for a frame of its own.
    """
    try:
        yield encode((time_ms, records))
    except CodecError as error:
        if error.reason is not CodecReason.TOO_LONG or len(records) == 1:
            raise
        middle = len(records) // 2
        yield from bodies(time_ms, records[:middle])
        yield from bodies(time_ms, records[middle:])


def frame(salt: bytes, offset: int, body: bytes) -> bytes:
    """`u32 length | u32 checksum | body` for this place of this file."""
    return _FRAME_HEADER.pack(len(body), _checksum(salt, offset, body)) + body


def _checksum(salt: bytes, offset: int, body: bytes) -> int:
    # The place and a salt nobody else knows: zeros, moved data and bytes sent by somebody never look like a frame.
    return zlib.crc32(body, zlib.crc32(salt + _PLACE.pack(offset, len(body))))


def scan(data: bytes, kind: FileKind) -> LogScan:
    """The frames of a file whose header is `WHOLE` or `BEGINNING`, up to the first bad place. Total for such bytes."""
    size = len(data)
    if size < HEADER_SIZE:
        return LogScan(kind, b"", (), 0, size, beginning=True)
    salt = data[len(kind.value) : HEADER_SIZE]
    frames: list[Frame] = []
    offset = HEADER_SIZE
    torn: Torn | None = None
    damage: Damage | None = None
    while offset < size:
        end = _intact_end(data, salt, offset)
        if end is None:
            damage = _damage_at(data, salt, offset)
            torn = None if damage else Torn(offset, size - offset)
            break
        content = _read_body(data[offset + FRAME_HEADER_SIZE : end])
        if content is None:
            resumes_at = end if _intact_end(data, salt, end) else None
            damage = Damage(offset, DamageReason.NOT_CANONICAL, resumes_at)
            break
        frames.append(Frame(offset, *content))
        offset = end
    return LogScan(kind, salt, tuple(frames), offset, size, torn, damage)


def _announced_end(data: bytes, offset: int) -> int | None:
    """Where the frame at this offset ends by its own length; None if that length cannot be."""
    start = offset + FRAME_HEADER_SIZE
    if start >= len(data):
        return None
    length = int.from_bytes(data[offset : offset + 4], "big")
    return start + length if 0 < length <= MAX and start + length <= len(data) else None


def _intact_end(data: bytes, salt: bytes, offset: int) -> int | None:
    end = _announced_end(data, offset)
    if end is None:
        return None
    checksum = int.from_bytes(data[offset + 4 : offset + FRAME_HEADER_SIZE], "big")
    return end if checksum == _checksum(salt, offset, data[offset + FRAME_HEADER_SIZE : end]) else None


def _read_body(body: bytes) -> tuple[int | None, tuple[Plain, ...]] | None:
    """Time and records of a body, or None if it is not the encoding of such a pair."""
    try:
        value = decode(body)
    except CodecError:
        return None
    match value:
        case (None, tuple() as records) if records:
            return None, records
        case (int() as time_ms, tuple() as records) if records and type(time_ms) is int and time_ms >= 0:
            return time_ms, records
        case _:
            return None


def _damage_at(data: bytes, salt: bytes, offset: int) -> Damage | None:
    """Damage, if what stands at this bad place cannot be one unfinished frame at the end of the file.

    One frame is written and synced at a time. So after a crash there is at most a part of one frame, in which any
    sector may be missing, and nothing behind it.
    """
    resumes_at = _next_intact(data, salt, offset + 1)
    if isinstance(resumes_at, DamageReason):
        return Damage(offset, resumes_at)
    if resumes_at is not None:
        return Damage(offset, DamageReason.RESUMES, resumes_at)
    if len(data) - offset > FRAME_HEADER_SIZE + MAX:
        return Damage(offset, DamageReason.TOO_LONG)
    end = _announced_end(data, offset)
    if end is not None and end < len(data) and _read_body(data[offset + FRAME_HEADER_SIZE : end]) is not None:
        return Damage(offset, DamageReason.CHECKSUM)
    return None


def _next_intact(data: bytes, salt: bytes, start: int) -> int | DamageReason | None:
    """The first intact frame within one frame's length from `start`, None, or why that cannot be said."""
    budget = _SEARCH_BUDGET
    last = start + FRAME_HEADER_SIZE + MAX
    body = data.find(_BODY_HEAD, start + FRAME_HEADER_SIZE, last + FRAME_HEADER_SIZE)
    while body >= 0:
        offset = body - FRAME_HEADER_SIZE
        end = _announced_end(data, offset)
        if end is not None:
            budget -= end - offset
            if budget < 0:
                return DamageReason.UNCLEAR
            if _intact_end(data, salt, offset) is not None:
                return offset
        body = data.find(_BODY_HEAD, body + 1, last + FRAME_HEADER_SIZE)
    return None
