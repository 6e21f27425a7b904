"""Arithmetic of the Kummer line, against RFC 9380 and laws of the group."""

from hashlib import sha256

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from protocol.deck.group import (
    BASE,
    CARD_DOMAIN,
    FIELD,
    ORDER,
    NoRepresentativeError,
    base_multiple,
    card_points,
    hash_to_curve,
    is_canonical,
    is_point,
    load_all,
    multiplier,
    multiply,
    multiply_base,
    read_scalar,
    representative,
    sorted_multiples,
    sum_or_difference,
    write_scalar,
)
from protocol.deck.slicing import finish
from tests.protocol.deck.cheating import LOW_ORDER, on_twist, with_torsion

EXCESS = ORDER - 2**252


def is_exception(scalar: int) -> bool:
    """Whether the scalar or its negative is 8m with 0 <= m <= l - 2^252."""
    return any(one % 8 == 0 and one <= 8 * EXCESS for one in (scalar % ORDER, -scalar % ORDER))


SCALARS = st.integers(1, ORDER - 1).filter(lambda scalar: not is_exception(scalar))
POINTS = st.binary(min_size=1, max_size=8).map(lambda message: hash_to_curve(message, b"test"))


@pytest.mark.parametrize(
    ("message", "u"),
    [
        (b"", "1bb913f0c9daefa0b3375378ffa534bda5526c97391952a7789eb976edfe4d08"),
        (b"abc", "7c22950b7d900fa866334262fcaea47a441a578df43b894b4625c9b450f9a026"),
        (b"abcdef0123456789", "31ad08a8b0deeb2a4d8b0206ca25f567ab4e042746f792f4b7973f3ae2096c52"),
    ],
)
def test_hash_to_curve_gives_the_vectors_of_rfc_9380(message: bytes, u: str) -> None:
    """RFC 9380, J.4.2: P.x."""
    point = hash_to_curve(message, b"QUUX-V01-CS02-with-curve25519_XMD:SHA-512_ELL2_NU_")
    assert point == bytes.fromhex(u)[::-1]
    assert is_point(point)


def test_card_points_are_the_hashed_card_numbers() -> None:
    points = card_points(b"test-9", 9)
    assert points[7] == hash_to_curve(b"test-9\x00\x07", CARD_DOMAIN)
    assert card_points(b"test-9", 5) == points[:5]
    assert len(set(points)) == 9
    assert all(map(is_point, points))


def test_card_points_of_the_36_cards_of_a_game() -> None:
    """The same points for ever: others would make every recorded game unreadable. The value is of the second
    implementation."""
    digest = sha256(b"".join(card_points(b"classic36", 36))).hexdigest()
    assert digest == "1206c03f57019ddf3555722d2a8adc4a91905948a5b0e1b9e9bb7c180f04ff1b"


@given(SCALARS)
def test_representative_is_a_clamped_multiple_of_eight(scalar: int) -> None:
    number = int.from_bytes(representative(scalar), "little")
    assert number % 8 == 0
    assert 2**254 <= number < 2**255
    assert number % ORDER in (scalar, ORDER - scalar)


@pytest.mark.parametrize("scalar", [1, 2, 7, 2**127 + 1, 2**128 - 1, ORDER - 1, 8 * (EXCESS + 1), -8 * (EXCESS + 1)])
def test_representative_of_edge_scalars(scalar: int) -> None:
    assert multiply(scalar, BASE) == multiply(-scalar, BASE)


EXCEPTIONS = [0, 8, -8, 16, 8 * (EXCESS - 1), 8 * EXCESS, -8 * EXCESS]


@pytest.mark.parametrize("scalar", EXCEPTIONS)
def test_exceptional_scalars_have_no_representative(scalar: int) -> None:
    with pytest.raises(NoRepresentativeError):
        representative(scalar)
    assert read_scalar((scalar % ORDER).to_bytes(32, "little")) is None


@given(st.integers(0, 2**127 - 1))
def test_every_odd_challenge_has_a_representative(half: int) -> None:
    assert len(representative(2 * half + 1)) == 32


@given(SCALARS)
def test_scalars_are_read_as_they_are_written(scalar: int) -> None:
    assert read_scalar(write_scalar(scalar)) == scalar
    assert write_scalar(scalar + 3 * ORDER) == write_scalar(scalar)


@pytest.mark.parametrize(
    "encoding", [b"", bytes(31), bytes(32), ORDER.to_bytes(32, "little"), b"\xff" * 32, b"\x01" + bytes(32)]
)
def test_scalars_out_of_range_are_none(encoding: bytes) -> None:
    assert read_scalar(encoding) is None


@given(SCALARS, SCALARS, POINTS)
def test_multiplications_commute_and_have_inverses(left: int, right: int, point: bytes) -> None:
    assume(not is_exception(left * right))
    assume(not is_exception(pow(left, -1, ORDER)))
    product = multiply(left, multiply(right, point))
    assert product == multiply(right, multiply(left, point)) == multiply(left * right, point)
    assert multiply(pow(left, -1, ORDER), multiply(left, point)) == point


@given(SCALARS)
def test_the_base_is_multiplied_like_every_point(scalar: int) -> None:
    assert multiply_base(scalar) == base_multiple(multiplier(scalar)) == multiply(scalar, BASE)


@pytest.mark.parametrize("n", [1, 40, 41, 120])
def test_sorted_multiples_do_not_depend_on_the_slices(n: int) -> None:
    points = card_points(b"test-120", 120)[:n]
    assert finish(sorted_multiples(multiplier(77), load_all(points))) == sorted(multiply(77, point) for point in points)


@given(SCALARS, SCALARS, POINTS)
def test_sum_and_difference_are_recognised(left: int, right: int, point: bytes) -> None:
    for result in (left + right, left - right, left + right + 1):
        assume(not is_exception(result))
    p, q = multiply(left, point), multiply(right, point)
    assert sum_or_difference(multiply(left + right, point), p, q)
    assert sum_or_difference(multiply(left - right, point), p, q)
    if (left + right + 1 - (left - right)) % ORDER and (left + right + 1 + left - right) % ORDER:
        assert not sum_or_difference(multiply(left + right + 1, point), p, q)


def test_points_of_the_subgroup_are_points() -> None:
    assert is_point(BASE)
    assert is_point(multiply_base(12345))


@pytest.mark.parametrize("encoding", LOW_ORDER)
def test_points_of_low_order_are_refused(encoding: bytes) -> None:
    assert is_canonical(encoding)
    assert not is_point(encoding)


def test_points_outside_of_the_subgroup_are_refused() -> None:
    outside = with_torsion(BASE)
    assert multiply(5, outside) == multiply(5, BASE), "multiplying does not tell them apart"
    assert not is_point(outside)


def test_points_of_the_twist_are_refused() -> None:
    assert not is_point(on_twist())


@pytest.mark.parametrize(
    "encoding",
    [
        (FIELD + 9).to_bytes(32, "little"),
        (9 | 1 << 255).to_bytes(32, "little"),
        FIELD.to_bytes(32, "little"),
        bytes([9]),
        (9).to_bytes(33, "little"),
    ],
)
def test_second_names_of_a_point_are_refused(encoding: bytes) -> None:
    assert not is_canonical(encoding)
    assert not is_point(encoding)


@given(st.binary(min_size=32, max_size=32))
def test_any_bytes_are_a_point_or_not(encoding: bytes) -> None:
    if is_point(encoding):
        assert multiply(1, encoding) == encoding
