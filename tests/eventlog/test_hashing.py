"""The labelled hash against its formula, and the widths of numbers inside it."""

from hashlib import sha256

import pytest

from eventlog.hashing import DIGEST_SIZE, tagged_hash, u16, u32


def test_the_formula() -> None:
    text = b"jk1/" + b"coin" + b"\0" + b"\0\0\0\3abc" + b"\0\0\0\0"
    assert tagged_hash("coin", b"abc", b"") == sha256(text).digest()


def test_no_parts() -> None:
    assert tagged_hash("coin") == sha256(b"jk1/coin\0").digest()
    assert len(tagged_hash("coin")) == DIGEST_SIZE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("a", b"bc"), ("ab", b"c")),
        (("a", b"b", b"c"), ("a", b"bc")),
        (("a", b""), ("a",)),
        (("a", b"", b"x"), ("a", b"x", b"")),
    ],
)
def test_cut_differently_is_another_hash(one: tuple[str, bytes], other: tuple[str, bytes]) -> None:
    assert tagged_hash(*one) != tagged_hash(*other)


def test_a_label_is_ascii() -> None:
    with pytest.raises(UnicodeEncodeError):
        tagged_hash("карта")


def test_numbers_are_big_endian() -> None:
    assert u16(0x0102) == b"\x01\x02"
    assert u32(0x01020304) == b"\x01\x02\x03\x04"


def test_numbers_that_do_not_fit() -> None:
    for number in (-1, 1 << 16):
        with pytest.raises(OverflowError):
            u16(number)
    for number in (-1, 1 << 32):
        with pytest.raises(OverflowError):
            u32(number)
