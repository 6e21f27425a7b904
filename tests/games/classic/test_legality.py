"""Classic Joker: which cards may be played, what a play proves, who takes a trick (A16–A27).

Expected values are worked out from the rules by hand.
"""
# ruff: noqa: N802 - a test is named after the number of its rule

import pytest

from joker_lan.engine import Suit, face_of_code
from joker_lan.games.classic.actions import Demand, JokerCall, Mode
from joker_lan.games.classic.legality import Laid, Lead, lead_of, refusal
from joker_lan.games.classic.options import Options
from tests.games.classic.table import FREE, HIGH, LOW, NOMINAL, asks, card, codes, dealt, played, refused, table

GEORGIAN = Options(dealer_restriction=False, void_on_joker_lead="must_trump", trump_beats_led_high_joker=True)
LOW_WITH_SUIT = Options(dealer_restriction=False, low_with_suit=True)

HIGH_HEARTS = asks(Mode.HIGH, Suit.HEARTS, Demand.HIGHEST)
LOW_CLUBS = asks(Mode.LOW, Suit.CLUBS, Demand.LOWEST)
ANY_DIAMONDS = asks(Mode.LOW, Suit.DIAMONDS, Demand.ANY)


def test_A16_must_follow_suit() -> None:
    state = played(table("9H 8H 7D", "7H AS 8D", turned="KS"), "9H")
    assert set(codes(state)) == {"7H"}
    assert refused(state, card(state, "AS")) == ("A16", "suit")


def test_A16_without_the_suit_a_trump_must_be_played() -> None:
    state = played(table("9H 8H 7D", "7S AS 8D", turned="KS"), "9H")
    assert set(codes(state)) == {"7S", "AS"}
    assert refused(state, card(state, "8D")) == ("A16", "trump")


def test_A16_without_both_any_card() -> None:
    state = played(table("9H 8H 7D", "7C AD 8D", turned="KS"), "9H")
    assert set(codes(state)) == {"7C", "AD", "8D"}


def test_A16_nobody_must_overtake() -> None:
    state = played(table("9H 8H 7D", "7H AH 8D", turned="KS"), "9H")
    assert set(codes(state)) == {"7H", "AH"}


def test_A16_without_trump_only_the_suit_binds() -> None:
    state = played(table("9H 8H 7D", "7S AS 8D", turned="6C"), "9H")
    assert set(codes(state)) == {"7S", "AS", "8D"}


def test_A17_a_joker_may_be_played_at_any_time() -> None:
    state = played(table("9H 8H 7D", "7H 6C 8D", turned="KS"), "9H")
    assert codes(state) == {"7H": (None,), "6C": (HIGH, LOW)}


def test_A17_a_joker_is_no_card_of_its_suit_and_no_trump() -> None:
    spades = played(table("9S 8H 7D", "6S 7H 8D", turned="KH"), "9S")
    assert set(codes(spades)) == {"6S", "7H"}  # no spade in hand: a trump must be played
    trump = played(table("9H 8H 7D", "6S 8C 8D", turned="KS"), "9H")
    assert set(codes(trump)) == {"6S", "8C", "8D"}  # no heart, no trump: anything


def test_A17_only_a_joker_is_called() -> None:
    state = played(table("9H", "7H", turned="KS"), "9H")
    assert refused(state, card(state, "7H", HIGH)) == ("A17", "no_joker")


def test_A18_a_joker_must_be_called() -> None:
    state = played(table("9H", "6C", turned="KS"), "9H")
    assert refused(state, card(state, "6C")) == ("A18", "call_missing")


def test_A18_nominal_may_be_off() -> None:
    state = played(table("9H", "6S", turned="KS", options=Options(dealer_restriction=False, nominal=False)), "9H")
    assert codes(state) == {"6S": (HIGH, LOW)}
    assert refused(state, card(state, "6S", NOMINAL)) == ("A18", "nominal_off")


def test_A18_nominal_names_no_suit() -> None:
    state = played(table("9H", "6S", turned="KS"), "9H")
    assert refused(state, card(state, "6S", JokerCall(Mode.NOMINAL, Suit.SPADES))) == ("A18", "nominal_suit")


