"""How a game begins: what all sign is what all get."""

from eventlog.entry import entry_from_plain
from eventlog.keys import SigningKey, verify
from joker_lan.engine.options import pairs
from joker_lan.games import games
from protocol.founding import draft, genesis
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
