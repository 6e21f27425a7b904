"""The one hash of the project, with a label for every use.

Responsible for domain separation: two uses with different labels, or with parts cut differently, never hash
the same bytes. It must not know what is hashed. Format: `docs/protocol/encoding.md`.
"""

from hashlib import sha256

__all__ = ["DIGEST_SIZE", "tagged_hash", "u16", "u32"]

DIGEST_SIZE = 32
_SUITE = b"jk1/"


def u16(number: int) -> bytes:
    """Two bytes, big-endian.

    Raises:
        OverflowError: the number is negative or above 65 535; numbers are checked before they come here.
    """
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    """Four bytes, big-endian.

    Raises:
        OverflowError: the number is negative or above 4 294 967 295; numbers are checked before they come here.
    """
    return number.to_bytes(4, "big")


def tagged_hash(label: str, *parts: bytes) -> bytes:
    """SHA-256 over `jk1/`, the ASCII label, a zero byte and each part behind its u32 length: 32 bytes.

    A list of parts is passed with `*`; it counts as its elements, so a caller that needs to know where a list
    ends hashes its length too.

    Raises:
        UnicodeEncodeError: the label is not ASCII (labels are constants of the program).
    """
    pieces = [_SUITE, label.encode("ascii"), b"\x00"]
    for part in parts:
        pieces.append(len(part).to_bytes(4, "big"))
        pieces.append(part)
    return sha256(b"".join(pieces)).digest()
