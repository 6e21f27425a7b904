"""Classic Joker: what a bid and a card do (A13, A15, A26).

Expected values are worked out from the rules by hand.
"""
# ruff: noqa: N802 - a test is named after the number of its rule

import pytest

from joker_lan.engine import EVERYONE, Acted, WrongInput, seen_by
from joker_lan.games.classic import GAME
from joker_lan.games.classic.actions import Bid, Play
from joker_lan.games.classic.happenings import BidMade, CardPlayed, TrickTaken
from joker_lan.games.classic.state import Phase, Played, Trick
from tests.games.classic.table import bidden, card, codes, dealt, played, slot_of, table


def test_A13_bids_go_clockwise_from_the_dealers_left() -> None:
    state = dealt(["7H 8H", "9H TH", "JH QH"], "9D", dealer=0)
    assert state.to_act == {1}
    step = GAME.fold(state, Acted(1, Bid(2)))
    assert step.happenings == (BidMade(1, 2),)
    state = bidden(step.state, 0)
    assert (dict(state.bids), state.to_act, state.phase) == ({1: 2, 2: 0}, frozenset({0}), Phase.BIDDING)


def test_A15_the_first_bidder_leads_any_card() -> None:
    state = table("7H 6S KD", "8H 9H TH", turned="9D")
    assert (state.phase, state.to_act) == (Phase.PLAYING, frozenset({0}))
    assert set(codes(state)) == {"7H", "6S", "KD"}


def test_A15_the_winner_of_a_trick_leads_the_next() -> None:
    state = played(table("7H 7D", "8H 8D", turned="9C"), "7H", "8H")
    assert (state.to_act, state.leader, state.taken) == (frozenset({1}), 1, (0, 1))


def test_A15_a_closed_card_cannot_be_played() -> None:
    state = table("7H 7D", "8H 8D", turned="9C")
    with pytest.raises(WrongInput):
        GAME.fold(seen_by(state, None), Acted(0, card(state, "7H")))


def test_A26_a_taken_trick_lies_with_its_winner() -> None:
    state = table("7H 7D", "8H 8D", turned="9C")
    first, second = slot_of(state, 0, "7H"), slot_of(state, 1, "8H")
    state = played(state, "7H")
    assert (state.table.pile("trick"), state.trick) == ((first,), (Played(0, first, None),))
    assert state.table.audience[first] is EVERYONE
    state = played(state, "8H")
    assert (state.table.pile("trick"), state.table.pile("won1"), state.trick) == ((), (first, second), ())
    assert state.history == (Trick((Played(0, first, None), Played(1, second, None)), 1),)


def test_A26_what_happens_is_told() -> None:
    state = played(table("7H", "8H", turned="9C"), "7H")
    slot = slot_of(state, 1, "8H")
    step = GAME.fold(state, Acted(1, Play(slot)))
    assert step.happenings == (CardPlayed(1, slot, state.table.faces[slot], None), TrickTaken(1, 1))
