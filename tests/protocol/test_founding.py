"""How a game begins: what all sign is what all get."""

from dataclasses import replace

import pytest

from eventlog.entry import entry_from_plain
from eventlog.keys import SigningKey, verify
from joker_lan.engine.options import pairs
from joker_lan.games import games
from protocol.founding import Unsigned, assembled, draft, genesis, signature_of
from protocol.statements import SeatKey, read_start
from protocol.terms import read_terms

CLASSIC = games()["classic"]
SEATS = {seat: SigningKey(bytes([seat + 1]) * 32) for seat in range(3)}
DEVICES = [SigningKey(bytes([number + 11]) * 32) for number in range(2)]
START = draft(
    table=b"table id",
    game=CLASSIC,
    options=CLASSIC.presets["uk"],
    rounds=16,
    devices=[key.public for key in DEVICES],
    seats=[SeatKey(SEATS[seat].public, min(seat, 1), "person") for seat in SEATS],
    program="test 1",
)


def test_a_draft_names_the_rules() -> None:
    assert (START.format, START.game, START.rules_version) == (1, "classic", CLASSIC.version)
    assert START.options == pairs(CLASSIC.presets["uk"])


def test_all_seats_then_all_devices_sign_the_name_of_the_game() -> None:
    first = genesis(START, dict(reversed(SEATS.items())), DEVICES)
    keys = [SEATS[0].public, SEATS[1].public, SEATS[2].public, DEVICES[0].public, DEVICES[1].public]
    assert len(first.signatures) == len(keys)
    for key, signature in zip(keys, first.signatures, strict=True):
        assert verify(key, signature, first.game)


def test_what_was_drafted_is_read_from_the_record() -> None:
    first = genesis(START, SEATS, DEVICES)
    assert entry_from_plain(first.to_plain()) == first
    assert read_start(first.body) == START
    assert read_terms(first).options == CLASSIC.presets["uk"]


def test_devices_that_sign_apart_begin_the_same_game() -> None:
    """Each has only its own keys; the signatures come in any order."""
    apart = [
        {key.public: signature_of(START, key) for key in keys} for keys in ([SEATS[0]], DEVICES, [SEATS[2], SEATS[1]])
    ]
    together = {key: signature for some in reversed(apart) for key, signature in some.items()}
    assert assembled(START, together) == genesis(START, SEATS, DEVICES)


@pytest.mark.parametrize(
    "signer", [*SEATS.values(), *DEVICES], ids=["seat 0", "seat 1", "seat 2", "device 0", "device 1"]
)
@pytest.mark.parametrize("what", ["missing", "of another draft", "of another key", "garbage"])
def test_nothing_begins_without_the_signature_of_everybody(signer: SigningKey, what: str) -> None:
    signatures = {key.public: signature_of(START, key) for key in (*SEATS.values(), *DEVICES)}
    right = signatures.pop(signer.public)
    other = replace(START, rounds=17)
    false = {
        "of another draft": signature_of(other, signer),
        "of another key": signature_of(START, SigningKey(bytes(32))),
        "garbage": right[:-1],
    }
    if what in false:
        signatures[signer.public] = false[what]
    with pytest.raises(Unsigned) as caught:
        assembled(START, signatures)
    assert caught.value.key == signer.public


def test_keys_of_another_table_sign_nothing_here() -> None:
    with pytest.raises(Unsigned):
        genesis(START, SEATS, [DEVICES[0], SigningKey(bytes(32))])
