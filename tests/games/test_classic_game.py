"""Whole games of classic Joker with random legal play, checked against what the sheet must show."""

from random import Random

import pytest

from joker_lan.engine import Acted, Choices, Deck, Draw, Drawn, Opened, Present, Reveal, Revealed, Shuffled, Slot
from joker_lan.engine.plain import from_plain, to_plain
from joker_lan.games.classic import GAME
from joker_lan.games.classic.actions import Action, LookAtFourth
from joker_lan.games.classic.options import PRESETS, Options
from joker_lan.games.classic.pack import PACK36
from joker_lan.games.classic.schedule import stages
from joker_lan.games.classic.scoring import explain
from joker_lan.games.classic.sheet import DealLine, StageLine
from joker_lan.games.classic.state import ClassicState, Phase
from tests.games.classic_table import bidden, dealt, opened, played


def answered(state: ClassicState, random: Random) -> ClassicState:
    """Return the state after what it wants was given to it, all faces known, or a random legal action was done."""
    match state.wants:
        case Draw(lists):
            orders = tuple(tuple(random.sample(range(size), size)) for _, size in lists)
            return GAME.fold(state, Drawn(orders)).state
        case Deck(cards, _, pile):
            slots = tuple(Slot(state.deck + 1, place) for place in range(len(cards)))
            faces = dict(zip(slots, random.sample(cards.faces, len(cards)), strict=True))
            return GAME.fold(GAME.fold(state, Shuffled(pile, slots)).state, Opened(faces)).state
        case Reveal():
            return GAME.fold(state, Revealed(state.table.faces, frozenset())).state
        case None:
            (seat,) = state.to_act
            choices: Choices[Action] = Choices(GAME, state, seat)
            return GAME.fold(state, Acted(seat, random.choice(tuple(choices)))).state


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


def test_a_state_has_one_plain_form() -> None:
    random = Random("plain")
    state = GAME.begin(Options(deals=9, full_deals="perPlayer"), 4)
    while state.result is None:
        state = answered(state, random)
        assert from_plain(ClassicState, to_plain(state)) == state


def test_another_deck_follows_until_the_last_deal() -> None:
    state = GAME.begin(Options(deals=2), 2)
    assert GAME.next_pack(state) is PACK36
    assert GAME.next_pack(dealt(["7H", "8H"], "9D", options=Options(deals=2))) is PACK36
    assert GAME.next_pack(dealt(["7H 8H", "9H TH"], "9D", options=Options(deals=2))) is None


def test_who_leaves_after_the_end_changes_nothing_but_presence() -> None:
    state = opened(played(bidden(dealt(["7H", "8H"], "9D", options=Options(deals=1)), 0, 0), "7H", "8H")).state
    after = GAME.fold(state, Present(frozenset({1}))).state
    assert (after.phase, after.result, after.sheet) == (state.phase, state.result, state.sheet)
    assert after.present == {1}


def test_the_table_stays_to_be_looked_at_until_the_next_deck() -> None:
    state = played(bidden(dealt(["7H", "8H"], "9D"), 0, 0), "7H", "8H")
    after = opened(state).state
    assert (after.deal, after.cards_each, after.phase) == (2, 2, Phase.DEALING)
    assert after.table.piles == state.table.piles
    assert (after.history, after.bids, after.taken, after.trump) == (state.history, state.bids, (0, 1), state.trump)
    fresh = answered(after, Random(1))
    assert (fresh.history, dict(fresh.bids), fresh.taken, fresh.deck) == ((), {}, (0, 0), 2)


def test_the_fourth_card_may_always_be_looked_at() -> None:
    state = GAME.begin(Options(deals=9), 4)
    random = Random(4)
    while state.phase is not Phase.CHOOSING:
        state = answered(state, random)
    (chooser,) = state.to_act
    assert LookAtFourth() in Choices(GAME, state, chooser)
