"""What the classic bot bids and which trump it names; which card it plays: `test_playing.py`."""

from random import Random

import pytest

from joker_lan.bots.classic import choose
from joker_lan.engine import Suit
from joker_lan.games.classic import GAME
from joker_lan.games.classic.actions import Bid, ChooseTrump, Play
from joker_lan.games.classic.state import ClassicState, Phase
from tests.support.situation import situation


def bid(state: ClassicState) -> int:
    action = choose(state, 0, Random(1))
    assert isinstance(action, Bid)
    return action.tricks


def test_bid_with_a_joker_depends_on_the_rest_of_the_hand() -> None:
    weak = situation(hand="6S 7H 8D 7D 8H", turned="7C", phase=Phase.BIDDING, bids=(1, 1, 1))
    strong = situation(hand="6S AC KC QC AH", turned="7C", phase=Phase.BIDDING, bids=(1, 1, 1))
    assert bid(weak) <= 2
    assert bid(strong) >= 4


def test_bid_of_a_hand_without_hope_is_a_pass() -> None:
    assert bid(situation(hand="7H 8D 7D 9S", turned="KC", phase=Phase.BIDDING, bids=(1, 0, 1))) == 0


def test_two_jokers_and_nothing_else_are_two_tricks() -> None:
    assert bid(situation(hand="6S 6C", turned="KH", phase=Phase.BIDDING, bids=(0, 0, 1))) == 2


def test_blocked_bid_with_a_sure_trick_goes_up() -> None:
    state = situation(hand="AH 7C 8D", turned="KH", phase=Phase.BIDDING, bids=(1, 1, 0))
    assert Bid(1) not in GAME.offers(state, 0)
    assert bid(state) == 2


def test_blocked_bid_without_a_sure_trick_does_not_go_up() -> None:
    state = situation(hand="7C 8D 7S", turned="KH", phase=Phase.BIDDING, bids=(1, 1, 0))
    assert bid(state) == 0


@pytest.mark.parametrize(
    ("hand", "suit"),
    [("AH KH 7C", Suit.HEARTS), ("7H 8C 9C", Suit.CLUBS), ("6S 8D 9D", Suit.DIAMONDS), ("6S 6C AD", None)],
)
def test_names_the_suit_it_is_strong_in_or_none_with_tops_alone(hand: str, suit: Suit | None) -> None:
    state = situation(hand=hand, phase=Phase.CHOOSING, cards_each=9)
    assert choose(state, 0, Random(1)) == ChooseTrump(suit)


def test_who_is_not_to_act_has_nothing_to_choose() -> None:
    with pytest.raises(ValueError, match=r"^1$"):
        choose(situation(hand="AH", bids=(0, 0, 0, 0), turned="7C"), 1, Random(1))


def test_who_is_to_play_plays_a_card_of_the_hand() -> None:
    state = situation(hand="AH", bids=(0, 0, 0, 0), turned="7C")
    assert choose(state, 0, Random(1)) == Play(state.table.pile("hand0")[0])
