"""A tiny game that keeps all laws, and a flaw for each law that makes it break that one.

Two or three seats draw who leads, get two cards each, and one card is turned. Each plays one card and must follow the
suit of the turned card; only the reveal can prove that somebody did not. The highest card of that suit scores.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from typing import Any, cast

from joker_lan.engine import (
    EVERYONE,
    Acted,
    Card,
    Deck,
    Draw,
    Drawn,
    IllegalAction,
    Input,
    Opened,
    Pack,
    Present,
    Rank,
    Result,
    Reveal,
    Revealed,
    Seat,
    Shuffled,
    Slot,
    State,
    Step,
    Suit,
    Table,
    Violation,
    WrongInput,
    seen_by,
)

PACK = Pack("toy8", tuple(Card(rank, suit) for suit in (Suit.HEARTS, Suit.SPADES) for rank in list(Rank)[5:9]))


class Rule(StrEnum):
    TURN = "T1"
    FOLLOW = "T2"
    OWN_CARD = "T3"


class Flaw(Enum):
    """What is wrong with the toy."""

    LEAKS_A_HIDDEN_FACE = "counts the faces it knows into the state"
    TELLS_TOO_FEW = "shows the turned card to its first seat only, and goes on for that seat alone"
    REFUSES_IN_THE_DARK = "calls a card illegal as long as its face is unknown"
    PEEPS = "lets nobody play while the right neighbour holds the ace of the pack"
    FORGETS_A_CHOICE = "lists only the first card of a hand"
    OFFERS_TOO_MUCH = "puts an illegal card on a button"
    LETS_OTHERS_ACT = "knows no turn"
    LOSES_A_SLOT = "throws the played card away"
    DOUBLES_A_SLOT = "leaves the played card in the hand"
    REMEMBERS = "keeps a secret count outside the state"
    NEVER_ENDS = "deals for ever"
    IS_NOT_PLAIN = "puts a list into its state"
    CHANGES_IN_PLACE = "writes into a mapping of the state that it was given"


@dataclass(frozen=True, slots=True)
class Lay:
    slot: Slot


@dataclass(frozen=True, slots=True)
class Options:
    deals: int = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyState(State):
    options: Options
    order: tuple[Seat, ...] = ()
    turned: Slot | None = None
    played: tuple[Slot, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    note: int = 0


@dataclass(frozen=True, slots=True)
class Dealt:
    deal: int


class Toy:
    """The game; `flaw` is what is wrong with it, None for nothing."""

    id = "toy"
    version = 1
    seats = range(2, 4)
    actions = Lay
    options = Options
    presets: Mapping[str, Options] = {"two": Options(), "three": Options(deals=3)}

    def __init__(self, flaw: Flaw | None = None) -> None:
        self.flaw = flaw
        self.count = 0

    def begin(self, options: Options, seats: int) -> ToyState:
        return ToyState(
            table=Table(),
            to_act=frozenset(),
            wants=Draw((("seats", seats),)),
            deal=0,
            result=None,
            options=options,
            totals=(0,) * seats,
        )

    def deals(self, options: Options, seats: int) -> int:
        return options.deals

    def tricks_taken(self, state: ToyState) -> int:
        return 0

    def fold(self, state: ToyState, given: Input[Lay]) -> Step[ToyState]:
        step = self._fold(state, given)
        if self.flaw is Flaw.LEAKS_A_HIDDEN_FACE:
            return replace(step, state=replace(step.state, note=len(step.state.table.faces)))
        if self.flaw is Flaw.REMEMBERS:
            self.count += 1
            return replace(step, state=replace(step.state, note=self.count))
        if self.flaw is Flaw.IS_NOT_PLAIN:
            return replace(step, state=replace(step.state, note=cast("int", [1])))
        if self.flaw is Flaw.CHANGES_IN_PLACE and isinstance(state.counts, dict):
            state.counts["folds"] = state.counts.get("folds", 0) + 1
        return step

    def _fold(self, state: ToyState, given: Input[Lay]) -> Step[ToyState]:
        match given:
            case Drawn((order,)) if isinstance(state.wants, Draw):
                return Step(self._next_deal(replace(state, order=order)))
            case Shuffled(pile, slots) if isinstance(state.wants, Deck):
                return Step(self._deal(state, pile, slots), (Dealt(state.deal),))
            case Opened(faces):
                return Step(self._ready(replace(state, table=state.table.opened(faces))))
            case Acted(seat, action):
                public: ToyState = seen_by(state, None)
                wrong = self.violation(public, seat, action)
                if wrong is not None:
                    raise IllegalAction(wrong)
                return Step(self._lay(state, seat, action.slot))
            case Revealed(faces, missing) if isinstance(state.wants, Reveal):
                return Step(self._score(replace(state, table=state.table.opened(faces)), missing))
            case Present() | Drawn() | Shuffled() | Revealed():
                raise WrongInput(given)

    def _next_deal(self, state: ToyState) -> ToyState:
        if state.deal == state.options.deals and self.flaw is not Flaw.NEVER_ENDS:
            best = max(state.totals)
            winners = frozenset(seat for seat, score in enumerate(state.totals) if score == best)
            return replace(state, result=Result(state.totals, winners), wants=None)
        return replace(state, deal=state.deal + 1, wants=Deck(PACK, state.order[-1], "stock"), to_act=frozenset())

    def _deal(self, state: ToyState, pile: str, slots: tuple[Slot, ...]) -> ToyState:
        table = Table({pile: slots})
        for at, seat in enumerate(state.order):
            hand = slots[2 * at : 2 * at + 2]
            table = table.moved(hand, pile, f"hand{seat}").shown(hand, frozenset({seat}))
        turned = slots[-1]
        audience = frozenset({0}) if self.flaw is Flaw.TELLS_TOO_FEW else EVERYONE
        table = table.moved((turned,), pile, "turned").shown((turned,), audience)
        return replace(state, table=table, turned=turned, played=(), wants=None)

    def _ready(self, state: ToyState) -> ToyState:
        if state.turned in state.table.faces and not state.to_act and len(state.played) < len(state.order):
            return replace(state, to_act=frozenset({state.order[0]}))
        return state

    def _lay(self, state: ToyState, seat: Seat, slot: Slot) -> ToyState:
        table = state.table.moved((slot,), f"hand{seat}", "trick").shown((slot,), EVERYONE)
        if self.flaw is Flaw.LOSES_A_SLOT:
            table = replace(table, piles={**table.piles, "trick": ()})
        if self.flaw is Flaw.DOUBLES_A_SLOT:
            table = replace(table, piles={**table.piles, f"hand{seat}": (slot,)})
        played = (*state.played, slot)
        if len(played) == len(state.order):
            return replace(state, table=table, played=played, to_act=frozenset(), wants=Reveal((slot.deck,)))
        return replace(state, table=table, played=played, to_act=frozenset({state.order[len(played)]}))

    def _score(self, state: ToyState, missing: frozenset[Seat]) -> ToyState:
        table = state.table.shown((slot for pile in state.table.piles.values() for slot in pile), EVERYONE)
        totals = list(state.totals)
        best: tuple[int, Seat] | None = None
        for seat, slot in zip(state.order, state.played, strict=True):
            card = table.faces[slot]
            hand = [table.faces[each] for each in state.table.pile(f"hand{seat}")]
            assert isinstance(card, Card)
            if seat in missing or (card.suit is not self._suit(state) and self._holds(hand, self._suit(state))):
                totals[seat] -= 1
            elif card.suit is self._suit(state):
                best = max(best or (0, 0), (int(card.rank), seat))
        if best is not None:
            totals[best[1]] += 1
        return self._next_deal(replace(state, table=table, totals=tuple(totals)))

    def _suit(self, state: ToyState) -> Suit | None:
        face = state.table.faces.get(state.turned) if state.turned is not None else None
        return face.suit if isinstance(face, Card) else None

    @staticmethod
    def _holds(hand: list[Any], suit: Suit | None) -> bool:
        return any(face.suit is suit for face in hand)

    def violation(self, state: ToyState, seat: Seat, action: Lay) -> Violation | None:
        if seat not in state.to_act and (self.flaw is not Flaw.LETS_OTHERS_ACT or not state.to_act):
            return Violation(Rule.TURN, seat)
        hand = state.table.pile(f"hand{seat}")
        if action.slot not in hand:
            return Violation(Rule.OWN_CARD, seat)
        faces = state.table.faces
        card = faces.get(action.slot)
        if card is None:
            return Violation(Rule.FOLLOW, seat) if self.flaw is Flaw.REFUSES_IN_THE_DARK else None
        if self.flaw is Flaw.PEEPS:
            right = state.table.pile(f"hand{state.order[state.order.index(seat) - 1]}")
            if any(faces.get(slot) == PACK.faces[3] for slot in right):
                return Violation(Rule.FOLLOW, seat)
        known = [faces[slot] for slot in hand if slot in faces]
        if isinstance(card, Card) and card.suit is not self._suit(state) and self._holds(known, self._suit(state)):
            return Violation(Rule.FOLLOW, seat)
        return None

    def candidates(self, state: ToyState, seat: Seat) -> Iterator[Lay]:
        hand = state.table.pile(f"hand{seat}")
        yield from map(Lay, hand[:1] if self.flaw is Flaw.FORGETS_A_CHOICE else hand)

    def offers(self, state: ToyState, seat: Seat) -> tuple[Lay, ...]:
        actions = tuple(self.candidates(state, seat))
        if self.flaw is Flaw.OFFERS_TOO_MUCH:
            return actions
        return tuple(action for action in actions if self.violation(state, seat, action) is None)

    def next_pack(self, state: ToyState) -> Pack | None:
        return PACK if state.deal < state.options.deals else None
