"""Classic Joker, points: rules A29–A36, A38 and A41.

Expected values are worked out from the rules by hand.
"""
# ruff: noqa: N802 - a test is named after the number of its rule

from dataclasses import replace
from typing import Any

import pytest

from joker_lan.games.classic.options import PRESETS, Options
from joker_lan.games.classic.rules import Rule
from joker_lan.games.classic.scoring import Premium, Reason, Term, deal_points, explain, khisht, premium, winners
from joker_lan.games.classic.sheet import ChargeLine, DealLine, StageLine
from tests.games.classic.table import WIKI

UK = PRESETS["uk"]
MINUS = PRESETS["minus"]
STAGE = ((100, 50, -200), (50, 200, 20), (150, 10, -200))


def points(options: Options, cards: int, bid: int, taken: int, *, full: bool = False) -> int:
    """Return the points of one player who is judged by himself."""
    return deal_points(options, cards, {0: bid}, {0: taken}, full=full)[0]


@pytest.mark.parametrize(
    ("k", "score"), [(1, 100), (2, 150), (3, 200), (4, 250), (5, 300), (6, 350), (7, 400), (8, 450)]
)
def test_A29_exact(k: int, score: int) -> None:
    assert points(WIKI, 9, k, k) == score


@pytest.mark.parametrize("n", [1, 2, 5, 9, 12, 18])
def test_A29_all_tricks_of_a_deal(n: int) -> None:
    assert points(WIKI, n, n, n) == 100 * n


def test_A29_all_tricks_in_full_deals_only() -> None:
    article = PRESETS["article"]
    assert points(article, 9, 9, 9, full=True) == 900
    assert points(article, 8, 8, 8) == 450
    assert points(article, 1, 1, 1) == 100


@pytest.mark.parametrize(
    ("bid", "taken", "score"),
    [(0, 0, 50), (3, 0, -200), (1, 0, -200), (3, 2, 20), (1, 4, 40), (0, 2, 20)],
)
def test_A29_pass_khisht_and_other_failures(bid: int, taken: int, score: int) -> None:
    assert points(WIKI, 5, bid, taken) == score


def test_A29_failures_may_cost_the_points_and_khisht_another_sum() -> None:
    assert points(Options(miss="zero"), 5, 3, 2) == 0
    assert points(Options(khisht=-500), 5, 3, 0) == -500


def test_A29_the_khisht_may_fall_on_the_worst_failure() -> None:
    options = Options(khisht_rule="worstFailed")
    bids, taken = {0: 3, 1: 0, 2: 2, 3: 1}, {0: 1, 1: 1, 2: 2, 3: 4}
    # Seats 0, 1 and 3 failed, 0 and 1 with one trick each: both are struck; seat 2 is exact.
    assert khisht(options, bids, taken) == {0, 1}
    assert deal_points(options, 8, bids, taken, full=False) == {0: -200, 1: -200, 2: 150, 3: 40}
    assert khisht(options, {0: 1, 1: 1}, {0: 1, 1: 1}) == frozenset()


@pytest.mark.parametrize(
    ("bid", "taken", "score"),
    [(0, 0, 5), (1, 1, 10), (9, 9, 90), (5, 3, -20), (0, 3, 3), (1, 3, 3), (3, 0, -50), (1, 0, -30)],
)
def test_A30_uk(bid: int, taken: int, score: int) -> None:
    assert points(UK, 9, bid, taken) == score


def test_A30_uk_khisht_instead_and_surplus_only() -> None:
    assert points(replace(UK, uk_khisht="replace"), 9, 3, 0) == -20
    assert points(replace(UK, uk_over="surplus"), 9, 1, 3) == 2


@pytest.mark.parametrize(
    ("bid", "taken", "score"),
    [(1, 1, 100), (3, 3, 300), (9, 9, 900), (4, 2, -200), (3, 0, -300), (0, 0, 50), (0, 2, 20), (1, 3, 30)],
)
def test_A31_minus(bid: int, taken: int, score: int) -> None:
    assert points(MINUS, 9, bid, taken) == score


def test_A31_minus_variants() -> None:
    assert points(replace(MINUS, minus_exact="ru"), 9, 3, 3) == 200
    assert points(replace(MINUS, minus_exact="ru"), 9, 9, 9, full=True) == 900
    assert points(replace(MINUS, minus_khisht="add"), 9, 3, 0) == -500
    assert points(replace(MINUS, minus_pass=0), 9, 0, 0) == 0
    assert points(replace(MINUS, minus_over="zero"), 9, 1, 3) == 0


