"""Ed25519 keys of devices and seats: signing, checking, and which public keys may be an identity at all.

Responsible for signatures only. It must not know which key belongs to whom or where a key is kept; randomness is
an argument. Formats: RFC 8032 section 5.1, `docs/protocol/keys.md`.
"""

from dataclasses import dataclass, field
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

__all__ = ["KEY_SIZE", "SIGNATURE_SIZE", "SigningKey", "is_identity", "verify"]

KEY_SIZE = 32
SIGNATURE_SIZE = 64

_FIELD = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493

# X25519 clamps a scalar to a multiple of 8 in [2**254, 2**255). With l the prime order of the subgroup, l = 5 (mod 8),
# so 5*l - 1 is a multiple of 8; it lies in that range and is -1 modulo l. On x-coordinates -1 and 1 are the same, so
# multiplying by it leaves the subgroup of order l as it is and moves every other point.
_ONE = X25519PrivateKey.from_private_bytes((5 * _ORDER - 1).to_bytes(32, "little"))


@dataclass(frozen=True, slots=True)
class SigningKey:
    """An Ed25519 key pair; `seed` is the 32-byte private key of RFC 8032 and never shown by `repr`."""

    seed: bytes = field(repr=False)
    public: bytes = field(init=False)
    _private: Ed25519PrivateKey = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        private = Ed25519PrivateKey.from_private_bytes(self.seed)
        object.__setattr__(self, "_private", private)
        object.__setattr__(self, "public", private.public_key().public_bytes_raw())

    @classmethod
    def generate(cls, entropy: bytes) -> "SigningKey":
        """The key pair of 32 fresh random bytes, which become its seed.

        Raises:
            ValueError: not 32 bytes.
        """
        return cls(bytes(entropy))

    def sign(self, message: bytes) -> bytes:
        """64 bytes; the same message always gives the same signature."""
        return self._private.sign(message)


@lru_cache(maxsize=256)
def _load(public: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(public)


def verify(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the signature is this key's, checked without cofactor. Total: any bytes give an answer.

    It says nothing about the key itself: one that is not `is_identity` may let one signature fit every message.
    """
    try:
        _load(public).verify(signature, message)
    except (ValueError, InvalidSignature):
        return False
    return True


def is_identity(public: bytes) -> bool:
    """Whether these bytes are a public key that binds its owner: canonical, on the curve, of prime order.

    Total: any bytes give an answer. The sign bit is free, as both signs of x are keys.
    """
    if len(public) != KEY_SIZE:
        return False
    y = int.from_bytes(public, "little") & ((1 << 255) - 1)
    if y >= _FIELD or y == 1:
        return False
    # The same point on the Montgomery curve (RFC 7748 section 4.1). It is refused when the projection moves it, or
    # when the library finds it of small order and raises.
    u = ((1 + y) * pow(1 - y, -1, _FIELD) % _FIELD).to_bytes(32, "little")
    try:
        return _ONE.exchange(X25519PublicKey.from_public_bytes(u)) == u
    except ValueError:
        return False
