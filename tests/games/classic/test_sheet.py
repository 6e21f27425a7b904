"""Classic Joker: the score sheet as data (A38)."""
# ruff: noqa: N802 - a test is named after the number of its rule

from joker_lan.games.classic.options import Options
from joker_lan.games.classic.sheet import DealLine
from tests.games.classic.table import bidden, dealt, opened, played


def test_A38_the_sheet_shows_bid_taken_points_and_khisht() -> None:
    state = dealt(["7H", "8H", "7S"], "9D", options=Options(dealer_restriction=False))
    state = opened(played(bidden(state, 1, 1, 0), "7H", "8H", "7S")).state
    assert state.sheet == (DealLine(1, 1, 2, 1, (1, 1, 0), (0, 1, 0), (-200, 100, 50), frozenset({0})),)
    assert state.totals == (-200, 100, 50)
