"""The group of the fair shuffle: points of prime order of Curve25519, up to sign.

A point is the canonical 32-byte u-coordinate of a point of prime order. A scalar is an integer modulo ``ORDER``; its
sign has no meaning, for s·U and (-s)·U have one u-coordinate. All multiplications are X25519 of the cryptography
library, which only takes multiples of 8 in [2^254, 2^255); ``representative`` finds the one that stands for a scalar.

The module knows arithmetic and RFC 9380, nothing about decks. See ``docs/protocol/shuffle.md``.
"""

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from protocol.deck.slicing import Slices

FIELD = 2**255 - 19
"""Prime of the field of coordinates."""
ORDER = 2**252 + 27742317777372353535851937790883648493
"""Prime order l of the subgroup."""
BASE = (9).to_bytes(32, "little")
"""The base point B."""
CARD_DOMAIN = b"jk1/card-curve25519_XMD:SHA-512_ELL2_NU_"
"""Domain separation tag (RFC 9380, 3.1) of the card points."""

POINTS_IN_SLICE = 40
"""Multiplications by one loaded scalar in a slice: about a millisecond."""

_A = 486662
_BOTTOM = 1 << 254
_TOP = 1 << 255


class NoRepresentativeError(ValueError):
    """The scalar is congruent to no integer that X25519 multiplies by: it is 0 or one of the few exceptions."""


def representative(scalar: int) -> bytes:
    """The 32 bytes with which X25519 multiplies by ``scalar`` or by its negative.

    Raises:
        NoRepresentativeError: for 0 and for +-8m modulo l with m <= l - 2^252: a 2^-126 part of all scalars.
    """
    residue = scalar % ORDER
    # ORDER is 5 modulo 8, so s + l·(3s mod 8) is 16s = 0 modulo 8: the one multiple of 8 below 8l congruent to s.
    multiple = residue + ORDER * (3 * residue % 8)
    if multiple < _BOTTOM:
        multiple = 8 * ORDER - multiple
    if multiple >= _TOP:
        raise NoRepresentativeError
    return multiple.to_bytes(32, "little")


def multiplier(scalar: int) -> X25519PrivateKey:
    """``scalar`` made ready for many multiplications: ``.exchange(loaded point)``.

    Raises:
        NoRepresentativeError: see `representative`.
    """
    return X25519PrivateKey.from_private_bytes(representative(scalar))


load = X25519PublicKey.from_public_bytes
"""A point made ready to be multiplied."""


def load_all(points: Iterable[bytes]) -> tuple[X25519PublicKey, ...]:
    """Points made ready to be multiplied many times."""
    return tuple(map(load, points))


def multiply(scalar: int, point: bytes) -> bytes:
    """u-coordinate of scalar·point.

    Raises:
        NoRepresentativeError: see `representative`.
        ValueError: if ``point`` has low order; what passed `is_point` has not.
    """
    return multiplier(scalar).exchange(load(point))


def sorted_multiples(key: X25519PrivateKey, deck: Sequence[X25519PublicKey]) -> Slices[list[bytes]]:
    """The deck multiplied by one scalar, sorted. A short deck is one slice, without a pause in it."""
    exchange = key.exchange
    if len(deck) <= POINTS_IN_SLICE:
        return sorted(map(exchange, deck))
    multiples: list[bytes] = []
    for start in range(0, len(deck), POINTS_IN_SLICE):
        if start:
            yield
        multiples += map(exchange, deck[start : start + POINTS_IN_SLICE])
    return sorted(multiples)


def base_multiple(key: X25519PrivateKey) -> bytes:
    """s·B of an already loaded s: free, the library has computed it while loading."""
    return key.public_key().public_bytes_raw()


@lru_cache(maxsize=1024)  # a key that was shared is looked at again when its deck is run again: a few decks' worth
def multiply_base(scalar: int) -> bytes:
    """scalar·B. Raises `NoRepresentativeError`."""
    return base_multiple(multiplier(scalar))


_project = multiplier(1).exchange


