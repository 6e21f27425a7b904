"""What cheats need: arithmetic with both coordinates, points that are none, marked decks and shadows with two faces."""

from collections.abc import Iterable, Sequence

from protocol.deck.context import Secrets
from protocol.deck.group import FIELD, multiply, multiply_base
from protocol.deck.messages import Shuffle
from protocol.deck.transcript import shadow_hash

A = 486662
ORDER_2 = bytes(32)
ORDER_4 = (1).to_bytes(32, "little")
ORDER_8 = bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800")
OTHER_ORDER_8 = bytes.fromhex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157")
MINUS_ONE = (FIELD - 1).to_bytes(32, "little")
LOW_ORDER = (ORDER_2, ORDER_4, ORDER_8, OTHER_ORDER_8, MINUS_ONE)


def multiply_many(scalar: int, points: Iterable[bytes]) -> list[bytes]:
    """Every point multiplied by one scalar."""
    return [multiply(scalar, point) for point in points]


def lift(encoding: bytes) -> tuple[int, int]:
    """One of the two points with this u-coordinate."""
    u = int.from_bytes(encoding, "little")
    square = (u**3 + A * u * u + u) % FIELD
    v = pow(square, (FIELD + 3) // 8, FIELD)
    if v * v % FIELD != square:
        v = v * pow(2, (FIELD - 1) // 4, FIELD) % FIELD
    assert v * v % FIELD == square
    return u, v


def with_torsion(encoding: bytes) -> bytes:
    """The point plus a point of order 8: on the curve, canonical, outside of the prime subgroup."""
    (x, y), (p, q) = lift(encoding), lift(ORDER_8)
    slope = (q - y) * pow(p - x, -1, FIELD) % FIELD
    return ((slope * slope - A - x - p) % FIELD).to_bytes(32, "little")


def on_twist() -> bytes:
    """The smallest u-coordinate above the base point's that is on the twist and not on the curve."""
    return next(
        u.to_bytes(32, "little") for u in range(10, 99) if pow(u**3 + A * u * u + u, (FIELD - 1) // 2, FIELD) != 1
    )


def marked(secret: int, transcript: bytes, deck: Sequence[bytes]) -> Shuffle:
    """A shuffle in which the second card is replaced by twice the first: the ratio survives every later shuffle."""
    cards = [multiply(secret, point) for point in deck if point != deck[1]]
    cards.append(multiply(2 * secret, deck[0]))
    return Shuffle(transcript, multiply_base(secret), tuple(sorted(cards)))


def two_faced(
    secrets: Secrets, transcript: bytes, deck: Sequence[bytes], shuffle: Shuffle, rounds: int
) -> list[tuple[bytes, bytes]]:
    """For every round a shadow that answers bit 0 and one that answers bit 1, both by the multiplier of the round."""
    faces = []
    for number in range(rounds):
        scalar = secrets.shadow(transcript, number)
        zero = sorted(multiply_many(scalar, deck))
        one = sorted(multiply_many(scalar, shuffle.deck))
        by_base, by_key = multiply_base(scalar), multiply(scalar, shuffle.key)
        faces.append(
            (
                shadow_hash(transcript, secrets.player, number, by_base, zero),
                shadow_hash(transcript, secrets.player, number, by_key, one),
            )
        )
    return faces
