"""From a command to what it means now."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.plain.commands import Call, parse
from cli.plain.screen import View
from cli.plain.turn import Answer, Ask, Confirming, Do, Drop, Pending, Show, Tell, answer
from joker_lan.engine import Suit, seen_by
from joker_lan.games.classic.actions import Bid, ChooseTrump, Demand, JokerCall, LookAtFourth, Mode, Play
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.state import Phase
from tests.cli.fake_table import GAME, FakeTable, faces, people

NAMES = people("Olena", "Givi")

# Deal 3 of two players: three cards each, dealt in turn from the dealer's left. Seat 1 deals first, so it deals deals
# 1 and 3, and seat 0 bids and leads in those.
ONE = faces("7H 8H 9D")
TWO = faces("7H 8H 9H TH 9D")


def view_of(table: FakeTable, seat: int = 0) -> View:
    return View(GAME, seen_by(table.state, seat), seat, table.people)


def at_three_cards(hands: str, turned: str = "9D", **options: Any) -> FakeTable:
    """Return a table before the bids of deal 3; `hands` in dealing order, seat 0 first, and 9♦ turned up."""
    table = FakeTable(Options(**options), NAMES, deals=[ONE, TWO, faces(f"{hands} {turned}")], dealer=1)
    while table.state.deal < 3:
        seat = min(table.state.to_act)
        action = next(iter(GAME.candidates(table.state, seat)))
        if table.state.phase is Phase.PLAYING:
            action = next(each for each in view_of(table, seat).choices())
        elif view_of(table, seat).game.violation(table.state, seat, action):
            action = Bid(action.tricks + 1)
        table.act(seat, action)
    return table


def at_play(hands: str, *lead: str, leader: int = 0, **options: Any) -> FakeTable:
    """Return a table where all bids of deal 3 are made and these lines were typed by the leader."""
    table = at_three_cards(hands, **options)
    table.act(0, Bid(0))
    table.act(1, Bid(0))
    assert leader == 0
    for line in lead:
        typed(table, line, seat=0)
    return table


def typed(table: FakeTable, line: str, seat: int, pending: Pending | Confirming | None = None) -> Answer:
    """Type a line for a seat; what it makes him do is done."""
    result = answer(parse(line), view_of(table, seat), pending)
    if isinstance(result, Do):
        table.act(seat, result.action)
    return result


def meant(table: FakeTable, line: str, seat: int = 0, pending: Pending | Confirming | None = None) -> Answer:
    return answer(parse(line), view_of(table, seat), pending)


def told(result: Answer) -> str:
    assert isinstance(result, Tell | Ask | Drop)
    return result.text


class TestBidding:
    def test_a_bare_number_is_a_bid(self) -> None:
        assert meant(at_three_cards("AH 7S KH 8S QH 9S"), "2") == Do(Bid(2))

    def test_pass_is_a_bid_of_none(self) -> None:
        assert meant(at_three_cards("AH 7S KH 8S QH 9S"), "pass") == Do(Bid(0))

    def test_a_bid_beyond_the_cards_is_refused_in_words(self) -> None:
        assert told(meant(at_three_cards("AH 7S KH 8S QH 9S"), "4")) == (
            "Bid from 0 (a pass) to 3, the number of tricks in this deal (rule A13)."
        )

    def test_the_closed_bid_is_refused_in_words(self) -> None:
        table = at_three_cards("AH 7S KH 8S QH 9S")
        table.act(0, Bid(1))
        assert told(meant(table, "bid 2", seat=1)) == (
            "As dealer you cannot bid 2: the bids of all would add up to 3, the number of tricks (rule A14)."
        )

    @pytest.mark.parametrize("line", ["ah", "hearts", "joker high"])
    def test_a_card_is_no_bid(self, line: str) -> None:
        assert told(meant(at_three_cards("AH 7S KH 8S QH 9S"), line)).startswith(
            "The bids come first, the cards later. Your bid: how many tricks"
        )

    def test_what_is_no_joker_talk_is_not_answered_with_jokers(self) -> None:
        assert told(meant(at_three_cards("AH 7S KH 8S QH 9S"), "hearts please")).startswith(
            "please means nothing here. Your bid: how many tricks"
        )

    def test_who_is_not_asked_is_told_whose_turn_it_is(self) -> None:
        assert told(meant(at_three_cards("AH 7S KH 8S QH 9S"), "2", seat=1)) == "It is the turn of Olena."


class TestPlaying:
    def test_a_number_is_the_place_in_the_hand_as_shown(self) -> None:
        table = at_play("QH 7S AH 8S KH 9S")
        assert [view_of(table).card(view_of(table).face(slot)) for slot in view_of(table).hand()] == ["A♥", "K♥", "Q♥"]  # type: ignore[arg-type]
        result = meant(table, "2")
        assert isinstance(result, Do)
        assert table.faces[result.action.slot] == faces("KH")[0]

    def test_a_card_by_its_name(self) -> None:
        table = at_play("QH 7S AH 8S KH 9S")
        result = meant(table, "qh")
        assert isinstance(result, Do)
        assert table.faces[result.action.slot] == faces("QH")[0]

    def test_a_card_not_held(self) -> None:
        assert told(meant(at_play("QH 7S AH 8S KH 9S"), "7s")) == "You do not hold 7♠."

    @pytest.mark.parametrize("line", ["0", "4", "99"])
    def test_a_number_without_a_card(self, line: str) -> None:
        assert told(meant(at_play("QH 7S AH 8S KH 9S"), line)) == "Your cards are numbered from 1 to 3."

    def test_an_illegal_card_is_refused_with_the_rule_in_words(self) -> None:
        table = at_play("AH 7H KH 8S QH 9S", "ah")
        assert (
            told(meant(table, "8s", seat=1))
            == "You hold hearts, the suit that was led: play one of them or a joker (rule A16)."
        )

    def test_trumping_is_a_duty(self) -> None:
        table = at_play("AH 7D KH 8S QH 9S", "ah")
        assert "hold trumps (diamonds)" in told(meant(table, "8s", seat=1))

    def test_a_call_for_a_plain_card_is_refused(self) -> None:
        assert told(meant(at_play("QH 7S AH 8S KH 9S"), "qh high")) == (
            "Q♥ is no joker: it is played without a call (rule A17)."
        )


class TestJokers:
    HANDS = "AH 6S KH 8S QH 9S"

    def test_a_follower_is_asked_how(self) -> None:
        table = at_play(self.HANDS, "ah")
        result = meant(table, "6s", seat=1)
        assert isinstance(result, Ask)
        assert result.text == (
            "How do you play the joker 6s? Type high (it takes) or low (it does not take)."
            " Or nominal: it is the plain six."
        )
        again = meant(table, "high", seat=1, pending=result.open)
        assert isinstance(again, Do)
        assert again.action.call == JokerCall(Mode.HIGH)

    @pytest.mark.parametrize(
        ("line", "call"),
        [
            ("6s high", JokerCall(Mode.HIGH)),
            ("joker 6s low", JokerCall(Mode.LOW)),
            ("joker takes", JokerCall(Mode.HIGH)),
            ("nominal", JokerCall(Mode.NOMINAL)),
            ("nominal 6s", JokerCall(Mode.NOMINAL)),
        ],
    )
    def test_a_follower_says_it_at_once(self, line: str, call: JokerCall) -> None:
        result = meant(at_play(self.HANDS, "ah"), line, seat=1)
        assert isinstance(result, Do)
        assert result.action.call == call

    def test_only_the_leader_names_a_suit(self) -> None:
        result = meant(at_play(self.HANDS, "ah"), "6s high hearts", seat=1)
        assert told(result) == (
            "Only who leads a joker names a suit and asks for cards: say high, low or nominal (rule A21)."
        )
        assert isinstance(result, Ask)
        assert isinstance(meant(at_play(self.HANDS, "ah"), "low", seat=1, pending=result.open), Do)

    @pytest.mark.parametrize(
        ("line", "call"),
        [
            ("joker 6s lead hearts highest takes", JokerCall(Mode.HIGH, Suit.HEARTS, Demand.HIGHEST)),
            ("joker 6s lead clubs any not", JokerCall(Mode.LOW, Suit.CLUBS, Demand.ANY)),
            ("6s low lowest clubs", JokerCall(Mode.LOW, Suit.CLUBS, Demand.LOWEST)),
            ("6s hearts takes", JokerCall(Mode.HIGH, Suit.HEARTS, Demand.ANY)),
            ("6s nominal", JokerCall(Mode.NOMINAL)),
        ],
    )
    def test_a_leader_says_it_at_once(self, line: str, call: JokerCall) -> None:
        result = meant(at_play("6S AH KH 8S QH 9S"), line)
        assert isinstance(result, Do)
        assert result.action.call == call

    def test_a_leader_is_asked_for_what_is_missing(self) -> None:
        table = at_play("6S AH KH 8S QH 9S")
        first = meant(table, "6s")
        assert isinstance(first, Ask)
        assert first.suit
        second = answer(parse("h", suit_asked=True), view_of(table), first.open)
        assert isinstance(second, Ask)
        assert second.open == Pending(first.open.slot, Call(suit=Suit.HEARTS))  # type: ignore[union-attr]
        third = meant(table, "not", pending=second.open)
        assert isinstance(third, Do)
        assert third.action.call == JokerCall(Mode.LOW, Suit.HEARTS, Demand.ANY)

    def test_a_taking_leader_is_asked_for_the_suit(self) -> None:
        result = meant(at_play("6S AH KH 8S QH 9S"), "6s high")
        assert told(result) == "Which suit do you ask for: spades, hearts, diamonds or clubs?"

    def test_where_any_card_cannot_be_asked_for_the_demand_is_a_question(self) -> None:
        table = at_play("6S AH KH 8S QH 9S", demands="highest,lowest")
        assert told(meant(table, "6s hearts takes")) == "Which card of it must the others play: highest or lowest?"

    def test_where_there_is_one_demand_it_need_not_be_said(self) -> None:
        result = meant(at_play("6S AH KH 8S QH 9S", demands="highest"), "6s hearts takes")
        assert isinstance(result, Do)
        assert result.action.call == JokerCall(Mode.HIGH, Suit.HEARTS, Demand.HIGHEST)

    def test_two_jokers_must_be_told_apart(self) -> None:
        table = at_play("6S AH KH 8S 6C 9S")
        assert told(meant(table, "joker high")) == "You hold two jokers; say which one: 6s or 6c, and then how."

    def test_no_joker(self) -> None:
        assert told(meant(at_play("AH 6S KH 8S QH 9S"), "nominal")).startswith(
            "Only a joker is played like that, and you hold none. You lead"
        )

    @pytest.mark.parametrize("given_up", ["no", "none"])
    def test_a_joker_that_was_chosen_can_be_given_up(self, given_up: str) -> None:
        table = at_play("6S AH KH 8S QH 9S")
        asked = meant(table, "6s", 0)
        assert isinstance(asked, Ask)
        for suit_asked in (False, True):
            result = answer(parse(given_up, suit_asked=suit_asked), view_of(table), asked.open)
            assert isinstance(result, Drop)
            assert result.text.startswith("You lead: type the number of a card.")

    def test_an_empty_line_is_asked_again_what_is_missing(self) -> None:
        table = at_play("6S AH KH 8S QH 9S")
        asked = meant(table, "6s high", 0)
        assert isinstance(asked, Ask)
        assert meant(table, "", 0, asked.open) == asked

    def test_a_strict_joker_is_refused_before_anything_is_asked(self) -> None:
        result = meant(at_play("6S AH KH 8S QH 9S", strict=True), "6s")
        assert isinstance(result, Tell)
        assert result.text.endswith("only when you hold nothing but jokers (rule A27).")

    def test_the_low_joker_of_a_follower_may_stand_for_a_suit(self) -> None:
        table = at_play(self.HANDS, "ah", low_with_suit=True)
        asked = meant(table, "6s low", seat=1)
        assert isinstance(asked, Ask)
        assert asked.suit
        result = meant(table, "6s low clubs", seat=1)
        assert isinstance(result, Do)
        assert result.action.call == JokerCall(Mode.LOW, Suit.CLUBS)

    def test_the_plain_six_must_be_a_legal_card(self) -> None:
        table = at_play("AH 6S KH 7H QH 9S", "ah")
        assert told(meant(table, "6s nominal", seat=1)) == (
            "The plain six is no legal card here: you hold hearts (rule A19)."
        )


class TestTrump:
    """Two players, the first full deal: deal 18."""

    @staticmethod
    def table(**options: Any) -> FakeTable:
        table = FakeTable(Options(**options), NAMES, dealer=0)
        while table.state.phase is not Phase.CHOOSING:
            seat = min(table.state.to_act)
            table.act(seat, next(iter(view_of(table, seat).choices())))
        return table

    @pytest.mark.parametrize(
        ("line", "action"),
        [
            ("trump hearts", ChooseTrump(Suit.HEARTS)),
            ("hearts", ChooseTrump(Suit.HEARTS)),
            ("trump none", ChooseTrump(None)),
            ("none", ChooseTrump(None)),
        ],
    )
    def test_choosing(self, line: str, action: ChooseTrump) -> None:
        table = self.table()
        assert meant(table, line, seat=min(table.state.to_act)) == Do(action)

    def test_looking_at_the_fourth_card_is_asked_twice(self) -> None:
        table = self.table()
        seat = min(table.state.to_act)
        asked = meant(table, "look", seat)
        assert isinstance(asked, Ask)
        assert "no trump" in asked.text
        assert meant(table, "yes", seat, asked.open) == Do(LookAtFourth())
        dropped = meant(table, "no", seat, asked.open)
        assert isinstance(dropped, Drop)
        assert dropped.text.startswith("You see your first three cards and choose trump.")
        assert told(meant(table, "yes", seat)).startswith("Nothing was asked.")

    def test_no_trump_cannot_be_named_everywhere(self) -> None:
        table = self.table(allow_no_trump_choice=False)
        assert told(meant(table, "trump none", min(table.state.to_act))) == (
            "In this game no trump cannot be named: name a suit, or look at the fourth card (rule A12)."
        )

    def test_a_number_means_nothing_here(self) -> None:
        table = self.table()
        assert told(meant(table, "3", min(table.state.to_act))).startswith(
            "Trump comes first. You see your first three cards"
        )

    def test_at_other_times_there_is_no_trump_to_choose(self) -> None:
        table = at_three_cards("AH 7S KH 8S QH 9S")
        assert "(rule A12)" in told(meant(table, "trump hearts"))
        assert "(rule A12)" in told(meant(table, "look"))


def test_what_is_no_action_is_shown_at_any_time() -> None:
    table = at_three_cards("AH 7S KH 8S QH 9S")
    for seat in (0, 1):
        for line in ("score", "hand", "tricks", "rules", "help", "quit"):
            assert isinstance(meant(table, line, seat), Show)


def test_an_unknown_word_is_answered_with_what_is_possible() -> None:
    assert told(meant(at_three_cards("AH 7S KH 8S QH 9S"), "castle")) == (
        "castle is no command here. Your bid: how many tricks will you take? Type 0-3 (0 is a pass)."
        " Or: score, hand, help, quit."
    )


def test_what_could_steer_a_terminal_is_not_repeated() -> None:
    assert told(meant(at_play("AH 7S KH 8S QH 9S"), "\x1b[2Jx")).isprintable()


PLACES = (
    at_three_cards("AH 7S KH 8S QH 9S"),
    at_play("6S AH KH 8S 6C 9S"),
    at_play("AH 6S KH 8S QH 9S", "ah"),
    TestTrump.table(),
)
_WORDS = st.sampled_from(
    [
        "bid",
        "joker",
        "trump",
        "look",
        "yes",
        "lead",
        "hearts",
        "highest",
        "any",
        "not",
        "takes",
        "nominal",
        "6s",
        "1",
        "ah",
    ]
)


@given(
    st.one_of(st.text(max_size=30), st.lists(_WORDS, max_size=6).map(" ".join)),
    st.sampled_from(PLACES),
    st.booleans(),
)
def test_any_line_is_done_or_answered_in_one_line(line: str, table: FakeTable, confirming: bool) -> None:
    for seat in (0, 1):
        view = view_of(table, seat)
        result = answer(parse(line), view, Confirming() if confirming else None)
        match result:
            case Do(action):
                assert GAME.violation(table.state, seat, action) is None
                assert isinstance(action, Bid | Play | ChooseTrump | LookAtFourth)
            case Tell(text) | Ask(text, _, _) | Drop(text):
                assert text.strip()
                assert "\n" not in text
            case Show():
                pass
