"""Errors of the rules as data. No sentence decides anything; sentences are made from these codes elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from joker_lan.engine.table import Seat


@dataclass(frozen=True, slots=True)
class Violation:
    """An action breaks a rule.

    Attributes:
        rule: member of the game's rule enum; its value is the number of the rule (`A16`).
        seat: who acted.
        about: what a sentence needs to explain it: names to numbers, card codes, suit letters or words.
    """

    rule: StrEnum
    seat: Seat
    about: Mapping[str, int | str] = field(default_factory=dict)


class IllegalAction(Exception):  # noqa: N818 - a verdict word
    """`fold` was given an action that the rules refuse; `violation` says why."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation)
        self.violation = violation


class WrongInput(Exception):  # noqa: N818 - a verdict word
    """`fold` was given an input that this state does not take: the caller's fault, never a player's."""