def test_A18_with_lowWithSuit_a_low_joker_names_a_suit() -> None:
    state = played(table("9H", "6S", turned="KD", options=LOW_WITH_SUIT), "9H")
    assert codes(state)["6S"] == (HIGH, *(JokerCall(Mode.LOW, suit) for suit in Suit), NOMINAL)
    assert refused(state, card(state, "6S", LOW)) == ("A18", "low_suit")


def test_A19_nominal_must_be_a_legal_plain_six() -> None:
    held = played(table("9H 8H 7D", "7H 6S 8D", turned="KS"), "9H")
    assert refused(held, card(held, "6S", NOMINAL)) == ("A19", "suit")
    must = played(table("9H 8H 7D", "7S 6C 8D", turned="KS"), "9H")
    assert refused(must, card(must, "6C", NOMINAL)) == ("A19", "trump")
    asked = played(table("6S 8H 7D", "7C 6C 8D", turned="KD"), ("6S", asks(Mode.HIGH, Suit.CLUBS, Demand.HIGHEST)))
    assert refused(asked, card(asked, "6C", NOMINAL)) == ("A19", "highest")


@pytest.mark.parametrize(
    ("hand", "turned", "why"),
    [
        ("6S 7H 8D", "KH", "it follows spades"),
        ("6C 8D 9D", "KC", "it is a trump"),
        ("6C 8D 9D", "KH", "neither spades nor a trump in hand: any card"),
    ],
)
def test_A19_nominal_where_the_plain_six_is_legal(hand: str, turned: str, why: str) -> None:
    state = played(table("9S 8H 7D", hand, turned=turned), "9S")
    assert NOMINAL in codes(state)[hand[:2]], why


def test_A19_nominal_may_be_free() -> None:
    options = Options(dealer_restriction=False, nominal_legality="free")
    state = played(table("9H 8H 7D", "7H 6S 8D", turned="KS", options=options), "9H")
    assert codes(state)["6S"] == (HIGH, LOW, NOMINAL)


def test_A20_no_trump_six_after_a_discard() -> None:
    state = played(table("9H 7D AH", "8C 6S 8D", turned="KS"), "9H", "8C")
    assert state.shown_void == {1}
    state = played(state, "7D")
    assert codes(state) == {"8D": (None,), "6S": (HIGH, LOW)}
    void = played(table("9H 7D AH", "8C 6S 7C", turned="KS"), "9H", "8C", "7D")
    assert refused(void, card(void, "6S", NOMINAL)) == ("A20", "nominal")


def test_A20_bars_the_trump_six_on_lead_too_and_no_other() -> None:
    state = played(
        table("9H 9D AC", "6S 6C 8D", "TH TD JH", turned="KS"), "9H", ("6C", NOMINAL), "TH", "TD", "9D", "8D"
    )
    assert (state.shown_void, state.to_act) == (frozenset({1}), frozenset({2}))
    state = played(table("9H 7D AC", "8C 6S 8D", turned="KS"), "9H", "8C", "7D", "8D")
    assert state.to_act == {1}
    assert NOMINAL not in codes(state)["6S"]
    other = played(table("9H 7D AC", "8C 6C 8D", turned="KS"), "9H", "8C", "7D", "8D")
    assert NOMINAL in codes(other)["6C"]


def test_A20_the_ban_may_be_off_and_ends_with_the_deal() -> None:
    options = Options(dealer_restriction=False, nominal_ban="off")
    state = played(table("9H 7D AC", "8C 6S 8D", turned="KS", options=options), "9H", "8C", "7D", "8D")
    assert NOMINAL in codes(state)["6S"]
    assert dealt(["9H", "8H"], "KS").shown_void == frozenset()


def test_A20_a_joker_called_high_or_low_proves_nothing() -> None:
    state = played(table("9H 7D AH", "6C 6S 8D", turned="KS"), "9H", ("6C", LOW), "7D")
    assert state.shown_void == frozenset()
    assert NOMINAL not in codes(state)["6S"]  # but he has the suit
    thrown = played(table("9H 7D AH", "6C 6S 8C", turned="KS"), "9H", ("6C", NOMINAL))
    assert thrown.shown_void == {1}


