"""Classic Joker: the score sheet as data (A38).

Expected values are worked out from the rules by hand.
"""
# ruff: noqa: N802 - a test is named after the number of its rule

import pytest

from joker_lan.engine import from_plain, to_plain
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.rules import Rule
from joker_lan.games.classic.sheet import ChargeLine, DealLine, Line, StageLine
from tests.games.classic.table import bidden, card, cheated, dealt, opened, played, redealt


def test_A38_the_sheet_shows_bid_taken_points_and_khisht() -> None:
    state = dealt(["7H", "8H", "7S"], "9D", options=Options(dealer_restriction=False))
    state = opened(played(bidden(state, 1, 1, 0), "7H", "8H", "7S")).state
    assert state.sheet == (DealLine(1, 1, 2, 1, (1, 1, 0), (0, 1, 0), (-200, 100, 50), frozenset({0})),)
    assert state.totals == (-200, 100, 50)


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        (
            DealLine(3, 1, 0, 3, (2, None, 1), (2, None, 0), (150, 0, -200), frozenset({2})),
            ("deal_line", 3, 1, 0, 3, (2, None, 1), (2, None, 0), (150, 0, -200), (2,)),
        ),
        (ChargeLine(3, 1, -200, Rule.A16), ("charge_line", 3, 1, -200, "A16")),
        (
            StageLine(1, (900, 300), (200, 0), (0, 150), frozenset({0})),
            ("stage_line", 1, (900, 300), (200, 0), (0, 150), (0,)),
        ),
    ],
)
def test_A38_a_line_of_the_sheet_is_known_by_its_kind(line: Line, plain: object) -> None:
    assert to_plain(line) == plain
    assert from_plain(Line, plain) == line


def test_A38_deals_charges_and_stages_stand_in_the_order_in_which_they_were_written() -> None:
    options, hands = Options(deals=2, dealer_restriction=False), ["9H AS", "7H 8H"]
    state = opened(played(bidden(dealt(["7H", "8H"], "9D", options=options), 0, 0), "7H", "8H")).state
    state = played(bidden(redealt(state, hands, "KS"), 0, 0), "7H")  # seat 1 leads the second deal
    state = opened(played(cheated(state, card(state, "AS")), "9H", "8H")).state
    state = opened(played(bidden(redealt(state, hands, "KS"), 0, 0), "7H", "9H", "AS", "8H")).state
    assert [type(line) for line in state.sheet] == [DealLine, ChargeLine, DealLine, StageLine]
    assert state.totals == (50 - 200 + 20, 10 + 50)
