"""The one canonical encoding: a small part of MessagePack in which every value has exactly one form.

Responsible for turning plain values into bytes and back, and for refusing everything else before it can cost
memory or recursion. It must not know what the values mean. Format: `docs/protocol/encoding.md`.
"""

from __future__ import annotations

from typing import TypeAlias

import msgpack

from eventlog.errors import CodecError, CodecReason

__all__ = ["MAX", "MAX_DEPTH", "CodecError", "CodecReason", "Plain", "decode", "encode"]

Plain: TypeAlias = bool | int | bytes | str | tuple["Plain", ...] | None
"""What the codec gives and takes. Exact types: no subclass, no list."""

MAX = 1 << 20
"""Bytes of the longest encoding: one frame of the wire or of a file."""

MAX_DEPTH = 8
"""Arrays inside arrays; `()` has depth 1, a value that is no array depth 0."""

_SCALARS = frozenset((type(None), bool, int, bytes, str))


def encode(value: Plain, *, limit: int = MAX, depth: int = MAX_DEPTH) -> bytes:
    """The only bytes that `decode` accepts for this value.

    Args:
        value: a plain value.
        limit: the most bytes allowed.
        depth: the deepest nesting allowed, at most `MAX_DEPTH`.

    Raises:
        CodecError: `TYPE`, `INTEGER`, `TEXT`, `TOO_DEEP` or `TOO_LONG`.
    """
    _check_types(value, depth)
    try:
        data: bytes = msgpack.packb(value)
    except OverflowError:
        raise CodecError(CodecReason.INTEGER) from None
    except UnicodeEncodeError:
        raise CodecError(CodecReason.TEXT) from None
    if len(data) > limit:
        raise CodecError(CodecReason.TOO_LONG)
    return data


def decode(data: bytes, *, limit: int = MAX, depth: int = MAX_DEPTH) -> Plain:
    """The value whose encoding is exactly these bytes; arrays become tuples.

    Total: any bytes give a value or a `CodecError`. Work and memory are bounded by `len(data)`, whatever
    lengths the bytes announce.

    Args:
        data: one whole encoding.
        limit: the most bytes allowed.
        depth: the deepest nesting allowed, at most `MAX_DEPTH`.

    Raises:
        CodecError: any reason.
    """
    if len(data) > limit:
        raise CodecError(CodecReason.TOO_LONG)
    _check_shape(data, depth)
    try:
        value: Plain = msgpack.unpackb(data, raw=False, use_list=False)
    except UnicodeDecodeError:
        raise CodecError(CodecReason.TEXT) from None
    # Minimal lengths and integers are not tested one by one: what the one encoder would not have written is refused.
    if msgpack.packb(value) != data:
        raise CodecError(CodecReason.NOT_CANONICAL)
    return value


def _check_types(value: Plain, depth: int) -> None:
    """Refuse what msgpack would write but `decode` would not give back: maps, floats, lists, subclasses."""
    if type(value) is not tuple:
        if type(value) not in _SCALARS:
            raise CodecError(CodecReason.TYPE)
        return
    if depth == 0:
        raise CodecError(CodecReason.TOO_DEEP)
    for item in value:  # most items are scalars: a call for each of them would cost more than the encoding
        if type(item) not in _SCALARS:
            _check_types(item, depth - 1)


# By its first byte a value has a fixed size, or is followed by a length of so many bytes.
_FIXED = (
    {head: 1 for head in (*range(0x80), *range(0xE0, 0x100), 0xC0, 0xC2, 0xC3)}
    | {0xCC: 2, 0xCD: 3, 0xCE: 5, 0xCF: 9, 0xD0: 2, 0xD1: 3, 0xD2: 5, 0xD3: 9}
    | {0xA0 | length: 1 + length for length in range(32)}
)
_SIZES = tuple(_FIXED.get(head, 0) for head in range(256))
_LENGTH_WIDTHS = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
_ARRAY_WIDTHS = {0xDC: 2, 0xDD: 4}
_SHORT_ARRAYS = range(0x90, 0xA0)


def _check_shape(data: bytes, depth: int) -> None:
    """Walk the headers once, without building anything.

    msgpack allocates an array as soon as it reads its header, so a megabyte of nested headers that each announce
    a million elements would ask for gigabytes. After this walk every announced element is known to be there.
    """
    end = len(data)
    position = 0
    missing = 1
    outer: list[int] = []
    while True:
        while missing:
            if position >= end:
                raise CodecError(CodecReason.TRUNCATED)
            head = data[position]
            missing -= 1
            if size := _SIZES[head]:
                position += size
            elif width := _LENGTH_WIDTHS.get(head, 0):
                start = position + 1 + width
                position = start + int.from_bytes(data[position + 1 : start], "big")
            elif head in _SHORT_ARRAYS or head in _ARRAY_WIDTHS:
                start = position + 1 + _ARRAY_WIDTHS.get(head, 0)
                count = head & 0x0F if head in _SHORT_ARRAYS else int.from_bytes(data[position + 1 : start], "big")
                position = start
                if count > end - position:
                    raise CodecError(CodecReason.TRUNCATED)
                if len(outer) == depth:
                    raise CodecError(CodecReason.TOO_DEEP)
                outer.append(missing)
                missing = count
            else:
                raise CodecError(CodecReason.TYPE)
        if not outer:
            break
        missing = outer.pop()
    if position > end:
        raise CodecError(CodecReason.TRUNCATED)
    if position < end:
        raise CodecError(CodecReason.TRAILING)
