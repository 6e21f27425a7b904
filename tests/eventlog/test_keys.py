"""Signatures against RFC 8032, and keys that could sign for everybody."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventlog.keys import SigningKey, is_identity, verify

FIELD = 2**255 - 19

# RFC 8032 section 7.1: seed, public key, message, signature.
RFC_8032 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
]

# y of the points of order 1, 2, 4 (two), 8 (four, in two pairs of equal y), each also with p added where it still fits.
SMALL_ORDER = [
    1,
    FIELD - 1,
    0,
    0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
    0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD83D3D706A17C7,
    FIELD,
    FIELD + 1,
]


def as_key(y: int, sign: int = 0) -> bytes:
    return (y | sign << 255).to_bytes(32, "little")


@pytest.mark.parametrize(("seed", "public", "message", "signature"), RFC_8032)
def test_rfc_8032(seed: str, public: str, message: str, signature: str) -> None:
    key = SigningKey.generate(bytes.fromhex(seed))
    assert key.public == bytes.fromhex(public)
    assert key.sign(bytes.fromhex(message)) == bytes.fromhex(signature)
    assert verify(key.public, bytes.fromhex(signature), bytes.fromhex(message))


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=50), st.integers(0, 511))
def test_a_signature_fits_its_message_only(seed: bytes, message: bytes, bit: int) -> None:
    key = SigningKey.generate(seed)
    signature = key.sign(message)
    assert verify(key.public, signature, message)
    assert not verify(key.public, signature, message + b"\0")
    changed = (int.from_bytes(signature, "little") ^ 1 << bit).to_bytes(64, "little")
    assert not verify(key.public, changed, message)


@given(st.binary(max_size=40), st.binary(max_size=70), st.binary(max_size=5))
def test_verify_answers_for_any_bytes(public: bytes, signature: bytes, message: bytes) -> None:
    assert verify(public, signature, message) is False


def test_verify_refuses_a_signature_with_the_order_added() -> None:
    key = SigningKey.generate(bytes(32))
    signature = key.sign(b"message")
    order = 2**252 + 27742317777372353535851937790883648493
    scalar = int.from_bytes(signature[32:], "little") + order
    assert not verify(key.public, signature[:32] + scalar.to_bytes(32, "little"), b"message")


@given(st.binary(min_size=32, max_size=32))
def test_made_keys_are_identities(seed: bytes) -> None:
    public = SigningKey.generate(seed).public
    assert is_identity(public)
    y = int.from_bytes(public, "little") % (1 << 255)
    sign = public[31] >> 7
    assert is_identity(as_key(y, 1 - sign))  # the negative point
    # (x, y) + (0, -1) = (-x, -y): the same key with the point of order 2 added.
    assert not is_identity(as_key(FIELD - y, sign))


@pytest.mark.parametrize("y", SMALL_ORDER)
@pytest.mark.parametrize("sign", [0, 1])
def test_small_order_is_no_identity(y: int, sign: int) -> None:
    assert not is_identity(as_key(y, sign))


def test_small_order_really_signs_for_everybody() -> None:
    # R = the neutral point, s = 0. This is why `is_identity` exists.
    public, signature = as_key(1), as_key(1) + bytes(32)
    assert verify(public, signature, b"one")
    assert verify(public, signature, b"another")
    assert not is_identity(public)


def on_curve(y: int) -> bool:
    """x^2 = (y^2 - 1) / (d y^2 + 1) has a solution, RFC 8032 section 5.1.3."""
    d = -121665 * pow(121666, -1, FIELD) % FIELD
    square = (y * y - 1) * pow(d * y * y + 1, -1, FIELD) % FIELD
    return pow(square, (FIELD - 1) // 2, FIELD) in (0, 1)


@given(st.binary(max_size=40))
def test_is_identity_answers_for_any_bytes(public: bytes) -> None:
    y = int.from_bytes(public, "little") % (1 << 255)
    if is_identity(public):
        assert len(public) == 32
        assert y < FIELD
        assert on_curve(y)


def test_off_the_curve_is_no_identity() -> None:
    beside = [y for y in range(2, 60) if not on_curve(y)]
    assert len(beside) > 20
    assert not any(is_identity(as_key(y, sign)) for y in beside for sign in (0, 1))


def test_y_is_canonical() -> None:
    for y in range(2, 19):
        assert not is_identity(as_key(FIELD + y))


def test_the_seed_is_not_shown() -> None:
    key = SigningKey.generate(bytes(range(32)))
    assert "seed" not in repr(key)
    assert repr(key.seed) not in repr(key)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32"):
        SigningKey.generate(bytes(size))
