"""Cards: codes there and back, and what is no code."""

import pytest

from joker_lan.engine.cards import Card, Face, Pack, PrintedJoker, Rank, Suit, face_code, face_of_code

CODES: list[tuple[Face, str]] = [
    (Card(Rank.SIX, Suit.SPADES), "6S"),
    (Card(Rank.TEN, Suit.HEARTS), "TH"),
    (Card(Rank.JACK, Suit.DIAMONDS), "JD"),
    (Card(Rank.ACE, Suit.CLUBS), "AC"),
    (Card(Rank.TWO, Suit.SPADES), "2S"),
    (PrintedJoker(1), "JK"),
    (PrintedJoker(2), "JK2"),
]


@pytest.mark.parametrize(("face", "code"), CODES, ids=[code for _, code in CODES])
def test_code_stands_for_its_face(face: Face, code: str) -> None:
    assert face_code(face) == code
    assert face_of_code(code) == face


def test_every_card_of_52_has_a_code_of_its_own() -> None:
    cards = [Card(rank, suit) for suit in Suit for rank in Rank]
    assert len({face_code(card) for card in cards}) == 52
    assert [face_of_code(face_code(card)) for card in cards] == cards


@pytest.mark.parametrize("text", ["", "6", "S6", "1S", "10H", "6s", "6X", "6SS", "JK3", "jk", " 6S"])
def test_other_text_is_no_code(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{text}$"):
        face_of_code(text)


def test_ranks_rise_from_two_to_ace() -> None:
    assert [rank.name for rank in sorted(Rank)] == [
        "TWO",
        "THREE",
        "FOUR",
        "FIVE",
        "SIX",
        "SEVEN",
        "EIGHT",
        "NINE",
        "TEN",
        "JACK",
        "QUEEN",
        "KING",
        "ACE",
    ]


def test_length_of_a_pack_is_the_number_of_its_cards() -> None:
    assert len(Pack("two", (Card(Rank.SIX, Suit.SPADES), PrintedJoker(1)))) == 2
