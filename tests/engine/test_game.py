"""The contract's own parts: lazy choices, views of states, slots that an action lays open."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from joker_lan.engine.cards import face_of_code
from joker_lan.engine.game import AnyGame, Choices, State, laid_open, seen_by
from joker_lan.engine.table import EVERYONE, Slot, Table

A, B, C = (Slot(4, place) for place in range(3))
TABLE = (
    Table({"hand0": (A, B, C)})
    .shown((A,), frozenset({0}))
    .shown((B,), EVERYONE)
    .opened({A: face_of_code("6S"), B: face_of_code("7S")})
)
STATE = State(table=TABLE, to_act=frozenset({0}), wants=None, deal=1, result=None)


@dataclass(frozen=True, slots=True)
class Pass:
    pass


@dataclass(frozen=True, slots=True)
class Meld:
    cards: tuple[Slot, ...]
    onto: Slot | None


class Evens:
    """Stands for a game: actions are the numbers 0 to 9, the even ones are legal; counts the questions."""

    def __init__(self) -> None:
        self.asked = 0

    def candidates(self, state: Any, seat: int) -> Iterator[int]:
        yield from range(10)

    def violation(self, state: Any, seat: int, action: int) -> str | None:
        self.asked += 1
        return "odd" if action % 2 else None


def test_choices_run_through_the_legal_candidates() -> None:
    assert list(Choices(cast("AnyGame", Evens()), STATE, 0)) == [0, 2, 4, 6, 8]


def test_membership_asks_for_a_violation_and_not_for_the_list() -> None:
    game = Evens()
    choices: Choices[int] = Choices(cast("AnyGame", game), STATE, 0)
    assert 4 in choices
    assert 5 not in choices
    assert game.asked == 2


def test_choices_are_lazy() -> None:
    game = Evens()
    assert next(iter(Choices(cast("AnyGame", game), STATE, 0))) == 0
    assert game.asked == 1


def test_view_of_a_state_forgets_faces_and_nothing_else() -> None:
    view = seen_by(STATE, 1)
    assert view.table.faces == {B: face_of_code("7S")}
    assert view.to_act == STATE.to_act
    assert seen_by(STATE, 0) is STATE


def test_laid_open_are_the_closed_slots_in_the_order_named() -> None:
    assert laid_open(STATE, Meld((C, B), onto=A)) == (C, A)
    assert laid_open(STATE, Meld((B,), onto=None)) == ()
    assert laid_open(STATE, Pass()) == ()
