"""Entry 0: what may begin a game here, and the names that follow from it."""

from dataclasses import replace
from typing import Any

import pytest

from eventlog.entry import Genesis
from eventlog.keys import SigningKey
from joker_lan.games import games
from protocol.founding import draft, signature_of
from protocol.statements import SeatKey, Start, start_body
from protocol.terms import BadTerms, read_terms

CLASSIC = games()["classic"]
OPTIONS = next(iter(CLASSIC.presets.values()))
SEATS = {seat: SigningKey(bytes([seat + 1]) * 32) for seat in range(5)}
DEVICES = [SigningKey(bytes([number + 11]) * 32) for number in range(5)]


def start(count: int = 2, /, **changes: Any) -> Start:
    """A start of as many seats as devices, with changes."""
    made = draft(
        table=b"table id",
        game=CLASSIC,
        options=OPTIONS,
        rounds=32,
        devices=[key.public for key in DEVICES[:count]],
        seats=[SeatKey(SEATS[seat].public, seat, "person") for seat in range(count)],
        program="test 1",
    )
    return replace(made, **changes)


def signed(made: Start) -> Genesis:
    """As `founding.genesis`, which puts no false signatures together."""
    keys = [*[SEATS[number] for number in range(len(made.seats))], *DEVICES[: len(made.devices)]]
    return Genesis(start_body(made), tuple(signature_of(made, key) for key in keys))


def refused(made: Start) -> str:
    with pytest.raises(BadTerms) as caught:
        read_terms(signed(made))
    return caught.value.code


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_begins(seats: int) -> None:
    made = start(seats)
    terms = read_terms(signed(made))
    assert terms.start == made
    assert terms.game is CLASSIC
    assert terms.options == OPTIONS
    assert terms.seats == tuple(range(seats))
    assert terms.game_id == signed(made).game
    assert [terms.seat_key(seat) for seat in terms.seats] == [SEATS[seat].public for seat in range(seats)]
    assert [terms.device_of(seat) for seat in terms.seats] == list(range(seats))


@pytest.mark.parametrize("seats", [1, 5])
def test_too_few_or_too_many_seats(seats: int) -> None:
    assert refused(start(seats)) == "seats"


@pytest.mark.parametrize("rounds", [0, 1, 15, 129, -16])
def test_proofs_of_a_game_in_play_have_16_to_128_rounds(rounds: int) -> None:
    assert refused(start(rounds=rounds)) == "rounds"


@pytest.mark.parametrize("rounds", [16, 128])
def test_bounds_of_rounds(rounds: int) -> None:
    assert read_terms(signed(start(rounds=rounds))).start.rounds == rounds


def test_tests_may_have_fewer_rounds() -> None:
    assert read_terms(signed(start(rounds=1)), test_rounds=True).start.rounds == 1
    with pytest.raises(BadTerms, match="rounds"):
        read_terms(signed(start(rounds=0)), test_rounds=True)


def test_an_unknown_game() -> None:
    assert refused(start(game="poker")) == "game"


def test_other_rules() -> None:
    assert refused(start(rules_version=CLASSIC.version + 1)) == "rules"


@pytest.mark.parametrize(
    "change",
    [
        lambda pairs: pairs[:-1],
        lambda pairs: pairs[::-1],
        lambda pairs: (*pairs, ("zzz", 1)),
        lambda pairs: tuple((key, "many" if key == "deals" else value) for key, value in pairs),
        lambda pairs: tuple((key, 1 if key == "strict" else value) for key, value in pairs),
        lambda pairs: tuple((key, 43 if key == "deals" else value) for key, value in pairs),
    ],
)
def test_options_are_all_there_in_order_and_possible(change: Any) -> None:
    assert refused(start(options=change(start().options))) == "options"


@pytest.mark.parametrize(
    "changes",
    [
        {"table": b"short"},
        {"table": b"longer id"},
        {"program": "x" * 65},
        {"seats": (SeatKey(SEATS[0].public, 0, "person"), SeatKey(SEATS[1].public, 0, "person"))},  # device 1 sits idle
        {"seats": (SeatKey(SEATS[0].public, 0, "person"), SeatKey(SEATS[1].public, 2, "person"))},
        {"seats": (SeatKey(SEATS[0].public, 0, "person"), SeatKey(SEATS[1].public, -1, "person"))},
        {"seats": (SeatKey(SEATS[0].public, 0, "person"), SeatKey(SEATS[1].public, 1, "dog"))},
    ],
)
def test_who_sits_where(changes: dict[str, Any]) -> None:
    assert refused(start(**changes)) == "seats"


@pytest.mark.parametrize(
    "bad",
    [SEATS[0].public, DEVICES[0].public, bytes(32), b"short"],
    ids=["of seat 0", "of device 0", "of small order", "short"],
)
def test_keys_are_identities_and_all_different(bad: bytes) -> None:
    seats = (SeatKey(SEATS[0].public, 0, "person"), SeatKey(bad, 1, "person"))
    assert refused(start(seats=seats)) == "keys"
    assert refused(start(devices=(DEVICES[0].public, bad))) == "keys"


def test_everybody_has_signed() -> None:
    first = signed(start())
    for place in range(4):
        signatures = list(first.signatures)
        signatures[place] = signatures[place - 1]
        with pytest.raises(BadTerms, match="signatures"):
            read_terms(Genesis(first.body, tuple(signatures)))
    for signatures in ([*first.signatures, first.signatures[0]], list(first.signatures[:-1])):
        with pytest.raises(BadTerms, match="signatures"):
            read_terms(Genesis(first.body, tuple(signatures)))


def test_a_newer_format_is_named_whatever_its_shape() -> None:
    for body in ((2, "something else"), (2, *start_body(start())[1:])):
        with pytest.raises(BadTerms) as caught:
            read_terms(Genesis(body, ()))
        assert (caught.value.code, caught.value.is_newer) == ("format", True)


@pytest.mark.parametrize("body", [(), ("one",), (1, "something else"), (0, 0)])
def test_another_shape_is_not_newer(body: tuple[Any, ...]) -> None:
    with pytest.raises(BadTerms) as caught:
        read_terms(Genesis(body, ()))
    assert (caught.value.code, caught.value.is_newer) == ("shape", False)


def test_which_faults_a_newer_program_might_read() -> None:
    newer = {"format", "game", "rules"}
    codes = newer | {"shape", "options", "rounds", "seats", "keys", "signatures"}
    assert {code for code in codes if BadTerms(code).is_newer} == newer


def test_the_names_that_follow_from_entry_0() -> None:
    """Those of `docs/protocol/statements.md`, whose sample has this table and these rules."""
    terms = read_terms(signed(start()))
    assert (terms.tag, terms.rules_code) == ("EHGP4V", "R-SC4E")
