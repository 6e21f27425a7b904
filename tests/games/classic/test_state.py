"""Classic Joker: the state as a value."""

from dataclasses import replace
from random import Random

from joker_lan.engine import face_code, seen_by
from joker_lan.engine.plain import from_plain, to_plain
from joker_lan.games.classic import GAME
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.state import ClassicState, Phase
from tests.games.classic.table import answered, bidden, dealt, opened, played


def test_a_state_has_one_plain_form() -> None:
    random = Random("plain")
    state = GAME.begin(Options(deals=9, full_deals="perPlayer"), 4)
    while state.result is None:
        state = answered(state, random)
        assert from_plain(ClassicState, to_plain(state)) == state


def test_the_table_stays_to_be_looked_at_until_the_next_deck() -> None:
    state = played(bidden(dealt(["7H", "8H"], "9D"), 0, 0), "7H", "8H")
    after = opened(state).state
    assert (after.deal, after.cards_each, after.phase) == (2, 2, Phase.DEALING)
    assert after.table.piles == state.table.piles
    assert (after.history, after.bids, after.taken, after.trump) == (state.history, state.bids, (0, 1), state.trump)
    fresh = answered(after, Random(1))
    assert (fresh.history, dict(fresh.bids), fresh.taken, fresh.deck) == ((), {}, (0, 0), 2)


def test_a_view_is_the_same_value_but_for_the_faces_that_it_may_not_know() -> None:
    state = played(bidden(dealt(["7H 8H", "9H TH"], "9D"), 1, 0), "7H")
    for viewer, own in ((0, {"8H"}), (1, {"9H", "TH"}), (None, set())):
        view = seen_by(state, viewer)
        assert {face_code(face) for face in view.table.faces.values()} == {"7H", "9D", *own}
        assert replace(view, table=state.table) == state
        assert (view.table.piles, view.table.audience) == (state.table.piles, state.table.audience)
