"""Classic Joker, open hands: judged, charged, scored, ended (A12, A28, A36, A37).

Expected values are worked out from the rules by hand.
"""
# ruff: noqa: N802 - a test is named after the number of its rule

import pytest

from joker_lan.engine import EVERYONE, Deck, Present, Reveal, Revealed, Suit, WrongInput, face_of_code
from joker_lan.games.classic import GAME
from joker_lan.games.classic.actions import ChooseTrump, Demand, JokerCall, Mode
from joker_lan.games.classic.happenings import DealAnnulled, DealScored, GameEnded, StageScored
from joker_lan.games.classic.options import PRESETS, Options
from joker_lan.games.classic.pack import PACK36
from joker_lan.games.classic.rules import Rule
from joker_lan.games.classic.sheet import ChargeLine, DealLine, StageLine
from joker_lan.games.classic.state import ClassicState, Phase
from tests.games.classic.table import FREE, FULL, NOMINAL, asks, bidden, card, cheated, dealt, opened, played, redealt


def test_A12_trump_of_a_suit_not_held_is_found_when_the_hands_are_opened() -> None:
    options = Options(trump_from_3="held", dealer_restriction=False)
    state = cheated(dealt(FULL, deal=9, options=options), ChooseTrump(Suit.CLUBS))
    assert state.trump is Suit.CLUBS
    after = GAME.fold(state, Present(frozenset({0, 1, 2}))).state  # opened early, because somebody left
    step = GAME.fold(after, Revealed(state.table.faces, frozenset()))
    assert [line.seat for line in step.state.sheet] == [0]  # type: ignore[union-attr] # a charge
    assert step.happenings == (DealAnnulled(9, 0, Rule.A12, None),)


def revoked(options: Options = FREE) -> ClassicState:
    """Return a deal in which seat 1 trumped a heart although it had one; all cards are played."""
    state = bidden(dealt(["9H 8H", "7H AS"], "KS", options=options), 0, 0)
    state = played(state, "9H")
    state = cheated(state, card(state, "AS"))
    return played(state, "7H", "8H")


def test_A37_an_honest_deal_counts_and_lies_open() -> None:
    state = played(bidden(dealt(["9H 8H", "7H AS"], "KS", options=FREE), 1, 0), "9H", "7H", "8H", "AS")
    assert (state.phase, state.wants, state.to_act) == (Phase.REVEALING, Reveal((1,)), frozenset())
    after = opened(state).state
    assert after.sheet == (DealLine(2, 1, 1, 2, (1, 0), (1, 1), (100, 10), frozenset()),)
    assert len(after.table.faces) == 36
    assert set(after.table.audience.values()) == {EVERYONE}
    assert after.wants == Deck(PACK36, 1, "stock")
    assert (after.deal, after.dealer) == (3, 0)


def test_A37_a_revoke_annuls_the_deal_and_the_offender_alone_pays() -> None:
    step = opened(revoked())
    assert step.happenings == (DealAnnulled(2, 1, Rule.A16, 1),)
    assert step.state.sheet == (ChargeLine(2, 1, -200, Rule.A16),)
    assert step.state.totals == (0, -200)
    assert (step.state.deal, step.state.dealer, step.state.wants) == (2, 1, Deck(PACK36, 0, "stock"))


def test_A37_the_penalty_is_an_option() -> None:
    assert opened(revoked(Options(dealer_restriction=False, revoke_penalty=70))).state.totals == (0, -70)
    assert PRESETS["uk"].revoke_penalty == 20


def test_A37_the_deal_is_dealt_again_and_counts_then() -> None:
    state = redealt(opened(revoked()).state, ["9H 8H", "7H AS"], "KS")
    assert (state.deck, state.deal, dict(state.bids), state.taken) == (2, 2, {}, (0, 0))
    state = opened(played(bidden(state, 1, 0), "9H", "7H", "8H", "AS")).state
    assert state.totals == (100, 10 - 200)
    assert state.deal == 3


def test_A37_not_trumping_is_an_offence() -> None:
    state = played(bidden(dealt(["9H 8H", "7S 8D"], "KS", options=FREE), 0, 0), "9H")
    state = played(cheated(state, card(state, "8D")), "8H", "7S")
    assert opened(state).happenings == (DealAnnulled(2, 1, Rule.A16, 1),)


def test_A37_the_wrong_card_under_a_demand_is_an_offence() -> None:
    call = asks(Mode.HIGH, Suit.HEARTS, Demand.HIGHEST)
    state = played(bidden(dealt(["6S 8C", "7H QH"], "KS", options=FREE), 0, 0), ("6S", call))
    state = played(cheated(state, card(state, "7H")), "8C", "QH")
    assert opened(state).happenings == (DealAnnulled(2, 1, Rule.A22, 1),)


def test_A37_a_nominal_joker_that_is_no_legal_six_is_an_offence() -> None:
    state = played(bidden(dealt(["9H 8C", "7H 6C"], "KS", options=FREE), 0, 0), "9H")
    state = played(cheated(state, card(state, "6C", NOMINAL)), "8C", "7H")
    assert opened(state).happenings == (DealAnnulled(2, 1, Rule.A19, 1),)


