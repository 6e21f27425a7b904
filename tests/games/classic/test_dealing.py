"""Classic Joker before play: the first dealer, the cards, trump, and who takes part (A8–A12, A41).

Expected values are worked out from the rules by hand.
"""
# ruff: noqa: N802 - a test is named after the number of its rule

import pytest

from joker_lan.engine import (
    EVERYONE,
    Acted,
    Card,
    Choices,
    Deck,
    Drawn,
    Opened,
    Present,
    Rank,
    Reveal,
    Revealed,
    Shuffled,
    Slot,
    Suit,
    WrongInput,
    face_of_code,
    seen_by,
)
from joker_lan.games.classic import GAME
from joker_lan.games.classic.actions import ChooseTrump, LookAtFourth
from joker_lan.games.classic.dealing import with_deal
from joker_lan.games.classic.happenings import DealAnnulled, DealBegan, FirstDealerDrawn, TrumpChosen, TrumpTurned
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.pack import PACK36
from joker_lan.games.classic.state import ClassicState, Phase
from tests.games.classic.table import FULL, WIKI, arranged, bidden, dealt, opened, played, redealt


def shuffled(state: ClassicState) -> ClassicState:
    """Return the state after the deck that it wants came, all cards closed."""
    assert isinstance(state.wants, Deck)
    size = len(state.wants.cards)
    return GAME.fold(state, Shuffled("stock", tuple(Slot(state.deck + 1, place) for place in range(size)))).state


def test_A8_the_centre_card_never_counts() -> None:
    order = [PACK36.faces.index(face_of_code(code)) for code in ("AC", "7H", "9D", "KS", "AD")]
    rest = [card for card in range(36) if card not in order]
    state = GAME.begin(WIKI, 4)
    step = GAME.fold(state, Drawn(((*order, *rest), (3, 0, 1, 2))))  # seat 3 deals, seat 0 gets the first card
    assert step.happenings == (
        FirstDealerDrawn(
            3,
            Card(Rank.ACE, Suit.CLUBS),
            tuple((seat, face_of_code(code)) for seat, code in enumerate(("7H", "9D", "KS", "AD"))),
        ),
    )
    assert (step.state.dealer, step.state.deal, step.state.stage, step.state.cards_each) == (3, 1, 1, 1)
    assert step.state.wants == Deck(PACK36, 2, "stock")


