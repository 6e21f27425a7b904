"""Cards for eyes and fingers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.cards import card_text, parse_card, parse_suit, sorted_hand, suit_name, suit_text
from joker_lan.engine import Card, Face, PrintedJoker, Rank, Suit, face_of_code


def _faces(codes: str) -> tuple[Face, ...]:
    return tuple(face_of_code(code) for code in codes.split())


def _is_black_six(face: Face) -> bool:
    return face in (Card(Rank.SIX, Suit.SPADES), Card(Rank.SIX, Suit.CLUBS))


def _sorted(codes: str, trump: Suit | None = None) -> str:
    hand = sorted_hand(_faces(codes), lambda face: face, trump=trump, is_joker=_is_black_six)
    return " ".join(card_text(face, ascii=True) for face in hand)


@pytest.mark.parametrize(
    ("code", "shown", "ascii"),
    [
        ("AS", "A♠", "AS"),
        ("TD", "10♦", "10D"),
        ("6C", "6♣", "6C"),
        ("QH", "Q♥", "QH"),
        ("JK", "JK", "JK"),
        ("JK2", "JK2", "JK2"),
    ],
)
def test_a_card_is_written_as_people_write_it(code: str, shown: str, ascii: str) -> None:
    assert card_text(face_of_code(code)) == shown
    assert card_text(face_of_code(code), ascii=True) == ascii


def test_suits_have_a_sign_a_letter_and_a_name() -> None:
    assert suit_text(Suit.HEARTS) == "♥"
    assert suit_text(Suit.HEARTS, ascii=True) == "H"
    assert suit_name(Suit.HEARTS) == "hearts"


def test_suits_alternate_in_colour_and_jokers_come_last() -> None:
    assert _sorted("6C 7D KH AH 9S 10D".replace("10D", "TD")) == "AH KH 9S 10D 7D 6C"


def test_trumps_come_first() -> None:
    assert _sorted("7D KH 9S JC AC", trump=Suit.CLUBS) == "AC JC KH 9S 7D"


def test_a_trump_that_nobody_holds_changes_nothing() -> None:
    assert _sorted("7D 9S JC", trump=Suit.HEARTS) == _sorted("7D 9S JC")


def test_the_order_does_not_depend_on_the_deal() -> None:
    assert _sorted("AS KD 6S 6C 7H 8C") == _sorted("8C 6C 7H AS 6S KD")


def test_a_card_without_a_face_comes_last() -> None:
    faces: dict[str, Face | None] = {"closed": None, "seven": Card(Rank.SEVEN, Suit.HEARTS)}
    order = sorted_hand(("closed", "seven"), faces.get, trump=None, is_joker=_is_black_six)
    assert order == ("seven", "closed")


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("7h", "7H"),
        ("7H", "7H"),
        (" 10d ", "TD"),
        ("td", "TD"),
        ("a♠", "AS"),
        ("A♠\ufe0f", "AS"),
        ("q♡", "QH"),
        ("тб", "AD"),
        ("Дч", "QH"),
        ("вп", "JS"),
        ("10к", "TC"),
        ("кх", "KC"),
        ("6т", "6C"),
        ("т♥", "AH"),
        ("jk", "JK"),
        ("jk2", "JK2"),
    ],
)
def test_typed_cards(typed: str, code: str) -> None:
    assert parse_card(typed) == face_of_code(code)


@pytest.mark.parametrize("typed", ["", "7", "h", "11h", "1h", "hh", "7x", "тh", "jб", "7 h", "77h", "²h", "7hh"])
def test_no_cards(typed: str) -> None:
    assert parse_card(typed) is None


@pytest.mark.parametrize(
    ("typed", "suit"),
    [
        ("h", Suit.HEARTS),
        ("HEARTS", Suit.HEARTS),
        ("hea", Suit.HEARTS),
        ("♣", Suit.CLUBS),
        ("c", Suit.CLUBS),
        ("чер", Suit.HEARTS),
        ("бубни", Suit.DIAMONDS),
        ("п", Suit.SPADES),
    ],
)
def test_typed_suits(typed: str, suit: Suit) -> None:
    assert parse_suit(typed) is suit


@pytest.mark.parametrize("typed", ["", "x", "heartsy", "none", "1"])
def test_no_suits(typed: str) -> None:
    assert parse_suit(typed) is None


@given(st.text(max_size=6))
def test_any_text_is_a_card_or_none(typed: str) -> None:
    face = parse_card(typed)
    assert face is None or isinstance(face, (Card, PrintedJoker))
    parse_suit(typed)


@given(st.sampled_from([Card(rank, suit) for rank in Rank for suit in Suit]), st.booleans())
def test_what_is_shown_can_be_typed(card: Card, ascii: bool) -> None:
    assert parse_card(card_text(card, ascii=ascii)) == card
