"""Classic Joker as a game of the engine: who can play, what is taken in, and whole games of random legal play."""
# ruff: noqa: N802 - a test is named after the number of its rule

from random import Random

import pytest

from joker_lan.engine import Acted, Drawn, IllegalAction, Opened, Present, Revealed, Shuffled, Slot, WrongInput, seen_by
from joker_lan.games.classic import GAME
from joker_lan.games.classic.options import PRESETS, Options
from joker_lan.games.classic.pack import PACK36
from joker_lan.games.classic.schedule import stages
from joker_lan.games.classic.scoring import explain
from joker_lan.games.classic.sheet import DealLine, StageLine
from joker_lan.games.classic.state import ClassicState, Phase
from tests.games.classic.table import (
    HIGH,
    LOW,
    WIKI,
    acted,
    answered,
    bidden,
    card,
    dealt,
    opened,
    played,
    refused,
    table,
)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_A2_two_to_four_play(seats: int) -> None:
    with pytest.raises(ValueError, match="players"):
        GAME.begin(WIKI, seats)
    assert [GAME.begin(WIKI, players).players for players in GAME.seats] == [2, 3, 4]


def test_inputs_that_nobody_asked_for_are_not_taken() -> None:
    state = dealt(["7H", "8H"], "9D")
    for given in (
        Drawn((tuple(range(36)), (0, 1))),
        Shuffled("stock", tuple(Slot(2, place) for place in range(36))),
        Revealed({}, frozenset()),
    ):
        with pytest.raises(WrongInput):
            GAME.fold(state, given)


def checked(state: ClassicState) -> None:
    """Check the sheet of a finished game: sizes and dealers by the schedule, tricks, sums."""
    deals = [line for line in state.sheet if isinstance(line, DealLine)]
    sizes = [cards for stage in stages(state.options, state.players) for cards in stage]
    assert [line.cards for line in deals] == sizes
    assert [line.deal for line in deals] == list(range(1, len(sizes) + 1))
    assert [(line.dealer - deals[0].dealer) % state.players for line in deals] == [
        index % state.players for index in range(len(deals))
    ]
    for line in deals:
        assert sum(taken or 0 for taken in line.taken) == line.cards
        assert sum(bid or 0 for bid in line.bids) != line.cards
    ends = [line for line in state.sheet if isinstance(line, StageLine)]
    assert [line.stage for line in ends] == [1, 2, 3, 4]
    totals = [
        sum(term.points for line in ends for term in explain(state.options, line, seat))
        for seat in range(state.players)
    ]
    assert list(state.totals) == totals
    assert state.result is not None
    assert state.result.scores == state.totals
    assert state.result.winners == {seat for seat, total in enumerate(totals) if total == max(totals)}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "family"])
def test_a_random_game_ends_and_its_sheet_is_right(players: int, preset: str) -> None:
    random = Random(f"{preset} {players}")
    state = GAME.begin(PRESETS[preset], players)
    steps = 0
    while state.result is None:
        state = answered(state, random)
        steps += 1
        assert steps < 1500
    checked(state)
    assert GAME.next_pack(state) is None


def test_a_game_in_which_people_come_and_go_ends_too() -> None:
    random = Random("come and go")
    everybody = frozenset(range(4))
    state = GAME.begin(Options(deals=12), 4)
    for _ in range(20_000):
        if state.result is not None:
            break
        if random.random() < 0.02:
            state = GAME.fold(state, Present(frozenset(random.sample(range(4), random.randint(1, 4))))).state
        state = (
            GAME.fold(state, Present(everybody)).state if state.phase is Phase.BROKEN_OFF else answered(state, random)
        )
        slots = [slot for pile in state.table.piles.values() for slot in pile]
        assert len(slots) == len(set(slots)) in (0, 36)
    assert state.result is not None
    deals = [line for line in state.sheet if isinstance(line, DealLine)]
    assert [line.deal for line in deals] == list(range(1, 13))
    for line in deals:
        gone = {seat for seat, bid in enumerate(line.bids) if bid is None}
        assert gone == {seat for seat, taken in enumerate(line.taken) if taken is None}
        assert all(line.points[seat] == 0 for seat in gone)
        assert len(gone) <= 2


def test_another_deck_follows_until_the_last_deal() -> None:
    state = GAME.begin(Options(deals=2), 2)
    assert GAME.next_pack(state) is PACK36
    assert GAME.next_pack(dealt(["7H", "8H"], "9D", options=Options(deals=2))) is PACK36
    assert GAME.next_pack(dealt(["7H 8H", "9H TH"], "9D", options=Options(deals=2))) is None


def test_offers_are_the_legal_actions() -> None:
    state = played(table("9H 8H 7D", "7H AS 6C", turned="KS"), "9H")
    assert GAME.offers(state, 1) == (
        card(state, "7H"),
        card(state, "6C", HIGH),
        card(state, "6C", LOW),
    )
    assert GAME.offers(state, 0) == ()


def test_a_public_reason_stops_every_copy() -> None:
    state = table("6S", "8H", turned="KD")
    with pytest.raises(IllegalAction):
        acted(state, card(state, "6S", HIGH))


def test_A16_what_all_know_of_a_hand_binds_on_every_copy() -> None:
    options = Options(dealer_restriction=False, trump_9="dealerLastCard")
    hands = (
        "9S KS QS JS TS 8S 7S AS AC",
        "9D KD QD JD TD 8D 7D AD 6D",
        "9H KH QH JH TH 8H 7H 6C 6S",
        "9C KC QC JC TC 8C 7C AH 6H",
    )
    state = dealt(hands, deal=9, options=options)  # seat 3 deals, his 6H lies open: hearts are trump
    state = played(bidden(state, 0, 0, 0, 0), "9S", "9D", "9H")
    discard = card(state, "9C")
    assert refused(state, discard) == ("A16", "trump")
    public = GAME.fold(seen_by(state, None), Opened({discard.slot: state.table.faces[discard.slot]})).state
    for copy in (state, public):
        with pytest.raises(IllegalAction):
            GAME.fold(copy, Acted(3, discard))


def test_A1_who_takes_what_he_bid_wins_not_who_takes_most() -> None:
    state = bidden(dealt(["7H", "8H"], "9D", options=Options(deals=1)), 0, 0)
    result = opened(played(state, "7H", "8H")).state.result
    assert result is not None
    assert (result.scores, result.winners) == ((50, 10), frozenset({0}))  # seat 1 took the only trick
