"""Going round the table past seats that do not take part."""

import pytest

from joker_lan.engine.tricks import clockwise, right_of


def test_clockwise_begins_at_the_left_and_ends_with_the_seat_itself() -> None:
    assert clockwise(2, 4, range(4)) == (3, 0, 1, 2)


def test_clockwise_passes_over_absent_seats() -> None:
    assert clockwise(2, 4, {0, 2}) == (0, 2)
    assert clockwise(1, 4, {0, 2}) == (2, 0)


@pytest.mark.parametrize(("seat", "present", "right"), [(0, {0, 1, 2, 3}, 3), (2, {0, 2, 3}, 0), (1, {1, 3}, 3)])
def test_right_of_passes_over_absent_seats(seat: int, present: set[int], right: int) -> None:
    assert right_of(seat, 4, present) == right