def test_A20_a_discard_under_a_joker_proves_nothing_unless_trumping_was_compulsory() -> None:
    hands = ("6C 7D AH", "8C 6S 8D")
    call = asks(Mode.HIGH, Suit.HEARTS, Demand.HIGHEST)
    assert played(table(*hands, turned="KS"), ("6C", call), "8C").shown_void == frozenset()
    assert played(table(*hands, turned="KS", options=GEORGIAN), ("6C", call), "8C").shown_void == {1}


def test_A20_bars_a_low_joker_as_the_smallest_trump() -> None:
    state = played(table("9H 7D AH", "8C 6S 7C", turned="KS", options=LOW_WITH_SUIT), "9H", "8C", "7D")
    assert refused(state, card(state, "6S", JokerCall(Mode.LOW, Suit.SPADES))) == ("A20", "low_trump")
    assert JokerCall(Mode.LOW, Suit.HEARTS) in codes(state)["6S"]


def test_A21_a_led_joker_has_24_calls_and_nominal() -> None:
    state = table("6S 7H", "8H 9H", turned="KD")
    calls = codes(state)["6S"]
    assert len(calls) == len(set(calls)) == 25
    assert {asks(mode, suit, demand) for mode in (Mode.HIGH, Mode.LOW) for suit in Suit for demand in Demand} == {
        call for call in calls if call != NOMINAL
    }


@pytest.mark.parametrize(
    ("demands", "number"), [("highest,lowest,any", 24), ("highest,lowest", 16), ("highest", 8), ("site", 8)]
)
def test_A21_fewer_demands_may_be_open(demands: str, number: int) -> None:
    options = Options(dealer_restriction=False, nominal=False, demands=demands)  # type: ignore[arg-type] # one of them
    assert len(codes(table("6S", "8H", turned="KD", options=options))["6S"]) == number


def test_A21_the_site_knows_two_calls() -> None:
    state = table("6S", "8H", turned="KD", options=Options(dealer_restriction=False, demands="site"))
    assert {(call.mode, call.demand) for call in codes(state)["6S"] if call is not None and call != NOMINAL} == {
        (Mode.HIGH, Demand.HIGHEST),
        (Mode.LOW, Demand.ANY),
    }
    assert refused(state, card(state, "6S", LOW_CLUBS)) == ("A21", "demand")


def test_A21_who_leads_a_joker_names_suit_and_demand_and_nobody_else() -> None:
    state = table("6S 7H", "6C 8H", turned="KD")
    assert refused(state, card(state, "6S", HIGH)) == ("A21", "incomplete")
    assert refused(state, card(state, "6S", JokerCall(Mode.HIGH, Suit.HEARTS))) == ("A21", "incomplete")
    state = played(state, "7H")
    assert refused(state, card(state, "6C", HIGH_HEARTS)) == ("A21", "not_leading")
    assert refused(state, card(state, "6C", JokerCall(Mode.HIGH, Suit.HEARTS))) == ("A21", "not_leading")


def test_A21_at_nominal_it_asks_for_its_own_suit() -> None:
    state = played(table("6S 7H", "8S 8H", turned="KD"), ("6S", NOMINAL))
    assert set(codes(state)) == {"8S"}


def test_A22_the_highest_or_the_lowest_must_be_played() -> None:
    hands = ("6S 7D 8D", "7H QH AS")
    highest = played(table(*hands, turned="KD"), ("6S", HIGH_HEARTS))
    assert set(codes(highest)) == {"QH"}
    assert refused(highest, card(highest, "7H")) == ("A22", "highest")
    lowest = played(table(*hands, turned="KD"), ("6S", asks(Mode.LOW, Suit.HEARTS, Demand.LOWEST)))
    assert set(codes(lowest)) == {"7H"}
    assert refused(lowest, card(lowest, "QH")) == ("A22", "lowest")
    either = played(table(*hands, turned="KD"), ("6S", asks(Mode.LOW, Suit.HEARTS, Demand.ANY)))
    assert set(codes(either)) == {"7H", "QH"}
    assert refused(either, card(either, "AS")) == ("A22", "suit")


