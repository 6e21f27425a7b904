"""The contract of a game: what every game answers, so that log, screens, bots, replay and audit need not know which.

A game is a module (or package) in `joker_lan.games` with a constant `GAME`; it is found by itself.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from joker_lan.engine.cards import Pack
from joker_lan.engine.errors import Violation
from joker_lan.engine.inputs import Input, Want
from joker_lan.engine.table import Seat, Slot, Table, includes


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game: final scores by seat, and who won (several may share)."""

    scores: tuple[int, ...]
    winners: frozenset[Seat]


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What every game's state has. Nothing but `table.faces` may differ between two copies of one state.

    Attributes:
        table: piles, known faces, audiences.
        to_act: seats that may act now; empty while something is wanted or a public face is still to be opened.
        wants: what the state needs from the table before it can go on, or None.
        deal: number of the current deal of the schedule, from 1; 0 before the first.
        result: set when the game is over.
        totals: points so far, by seat.
    """

    table: Table
    to_act: frozenset[Seat]
    wants: Want | None
    deal: int
    result: Result | None
    totals: tuple[int, ...] = ()


S = TypeVar("S", bound=State)
A = TypeVar("A")
O_co = TypeVar("O_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What a fold makes of one input: the next state, and what happened, for eyes and ears only."""

    state: S
    happenings: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Charged:
    """Base of what happened when a deal was judged: whom the rules have charged, for what. A game adds what it likes.

    Attributes:
        deal: number of the deal in the schedule.
        offender: who is charged; None if the deal is void without anybody's fault.
        rule: the broken rule, a member of the game's rule enum.
    """

    deal: int
    offender: Seat | None
    rule: StrEnum | None


class Game(Protocol[S, A]):
    """What a game answers. All functions are pure and total for the states that `begin` and `fold` make.

    An action that names a closed slot lays it open to everyone (`laid_open`). So an action that draws a card from a
    closed pile names no slot: the rules know which one comes next, and only widen its audience.
    """

    @property
    def id(self) -> str:
        """Name in commands, logs and files: `classic`."""

    @property
    def version(self) -> int:
        """Version of these rules; a change that folds an old log differently takes a new number."""

    @property
    def seats(self) -> range:
        """How many may play."""

    @property
    def actions(self) -> Any:
        """Closed union of the action dataclasses, for `from_plain`."""

    @property
    def options(self) -> type[Any]:
        """Frozen dataclass of the house rules; see `joker_lan.engine.options`."""

    @property
    def presets(self) -> Mapping[str, Any]:
        """Named option values; the first is the default."""

    def begin(self, options: Any, seats: int) -> S:
        """Return the state before anything has happened.

        Raises:
            OptionError: these options cannot be played by so many.
        """

    def deals(self, options: Any, seats: int) -> int | None:
        """Return how many deals are played with options that `begin` accepts; None if that cannot be known before."""

    def fold(self, state: S, given: Input[A]) -> Step[S]:
        """Apply one input.

        Raises:
            IllegalAction: the rules refuse the action for a reason that everybody can see.
            WrongInput: this state does not take such an input.
        """

    def violation(self, state: S, seat: Seat, action: A) -> Violation | None:
        """Say which rule an action would break, as far as this copy can see; None if it is legal."""

    def candidates(self, state: S, seat: Seat) -> Iterator[A]:
        """Run through a finite list of actions that holds every legal one of a seat."""

    def offers(self, state: S, seat: Seat) -> tuple[A, ...]:
        """Return the short list of legal actions worth a button, in a natural order."""

    def tricks_taken(self, state: S) -> int:
        """Return how many tricks of the current deal were taken; 0 in a game without tricks."""

    def next_pack(self, state: S) -> Pack | None:
        """Return the cards of the deck that is sure to be needed after the present one, or None."""


AnyGame: TypeAlias = Game[Any, Any]


@dataclass(frozen=True, slots=True)
class Choices(Generic[A]):
    """The legal actions of a seat, lazily: `in` asks `violation`, iteration runs through all of them."""

    game: AnyGame
    state: Any
    seat: Seat

    def __contains__(self, action: object) -> bool:
        return self.game.violation(self.state, self.seat, action) is None

    def __iter__(self) -> Iterator[A]:
        for action in self.game.candidates(self.state, self.seat):
            if self.game.violation(self.state, self.seat, action) is None:
                yield action


def seen_by(state: S, seat: Seat | None) -> S:
    """Return a seat's view of a state, or the public view for None: the same state with fewer faces known."""
    table = state.table.seen_by(seat)
    return state if table is state.table else replace(state, table=table)


def laid_open(state: State, action: Any) -> tuple[Slot, ...]:
    """Return the closed slots that an action names, in the order named: acting so lays them open to everyone."""
    audience = state.table.audience
    return tuple(slot for slot in _slots_in(action) if not includes(audience.get(slot), None))


def _slots_in(value: Any) -> Iterator[Slot]:
    if type(value) is Slot:
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _slots_in(each)
    elif hasattr(type(value), "__dataclass_fields__"):
        for name in type(value).__dataclass_fields__:
            yield from _slots_in(getattr(value, name))
