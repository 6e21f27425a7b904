"""Counting cards: what is unseen, who is void, how likely a card is in a hand at all."""

from joker_lan.bots.classic.knowledge import counted
from joker_lan.engine import Card, Rank, Suit
from joker_lan.games.classic import GAME
from joker_lan.games.classic.actions import Demand, JokerCall, Mode
from joker_lan.games.classic.state import Phase
from tests.support.situation import situation


def test_unseen_are_all_cards_but_the_own_and_the_open_ones() -> None:
    known = counted(situation(hand="AH 6S", trick=("KH", "9C"), turned="7D", bids=(0, 0, 0, 1)), 0)
    assert sorted(known.unseen[Suit.HEARTS]) == [6, 7, 8, 9, 10, 11, 12]
    assert sorted(known.unseen[Suit.SPADES]) == [7, 8, 9, 10, 11, 12, 13, 14]
    assert sorted(known.unseen[Suit.DIAMONDS]) == [6, 8, 9, 10, 11, 12, 13, 14]
    assert len(known.unseen[Suit.CLUBS]) == 7
    assert known.jokers == 1
    assert known.hidden == 36 - 2 - 2 - 1


def test_cards_elsewhere_are_those_in_the_other_hands() -> None:
    known = counted(situation(hand="AH 6S", trick=("KH", "9C"), turned="7D", bids=(0, 0, 0, 1)), 0)
    assert known.held == {1: 2, 2: 1, 3: 1}
    assert known.elsewhere == 4
    assert known.density == 4 / 31


def test_higher_counts_unseen_cards_of_the_suit() -> None:
    known = counted(situation(hand="JH QH", gone=[("AH", "7H", "8H", "9H")], bids=(0, 0, 0, 1)), 0)
    assert known.higher(Card(Rank.JACK, Suit.HEARTS)) == 1
    assert known.higher(Card(Rank.NINE, Suit.CLUBS)) == 5


def test_who_discards_lacks_the_suit_and_trumps() -> None:
    state = situation(hand="7H", gone=[("AH", "7S", "8D", "9H")], trump=Suit.DIAMONDS, bids=(0, 0, 0, 1))
    voids = counted(state, 0).voids
    assert voids == {
        1: frozenset(),
        2: frozenset({Suit.HEARTS, Suit.DIAMONDS}),
        3: frozenset({Suit.HEARTS}),
        0: frozenset(),
    }


def test_a_joker_proves_nothing() -> None:
    high = JokerCall(Mode.HIGH)
    state = situation(hand="7H", gone=[("AH", ("6S", high), "8H", "9H")], trump=Suit.DIAMONDS, bids=(0, 0, 0, 1))
    assert not any(counted(state, 0).voids.values())


def test_a_discard_under_a_joker_lead_proves_nothing_about_trumps() -> None:
    """Unless the house rules make trumping compulsory there."""
    lead = ("6C", JokerCall(Mode.HIGH, Suit.HEARTS, Demand.HIGHEST))
    for preset, lacking in (("wiki", {Suit.HEARTS}), ("georgian", {Suit.HEARTS, Suit.DIAMONDS})):
        options = GAME.presets[preset]
        state = situation(
            hand="7H", gone=[(lead, "7S", "8H", "9H")], trump=Suit.DIAMONDS, bids=(0, 0, 0, 1), options=options
        )
        assert counted(state, 0).voids[2] == lacking


def test_a_hand_that_is_partly_closed_counts_what_is_known() -> None:
    known = counted(situation(hand="AH KH 7C", phase=Phase.CHOOSING, cards_each=9), 0)
    assert len(known.hand) == 3
    assert known.hidden == 33