@pytest.mark.parametrize(
    "orders",
    [
        (),
        (tuple(range(36)),),
        (tuple(range(36)), (0, 1, 2)),
        ((0,) * 36, (0, 1, 2, 3)),
        (tuple(range(35)), (0, 1, 2, 3)),
    ],
)
def test_A8_a_draw_is_a_permutation_of_cards_and_of_seats(orders: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(WrongInput):
        GAME.fold(GAME.begin(WIKI, 4), Drawn(orders))


def test_A9_the_deal_passes_to_the_left() -> None:
    state = dealt(["7H", "8H"], "9D", dealer=1)
    state = played(bidden(state, 0, 0), "7H", "8H")
    after = opened(state).state
    assert (after.deal, after.dealer) == (2, 0)


def test_A10_the_right_neighbour_cuts_and_the_left_one_gets_the_first_card() -> None:
    state = with_deal(GAME.begin(WIKI, 4), 2, 1)
    assert state.wants == Deck(PACK36, 0, "stock")
    state = shuffled(state)
    assert {seat: [slot.place for slot in state.table.pile(f"hand{seat}")] for seat in range(4)} == {
        2: [0, 4],
        3: [1, 5],
        0: [2, 6],
        1: [3, 7],
    }
    assert state.table.pile("turned") == (Slot(1, 8),)
    assert len(state.table.pile("stock")) == 36 - 9


def test_A10_everybody_sees_only_his_own_cards_and_all_see_the_turned_one() -> None:
    state = dealt(["7H 8H", "9H TH", "JH QH"], "9D")
    assert [len(seen_by(state, seat).table.faces) for seat in (0, 1, 2, None)] == [3, 3, 3, 1]


def test_A10_a_wrong_deck_is_not_taken() -> None:
    state = with_deal(GAME.begin(WIKI, 4), 1, 0)
    for given in (
        Shuffled("elsewhere", tuple(Slot(1, place) for place in range(36))),
        Shuffled("stock", tuple(Slot(1, place) for place in range(35))),
        Shuffled("stock", (Slot(1, 0),) * 36),
    ):
        with pytest.raises(WrongInput):
            GAME.fold(state, given)


def test_A11_the_turned_card_sets_trump() -> None:
    state = dealt(["7H", "8H"], "QD")
    assert (state.trump, state.trump_named, state.phase) == (Suit.DIAMONDS, True, Phase.BIDDING)


def test_A11_a_turned_joker_means_no_trump() -> None:
    state = dealt(["7H", "8H"], "6C")
    assert (state.trump, state.trump_named, state.phase) == (None, True, Phase.BIDDING)


def test_A11_nobody_bids_before_the_turned_card_is_seen() -> None:
    state = shuffled(with_deal(GAME.begin(WIKI, 2), 1, 1))
    assert state.to_act == frozenset()
    assert not list(Choices(GAME, state, 0))
    (turned,) = state.table.pile("turned")
    step = GAME.fold(state, Opened({turned: face_of_code("TC")}))
    assert step.happenings == (TrumpTurned(face_of_code("TC"), Suit.CLUBS),)
    assert step.state.to_act == {0}


def test_A12_the_left_neighbour_chooses_after_three_cards() -> None:
    state = shuffled(with_deal(GAME.begin(WIKI, 4), 9, 3))
    assert (state.phase, state.to_act) == (Phase.CHOOSING, frozenset({0}))
    for seat in range(4):
        hand = state.table.pile(f"hand{seat}")
        assert all(state.table.audience[slot] == frozenset({seat}) for slot in hand[:3])
        assert not any(slot in state.table.audience for slot in hand[3:])
    step = GAME.fold(state, Acted(0, ChooseTrump(Suit.CLUBS)))
    assert step.happenings == (TrumpChosen(0, Suit.CLUBS, looked=False),)
    after = step.state
    assert (after.trump, after.trump_named, after.phase, after.to_act) == (
        Suit.CLUBS,
        True,
        Phase.BIDDING,
        frozenset({0}),
    )
    for seat in range(4):
        assert all(after.table.audience[slot] == frozenset({seat}) for slot in after.table.pile(f"hand{seat}"))


def test_A12_who_looks_at_the_fourth_card_plays_without_trump() -> None:
    state = dealt(FULL, deal=9)
    step = GAME.fold(state, Acted(0, LookAtFourth()))
    assert step.happenings == (TrumpChosen(0, None, looked=True),)
    assert (step.state.trump, step.state.trump_named) == (None, True)


def test_A12_with_38_cards_a_trump_can_be_turned_in_full_deals_too() -> None:
    options = Options(deck="38_two_jokers", trump_9="turnup")
    hands = ("7H KH JK 8H 9H TH JH QH AH", *FULL[1:])
    state = dealt(hands, "6C", deal=9, options=options)
    assert (state.trump, state.phase) == (Suit.CLUBS, Phase.BIDDING)
    assert len(state.table.pile("stock")) == 1


def test_A12_the_dealers_last_card_may_set_trump_and_stays_his() -> None:
    state = dealt(FULL, deal=9, options=Options(trump_9="dealerLastCard"))  # seat 3 deals, his last card is 6H
    assert (state.trump, state.phase) == (Suit.HEARTS, Phase.BIDDING)
    assert state.turned == state.table.pile("hand3")[-1]
    assert state.turned is not None
    assert state.table.audience[state.turned] is EVERYONE


def test_A41_a_deal_that_loses_a_seat_is_void_and_dealt_again_by_the_same_dealer() -> None:
    state = bidden(dealt(["7H 8H", "9H TH", "JH QH"], "9D"), 0)
    step = GAME.fold(state, Present(frozenset({0, 2})))
    assert DealAnnulled(2, None, None, None) in step.happenings
    assert (step.state.phase, step.state.wants, step.state.to_act) == (Phase.REVEALING, Reveal((1,)), frozenset())
    again = GAME.fold(step.state, Revealed({}, frozenset())).state
    assert (again.deal, again.dealer, again.wants) == (2, 2, Deck(PACK36, 0, "stock"))
    assert again.sheet == ()
    order = shuffled(again).order
    assert order == (0, 2)


def test_A41_an_absent_dealer_is_passed_over() -> None:
    state = bidden(dealt(["7H", "9H", "JH"], "9D"), 0)
    state = GAME.fold(state, Present(frozenset({0, 1}))).state
    state = GAME.fold(state, Revealed({}, frozenset())).state
    assert (state.dealer, state.wants) == (0, Deck(PACK36, 1, "stock"))


def test_A41_an_absent_seat_has_an_empty_line_and_no_cards() -> None:
    state = with_deal(GAME.fold(GAME.begin(WIKI, 3), Present(frozenset({0, 2}))).state, 1, 2)
    state = redealt(state, ["7H", "", "8H"], "9D")
    state = opened(played(bidden(state, 0, 0), "7H", "8H")).state
    (line,) = state.sheet
    assert line.bids == (0, None, 0)  # type: ignore[union-attr] # a deal line
    assert line.taken == (0, None, 1)  # type: ignore[union-attr]
    assert line.points == (50, 0, 10)  # type: ignore[union-attr]
    assert state.dealer == 0


def test_A41_who_comes_back_plays_from_the_next_deal() -> None:
    state = with_deal(GAME.fold(GAME.begin(WIKI, 3), Present(frozenset({0, 2}))).state, 1, 2)
    state = bidden(redealt(state, ["7H", "", "8H"], "9D"), 0)
    state = GAME.fold(state, Present(frozenset({0, 1, 2}))).state
    assert (state.order, state.void, state.phase) == ((0, 2), False, Phase.BIDDING)
    state = opened(played(bidden(state, 0), "7H", "8H")).state
    assert shuffled(state).order == (1, 2, 0)


def test_A41_with_one_seat_left_the_game_is_broken_off_and_can_go_on() -> None:
    state = bidden(dealt(["7H", "9H"], "9D"), 0)
    state = GAME.fold(state, Present(frozenset({1}))).state
    assert (state.phase, state.wants, state.to_act, state.result) == (Phase.BROKEN_OFF, None, frozenset(), None)
    state = GAME.fold(state, Present(frozenset({0, 1}))).state
    assert state.wants == Reveal((1,))
    state = GAME.fold(state, Revealed({}, frozenset())).state
    assert (state.deal, state.dealer, state.phase) == (1, 1, Phase.DEALING)


def test_A41_broken_off_before_the_first_deal_the_draw_is_still_wanted() -> None:
    begun = GAME.begin(WIKI, 2)
    alone = GAME.fold(begun, Present(frozenset({1}))).state
    back = GAME.fold(alone, Present(frozenset({0, 1}))).state
    assert back == begun


def test_A41_the_drawn_dealer_may_have_left() -> None:
    state = GAME.fold(GAME.begin(Options(first_dealer="lot"), 3), Present(frozenset({0, 1}))).state
    ace = PACK36.faces.index(face_of_code("AH"))
    order = (ace, *(card for card in range(36) if card != ace))
    state = GAME.fold(state, Drawn((order, (1, 2, 0)))).state  # the ace falls to seat 2, who is not there
    assert state.dealer == 0


def test_A41_who_leaves_while_the_deck_is_made_neither_deals_nor_cuts() -> None:
    state = with_deal(GAME.begin(WIKI, 4), 1, 0)
    state = GAME.fold(state, Present(frozenset({1, 2}))).state
    assert (state.dealer, state.wants) == (1, Deck(PACK36, 2, "stock"))


def test_A41_nobody_is_there_who_does_not_exist() -> None:
    with pytest.raises(WrongInput):
        GAME.fold(GAME.begin(WIKI, 2), Present(frozenset({0, 2})))


def test_deal_begins_with_its_size_and_dealer() -> None:
    state = with_deal(GAME.begin(WIKI, 4), 9, 3)
    faces = arranged(state, FULL)
    step = GAME.fold(state, Shuffled("stock", tuple(faces)))
    assert step.happenings == (DealBegan(9, 2, 9, 3),)


def test_faces_that_contradict_each_other_are_not_taken() -> None:
    state = dealt(["7H", "8H"], "9D")
    (slot,) = state.table.pile("hand0")
    for faces in ({slot: face_of_code("AS")}, {Slot(7, 7): face_of_code("AS")}):
        with pytest.raises(WrongInput):
            GAME.fold(state, Opened(faces))


def test_who_leaves_after_the_end_changes_nothing_but_presence() -> None:
    state = opened(played(bidden(dealt(["7H", "8H"], "9D", options=Options(deals=1)), 0, 0), "7H", "8H")).state
    after = GAME.fold(state, Present(frozenset({1}))).state
    assert (after.phase, after.result, after.sheet) == (state.phase, state.result, state.sheet)
    assert after.present == {1}
