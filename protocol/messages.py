"""What crosses a link, as bytes and back: every message has one form, and everything else is refused with one error.

Shape, limits and ranges are checked here; whose signatures they are, and what follows, is for the ledger.
Page: `docs/protocol/messages.md`.
"""

from typing import assert_never

from eventlog.checkpoint import Ack
from eventlog.codec import CodecError, Plain, decode, encode
from eventlog.entry import STATEMENT_MAX, Entry, EntryError, Statement, expect_number, expect_signature
from protocol.effects import Acked, Hello, Message, Ordered, Say, Want

MESSAGE_MAX = STATEMENT_MAX + 256
"""Bytes of the longest message: a statement with two signatures and the numbers around it."""


class BadMessage(Exception):  # noqa: N818 - a verdict word
    """The bytes, or the plain value, are no message."""


def to_plain(message: Message) -> tuple[Plain, ...]:
    """Return the plain form of a message: its name and what it holds."""
    match message:
        case Say(statement, signature):
            return ("say", statement.plain(), signature)
        case Ordered(entry):
            return ("entry", entry.to_plain())
        case Acked(ack):
            return ("ack", ack.to_plain())
        case Hello(newest):
            return ("hello", None if newest is None else newest.to_plain())
        case Want(n):
            return ("want", n)
        case _:
            assert_never(message)


def message_from_plain(plain: Plain) -> Message:
    """Return the message of a plain form; no signature is checked.

    Raises:
        BadMessage: there is none.
    """
    try:
        match plain:
            case ("say", statement, signature):
                return Say(Statement.from_plain(statement), expect_signature(signature))
            case ("entry", entry):
                return Ordered(Entry.from_plain(entry))
            case ("ack", ack):
                return Acked(_ack(ack))
            case ("hello", None):
                return Hello(None)
            case ("hello", newest):
                return Hello(_ack(newest))
            case ("want", n):
                return Want(_entry_number(n))
            case _:
                raise BadMessage
    except EntryError:
        raise BadMessage from None


def _ack(plain: Plain) -> Ack:
    ack = Ack.from_plain(plain)
    _entry_number(ack.n)
    return ack


def _entry_number(plain: Plain) -> int:
    """Return the number of an entry that somebody has ordered: nobody acks entry 0, which all have signed."""
    n = expect_number(plain)
    if n == 0:
        raise BadMessage
    return n


def encoded(message: Message) -> bytes:
    """Return the bytes of a message.

    Raises:
        BadMessage: it holds something that may not be sent.
    """
    try:
        plain = to_plain(message)
        message_from_plain(plain)  # what would be refused does not leave
        return encode(plain, limit=MESSAGE_MAX)
    except (CodecError, EntryError):
        raise BadMessage from None


def decoded(data: bytes) -> Message:
    """Return the message of some bytes. Total: any bytes give a message or the error.

    Raises:
        BadMessage: they are none.
    """
    try:
        plain = decode(data, limit=MESSAGE_MAX)
    except CodecError:
        raise BadMessage from None
    return message_from_plain(plain)
