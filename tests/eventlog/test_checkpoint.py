"""Acks: what they sign, what they do not fit, and what is none."""

from dataclasses import replace

import pytest

from eventlog.checkpoint import Ack
from eventlog.codec import Plain, decode, encode
from eventlog.errors import EntryError, EntryReason
from eventlog.hashing import u32
from eventlog.keys import SigningKey
from tests.eventlog.reference import Party, hashed

GAME, HEAD = b"g" * 32, b"h" * 32
DEVICE = Party("device 1")


def acked() -> Ack:
    return Ack.make(GAME, device=1, epoch=2, n=7, head=HEAD, key=SigningKey(DEVICE.seed))


def test_what_is_signed() -> None:
    assert acked().signature == DEVICE.sign(hashed("ack", GAME, u32(2), u32(7), HEAD))
    assert acked() == acked()


def test_an_ack_fits_one_place_of_one_game() -> None:
    ack = acked()
    assert ack.is_signed(GAME, DEVICE.public)
    assert not ack.is_signed(HEAD, DEVICE.public)
    assert not ack.is_signed(GAME, Party("device 0").public)
    for other in (replace(ack, epoch=3), replace(ack, n=8), replace(ack, head=GAME), replace(ack, signature=bytes(64))):
        assert not other.is_signed(GAME, DEVICE.public)


def test_it_comes_back() -> None:
    assert Ack.from_plain(decode(encode(acked().to_plain()))) == acked()


@pytest.mark.parametrize(
    ("place", "item", "reason"),
    [
        (0, True, EntryReason.SHAPE),
        (1, -1, EntryReason.RANGE),
        (2, 1 << 32, EntryReason.RANGE),
        (3, HEAD[:31], EntryReason.SIZE),
        (4, HEAD, EntryReason.SIZE),
        (4, None, EntryReason.SHAPE),
    ],
)
def test_what_is_no_ack(place: int, item: Plain, reason: EntryReason) -> None:
    plain = list(acked().to_plain())
    plain[place] = item
    with pytest.raises(EntryError) as caught:
        Ack.from_plain(tuple(plain))
    assert caught.value.reason is reason


@pytest.mark.parametrize("plain", [None, (), acked().to_plain()[:4], (*acked().to_plain(), 1)])
def test_an_ack_has_five_fields(plain: Plain) -> None:
    with pytest.raises(EntryError, match=EntryReason.SHAPE.value):
        Ack.from_plain(plain)
