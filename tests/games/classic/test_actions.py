"""Classic Joker: actions as they are signed and logged."""

from typing import Any

import pytest

from joker_lan.engine import PlainError, Slot, Suit, from_plain, to_plain
from joker_lan.games.classic.actions import Action, Bid, ChooseTrump, Demand, JokerCall, LookAtFourth, Mode, Play

SLOT = Slot(2, 7)


@pytest.mark.parametrize(
    ("action", "plain"),
    [
        (Bid(0), ("bid", 0)),
        (ChooseTrump(Suit.HEARTS), ("choose_trump", "H")),
        (ChooseTrump(None), ("choose_trump", None)),
        (LookAtFourth(), ("look_at_fourth",)),
        (Play(SLOT), ("play", (2, 7), None)),
        (Play(SLOT, JokerCall(Mode.NOMINAL)), ("play", (2, 7), ("joker_call", "nominal", None, None))),
        (
            Play(SLOT, JokerCall(Mode.LOW, Suit.CLUBS, Demand.ANY)),
            ("play", (2, 7), ("joker_call", "low", "C", "any")),
        ),
    ],
)
def test_an_action_has_the_form_that_the_page_of_statements_gives_it(action: Action, plain: Any) -> None:
    assert to_plain(action) == plain
    assert from_plain(Action, plain) == action


@pytest.mark.parametrize(
    "plain",
    [
        ("bid", True),
        ("bid", 1, 0),
        ("choose_trump", "h"),
        ("look_at_fourth", None),
        ("play", (2, 7)),
        ("play", (2, 7), ("joker_call", "high", "S")),
        ("joker_call", "high", None, None),
        ("pass",),
    ],
)
def test_nothing_like_an_action_is_one(plain: Any) -> None:
    with pytest.raises(PlainError):
        from_plain(Action, plain)
