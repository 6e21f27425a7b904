"""The six inputs of a fold, and what a state may want before it can go on.

Only these are ever folded; everything else (turn, winners, scores, penalties) is computed from them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from joker_lan.engine.cards import Face, Pack
from joker_lan.engine.table import Seat, Slot

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Present:
    """From now on these seats take part; the others get no cards and no turn."""

    seats: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class Drawn:
    """The answer to `Draw`: for each list asked for, a permutation of 0…size-1."""

    orders: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The answer to `Deck`: the slots of the shuffled and cut deck in dealing order, to lie in `pile`."""

    pile: str
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """This copy learns faces.

    Faces that an action lays open come right before its `Acted`; faces that a step made visible come after it.
    """

    faces: Mapping[Slot, Face]


@dataclass(frozen=True, slots=True)
class Acted(Generic[A]):
    """A seat did something. Naming a closed slot in an action lays that slot open to everyone."""

    seat: Seat
    action: A


@dataclass(frozen=True, slots=True)
class Revealed:
    """The answer to `Reveal`: all faces of these decks; `missing` seats did not reveal and count as having revoked.

    If faces lack though nobody is missing, the deck was false: the deal is void, and nobody is charged by the rules.
    """

    faces: Mapping[Slot, Face]
    missing: frozenset[Seat]


Input: TypeAlias = Present | Drawn | Shuffled | Opened | Acted[A] | Revealed


@dataclass(frozen=True, slots=True)
class Draw:
    """The state needs an open draw: lists as (name, size), in this order."""

    lists: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """The state needs a shuffled deck of these cards, cut by this seat, to be put into `pile`."""

    cards: Pack
    cutter: Seat
    pile: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """The deal is over: the state needs the closed cards of these decks (numbers) opened to all.

    Without decks nothing is left to be opened: the answer comes at once, and everybody agrees to the deal all the same.
    """

    decks: tuple[int, ...]


Want: TypeAlias = Draw | Deck | Reveal
