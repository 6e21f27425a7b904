"""Shots of a replay in words: hands as far as they are known, how the table stands, what is closed."""

from dataclasses import replace

import pytest

from cli.film import Shot
from cli.replay_lines import Telling, begins_bidding, begins_deal, leads, plays_card
from joker_lan.engine import Slot, Suit, face_of_code
from joker_lan.games.classic.actions import Demand, JokerCall, Mode
from joker_lan.games.classic.happenings import BidMade, CardPlayed, DealBegan, TrickTaken
from joker_lan.games.classic.state import ClassicState, Phase
from protocol.replay import ALL, Moment
from protocol.seat import Kind, Person
from tests.support.situation import situation

PEOPLE = tuple(Person(seat, name, Kind.PERSON, seat) for seat, name in enumerate(("Olena", "Givi", "Tamar", "")))
TELLING = Telling(PEOPLE)
HIGH_HEARTS = JokerCall(Mode.HIGH, Suit.HEARTS, Demand.HIGHEST)


def shot(before: ClassicState, after: ClassicState, *happenings: object) -> Shot:
    return Shot(Moment(9, after.deal, 1, happenings, after), before, after)


# ---- hands ----------------------------------------------------------------------------------------------------------


def test_a_hand_is_sorted_and_closed_cards_are_counted() -> None:
    """Trumps first, jokers last; the order is the one of bidding: the dealer, seat 0, is last."""
    state = situation(hand="7H 6S AC KH", turned="9C", bids=(1, 1, 1, 0))
    assert list(TELLING.hands(state)) == [
        "Givi holds 4 closed cards",
        "Tamar holds 4 closed cards",
        "Seat 4 holds 4 closed cards",
        "Olena holds A♣ K♥ 7♥ 6♠",
    ]


def test_letters_only() -> None:
    state = situation(hand="7H AC", turned="9C", bids=(1, 1, 0, 1))
    assert list(Telling(PEOPLE, ascii=True).hands(state))[-1] == "Olena holds AC 7H"


def test_who_knows_no_card_is_told_no_hand() -> None:
    assert list(TELLING.hands(blind(situation(hand="7H AC", turned="9C", bids=(1, 1, 0, 1))))) == []


def test_a_hand_of_which_some_cards_are_known() -> None:
    state = situation(hand="7H AC KD", turned="9C", bids=(1, 1, 0, 0))
    first = state.table.pile("hand0")[0]
    faces = {slot: face for slot, face in state.table.faces.items() if slot != first}
    assert list(TELLING.hands(replace(state, table=replace(state.table, faces=faces))))[-1] == (
        "Olena holds A♣, K♦, 1 closed card"
    )


def test_an_empty_hand_beside_a_known_one() -> None:
    state = situation(hand="7H", trick=("8H", "9H", "TH"), turned="9C", bids=(1, 0, 0, 1))
    assert list(TELLING.hands(state)) == [
        "Givi holds nothing",
        "Tamar holds nothing",
        "Seat 4 holds nothing",
        "Olena holds 7♥",
    ]


def blind(state: ClassicState) -> ClassicState:
    """Return a state of which no hand is known."""
    hands = set(state.table.pile("hand0"))
    faces = {slot: face for slot, face in state.table.faces.items() if slot not in hands}
    return replace(state, table=replace(state.table, faces=faces))


# ---- the table ------------------------------------------------------------------------------------------------------


def test_the_table_in_the_middle_of_a_trick() -> None:
    state = situation(
        hand="7H AC", trick=(("6S", HIGH_HEARTS), "AH", "9C"), turned="9D", bids=(1, 0, 2, 0), taken=(0, 0, 0, 0)
    )
    assert list(TELLING.table(state)) == [
        "Trump: diamonds.",
        "Givi: bid 0, took 0.",
        "Tamar: bid 2, took 0.",
        "Seat 4: bid 0, took 0.",
        "Olena: bid 1, took 0.",
        "On the table: 6♠ (takes, asks for the highest card of hearts) by Givi",
        "On the table: A♥ by Tamar",
        "On the table: 9♣ by Seat 4",
        "Winning so far: 6♠, Givi.",
        "Givi holds 1 closed card",
        "Tamar holds 1 closed card",
        "Seat 4 holds 1 closed card",
        "Olena holds A♣ 7♥",
    ]


def test_before_trump_is_named_and_anybody_has_bid() -> None:
    state = situation(hand="7H AC 8S", phase=Phase.CHOOSING, bids=(), cards_each=9)
    assert list(TELLING.table(blind(state))) == ["Trump: not chosen yet."]


def test_a_closed_card_on_the_table_leaves_open_who_wins() -> None:
    state = situation(hand="7H", trick=("8H", "9H", "TH"), turned="9C", bids=(1, 0, 0, 1))
    hidden = state.trick[1].slot
    faces = {slot: face for slot, face in state.table.faces.items() if slot != hidden}
    lines = list(TELLING.table(replace(state, table=replace(state.table, faces=faces))))
    assert "On the table: a closed card by Tamar" in lines
    assert not any(line.startswith("Winning") for line in lines)


# ---- what is closed -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seeing", "is_told"), [(None, False), (0, False), (1, True), (ALL, True)], ids=["public", "own", "other", "all"]
)
def test_hands_that_were_asked_for_and_are_closed_are_told(seeing: object, is_told: bool) -> None:
    state = situation(hand="7H AC", turned="9C", bids=(1, 1, 0, 1))
    sentence = "Deal 2 is not over: the cards that are still in hand are closed until then."
    assert TELLING.closed(state, seeing) == (sentence if is_told else "")  # type: ignore[arg-type] # kinds of eyes


# ---- what a shot shows ----------------------------------------------------------------------------------------------


def test_the_mood_follows_the_last_bid_only() -> None:
    some = situation(hand="7H AC", turned="9C", phase=Phase.BIDDING, bids=(1, 0, 0))
    every = situation(hand="7H AC", turned="9C", bids=(0, 1, 0, 0))
    assert list(TELLING.happenings(shot(some, some, BidMade(3, 0)))) == ["Seat 4 passes."]
    first, mood = TELLING.happenings(shot(some, every, BidMade(0, 0)))
    assert first == "Olena passes."
    assert mood.startswith("Sum of the bids 1, tricks 2, ")


def test_places_in_a_film() -> None:
    bidding = situation(hand="7H AC", turned="9C", phase=Phase.BIDDING, bids=(1,))
    two = situation(hand="7H AC", turned="9C", phase=Phase.BIDDING, bids=(1, 0))
    led = situation(hand="7H", trick=("8H", "9H"), turned="9C", bids=(1, 0, 0, 1))
    played = CardPlayed(3, Slot(2, 0), face_of_code("8H"), None)
    assert begins_bidding(shot(bidding, bidding, BidMade(1, 1)))
    assert not begins_bidding(shot(bidding, two, BidMade(2, 0)))
    assert not begins_bidding(shot(bidding, bidding))
    assert begins_deal(shot(bidding, bidding, DealBegan(2, 1, 2, 0)))
    assert not begins_deal(shot(bidding, bidding, BidMade(1, 1)))
    assert plays_card(shot(led, led, played, TrickTaken(3, 1)))
    assert not plays_card(shot(led, led, TrickTaken(3, 1)))
    assert leads(shot(two, led, played))
    assert not leads(shot(led, led, played))
    assert not leads(shot(two, two, BidMade(2, 0)))