def test_A22_without_the_suit_any_card_or_a_trump() -> None:
    hands = ("6S 7H 8H", "7S AC 8D")
    assert set(codes(played(table(*hands, turned="KS"), ("6S", HIGH_HEARTS)))) == {"7S", "AC", "8D"}
    must = played(table(*hands, turned="KS", options=GEORGIAN), ("6S", HIGH_HEARTS))
    assert set(codes(must)) == {"7S"}
    assert refused(must, card(must, "AC")) == ("A22", "trump")


def test_A22_the_demand_is_never_about_trumps_played_instead() -> None:
    state = played(table("6C 7H 8H", "7S AS 8D", turned="KS", options=GEORGIAN), ("6C", HIGH_HEARTS))
    assert set(codes(state)) == {"7S", "AS"}


def test_A22_jokers_of_followers_are_free() -> None:
    state = played(table("6S 7H 8H", "9C KC 6C", turned="KD"), ("6S", LOW_CLUBS))
    assert codes(state) == {"9C": (None,), "6C": (HIGH, LOW, NOMINAL)}


@pytest.mark.parametrize(
    ("hands", "turned", "taker"),
    [
        (("9H", "QH", "AD"), "KS", 1),  # the highest of the suit
        (("9H", "7S", "8S"), "KS", 2),  # the highest trump
        (("9H", "7S", "8S"), "6C", 0),  # no trump: other suits take nothing
    ],
)
def test_A23_the_highest_card_takes(hands: tuple[str, ...], turned: str, taker: int) -> None:
    state = played(table(*hands, turned=turned), *hands)
    assert state.history[0].winner == taker


def test_A23_a_taking_joker_takes() -> None:
    state = played(table("9H", "AS", "6C", turned="KS"), "9H", "AS", ("6C", HIGH))
    assert state.history[0].winner == 2


def test_A23_a_joker_that_does_not_take_is_below_everything() -> None:
    state = played(table("9H", "6C", "7D", turned="KS"), "9H", ("6C", LOW), "7D")
    assert state.history[0].winner == 0


def test_A23_a_nominal_joker_is_the_smallest_trump() -> None:
    state = played(table("AH", "6S", "7D", turned="KS"), "AH", ("6S", NOMINAL), "7D")
    assert state.history[0].winner == 1


def test_A23_a_trump_may_beat_a_led_taking_joker() -> None:
    hands = ("6S", "9H", "7C")
    plays = (("6S", HIGH_HEARTS), "9H", "7C")
    assert played(table(*hands, turned="KC"), *plays).history[0].winner == 0
    assert played(table(*hands, turned="KC", options=GEORGIAN), *plays).history[0].winner == 2
    trumps = ("6S", "9H", "7H")  # where trumps were asked for the joker takes
    assert played(table(*trumps, turned="KH", options=GEORGIAN), ("6S", HIGH_HEARTS), "9H", "7H").history[0].winner == 0


def test_A24_the_later_of_two_taking_jokers_takes() -> None:
    state = played(table("6S", "KH", "6C", "AH", turned="KD"), ("6S", HIGH_HEARTS), "KH", ("6C", HIGH), "AH")
    assert state.history[0].winner == 2


def test_A24_the_only_taking_joker_takes() -> None:
    first = played(table("6S", "KH", "6C", turned="KD"), ("6S", HIGH_HEARTS), "KH", ("6C", LOW))
    assert first.history[0].winner == 0
    second = played(table("6S", "KH", "6C", turned="KD"), ("6S", ANY_DIAMONDS), "KH", ("6C", HIGH))
    assert second.history[0].winner == 2


def test_A25_a_low_joker_that_nobody_follows_takes() -> None:
    state = played(table("6S", "7C", "8H", turned="9S"), ("6S", ANY_DIAMONDS), "7C", "8H")
    assert state.history[0].winner == 0


def test_A25_suit_or_trump_takes_a_low_joker() -> None:
    suit = played(table("6S", "7D", "8H", turned="9S"), ("6S", ANY_DIAMONDS), "7D", "8H")
    trump = played(table("6S", "7C", "7S", turned="9S"), ("6S", ANY_DIAMONDS), "7C", "7S")
    assert (suit.history[0].winner, trump.history[0].winner) == (1, 2)


