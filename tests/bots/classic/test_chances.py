"""Estimates: what is certain is certain, likelier cards have better chances, spreads obey the arithmetic of chance."""

from itertools import product
from math import isclose, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from joker_lan.bots.classic.chances import chances, points, spread, voided, without, worth
from joker_lan.bots.classic.knowledge import Knowledge, counted
from joker_lan.engine import Card, Rank, Suit
from joker_lan.games.classic import GAME
from joker_lan.games.classic.state import Phase
from tests.support.situation import situation

likelihoods = st.lists(st.floats(0.0, 1.0), max_size=7)


def hand_chances(hand: str, **more: str) -> tuple[float, ...]:
    known = counted(situation(hand=hand, phase=Phase.BIDDING, bids=(0, 0, 1), turned=more.get("turned", "7C")), 0)
    return chances(known, tuple(face for _, face in known.hand if isinstance(face, Card)))


@given(likelihoods)
def test_spread_is_the_sum_over_all_outcomes(each: list[float]) -> None:
    expected = [0.0] * (len(each) + 1)
    for outcome in product((False, True), repeat=len(each)):
        expected[sum(outcome)] += prod(
            chance if happens else 1.0 - chance for happens, chance in zip(outcome, each, strict=True)
        )
    assert spread(each) == pytest.approx(expected)


@given(likelihoods, st.floats(0.0, 1.0))
def test_without_takes_back_what_spread_added(each: list[float], chance: float) -> None:
    assert without(spread([*each, chance]), chance) == pytest.approx(spread(each), abs=1e-6)


def test_points_are_those_of_the_house_rules() -> None:
    wiki, uk = GAME.presets["wiki"], GAME.presets["uk"]
    assert points(wiki, 3, 2, False) == (-200, 10, 150, 30)
    assert points(wiki, 2, 2, False) == (-200, 10, 200)
    assert points(wiki, 2, 0, False) == (50, 10, 20)
    assert points(uk, 3, 2, False) == (-40, -10, 20, 3)


def test_a_joker_takes_or_does_not_take_as_its_owner_wants() -> None:
    scores = (-200, 100, 20)
    assert worth(scores, 0, 1, (1.0,)) == 100
    assert worth(scores, 1, 1, (1.0,)) == 100
    assert worth(scores, 1, 0, (1.0,)) == 100
    assert worth(scores, 0, 0, (1.0,)) < 0


def test_higher_cards_have_better_chances() -> None:
    chance = hand_chances("AH QH 9H 7H")
    assert list(chance) == sorted(chance, reverse=True)
    assert chance[0] > 2 * chance[3]


def test_trumps_have_better_chances_than_other_cards_of_their_rank() -> None:
    assert hand_chances("KH", turned="7H")[0] > hand_chances("KH", turned="7C")[0]


def test_all_chances_are_chances() -> None:
    for hand in ("AH", "7H 8D", "AC KC QC JC TC 9C 8C AH AD", "9S 8S 7S AS KS QS JS TS"):
        assert all(0.0 <= chance <= 1.0 for chance in hand_chances(hand))


def test_who_showed_a_void_is_void() -> None:
    known = counted(situation(hand="7H", gone=[("AH", "7S", "8H", "9H")], bids=(0, 0, 0, 1)), 0)
    assert voided(known, 2, Suit.HEARTS) == 1.0
    assert 0.0 < voided(known, 3, Suit.HEARTS) < 1.0


def test_nobody_holds_a_suit_that_is_all_seen() -> None:
    state = situation(hand="7H 8H 9H", gone=[("AH", "TH", "JH", "QH"), ("KH", "6H", "7S", "8S")], bids=(0, 0, 0, 1))
    known: Knowledge = counted(state, 0)
    assert known.higher(Card(Rank.NINE, Suit.HEARTS)) == 0
    assert isclose(voided(known, 1, Suit.HEARTS), 1.0)