def test_A32_one_on_premium_the_others_lose_their_best() -> None:
    assert premium(WIKI, STAGE, [0], range(3)) == Premium((150, 0, 0), (0, 200, 20), frozenset({0}))


def test_A32_two_on_premium_nobody_loses() -> None:
    assert premium(WIKI, STAGE, [0, 1], range(3)) == Premium((150, 200, 0), (0, 0, 0), frozenset({0, 1}))


def test_A32_nobody_on_premium() -> None:
    assert premium(WIKI, STAGE, [], range(3)) == Premium((0, 0, 0), (0, 0, 0), frozenset())


def test_A32_off() -> None:
    assert premium(Options(premium="off"), STAGE, [0], range(3)) == Premium((0, 0, 0), (0, 0, 0), frozenset())


def test_A33_the_next_player_loses() -> None:
    options = Options(premium="nextPlayer", bonus_from="excludingLast")
    assert premium(options, STAGE, [0], range(3)) == Premium((100, 0, 0), (0, 200, 0), frozenset({0}))


def test_A33_a_neighbour_on_premium_is_protected() -> None:
    options = Options(premium="nextPlayer")
    assert premium(options, STAGE, [0, 1], range(3)).loss == (0, 0, 20)
    assert premium(options, STAGE, [0, 1, 2], range(3)).loss == (0, 0, 0)


def test_A33_loss_without_the_last_deal() -> None:
    options = Options(premium="nextPlayer", loss_from="excludingLast")
    assert premium(options, ((50, 10), (50, 200)), [0], range(2)).loss == (0, 10)


def test_A35_a_negative_best_costs_nothing() -> None:
    assert premium(WIKI, ((100, -200), (50, -200)), [0], range(2)).loss == (0, 0)


def test_A36_most_points_win_and_equal_totals_share() -> None:
    assert winners(WIKI, (1450, 2100, 2100, 300)) == {1, 2}
    assert winners(Options(tie_at_end="scoreSheetOrder"), (1450, 2100, 2100, 300)) == {1}


def test_A38_every_cell_can_be_explained() -> None:
    line = DealLine(3, 1, 0, 3, (2, 1, 3, None), (2, 0, 3, None), (150, -200, 300, 0), frozenset({1}))
    assert explain(WIKI, line, 0) == (Term(Reason.EXACT, 50), Term(Reason.EXACT_TRICKS, 50, 2))
    assert explain(WIKI, line, 1) == (Term(Reason.KHISHT, -200),)
    assert explain(WIKI, line, 2) == (Term(Reason.ALL_TRICKS, 100, 3),)
    assert explain(WIKI, line, 3) == ()
    charge = ChargeLine(3, 1, -200, Rule.A16)
    assert explain(WIKI, charge, 1) == (Term(Reason.CHARGE, -200),)
    assert explain(WIKI, charge, 0) == ()
    stage = StageLine(1, (900, 300), (200, 0), (0, 150), frozenset({0}))
    assert explain(WIKI, stage, 0) == (Term(Reason.DEALS, 900), Term(Reason.BONUS, 200))
    assert explain(WIKI, stage, 1) == (Term(Reason.DEALS, 300), Term(Reason.LOSS, -150))


@pytest.mark.parametrize("scoring", ["ru", "uk", "minus"])
@pytest.mark.parametrize("bid", range(5))
@pytest.mark.parametrize("taken", range(5))
def test_A38_an_explanation_sums_up_to_its_cell(scoring: Any, bid: int, taken: int) -> None:
    options = Options(scoring=scoring, minus_khisht="add")
    score = points(options, 4, bid, taken)
    line = DealLine(4, 1, 0, 4, (bid,), (taken,), (score,), khisht(options, {0: bid}, {0: taken}))
    assert sum(term.points for term in explain(options, line, 0)) == score


def test_A41_who_missed_a_deal_neither_wins_nor_loses_by_the_premium() -> None:
    assert premium(WIKI, STAGE, [0], [0, 1]).loss == (0, 200, 0)
    assert premium(WIKI, STAGE, [0, 2], [0, 1]) == Premium((150, 0, 0), (0, 200, 0), frozenset({0}))
    assert premium(Options(premium="nextPlayer"), STAGE, [0], [0, 2]).loss == (0, 0, 20)
    assert premium(Options(premium="nextPlayer"), STAGE, [0], [0]).loss == (0, 0, 0)