def test_A25_with_lowWithSuit_a_low_joker_can_take_as_the_smallest_trump() -> None:
    spade = JokerCall(Mode.LOW, Suit.SPADES)
    state = played(table("9H", "6C", "AD", turned="9S", options=LOW_WITH_SUIT), "9H", ("6C", spade), "AD")
    assert state.history[0].winner == 1
    state = played(table("9H", "6C", "7S", turned="9S", options=LOW_WITH_SUIT), "9H", ("6C", spade), "7S")
    assert state.history[0].winner == 2


def test_A25_of_two_low_jokers_of_one_suit_the_earlier_is_higher() -> None:
    state = played(
        table("9H", "6C", "6S", turned="9D", options=LOW_WITH_SUIT),
        "9H",
        ("6C", JokerCall(Mode.LOW, Suit.DIAMONDS)),
        ("6S", JokerCall(Mode.LOW, Suit.DIAMONDS)),
    )
    assert state.history[0].winner == 1


def test_A5_of_two_equal_sixes_the_earlier_counts_more() -> None:
    options = Options(dealer_restriction=False, deck="38_two_jokers")
    state = played(table("6S", "JK", "7D", turned="9D", options=options), "6S", ("JK", NOMINAL), "7D")
    assert state.history[0].winner == 2  # the trump
    state = played(table("6S", "JK", "7D", turned="9C", options=options), "6S", ("JK", NOMINAL), "7D")
    assert state.history[0].winner == 0


def test_A27_strict_a_joker_is_led_only_from_jokers() -> None:
    strict = Options(dealer_restriction=False, strict=True)
    state = table("6S 9D", "8H 9H", turned="KC", options=strict)
    assert set(codes(state)) == {"9D"}
    assert refused(state, card(state, "6S", NOMINAL)) == ("A27", "strict")
    assert refused(state, card(state, "6S", HIGH_HEARTS)) == ("A27", "strict")
    assert set(codes(table("6S 6C", "8H 9H", turned="KC", options=strict))) == {"6S", "6C"}


def test_A27_strict_following_with_a_joker_is_free() -> None:
    strict = Options(dealer_restriction=False, strict=True)
    state = played(table("9D 9S", "8D 6C", turned="KC", options=strict), "9D")
    assert codes(state) == {"8D": (None,), "6C": (HIGH, LOW)}


def test_A23_a_nominal_trump_may_beat_a_led_taking_joker() -> None:
    options = Options(dealer_restriction=False, trump_beats_led_high_joker=True, void_on_joker_lead="must_trump")
    state = played(table("6S", "6C", "9H", turned="KC", options=options), ("6S", HIGH_HEARTS), ("6C", NOMINAL), "9H")
    assert state.history[0].winner == 1


def test_A21_what_a_first_card_asks_for() -> None:
    joker, card_38 = face_of_code("6S"), Options(deck="38_two_jokers")
    assert lead_of(FREE, Laid(face_of_code("9D"))) == Lead(Suit.DIAMONDS)
    assert lead_of(FREE, Laid(joker, NOMINAL)) == Lead(Suit.SPADES)
    assert lead_of(FREE, Laid(joker, LOW_CLUBS)) == Lead(Suit.CLUBS, Demand.LOWEST, by_joker=True)
    assert lead_of(card_38, Laid(joker)) == Lead(Suit.SPADES)  # with printed jokers a plain six
    assert lead_of(card_38, Laid(face_of_code("JK2"), NOMINAL)) == Lead(Suit.CLUBS)


def test_A16_a_part_of_a_hand_refuses_no_more_than_the_whole() -> None:
    hand = [face_of_code(code) for code in ("7H", "AS", "8D")]
    lead, discard = Lead(Suit.HEARTS), Laid(hand[2])

    def rule(*known: int) -> tuple[str, int | str] | None:
        found = refusal(FREE, [hand[each] for each in known], discard, lead, Suit.SPADES, shown_void=False)
        return None if found is None else (found.rule, found.about["cause"])

    assert rule(0, 1, 2) == rule(0, 2) == ("A16", "suit")
    assert rule(1, 2) == ("A16", "trump")
    assert rule(2) is None
