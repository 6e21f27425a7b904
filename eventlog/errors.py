"""What can be wrong with bytes, entries, chains and files: closed sets of codes with data, no sentences.

Responsible for the vocabulary only. It must not know how a fault is found or how it is told to people.
"""

from enum import StrEnum

__all__ = ["CodecError", "CodecReason"]


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
