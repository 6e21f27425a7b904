"""The device key in its file.

Responsible for reading and writing it whole and private. It must not know what the key is used for.
Format: `docs/protocol/keys.md`.
"""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from eventlog.errors import StoreError, StoreReason
from eventlog.keys import SigningKey, is_identity
from eventlog.store.files import open_regular, publish, read_all, reported

__all__ = ["Identity", "create_identity", "load_identity"]

_FILE_MAX = 16 << 10


@dataclass(frozen=True, slots=True)
class Identity:
    """A device's key; `is_exposed` if other users of the machine may read or change its file, which people are told."""

    key: SigningKey
    is_exposed: bool = False


def create_identity(path: str | os.PathLike[str], entropy: bytes) -> Identity:
    """Make the key of 32 fresh random bytes and store it: unencrypted PKCS #8 in PEM, mode 0600.

    Raises:
        ValueError: not 32 bytes.
        StoreError: `EXISTS` (a key is never overwritten), or what the system says; then no file is left.
    """
    key = SigningKey.generate(entropy)
    private = Ed25519PrivateKey.from_private_bytes(key.seed)
    publish(
        Path(path),
        private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        private=True,
    )
    return Identity(key)


def load_identity(path: str | os.PathLike[str]) -> Identity:
    """Read the key.

    Raises:
        StoreError: `BROKEN_KEY` for anything that is not an unencrypted Ed25519 key, or what the system says.
    """
    place = Path(path)
    try:
        descriptor = open_regular(place, writing=False, limit=_FILE_MAX)
    except StoreError as error:
        if error.reason in (StoreReason.NOT_A_FILE, StoreReason.TOO_LARGE):
            raise StoreError(error.path, StoreReason.BROKEN_KEY, error.errno) from error
        raise
    try:
        with reported(place):
            pem = read_all(descriptor)
            mode = os.fstat(descriptor).st_mode
    finally:
        os.close(descriptor)
    try:
        private = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:  # TypeError: it is encrypted
        raise StoreError(str(place), StoreReason.BROKEN_KEY) from error
    if not isinstance(private, Ed25519PrivateKey):
        raise StoreError(str(place), StoreReason.BROKEN_KEY)
    key = SigningKey(private.private_bytes_raw())
    if not is_identity(key.public):
        raise StoreError(str(place), StoreReason.BROKEN_KEY)
    # Windows has no such bits: there the user's profile folder is private by its access list.
    is_exposed = sys.platform != "win32" and bool(mode & (stat.S_IRWXG | stat.S_IRWXO))
    return Identity(key, is_exposed)
