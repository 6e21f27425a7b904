"""The table: piles that lose nothing, faces that do not change, audiences that only widen, views that only forget."""

import pytest

from joker_lan.engine.cards import Face, face_of_code
from joker_lan.engine.table import EVERYONE, Audience, Slot, Table, includes

A, B, C, D = (Slot(1, place) for place in range(4))
SIX, ACE = face_of_code("6S"), face_of_code("AH")


@pytest.fixture
def table() -> Table:
    """Two cards in a hand, two in the stock; the hand is known to seat 0, one stock card to all."""
    return (
        Table({"stock": (A, B, C, D)})
        .moved((A, B), "stock", "hand0")
        .shown((A, B), frozenset({0}))
        .shown((C,), EVERYONE)
        .opened({A: SIX, B: ACE, C: face_of_code("7D"), D: face_of_code("8D")})
    )


@pytest.mark.parametrize(
    ("audience", "seat", "inside"),
    [
        (EVERYONE, 3, True),
        (EVERYONE, None, True),
        (frozenset({1}), 1, True),
        (frozenset({1}), 2, False),
        (frozenset({0}), None, False),
        (frozenset(), 0, False),
        (None, 0, False),
        (None, None, False),
    ],
)
def test_includes(audience: Audience | None, seat: int | None, inside: bool) -> None:
    assert includes(audience, seat) is inside


def test_a_seat_sees_its_own_and_the_public_faces(table: Table) -> None:
    assert set(table.seen_by(0).faces) == {A, B, C}
    assert set(table.seen_by(1).faces) == {C}
    assert set(table.seen_by(None).faces) == {C}


def test_a_view_differs_in_faces_only(table: Table) -> None:
    view = table.seen_by(1)
    assert (view.piles, view.audience) == (table.piles, table.audience)


def test_a_view_of_a_view_is_the_same_value(table: Table) -> None:
    view = table.seen_by(0)
    assert view.seen_by(0) is view


def test_a_face_without_audience_is_closed_to_all(table: Table) -> None:
    assert D in table.faces
    assert all(D not in table.seen_by(seat).faces for seat in (0, 1, None))


def test_pile_that_does_not_exist_is_empty() -> None:
    assert Table().pile("won3") == ()


def test_moved_keeps_the_order_given_and_the_order_left(table: Table) -> None:
    piles = Table({"stock": (A, B, C, D)}).moved((D, B), "stock", "trick").piles
    assert piles == {"stock": (A, C), "trick": (D, B)}


@pytest.mark.parametrize("slots", [(A,), (C, A), (C, C)], ids=["elsewhere", "one elsewhere", "twice"])
def test_moved_refuses_slots_that_do_not_lie_in_the_source(table: Table, slots: tuple[Slot, ...]) -> None:
    with pytest.raises(KeyError):
        table.moved(slots, "stock", "trick")


def test_moved_refuses_a_pile_that_does_not_exist(table: Table) -> None:
    with pytest.raises(KeyError):
        table.moved((A,), "won1", "trick")


@pytest.mark.parametrize(
    ("before", "shown", "after"),
    [
        (None, frozenset({2}), frozenset({2})),
        (frozenset({0}), frozenset({2}), frozenset({0, 2})),
        (frozenset({0}), EVERYONE, EVERYONE),
        (EVERYONE, frozenset({2}), EVERYONE),
        (None, EVERYONE, EVERYONE),
    ],
)
def test_an_audience_only_widens(before: Audience | None, shown: Audience, after: Audience) -> None:
    table = Table({"stock": (A,)})
    if before is not None:
        table = table.shown((A,), before)
    assert table.shown((A,), shown).audience == {A: after}


def test_learning_a_face_again_changes_nothing(table: Table) -> None:
    assert table.opened({A: SIX}) is table
    assert table.opened({}) is table


def test_learning_a_face_adds_it() -> None:
    table = Table({"stock": (A, B)}).opened({A: SIX})
    assert table.opened({B: ACE}).faces == {A: SIX, B: ACE}


@pytest.mark.parametrize(
    "faces", [{A: ACE}, {Slot(2, 0): SIX}, {B: ACE, A: ACE}], ids=["another face", "not on the table", "one of two"]
)
def test_a_known_face_cannot_change_and_a_strange_slot_has_none(table: Table, faces: dict[Slot, Face]) -> None:
    with pytest.raises(ValueError, match="Slot"):
        table.opened(faces)


def test_operations_leave_the_table_they_start_from(table: Table) -> None:
    before = (dict(table.piles), dict(table.faces), dict(table.audience))
    table.moved((A,), "hand0", "trick")
    table.shown((A,), EVERYONE)
    table.seen_by(None)
    assert (table.piles, table.faces, table.audience) == before


def test_a_slot_is_a_pair_of_numbers() -> None:
    assert Slot(3, 7) == (3, 7)
    assert Slot(2, 35) < Slot(3, 0)
