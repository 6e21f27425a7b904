"""The device key's file: private, never overwritten, refused when broken."""

import base64
import os
import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from eventlog.errors import StoreError, StoreReason
from eventlog.keys import SigningKey
from eventlog.store import Identity, create_identity, load_identity

SEED = bytes(range(32))
posix_only = pytest.mark.skipif(os.name != "posix", reason="modes of POSIX")


def test_it_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "identity.key"
    assert create_identity(path, SEED) == Identity(SigningKey(SEED))
    assert load_identity(path) == Identity(SigningKey(SEED))


def test_it_is_a_common_key_file(tmp_path: Path) -> None:
    path = tmp_path / "identity.key"
    create_identity(path, SEED)
    # RFC 8410 section 7: PKCS #8 with the Ed25519 identifier, then the seed.
    der = bytes.fromhex("302e020100300506032b657004220420") + SEED
    lines = ["-----BEGIN PRIVATE KEY-----", base64.b64encode(der).decode(), "-----END PRIVATE KEY-----", ""]
    assert path.read_text("ascii").split("\n") == lines


@posix_only
def test_it_is_private_from_the_beginning(tmp_path: Path) -> None:
    path = tmp_path / "identity.key"
    old = os.umask(0)
    try:
        create_identity(path, SEED)
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@posix_only
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602])
def test_a_key_that_others_may_touch_is_reported(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "identity.key"
    create_identity(path, SEED)
    path.chmod(mode)
    assert load_identity(path) == Identity(SigningKey(SEED), is_exposed=True)


def test_a_key_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "identity.key"
    create_identity(path, SEED)
    with pytest.raises(StoreError) as caught:
        create_identity(path, bytes(32))
    assert caught.value.reason is StoreReason.EXISTS
    assert load_identity(path).key.seed == SEED
    assert [each.name for each in tmp_path.iterdir()] == ["identity.key"]


def pem(private: Ed25519PrivateKey | X25519PrivateKey, password: bytes | None = None) -> bytes:
    protection = NoEncryption() if password is None else BestAvailableEncryption(password)
    return private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, protection)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not a key",
        b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
        pem(X25519PrivateKey.from_private_bytes(SEED)),
        pem(Ed25519PrivateKey.from_private_bytes(SEED), b"password"),
        pem(Ed25519PrivateKey.from_private_bytes(SEED))[:-40],
    ],
    ids=["empty", "text", "no key inside", "another kind", "encrypted", "cut"],
)
def test_a_broken_key_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "identity.key"
    path.write_bytes(content)
    with pytest.raises(StoreError) as caught:
        load_identity(path)
    assert (caught.value.reason, caught.value.path) == (StoreReason.BROKEN_KEY, str(path))
    assert path.read_bytes() == content


def test_missing(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        load_identity(tmp_path / "none")
    assert caught.value.reason is StoreReason.NOT_FOUND
    with pytest.raises(StoreError) as caught:
        create_identity(tmp_path / "no folder" / "identity.key", SEED)
    assert caught.value.reason is StoreReason.NOT_FOUND


def test_too_large_for_a_key(tmp_path: Path) -> None:
    path = tmp_path / "identity.key"
    path.write_bytes(bytes(20_000))
    with pytest.raises(StoreError) as caught:
        load_identity(path)
    assert caught.value.reason is StoreReason.BROKEN_KEY


def test_a_folder_in_the_place_of_a_key(tmp_path: Path) -> None:
    (tmp_path / "identity.key").mkdir()
    with pytest.raises(StoreError) as caught:
        load_identity(tmp_path / "identity.key")
    assert caught.value.reason is StoreReason.BROKEN_KEY
