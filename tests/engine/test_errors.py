"""Errors carry data: the rule, the seat and what a sentence needs."""

from enum import StrEnum

import pytest

from joker_lan.engine.errors import IllegalAction, Violation


class Rule(StrEnum):
    A16 = "A16"


def test_illegal_action_carries_its_violation() -> None:
    violation = Violation(Rule.A16, 2, {"suit": "H"})
    with pytest.raises(IllegalAction) as caught:
        raise IllegalAction(violation)
    assert caught.value.violation is violation


def test_violation_needs_nothing_but_rule_and_seat() -> None:
    assert Violation(Rule.A16, 2).about == {}
