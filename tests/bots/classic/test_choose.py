"""What the classic bot does in situations that players complained about, and what it may never do."""

from random import Random

import pytest

from joker_lan.bots.classic import choose
from joker_lan.engine import Suit, face_code
from joker_lan.games.classic import GAME
from joker_lan.games.classic.actions import Bid, ChooseTrump, JokerCall, Mode, Play
from joker_lan.games.classic.state import ClassicState, Phase
from tests.support.situation import situation


def bid(state: ClassicState) -> int:
    action = choose(state, 0, Random(1))
    assert isinstance(action, Bid)
    return action.tricks


def play(state: ClassicState) -> tuple[str, JokerCall | None]:
    action = choose(state, 0, Random(1))
    assert isinstance(action, Play)
    assert GAME.violation(state, 0, action) is None
    return face_code(state.table.faces[action.slot]), action.call


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


def test_joker_goes_low_when_the_bid_is_met() -> None:
    """Only the joker keeps the last to play from taking a trick that would spoil the bid."""
    state = situation(hand="6S KH", trick=("7H", "8H", "QH"), bids=(0, 1, 1, 1), turned="7C", cards_each=3)
    assert play(state) == ("6S", JokerCall(Mode.LOW))


def test_last_joker_is_led_low_when_the_bid_is_met() -> None:
    state = situation(hand="6S", bids=(1, 1, 1, 0), taken=(1, 1, 0, 0), turned="7C", cards_each=3)
    card, call = play(state)
    assert card == "6S"
    assert call is not None
    assert call.mode is Mode.LOW


def test_joker_takes_when_a_trick_is_needed_and_nothing_else_can() -> None:
    state = situation(hand="6S", trick=("7H", "AC", "8H"), bids=(1, 0, 1, 0), turned="7C", cards_each=1)
    assert play(state) == ("6S", JokerCall(Mode.HIGH))


def test_takes_with_the_lowest_card_that_does_it_when_more_are_needed() -> None:
    state = situation(hand="KC AC", trick=("7C", "9C", "JC"), bids=(2, 0, 1, 0), turned="7H", cards_each=2)
    assert play(state) == ("KC", None)


def test_keeps_the_joker_when_a_plain_card_takes_as_well() -> None:
    state = situation(hand="6S AC", trick=("7C", "9C", "JC"), bids=(2, 0, 1, 0), turned="7H", cards_each=2)
    assert play(state) == ("AC", None)


def test_ducks_with_the_highest_card_that_loses_when_the_bid_is_met() -> None:
    state = situation(hand="JH 7H KH", trick=("8H", "9H", "QH"), bids=(0, 1, 1, 0), turned="7C", cards_each=3)
    assert play(state) == ("JH", None)


def test_throws_the_most_dangerous_card_away_when_it_is_void_and_needs_nothing() -> None:
    state = situation(hand="AS 7S", trick=("8H", "9H", "QH"), bids=(0, 1, 1, 1), turned="KD", cards_each=2)
    assert play(state) == ("AS", None)


def test_does_not_lead_its_small_trump_when_it_needs_everything() -> None:
    state = situation(hand="AH KH 7H", bids=(3, 0, 0, 1), turned="8H", cards_each=3)
    assert play(state)[0] != "7H"


def test_leads_low_when_it_wants_nothing() -> None:
    state = situation(hand="AD 7D", bids=(0, 1, 1, 1), turned="8H", cards_each=2)
    assert play(state) == ("7D", None)


def test_once_its_bid_is_lost_it_spoils_the_bid_of_another() -> None:
    """Two tricks announced, one card left: whoever needs this trick shall not get it."""
    state = situation(
        hand="KC 7C", trick=("8C", "9C", "QC"), bids=(4, 0, 0, 2), taken=(0, 1, 1, 1), turned="7H", cards_each=5
    )
    assert play(state) == ("KC", None)


def test_remembers_what_was_played() -> None:
    """The king is the best heart once the ace is gone, and only then worth a lead for who needs one trick."""
    state = situation(
        hand="KH 7C",
        gone=[("AH", "TH", "JH", "QH")],
        bids=(1, 1, 0, 1),
        taken=(0, 1, 0, 0),
        turned="8D",
        cards_each=3,
    )
    assert play(state) == ("KH", None)


@pytest.mark.parametrize(
    ("hand", "suit"),
    [("AH KH 7C", Suit.HEARTS), ("7H 8C 9C", Suit.CLUBS), ("6S 8D 9D", Suit.DIAMONDS), ("6S 6C AD", None)],
)
def test_names_the_suit_it_is_strong_in_or_none_with_tops_alone(hand: str, suit: Suit | None) -> None:
    state = situation(hand=hand, phase=Phase.CHOOSING, cards_each=9)
    assert choose(state, 0, Random(1)) == ChooseTrump(suit)


def test_led_low_joker_names_a_suit_that_others_hold() -> None:
    """All spades are gone: a low joker that asks for them would take the trick that its owner cannot use."""
    state = situation(
        hand="6S", gone=[("AS", "TS", "JS", "QS"), ("KS", "9S", "8S", "7S")], bids=(0, 1, 1, 1), taken=(0, 2, 0, 0)
    )
    asks_spades = [action for action in GAME.offers(state, 0) if isinstance(action, Play) and _asks(action, "S")]
    assert asks_spades
    card, call = play(state)
    assert card == "6S"
    assert call is not None
    assert call.mode is Mode.LOW
    assert call.suit is not Suit.SPADES


def _asks(action: Play, suit: str) -> bool:
    return action.call is not None and action.call.mode is Mode.LOW and action.call.suit == suit


def test_who_is_not_to_act_has_nothing_to_choose() -> None:
    with pytest.raises(ValueError, match=r"^1$"):
        choose(situation(hand="AH", bids=(0, 0, 0, 0), turned="7C"), 1, Random(1))
