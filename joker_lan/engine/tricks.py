"""What games with turns and tricks share: going round the table past seats that do not take part.

Knows no rule of a game.
"""

from collections.abc import Collection

from joker_lan.engine.table import Seat


def clockwise(after: Seat, players: int, present: Collection[Seat]) -> tuple[Seat, ...]:
    """Return the seats that take part, clockwise, from the left neighbour of a seat; that seat is the last, if present.

    Args:
        after: the seat to begin behind; it need not take part itself.
        players: number of chairs at the table.
        present: the seats that take part.
    """
    return tuple(seat for step in range(1, players + 1) if (seat := (after + step) % players) in present)


def right_of(seat: Seat, players: int, present: Collection[Seat]) -> Seat:
    """Return the nearest seat that takes part on the right hand (counter-clockwise) of a seat."""
    return next(right for step in range(1, players + 1) if (right := (seat - step) % players) in present)
