"""A table on one device without keys, logs or shuffles: the rules, a dealer who knows all, and a port for each seat."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import trio

from joker_lan.engine import (
    Acted,
    Deck,
    Draw,
    Drawn,
    Face,
    Input,
    Opened,
    Reveal,
    Revealed,
    Seat,
    Shuffled,
    Slot,
    face_of_code,
    seen_by,
)
from joker_lan.games import games
from protocol.seat import Act, Change, Done, Kind, Leave, Over, Person, Phase, Playing, Refused, Snapshot, Wish

if TYPE_CHECKING:
    from joker_lan.games.classic.state import ClassicState

GAME = games()["classic"]


def faces(codes: str) -> tuple[Face, ...]:
    """Return cards from their codes."""
    return tuple(face_of_code(code) for code in codes.split())


def people(*names: str) -> tuple[Person, ...]:
    """Return persons for the first name and bots for the others."""
    return tuple(Person(seat, name, Kind.PERSON if seat == 0 else Kind.BOT, 0) for seat, name in enumerate(names))


@dataclass
class FakePort:
    """One seat's port."""

    table: "FakeTable"
    seat: Seat
    log: list[Change] = field(default_factory=list)
    sent: list[Wish] = field(default_factory=list)
    grown: trio.Event = field(default_factory=trio.Event)
    closed: bool = False

    def snapshot(self) -> Snapshot:
        return self.table.snapshot(self.seat, len(self.log))

    async def changes(self, after: int) -> AsyncIterator[Change]:
        while True:
            while after < len(self.log):
                after += 1
                yield self.log[after - 1]
            if self.closed:
                return
            await self.grown.wait()

    async def send(self, wish: Wish) -> Done | Refused:
        await trio.lowlevel.checkpoint()
        self.sent.append(wish)
        match wish:
            case Leave():
                return Done()
            case Act(action):
                return self.table.act(self.seat, action)

    def wake(self) -> None:
        self.grown.set()
        self.grown = trio.Event()


class FakeTable:
    """A game of classic Joker; every wait of its state is answered at once.

    Args:
        options: house rules.
        people: who sits where.
        seed: decides all cards that are not given.
        deals: the first deals, as the cards from the top; the rest of each pack follows in any order.
        dealer: who deals first, if it matters.
    """

    def __init__(
        self,
        options: Any,
        people: tuple[Person, ...],
        *,
        seed: int = 1,
        deals: Sequence[tuple[Face, ...]] = (),
        dealer: Seat | None = None,
    ) -> None:
        self.people = people
        self.random = Random(seed)
        self.state: ClassicState = GAME.begin(options, len(people))
        self.deals = list(deals)
        self.dealer = dealer
        self.decks = 0
        self.faces: dict[Slot, Face] = {}
        self.phase: Phase | None = None
        self.log_path = Path("games") / "fake.jlog"
        self.tag = "K7QF2M"
        self.ports: Mapping[Seat, FakePort] = {each.seat: FakePort(self, each.seat) for each in people}
        self.go_on()

    def snapshot(self, seat: Seat, number: int) -> Snapshot:
        """Return what a seat knows."""
        over = self.state.result
        return Snapshot(
            number=number,
            seat=seat,
            game="classic",
            options=self.state.options,
            phase=self.phase or (Playing() if over is None else Over(over)),
            view=seen_by(self.state, seat),
            offers=(),
            may_act=self.phase is None and seat in self.state.to_act,
            people=self.people,
            title="",
            check="",
            rules_code="R-7K3F",
            entry=number,
            final_entry=number,
            proved=0,
        )

    def act(self, seat: Seat, action: Any) -> Done | Refused:
        """Let a seat act."""
        if seat not in self.state.to_act:
            return Refused(code="not-your-turn")
        violation = GAME.violation(seen_by(self.state, seat), seat, action)
        if violation is not None:
            return Refused(violation)
        self.fold(Acted(seat, action))
        self.go_on()
        return Done()

    def stop(self, phase: Phase) -> None:
        """Come to an end that the rules do not know."""
        self.phase = phase
        self.publish(())

    def close(self) -> None:
        """Close the table."""
        for port in self.ports.values():
            port.closed = True
            port.wake()

    def go_on(self) -> None:
        """Answer what the state wants until somebody is to act, or the game is over."""
        while self.state.wants is not None:
            match self.state.wants:
                case Draw(lists):
                    self.fold(Drawn(self.orders(lists)))
                case Deck(cards, _, pile):
                    self.decks += 1
                    slots = tuple(Slot(self.decks, place) for place in range(len(cards)))
                    top = self.deals.pop(0) if self.deals else ()
                    rest = [face for face in cards.faces if face not in top]
                    self.random.shuffle(rest)
                    self.faces = dict(zip(slots, (*top, *rest), strict=True))
                    self.fold(Shuffled(pile, slots))
                    self.fold(Opened(self.faces))
                case Reveal():
                    self.fold(Revealed(self.faces, frozenset()))

    def orders(self, lists: tuple[tuple[str, int], ...]) -> tuple[tuple[int, ...], ...]:
        """Return the answer to a draw; the first dealer gets an ace at once if it matters who that is."""
        orders = [self.random.sample(range(size), size) for _, size in lists]
        if self.dealer is not None:
            provisional = (self.dealer - 1) % len(self.people)
            orders[0] = [0, 8, *(card for card in orders[0] if card not in (0, 8))]  # six of spades, ace of spades
            orders[1] = [provisional, *(seat for seat in orders[1] if seat != provisional)]
        return tuple(tuple(order) for order in orders)

    def fold(self, given: Input[Any]) -> None:
        """Fold one input and tell everybody."""
        step = GAME.fold(self.state, given)
        self.state = step.state
        self.publish(step.happenings)

    def publish(self, happenings: tuple[Any, ...]) -> None:
        """Give everybody a change."""
        for seat, port in self.ports.items():
            number = len(port.log) + 1
            port.log.append(Change(number, happenings, self.snapshot(seat, number)))
            port.wake()
