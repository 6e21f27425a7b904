"""Classic Joker: the packs and the jokers (A3–A5).

Expected values are worked out from the rules by hand.
"""
# ruff: noqa: N802 - a test is named after the number of its rule

import pytest

from joker_lan.engine import Draw, PrintedJoker, Suit, face_code, face_of_code
from joker_lan.games.classic import GAME
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.pack import PACK36, PACK38, is_joker, six_of, trump_of
from tests.games.classic.table import WIKI


def test_A3_nine_cards_of_four_suits() -> None:
    assert len(PACK36) == 36
    assert {face_code(face) for face in PACK36.faces} == {rank + suit for suit in "SHDC" for rank in "6789TJQKA"}


def test_A4_the_black_sixes_are_the_jokers() -> None:
    assert {face_code(face) for face in PACK36.faces if is_joker(WIKI, face)} == {"6S", "6C"}


def test_A5_two_printed_jokers_beside_plain_sixes() -> None:
    options = Options(deck="38_two_jokers")
    assert len(PACK38) == 38
    assert [face for face in PACK38.faces if is_joker(options, face)] == [PrintedJoker(1), PrintedJoker(2)]
    assert trump_of(options, face_of_code("6S")) is Suit.SPADES
    assert trump_of(options, PrintedJoker(2)) is None
    assert GAME.begin(options, 4).wants == Draw((("cards", 38), ("seats", 4)))


def test_the_order_of_a_pack_stands_for_ever() -> None:
    """A card is shuffled, logged and audited as a number: its place in this list."""
    order = [
        *["6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS"],
        *["6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH", "AH"],
        *["6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD"],
        *["6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC"],
    ]
    assert (PACK36.id, [face_code(face) for face in PACK36.faces]) == ("classic36", order)
    assert (PACK38.id, [face_code(face) for face in PACK38.faces]) == ("classic38", [*order, "JK", "JK2"])


@pytest.mark.parametrize(
    ("code", "sixes", "six"),
    [
        ("6S", True, "6S"),
        ("6C", True, "6C"),
        ("6H", True, None),
        ("7S", True, None),
        ("6S", False, None),
        ("JK", False, "6S"),
        ("JK2", False, "6C"),
    ],
)
def test_A5_the_six_that_a_joker_stands_for(code: str, sixes: bool, six: str | None) -> None:
    assert six_of(face_of_code(code), sixes) == (None if six is None else face_of_code(six))
