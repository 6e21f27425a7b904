"""What a player sees when it is his turn."""

from dataclasses import replace
from typing import Any

import pytest

from cli.plain.screen import View, bid_range
from joker_lan.engine import Suit
from joker_lan.games.classic.actions import Bid
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.state import Phase
from tests.cli.fake_table import FakeTable, faces, people
from tests.cli.plain.test_turn import at_play, at_three_cards, typed, view_of


def test_the_hand_has_numbers_and_marks() -> None:
    table = at_play("AH 6S KH 7H QH 9S", "ah")
    assert view_of(table, 1).hand_lines() == ["Your hand: 1) 9♠x  2) 7♥  3) 6♠*", "(* joker, x not allowed now)"]


def test_nothing_is_marked_while_bidding() -> None:
    assert view_of(at_three_cards("AH 7S KH 8S QH 9S")).hand_lines() == ["Your hand: 1) A♥  2) K♥  3) Q♥"]


def test_trumps_stand_first() -> None:
    assert view_of(at_three_cards("AH 7S KD 8S QC 9S")).hand_lines() == ["Your hand: 1) K♦  2) Q♣  3) A♥"]


def test_a_joker_that_may_not_be_led_is_marked_too() -> None:
    assert "6♠*x" in view_of(at_play("6S 7S AH 8S KH 9S", strict=True)).hand_lines()[0]


def test_the_trick_with_what_was_said_and_who_wins_so_far() -> None:
    table = at_play("6S AH KH 7H QH 9S", "6s hearts highest not")
    assert view_of(table, 1).trick_lines() == [
        "On the table: Olena: 6♠ (led, does not take, asks for the highest card of hearts).",
        "Winning so far: 6♠, Olena.",
    ]


def test_one_is_called_you() -> None:
    table = at_play("AH 7S KH 8S QH 9S", "ah")
    assert view_of(table, 0).trick_lines() == ["On the table: you: A♥ (led).", "Winning so far: A♥, you."]


def test_only_the_first_card_was_led() -> None:
    table = at_play("AH 7H KH 8S QH 9S", "ah")
    state = view_of(table).state
    doubled = replace(state, trick=(*state.trick, state.trick[0]._replace(seat=1)))
    assert replace(view_of(table), state=doubled).trick_lines()[0] == "On the table: you: A♥ (led); Givi: A♥."


def test_bids_and_tricks_by_player_in_the_order_of_bidding() -> None:
    table = at_three_cards("AH 7S KH 8S QH 9S")
    assert view_of(table, 0).bid_lines() == ["Bids: you: –, Givi (dealer): –."]
    table.act(0, Bid(2))
    assert view_of(table, 0).bid_lines() == ["Bids: you: 2, Givi (dealer): –."]
    table.act(1, Bid(0))
    typed(table, "ah", 0)
    typed(table, "1", 1)
    assert view_of(table, 1).bid_lines() == ["Bid/taken: Olena: 2/1, you (dealer): 0/0."]


@pytest.mark.parametrize(
    ("first", "second", "line"),
    [
        (1, 1, "Sum of the bids 2, tricks 3, 1 too few: somebody will have to take more than was bid."),
        (3, 1, "Sum of the bids 4, tricks 3, 1 too many: tricks will be fought over."),
    ],
)
def test_what_the_sum_of_the_bids_makes_of_a_deal(first: int, second: int, line: str) -> None:
    table = at_three_cards("AH 7S KH 8S QH 9S")
    table.act(0, Bid(first))
    assert view_of(table).mood_line() == ""
    table.act(1, Bid(second))
    assert view_of(table).mood_line() == line


def test_the_question_to_the_dealer_names_the_closed_bid() -> None:
    table = at_three_cards("AH 7S KH 8S QH 9S")
    table.act(0, Bid(1))
    assert view_of(table, 1).question() == [
        "Your bid: how many tricks will you take? Type 0-1, 3 (0 is a pass).",
        "As dealer you cannot bid 2: the bids would add up to 3 (rule A14).",
    ]


