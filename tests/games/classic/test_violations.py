"""Classic Joker: what a seat may do, and which rule forbids the rest (A12–A15).

Expected values are worked out from the rules by hand.
"""
# ruff: noqa: N802 - a test is named after the number of its rule

from random import Random

import pytest

from joker_lan.engine import Acted, Choices, IllegalAction, Opened, Slot, Suit, WrongInput, seen_by
from joker_lan.games.classic import GAME
from joker_lan.games.classic.actions import Bid, ChooseTrump, Demand, LookAtFourth, Mode, Play
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.state import Phase
from joker_lan.games.classic.violations import candidates
from tests.games.classic.table import (
    FREE,
    FULL,
    HIGH,
    answered,
    asks,
    bidden,
    card,
    dealt,
    played,
    refused,
    slot_of,
    table,
)

HIGH_HEARTS = asks(Mode.HIGH, Suit.HEARTS, Demand.HIGHEST)


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


def test_A12_no_trump_may_be_named_or_not() -> None:
    assert ChooseTrump(None) in Choices(GAME, dealt(FULL, deal=9), 0)
    closed = dealt(FULL, deal=9, options=Options(allow_no_trump_choice=False))
    assert refused(closed, ChooseTrump(None)) == ("A12", "no_trump")
    assert LookAtFourth() in Choices(GAME, closed, 0)


def test_A12_held_suits_only_and_a_joker_has_none() -> None:
    state = dealt(FULL, deal=9, options=Options(trump_from_3="held"))  # seat 0 sees 7H KH 6C
    assert set(Choices(GAME, state, 0)) == {ChooseTrump(Suit.HEARTS), ChooseTrump(None), LookAtFourth()}
    assert refused(state, ChooseTrump(Suit.CLUBS)) == ("A12", "not_held")
    assert GAME.violation(seen_by(state, 1), 0, ChooseTrump(Suit.CLUBS)) is None  # who cannot see cannot refuse


def test_A12_nobody_else_chooses_and_nothing_else_is_done() -> None:
    state = dealt(FULL, deal=9)
    for seat, action in ((1, ChooseTrump(None)), (1, LookAtFourth()), (0, Bid(1))):
        found = GAME.violation(state, seat, action)
        assert found is not None
        assert found.about == {"cause": "turn"}


def test_the_fourth_card_may_always_be_looked_at() -> None:
    state = GAME.begin(Options(deals=9), 4)
    random = Random(4)
    while state.phase is not Phase.CHOOSING:
        state = answered(state, random)
    (chooser,) = state.to_act
    assert LookAtFourth() in Choices(GAME, state, chooser)


def test_A15_only_ones_own_cards_in_ones_own_turn() -> None:
    state = table("7H 7D", "8H 8D", turned="9C")
    assert refused(state, Play(slot_of(state, 1, "8H"))) == ("A15", "not_in_hand")
    assert refused(state, Bid(0)) == ("A13", "turn")
    late = GAME.violation(state, 1, Play(slot_of(state, 1, "8H")))
    assert late is not None
    assert (late.rule, late.about) == ("A15", {"cause": "turn"})


def test_who_cannot_see_a_hand_refuses_only_what_is_plain_to_all() -> None:
    state = played(table("9H 8H 7D", "7H AS 6C", turned="KS"), "9H")
    public = seen_by(state, None)
    assert GAME.violation(public, 1, card(state, "AS")) is None
    assert GAME.violation(public, 1, card(state, "6C", HIGH)) is None
    demanding = GAME.violation(public, 1, card(state, "6C", HIGH_HEARTS))
    assert demanding is not None
    assert demanding.rule == "A21"
    assert set(Choices(GAME, state, 1)) <= set(Choices(GAME, public, 1))


def test_a_slot_that_does_not_exist_is_in_no_hand() -> None:
    state = table("6S", "8H", turned="KD")
    assert refused(state, Play(Slot(9, 9))) == ("A15", "not_in_hand")
    with pytest.raises(WrongInput):
        GAME.fold(state, Opened({Slot(9, 9): state.table.faces[slot_of(state, 1, "8H")]}))


def test_a_seat_that_is_not_to_act_has_nothing_to_try() -> None:
    state = table("7H 7D", "8H 8D", turned="9C")
    assert list(candidates(state, 1)) == []
    assert list(candidates(dealt(["7H", "8H"], "9D", dealer=0), 0)) == []


def test_what_a_closed_card_may_be_is_all_worth_trying() -> None:
    """Who cannot see a hand tries every card as a plain one, and as a joker with each of 24 calls and at nominal."""
    state = table("6S 7H", "8H 8D", turned="9C")
    joker, plain = slot_of(state, 0, "6S"), slot_of(state, 0, "7H")
    closed = [action for action in candidates(seen_by(state, None), 0) if isinstance(action, Play)]
    assert [sum(action.slot == slot for action in closed) for slot in (joker, plain)] == [26, 26]
    own = [action for action in candidates(seen_by(state, 0), 0) if isinstance(action, Play)]
    assert [sum(action.slot == slot for action in own) for slot in (joker, plain)] == [25, 1]
    assert Play(joker) not in own
