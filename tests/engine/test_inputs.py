"""Inputs and wants: plain values that survive the way through the log."""

from collections.abc import Sequence
from typing import Any

import pytest

from joker_lan.engine.cards import Card, Pack, PrintedJoker, Rank, Suit
from joker_lan.engine.inputs import Deck, Draw, Drawn, Opened, Present, Reveal, Revealed, Shuffled, Want
from joker_lan.engine.plain import from_plain, to_plain
from joker_lan.engine.table import Slot

SEVEN = Card(Rank.SEVEN, Suit.HEARTS)

INPUTS: Sequence[tuple[Any, Any]] = [
    (Present(frozenset({3, 0})), ("present", (0, 3))),
    (Drawn(((2, 0, 1), (1, 0))), ("drawn", ((2, 0, 1), (1, 0)))),
    (Shuffled("stock", (Slot(2, 0), Slot(2, 1))), ("shuffled", "stock", ((2, 0), (2, 1)))),
    (Opened({Slot(2, 1): SEVEN}), ("opened", (((2, 1), ("card", 7, "H")),))),
    (Revealed({Slot(2, 1): SEVEN}, frozenset({1})), ("revealed", (((2, 1), ("card", 7, "H")),), (1,))),
]

WANTS: Sequence[tuple[Any, Any]] = [
    (Draw((("cards", 36), ("seats", 4))), ("draw", (("cards", 36), ("seats", 4)))),
    (
        Deck(Pack("two", (SEVEN, PrintedJoker(2))), cutter=3, pile="stock"),
        ("deck", ("pack", "two", (("card", 7, "H"), ("printed_joker", 2))), 3, "stock"),
    ),
    (Reveal((2, 5)), ("reveal", (2, 5))),
]


@pytest.mark.parametrize(("value", "plain"), INPUTS, ids=[plain[0] for _, plain in INPUTS])
def test_input_has_this_plain_form(value: Any, plain: Any) -> None:
    assert to_plain(value) == plain
    assert from_plain(type(value), plain) == value


@pytest.mark.parametrize(("value", "plain"), WANTS, ids=[plain[0] for _, plain in WANTS])
def test_want_has_this_plain_form(value: Any, plain: Any) -> None:
    assert to_plain(value) == plain
    assert from_plain(Want, plain) == value
