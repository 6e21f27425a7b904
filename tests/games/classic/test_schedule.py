"""Classic Joker: which deals are played, who deals first, and what the sum of the bids makes (A6–A8, A14).

Expected values are worked out from the rules by hand.
"""
# ruff: noqa: N802 - a test is named after the number of its rule

import pytest

from joker_lan.engine import Card, Rank, Suit, face_of_code
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.pack import PACK36
from joker_lan.games.classic.schedule import (
    Mood,
    ace_deal,
    bid_mood,
    closed_bid,
    first_dealer,
    schedule,
    stages,
    trump_choices,
)
from tests.games.classic.table import WIKI


def test_A6_four_stages_of_8_4_8_4_deals() -> None:
    assert stages(WIKI, 4) == (
        (1, 2, 3, 4, 5, 6, 7, 8),
        (9, 9, 9, 9),
        (8, 7, 6, 5, 4, 3, 2, 1),
        (9, 9, 9, 9),
    )
    assert [deal.stage for deal in schedule(WIKI, 4)] == [1] * 8 + [2] * 4 + [3] * 8 + [4] * 4


@pytest.mark.parametrize(("players", "fixed", "each"), [(4, 24, 24), (3, 30, 28), (2, 42, 38)])
def test_A7_number_of_deals_by_players(players: int, fixed: int, each: int) -> None:
    assert len(schedule(WIKI, players)) == fixed
    assert len(schedule(Options(full_deals="perPlayer"), players)) == each


@pytest.mark.parametrize(("players", "largest", "full"), [(3, 11, 12), (2, 17, 18)])
def test_A7_larger_hands_for_fewer_players(players: int, largest: int, full: int) -> None:
    rising, high, falling, last = stages(WIKI, players)
    assert rising == tuple(range(1, largest + 1))
    assert falling == tuple(range(largest, 0, -1))
    assert high == last == (full,) * 4


def test_A7_a_shortened_game_plays_the_first_deals() -> None:
    assert [deal.cards for deal in schedule(Options(deals=10), 4)] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 9]


def test_A8_ace_in_centre_is_searched_out_and_another_ace_decides() -> None:
    order = [PACK36.faces.index(face_of_code(code)) for code in ("7H", "AS", "9D", "AD")]
    rest = [card for card in range(36) if card not in order]
    found = first_dealer(Options(first_dealer="ace_in_centre"), PACK36, (*order, *rest), 1, 4)
    # The ace of spades lies in the centre: seats 2, 3, 0 get 7H, 9D and the ace of diamonds.
    assert (found.centre, found.dealer) == (Card(Rank.ACE, Suit.SPADES), 0)


def test_A8_by_lot_no_card_lies_in_the_centre() -> None:
    order = [PACK36.faces.index(face_of_code(code)) for code in ("AC", "7H")]
    rest = [card for card in range(36) if card not in order]
    found = first_dealer(Options(first_dealer="lot"), PACK36, (*order, *rest), 1, 3)
    assert (found.centre, found.dealer) == (None, 2)


def test_A8_without_an_ace_nobody_deals() -> None:
    with pytest.raises(ValueError, match="Card"):
        ace_deal([face_of_code("KS")], 0, 4)


@pytest.mark.parametrize(
    ("codes", "suits"),
    [
        ("6C 7H 9H", {Suit.HEARTS, None}),  # the six of clubs is a joker and has no suit
        ("6C 6S 9D", {Suit.DIAMONDS, None}),
        ("7S 7H", {*Suit, None}),  # of the third card nothing is known
    ],
)
def test_A12_held_suits_as_far_as_they_are_known(codes: str, suits: set[Suit | None]) -> None:
    options = Options(trump_from_3="held")
    first_three = [face_of_code(code) for code in codes.split()]
    named = trump_choices(options, first_three)
    assert len(named) == len(set(named))
    assert set(named) == suits
    assert set(trump_choices(WIKI, first_three)) == {*Suit, None}


@pytest.mark.parametrize(("others", "closed"), [((1, 0), 2), ((1, 2), 0), ((2, 2), None), ((), 3)])
def test_A14_closed_is_what_would_make_the_bids_come_out(others: tuple[int, ...], closed: int | None) -> None:
    assert closed_bid(WIKI, 3, others) == closed
    assert closed_bid(Options(dealer_restriction=False), 3, others) is None


def test_A14_pushing_and_fighting() -> None:
    assert [bid_mood(4, bids) for bids in ((1, 0, 2, 0), (1, 0, 2, 2), (1, 0, 2, 1))] == [
        Mood.PUSHED,
        Mood.FOUGHT,
        Mood.EVEN,
    ]
