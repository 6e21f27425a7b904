"""Classic Joker as a game of the engine: which input goes where. What the rules say is in the modules beside."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, assert_never

from joker_lan.engine.cards import Pack
from joker_lan.engine.errors import IllegalAction, Violation, WrongInput
from joker_lan.engine.game import Choices, Step
from joker_lan.engine.inputs import Acted, Deck, Draw, Drawn, Input, Opened, Present, Reveal, Revealed, Shuffled
from joker_lan.engine.table import Seat, Table
from joker_lan.games.classic import dealing, play, reveal, violations
from joker_lan.games.classic.actions import Action, Bid, ChooseTrump, LookAtFourth, Play
from joker_lan.games.classic.options import PRESETS, Options, check_playable
from joker_lan.games.classic.pack import pack
from joker_lan.games.classic.schedule import schedule, stages
from joker_lan.games.classic.state import ClassicState, Phase


class Classic:
    """The game `classic`."""

    id: Final = "classic"
    version: Final = 1
    seats: Final = range(2, 5)
    actions: Final[Any] = Action
    options: Final[type[Any]] = Options
    presets: Final[Mapping[str, Any]] = PRESETS

    def begin(self, options: Options, seats: int) -> ClassicState:
        """Return the state before anything has happened; it wants the draw for the first dealer.

        Raises:
            OptionError: these options cannot be played by so many, or not yet.
        """
        deals = sum(map(len, stages(options, seats))) if seats in self.seats else 0
        check_playable(options, seats, deals)
        return ClassicState(
            table=Table(),
            to_act=frozenset(),
            wants=dealing.draw_of(options, seats),
            deal=0,
            result=None,
            options=options,
            players=seats,
            present=frozenset(range(seats)),
            dealer=0,
            order=(),
            stage=0,
            cards_each=0,
            phase=Phase.DRAWING,
            trump=None,
            trump_named=False,
            turned=None,
            deck=0,
            void=False,
            bids={},
            taken=(0,) * seats,
            trick=(),
            leader=0,
            history=(),
            shown_void=frozenset(),
            sheet=(),
            totals=(0,) * seats,
        )

    def deals(self, options: Options, seats: int) -> int:
        """Return how many deals are played."""
        return len(schedule(options, seats))

    def tricks_taken(self, state: ClassicState) -> int:
        """Return how many tricks of the current deal were taken."""
        return len(state.history)

    def fold(self, state: ClassicState, given: Input[Action]) -> Step[ClassicState]:
        """Apply one input.

        An action is refused only for what everybody can see, also by a copy that knows the hand: all copies fold the
        same log to the same state, and what only the hand forbids is judged when the hands are opened (A37).

        Raises:
            IllegalAction: the rules refuse the action.
            WrongInput: this state does not take such an input.
        """
        match given:
            case Acted(seat, action):
                return self._acted(state, seat, action)
            case Opened(faces):
                return dealing.opened(state, faces)
            case Shuffled(pile, slots) if isinstance(state.wants, Deck):
                return dealing.shuffled(state, pile, slots)
            case Revealed(faces, missing) if isinstance(state.wants, Reveal):
                return reveal.revealed(state, faces, missing)
            case Drawn(orders) if isinstance(state.wants, Draw):
                return dealing.drawn(state, orders)
            case Present(seats):
                return dealing.present(state, seats)
            case Shuffled() | Revealed() | Drawn():
                raise WrongInput(given)
            case _:
                assert_never(given)

    def _acted(self, state: ClassicState, seat: Seat, action: Action) -> Step[ClassicState]:
        refused = violations.violation(state, seat, action, openly=True)
        if refused is not None:
            raise IllegalAction(refused)
        match action:
            case Play():
                return play.play(state, seat, action)
            case Bid():
                return play.bid(state, seat, action)
            case ChooseTrump() | LookAtFourth():
                return dealing.chosen(state, seat, action)
            case _:
                assert_never(action)

    def violation(self, state: ClassicState, seat: Seat, action: Action) -> Violation | None:
        """Say which rule an action would break, as far as this copy can see; None if it is legal."""
        return violations.violation(state, seat, action)

    def candidates(self, state: ClassicState, seat: Seat) -> Iterator[Action]:
        """Run through a finite list of actions that holds every legal one of a seat."""
        return violations.candidates(state, seat)

    def offers(self, state: ClassicState, seat: Seat) -> tuple[Action, ...]:
        """Return the legal actions in a natural order: they are few enough to have a button each."""
        return tuple(Choices(self, state, seat))

    def next_pack(self, state: ClassicState) -> Pack | None:
        """Return the cards of the next deck, if another deal is sure to follow."""
        more = state.deal < len(schedule(state.options, state.players))
        return pack(state.options) if more and state.result is None else None