def is_canonical(encoding: bytes) -> bool:
    """Whether the 32 bytes are the one name of a coordinate: below the field's prime, bit 255 clear."""
    return len(encoding) == 32 and int.from_bytes(encoding, "little") < FIELD


def is_point(encoding: bytes) -> bool:
    """Whether the bytes are a canonical u-coordinate of a point of prime order on the curve. Total.

    Multiplying by the representative of 1, a multiple of 8, removes what lies outside of the prime subgroup, so only
    the points of the subgroup stay what they are; points of the twist do not either.
    """
    if not is_canonical(encoding):
        return False
    try:
        return _project(load(encoding)) == encoding
    except ValueError:  # low order: the product is zero
        return False


def read_scalar(encoding: bytes) -> int | None:
    """The scalar of a message: 32 bytes little-endian, 0 < s < l, with a representative; otherwise ``None``."""
    scalar = int.from_bytes(encoding, "little")
    if len(encoding) != 32 or not 0 < scalar < ORDER:
        return None
    try:
        representative(scalar)
    except NoRepresentativeError:
        return None
    return scalar


def write_scalar(scalar: int) -> bytes:
    """The 32 bytes of a scalar in a message, little-endian, reduced modulo l."""
    return (scalar % ORDER).to_bytes(32, "little")


def sum_or_difference(candidate: bytes, left: bytes, right: bytes) -> bool:
    """Whether ``candidate`` is the u-coordinate of left + right or of left - right.

    These two are the roots of a quadratic whose coefficients are polynomials in the u-coordinates of left and right.
    """
    x = int.from_bytes(candidate, "little")
    p = int.from_bytes(left, "little")
    q = int.from_bytes(right, "little")
    product = p * q % FIELD
    first = (p - q) * (p - q) % FIELD
    middle = ((p + q) * (product + 1) + 2 * _A * product) % FIELD
    last = (product - 1) * (product - 1)
    return ((first * x - 2 * middle) * x + last) % FIELD == 0


def _expand_message(message: bytes, domain: bytes) -> bytes:
    """RFC 9380, 5.3.1: expand_message_xmd with SHA-512, for the 48 bytes of one field element."""
    suffix = domain + bytes([len(domain)])
    first = hashlib.sha512(bytes(128) + message + (48).to_bytes(2, "big") + b"\x00" + suffix).digest()
    return hashlib.sha512(first + b"\x01" + suffix).digest()[:48]


def _map_to_curve(element: int) -> int:
    """RFC 9380, 6.7.1: Elligator 2 with Z = 2, u-coordinate only."""
    denominator = (1 + 2 * element * element) % FIELD
    # The inverse of zero counts as zero there, which makes the coordinate -A.
    abscissa = -_A * pow(denominator or 1, -1, FIELD) % FIELD
    square = ((abscissa + _A) * abscissa + 1) * abscissa % FIELD
    return abscissa if pow(square, (FIELD - 1) // 2, FIELD) in (0, 1) else (-abscissa - _A) % FIELD


def _double(abscissa: int) -> int:
    square = abscissa * abscissa % FIELD
    return (square - 1) ** 2 * pow(4 * abscissa * (square + _A * abscissa + 1), -1, FIELD) % FIELD


def hash_to_curve(message: bytes, domain: bytes) -> bytes:
    """u-coordinate of RFC 9380 encode_to_curve, suite curve25519_XMD:SHA-512_ELL2_NU_ (``domain`` up to 255 bytes)."""
    element = int.from_bytes(_expand_message(message, domain), "big") % FIELD
    point = _map_to_curve(element)
    for _ in range(3):  # clears the cofactor 8
        point = _double(point)
    return point.to_bytes(32, "little")


@lru_cache(maxsize=16)
def card_points(deck_id: bytes, n: int) -> tuple[bytes, ...]:
    """The points V_0 … V_{n-1} that stand for the cards of a kind of deck; nobody knows a relation between them."""
    return tuple(hash_to_curve(deck_id + card.to_bytes(2, "big"), CARD_DOMAIN) for card in range(n))
