"""Classic Joker, bids: rules A13 and A14. Expected values are worked out from the rules by hand."""
# ruff: noqa: N802 - a test is named after the number of its rule

import pytest

from joker_lan.engine import Acted, Choices, IllegalAction
from joker_lan.games.classic import GAME
from joker_lan.games.classic.actions import Bid
from joker_lan.games.classic.happenings import BidMade
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.schedule import Mood, bid_mood
from joker_lan.games.classic.state import Phase
from tests.games.classic_table import (
    bidden,
    dealt,
    refused,
)

FREE = Options(dealer_restriction=False)


def test_A13_bids_go_clockwise_from_the_dealers_left() -> None:
    state = dealt(["7H 8H", "9H TH", "JH QH"], "9D", dealer=0)
    assert state.to_act == {1}
    step = GAME.fold(state, Acted(1, Bid(2)))
    assert step.happenings == (BidMade(1, 2),)
    state = bidden(step.state, 0)
    assert (dict(state.bids), state.to_act, state.phase) == ({1: 2, 2: 0}, frozenset({0}), Phase.BIDDING)


def test_A13_a_bid_is_from_pass_to_all_tricks() -> None:
    state = dealt(["7H 8H", "9H TH"], "9D")
    assert list(Choices(GAME, state, 0)) == [Bid(0), Bid(1), Bid(2)]
    assert refused(state, Bid(3)) == ("A13", "range")
    assert refused(state, Bid(-1)) == ("A13", "range")


def test_A13_nobody_bids_out_of_turn() -> None:
    state = dealt(["7H", "9H"], "9D")
    with pytest.raises(IllegalAction) as refusal:
        GAME.fold(state, Acted(1, Bid(0)))
    assert refusal.value.violation == GAME.violation(state, 1, Bid(0))
    assert (refusal.value.violation.rule, refusal.value.violation.about) == ("A13", {"cause": "turn"})


def test_A14_the_dealer_may_not_make_the_bids_come_out() -> None:
    state = bidden(dealt(["7H 8H", "9H TH", "JH QH"], "9D"), 1, 0)
    assert list(Choices(GAME, state, 2)) == [Bid(0), Bid(2)]
    assert refused(state, Bid(1)) == ("A14", "closed")


def test_A14_nothing_is_closed_once_the_others_bid_too_much() -> None:
    state = bidden(dealt(["7H 8H", "9H TH", "JH QH"], "9D"), 2, 2)
    assert list(Choices(GAME, state, 2)) == [Bid(0), Bid(1), Bid(2)]


def test_A14_the_restriction_may_be_off() -> None:
    state = bidden(dealt(["7H", "9H"], "9D", options=FREE), 0)
    assert list(Choices(GAME, state, 1)) == [Bid(0), Bid(1)]


def test_A14_pushing_and_fighting() -> None:
    assert [bid_mood(4, bids) for bids in ((1, 0, 2, 0), (1, 0, 2, 2), (1, 0, 2, 1))] == [
        Mood.PUSHED,
        Mood.FOUGHT,
        Mood.EVEN,
    ]
