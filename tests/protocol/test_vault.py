"""Secrets and their records. How each record is written is held by `tests/vectors/private-*.vec`."""

import pytest

from eventlog.codec import decode, encode
from eventlog.keys import SigningKey
from protocol.effects import KeepPrivate
from protocol.vault import BadRecord, Vault, coin_record, key_record, seed_record
from tests.protocol.writer import moment

ONE, TWO, THREE = (bytes([each]) * 32 for each in (1, 2, 3))


def test_records_fill_a_vault_again() -> None:
    records = (key_record(2, ONE), key_record(0, TWO), seed_record(THREE, 2, ONE), coin_record(THREE, 0, TWO))
    vault = Vault().with_records(decode(encode(record)) for record in records)
    assert vault.seats == (0, 2)
    assert vault.keys[2].public == SigningKey(ONE).public
    assert dict(vault.seeds) == {(THREE, 2): ONE}
    assert dict(vault.coins) == {(THREE, 0): TWO}


def test_a_vault_is_a_value() -> None:
    empty = Vault()
    empty.with_record(seed_record(THREE, 2, ONE))
    assert empty == Vault()


def test_one_bad_record_spoils_them_all() -> None:
    with pytest.raises(BadRecord):
        Vault().with_records([key_record(0, ONE), ("key", 1, b"short")])


def test_secrets_belong_to_one_deck_and_one_seat() -> None:
    writer = moment(lambda each: each.last.playing is not None and each.last.preparing is not None)
    playing, preparing = writer.last.playing, writer.last.preparing
    assert playing is not None
    assert preparing is not None
    known = writer.vault.secrets(playing, 1)
    assert known is not None
    assert (known.ctx, known.player, known.seed) == (playing.deck.ctx, 1, writer.vault.seeds[playing.deck.ctx, 1])
    assert Vault(keys=writer.vault.keys).secrets(playing, 1) is None
    assert playing.deck.ctx != preparing.deck.ctx


def test_every_deck_and_draw_has_secrets_of_its_own() -> None:
    """One secret used twice could give itself away."""
    writer = moment(lambda each: each.last.is_over)
    secrets = [*writer.vault.seeds.values(), *writer.vault.coins.values()]
    assert len(secrets) == len(set(secrets)) == 2 * 2 + 2  # two decks and a draw, two seats


def test_no_secret_is_shown() -> None:
    """What is printed by mistake, in a message of an error, gives nothing away."""
    one, two = bytes(range(32)), bytes(range(32, 64))
    vault = Vault().with_records([key_record(0, one), seed_record(THREE, 0, one), coin_record(THREE, 0, two)])
    shown = repr((vault, KeepPrivate((seed_record(THREE, 0, one), coin_record(THREE, 0, two)))))
    for secret in (one, two):
        assert repr(secret)[2:-1] not in shown
        assert secret.hex() not in shown
