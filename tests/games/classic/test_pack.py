"""Classic Joker: the packs and the jokers (A3–A5)."""
# ruff: noqa: N802 - a test is named after the number of its rule

from joker_lan.engine import (
    Draw,
    PrintedJoker,
    Suit,
    face_code,
    face_of_code,
)
from joker_lan.games.classic import GAME
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.pack import PACK36, PACK38, is_joker, trump_of
from tests.games.classic.table import (
    WIKI,
)


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