def test_who_has_a_joker_is_told_how_to_play_it() -> None:
    assert view_of(at_play("6S 7S AH 8S KH 9S")).question(hints=True)[1] == (
        "Joker: 6s lead hearts highest takes; 6s lead clubs any not. Or 6s nominal (the plain six)."
    )
    following = at_play("AH 6S KH 8S QH 9S", "ah", nominal=False)
    assert view_of(following, 1).question(hints=True)[1] == "Joker: 6s high (takes); 6s low (does not take)."
    assert view_of(following, 1).question(hints=False) == [
        "Your turn: type the number of a card. For a joker you are asked how."
    ]


def test_deal_trump_and_stage() -> None:
    lines = view_of(at_three_cards("AH 7S KH 8S QH 9S")).table_lines()
    assert lines[:2] == ["Deal 3 of 42, stage I, 3 cards each.", "Trump: diamonds ♦."]


def test_between_deals_nothing_is_told_of_the_deal_before() -> None:
    view = view_of(at_play("AH 7S KH 8S QH 9S", "ah"))
    dealing = replace(view.state, phase=Phase.DEALING, to_act=frozenset())
    assert replace(view, state=dealing).table_lines() == [
        "Deal 3 of 42, stage I, 3 cards each.",
        "Cards are being dealt; it is nobody's turn.",
    ]


def test_before_the_first_deal_there_is_little_to_see() -> None:
    table = FakeTable(Options(), people("Olena", "Givi"))
    begun = view_of(table).game.begin(Options(), 2)
    assert View(table_game(), begun, 0, table.people).table_lines() == ["The game is about to begin."]


def table_game() -> Any:
    return view_of(FakeTable(Options(), people("Olena", "Givi"))).game


def test_letters_only() -> None:
    table = at_play("6S AH KH 7H QH 9S", "6s hearts highest not")
    for seat in (0, 1):
        view = replace(view_of(table, seat), ascii=True)
        assert "\n".join([*view.table_lines(), *view.lines(), *view.question()]).isascii()


@pytest.mark.parametrize("columns", [30, 40, 80])
def test_long_hands_are_broken_between_cards(columns: int) -> None:
    table = FakeTable(Options(), people("Olena", "Givi"), dealer=0)
    while table.state.cards_each < 18:
        seat = min(table.state.to_act)
        table.act(seat, next(iter(view_of(table, seat).choices())))
    while table.state.bids == {}:
        seat = min(table.state.to_act)
        table.act(seat, next(iter(view_of(table, seat).choices())))
    view = replace(view_of(table, min(table.state.to_act)), columns=columns)
    lines = [line for line in view.hand_lines() if not line.startswith("(")]
    assert max(map(len, lines)) <= columns
    words = " ".join(lines).split()
    assert [word for word in words if word.endswith(")")] == [f"{number})" for number in range(1, 19)]


def test_while_trump_is_chosen_only_three_cards_are_shown() -> None:
    from tests.cli.plain.test_turn import TestTrump

    table = TestTrump.table()
    seat = min(table.state.to_act)
    assert len(view_of(table, seat).hand()) == 3
    question = view_of(table, seat).question()
    assert question == [
        "You see your first three cards and choose trump. Type: trump spades, trump hearts, trump diamonds,"
        " trump clubs, trump none.",
        "Or type look: you see the fourth card, and the deal has no trump.",
    ]
    assert view_of(table, seat).trump_line() == "Trump is not chosen yet."


def test_no_trump_is_said_in_words() -> None:
    table = at_three_cards("AH 7S KH 8S QH 9S", turned="6C")
    assert table.state.trump is None
    assert view_of(table).trump_line() == "Trump: no trump."
    assert replace(view_of(table), state=replace(table.state, trump=Suit.SPADES)).trump_line() == "Trump: spades ♠."


@pytest.mark.parametrize(
    ("bids", "words"),
    [((0, 1, 2), "0-2"), ((0, 1, 3), "0-1, 3"), ((0, 2), "0, 2"), ((5,), "5"), ((), "")],
)
def test_runs_of_numbers(bids: tuple[int, ...], words: str) -> None:
    assert bid_range(bids) == words


def test_a_card_that_was_dealt_is_known_to_its_owner_only() -> None:
    table = at_three_cards("AH 7S KH 8S QH 9S")
    mine, theirs = view_of(table, 0), view_of(table, 1)
    assert {mine.face(slot) for slot in mine.hand()} == set(faces("AH KH QH"))
    assert all(mine.face(slot) is None for slot in theirs.hand())
