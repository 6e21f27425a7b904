"""A game in which all may act at once: whoever says the next number first is first, and the others' word has lapsed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from joker_lan.engine import (
    Acted,
    Draw,
    Drawn,
    IllegalAction,
    Input,
    Opened,
    Pack,
    Result,
    Seat,
    State,
    Step,
    Table,
    Violation,
    WrongInput,
)


class Rule(StrEnum):
    TURN = "N1"
    NEXT = "N2"


@dataclass(frozen=True, slots=True)
class Count:
    """Say a number."""

    number: int


@dataclass(frozen=True, slots=True)
class Options:
    """How far is counted."""

    upto: int = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceState(State):
    """What was counted so far."""

    upto: int
    count: int = 0


class Race:
    """The game."""

    id = "race"
    version = 1
    seats = range(2, 5)
    actions = Count
    options = Options
    presets: Mapping[str, Options] = {"four": Options()}

    def begin(self, options: Options, seats: int) -> RaceState:
        return RaceState(
            table=Table(),
            to_act=frozenset(),
            wants=Draw((("seats", seats),)),
            deal=0,
            result=None,
            totals=(0,) * seats,
            upto=options.upto,
        )

    def deals(self, options: Options, seats: int) -> int:
        return 1

    def tricks_taken(self, state: RaceState) -> int:
        return 0

    def next_pack(self, state: RaceState) -> Pack | None:
        return None

    def fold(self, state: RaceState, given: Input[Count]) -> Step[RaceState]:
        match given:
            case Drawn():
                return Step(replace(state, wants=None, deal=1, to_act=frozenset(range(len(state.totals)))))
            case Acted(seat, action):
                if (wrong := self.violation(state, seat, action)) is not None:
                    raise IllegalAction(wrong)
                totals = tuple(points + (each == seat) for each, points in enumerate(state.totals))
                state = replace(state, count=state.count + 1, totals=totals)
                if state.count < state.upto:
                    return Step(state)
                winners = frozenset(each for each, points in enumerate(totals) if points == max(totals))
                return Step(replace(state, to_act=frozenset(), result=Result(totals, winners)))
            case Opened():
                return Step(state)
            case _:
                raise WrongInput(given)

    def violation(self, state: RaceState, seat: Seat, action: Count) -> Violation | None:
        if seat not in state.to_act:
            return Violation(Rule.TURN, seat)
        return None if action.number == state.count else Violation(Rule.NEXT, seat)

    def candidates(self, state: RaceState, seat: Seat) -> Iterator[Count]:
        yield Count(state.count)

    def offers(self, state: RaceState, seat: Seat) -> tuple[Count, ...]:
        return (Count(state.count),) if seat in state.to_act else ()