def test_A37_a_joker_led_from_a_mixed_hand_is_an_offence_under_strict() -> None:
    strict = Options(dealer_restriction=False, strict=True)
    state = bidden(dealt(["6S 9D", "8H 9H"], "KC", options=strict), 0, 0)
    state = cheated(state, card(state, "6S", JokerCall(Mode.HIGH, Suit.HEARTS, Demand.ANY)))
    assert opened(played(state, "8H", "9D", "9H")).happenings == (DealAnnulled(2, 0, Rule.A27, 1),)


def test_A37_of_several_offenders_the_first_in_order_of_play_pays() -> None:
    state = played(bidden(dealt(["9H 8H", "7H AS", "TH AD"], "KS", options=FREE), 0, 0, 0), "9H")
    state = cheated(state, card(state, "AS"))
    state = cheated(state, card(state, "AD"))
    assert opened(played(state, "7H", "TH", "8H")).state.totals == (0, -200, 0)


def test_A37_who_does_not_open_his_hand_pays_like_a_revoke() -> None:
    state = played(bidden(dealt(["9H", "7H", "8H"], "KS", options=FREE), 0, 0, 0), "9H", "7H", "8H")
    step = GAME.fold(state, Revealed({}, frozenset({2, 1})))
    assert step.state.sheet == (ChargeLine(1, 1, -200, Rule.A37),)
    assert step.happenings == (DealAnnulled(1, 1, Rule.A37, None),)


def test_A37_a_proven_offence_goes_before_a_missing_hand() -> None:
    state = revoked()
    step = GAME.fold(state, Revealed(state.table.faces, frozenset({0})))
    assert step.happenings == (DealAnnulled(2, 1, Rule.A16, 1),)


def test_A37_an_offence_in_a_void_deal_is_charged_too() -> None:
    state = bidden(dealt(["9H 8H", "7H AS", "TH AD"], "KS", options=FREE), 0, 0, 0)
    state = played(state, "9H")
    state = cheated(state, card(state, "AS"))
    state = GAME.fold(state, Present(frozenset({0, 1}))).state
    step = GAME.fold(state, Revealed(state.table.faces, frozenset()))
    assert step.state.totals == (0, -200, 0)
    assert step.state.deal == 2


def test_A37_a_card_that_nobody_can_open_voids_the_deal_and_charges_nobody() -> None:
    """Everybody has revealed, so the shuffle was false; that is nothing that the rules of the game could judge."""
    state = revoked()
    some = dict(list(state.table.faces.items())[:-1])
    step = GAME.fold(state, Revealed(some, frozenset()))
    assert step.happenings == (DealAnnulled(2, None, None, None),)
    assert (step.state.sheet, step.state.totals) == ((), (0, 0))
    assert (step.state.deal, step.state.dealer, step.state.wants) == (2, 1, Deck(PACK36, 0, "stock"))
    assert redealt(step.state, ["9H 8H", "7H AS"], "KS").deal == 2


def test_A37_only_who_was_dealt_in_can_fail_to_open_his_hand() -> None:
    state = played(bidden(dealt(["9H", "7H"], "KS", options=FREE), 0, 0), "9H", "7H")
    with pytest.raises(WrongInput):
        GAME.fold(state, Revealed(state.table.faces, frozenset({2})))


def test_A37_what_is_opened_cannot_contradict_what_was_seen() -> None:
    state = played(bidden(dealt(["9H", "7H"], "KS", options=FREE), 0, 0), "9H", "7H")
    (slot, *_) = state.history[0].plays[0].slot, None
    with pytest.raises(WrongInput):
        GAME.fold(state, Revealed({**state.table.faces, slot: face_of_code("AS")}, frozenset()))


def test_A28_each_stage_is_summed_up_on_its_own_line() -> None:
    state = dealt(["7H", "8H"], "9D", options=Options(deals=1))
    step = opened(played(bidden(state, 0, 0), "7H", "8H"))
    line = DealLine(1, 1, 1, 1, (0, 0), (0, 1), (50, 10), frozenset())
    # One deal of seventeen is no finished stage: a sum, but no premium.
    stage = StageLine(1, (50, 10), (0, 0), (0, 0), frozenset())
    assert step.state.sheet == (line, stage)
    assert step.happenings[:2] == (DealScored(line), StageScored(stage))


def test_A36_the_game_ends_after_the_last_deal() -> None:
    state = dealt(["7H", "8H"], "9D", options=Options(deals=1))
    step = opened(played(bidden(state, 0, 0), "7H", "8H"))
    result = step.state.result
    assert result is not None
    assert (result.scores, result.winners) == ((50, 10), frozenset({0}))
    assert step.happenings[-1] == GameEnded(result)
    assert (step.state.phase, step.state.wants, step.state.to_act) == (Phase.OVER, None, frozenset())


@pytest.mark.parametrize(
    ("options", "deal", "bonus", "loss"),
    [
        (Options(), 38, (50, 0), (0, 10)),  # two players: 17 + 4 + 17 deals end the third stage
        (Options(premium="off"), 38, (0, 0), (0, 0)),
        (Options(deals=1), 1, (0, 0), (0, 0)),  # the first stage has 17 deals
    ],
)
def test_A34_no_premium_when_it_is_off_or_the_stage_is_not_finished(
    options: Options, deal: int, bonus: tuple[int, int], loss: tuple[int, int]
) -> None:
    state = bidden(dealt(["7H", "8H"], "9D", options=options, deal=deal), 0, 0)
    line = opened(played(state, "7H", "8H")).state.sheet[-1]
    assert isinstance(line, StageLine)
    assert (line.subtotal, line.bonus, line.loss) == ((50, 10), bonus, loss)
