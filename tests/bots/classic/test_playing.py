"""Which card the classic bot plays in situations that players complained about, and that it is always a legal one."""

from random import Random

import pytest

from joker_lan.bots.classic.knowledge import counted
from joker_lan.bots.classic.playing import best_play
from joker_lan.engine import Suit, face_code
from joker_lan.games.classic import GAME
from joker_lan.games.classic.actions import JokerCall, Mode, Play
from joker_lan.games.classic.state import ClassicState
from tests.support.situation import situation


def plays(state: ClassicState) -> list[Play]:
    return [action for action in GAME.offers(state, 0) if isinstance(action, Play)]


def play(state: ClassicState, seed: int = 1) -> tuple[str, JokerCall | None]:
    action = best_play(counted(state, 0), plays(state), Random(seed))
    assert GAME.violation(state, 0, action) is None
    return face_code(state.table.faces[action.slot]), action.call


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


@pytest.mark.parametrize(("bid", "card"), [(2, "KC"), (1, "7C")])
def test_once_its_bid_is_lost_it_spoils_the_bid_of_another(bid: int, card: str) -> None:
    """Who has the trick has taken one before: if he needs it he shall not get it, if he is full he shall keep it,
    though a trick more would be ten points."""
    state = situation(
        hand="KC 7C", trick=("8C", "9C", "QC"), bids=(0, 0, 0, bid), taken=(1, 0, 0, 1), turned="7H", cards_each=4
    )
    assert play(state) == (card, None)


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


def test_it_takes_nothing_but_what_is_offered() -> None:
    """Its best play is out: it makes do with the other one."""
    state = situation(hand="6S KH", trick=("7H", "8H", "QH"), bids=(0, 1, 1, 1), turned="7C", cards_each=3)
    king = [each for each in plays(state) if face_code(state.table.faces[each.slot]) == "KH"]
    assert len(king) == 1
    assert best_play(counted(state, 0), king, Random(1)) == king[0]


def test_equally_good_cards_are_played_at_random_and_repeatably() -> None:
    """The kings of two suits, of which nothing has been seen yet, thrown away on a third."""
    state = situation(hand="KH KD", trick=("9C", "TC", "QC"), bids=(0, 1, 1, 1), turned="KS", cards_each=2)
    found = [play(state, seed) for seed in range(20)]
    assert set(found) == {("KH", None), ("KD", None)}
    assert [play(state, seed) for seed in range(20)] == found
