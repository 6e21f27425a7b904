"""Names of shuffles and the derivation of secrets."""

from typing import Any

import pytest
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from eventlog.hashing import tagged_hash
from protocol.deck.context import Secrets, context
from protocol.deck.group import ORDER

GIVEN: dict[str, Any] = {
    "table": bytes(32),
    "anchor": b"a" * 32,
    "number": 7,
    "deck_id": b"test-9",
    "n": 9,
    "rounds": 12,
    "keys": [bytes([player]) * 32 for player in range(3)],
}


def test_context_hashes_everything_in_its_place() -> None:
    assert context(**GIVEN) == tagged_hash(
        "ctx",
        bytes(32),
        b"a" * 32,
        b"\x00\x00\x00\x07",
        b"test-9",
        b"\x00\x09",
        b"\x00\x0c",
        bytes(32) + b"\x01" * 32 + b"\x02" * 32,
        b"",
        b"",
    )


def test_context_of_a_sub_deal_hashes_its_parent_and_cards() -> None:
    parent = context(**GIVEN)
    sub_deal = context(**{**GIVEN, "number": 8, "n": 3}, parent=parent, cards=(2, 5, 300))
    assert sub_deal == tagged_hash(
        "ctx",
        bytes(32),
        b"a" * 32,
        b"\x00\x00\x00\x08",
        b"test-9",
        b"\x00\x03",
        b"\x00\x0c",
        bytes(32) + b"\x01" * 32 + b"\x02" * 32,
        parent,
        b"\x00\x02\x00\x05\x01\x2c",
    )


@pytest.mark.parametrize(
    "change",
    [
        {"n": 0},
        {"n": 161},
        {"rounds": 0},
        {"rounds": 129},
        {"keys": GIVEN["keys"][:1]},
        {"keys": GIVEN["keys"] * 3},
        {"cards": (1, 2)},
        {"cards": (1, 2, 3, 4, 5, 6, 7, 9, 8)},
        {"cards": (1, 2, 3, 4, 5, 6, 7, 8, 8)},
    ],
)
def test_context_refuses_sizes_out_of_range(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"no such deck|ascending"):
        context(**{**GIVEN, **change})


@pytest.mark.parametrize("change", [{"n": 1}, {"n": 160}, {"rounds": 1}, {"rounds": 128}, {"keys": GIVEN["keys"] * 2}])
def test_context_takes_the_edges(change: dict[str, Any]) -> None:
    assert context(**{**GIVEN, **change}) != context(**GIVEN)


SECRETS = Secrets(b"s" * 32, b"c" * 32, 2)
TRANSCRIPT = b"t" * 32


def _derived(label: bytes, length: int) -> bytes:
    """HKDF of the library, which is another implementation than ours."""
    return HKDF(SHA512(), length, salt=SECRETS.ctx, info=b"jk1/" + label).derive(SECRETS.seed + b"\x02")


def _scalar(label: bytes) -> int:
    return int.from_bytes(_derived(label, 64), "little") % (ORDER - 1) + 1


def test_secrets_are_hkdf_of_the_seed() -> None:
    assert SECRETS.coin() == _derived(b"coin", 32)
    assert SECRETS.shuffle(TRANSCRIPT) == _scalar(b"shuffle|" + TRANSCRIPT)
    assert SECRETS.shadow(TRANSCRIPT, 17) == _scalar(b"shadow|17|" + TRANSCRIPT)
    assert SECRETS.lock(TRANSCRIPT, 0) == _scalar(b"lock|0|" + TRANSCRIPT)
    assert SECRETS.nonce(TRANSCRIPT, 105) == _scalar(b"dleq|105|" + TRANSCRIPT)


def test_a_rewound_player_uses_unrelated_keys() -> None:
    other = b"u" * 32
    keys = {
        secret(transcript)
        for transcript in (TRANSCRIPT, other)
        for secret in (SECRETS.shuffle, lambda th: SECRETS.lock(th, 0), lambda th: SECRETS.shadow(th, 0))
    }
    assert len(keys) == 6


@pytest.mark.parametrize(
    "other", [Secrets(b"S" * 32, b"c" * 32, 2), Secrets(b"s" * 32, b"C" * 32, 2), Secrets(b"s" * 32, b"c" * 32, 1)]
)
def test_seed_context_and_player_each_change_the_secrets(other: Secrets) -> None:
    assert other.shuffle(TRANSCRIPT) != SECRETS.shuffle(TRANSCRIPT)
    assert other.coin() != SECRETS.coin()


def test_secrets_do_not_show_in_text() -> None:
    assert "s" * 32 not in repr(SECRETS)
    assert repr(SECRETS).startswith("Secrets(ctx=")


@pytest.mark.parametrize(
    ("seed", "ctx", "player"), [(b"s" * 31, b"c" * 32, 0), (b"s" * 32, b"c" * 33, 0), (b"s" * 32, b"c" * 32, 6)]
)
def test_secrets_refuse_wrong_sizes(seed: bytes, ctx: bytes, player: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Secrets(seed, ctx, player)
