"""Where the log stands after one entry: everything that follows from it, as one frozen value.

Only what a public copy can know is here. How a position comes from the one before is in `folding`, what it asks of each
seat in `calls`, and what may be said to it in `judging`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from eventlog.chain import Chain
from eventlog.codec import encode
from eventlog.hashing import tagged_hash
from joker_lan.engine import EVERYONE, Face, Pack, Seat, Slot, State, includes, seen_by, to_plain
from protocol.deck.deck import Deck
from protocol.draw import OpenDraw
from protocol.seat import Kind, Person
from protocol.terms import Terms


@dataclass(frozen=True, slots=True)
class JointDeck:
    """A deck of the shuffle with what the table knows of it: the seats that take part, in seat order, and its cards."""

    deck: Deck
    seats: tuple[Seat, ...]
    pack: Pack

    def with_deck(self, deck: Deck) -> "JointDeck":
        """Return it after something was said in its shuffle."""
        return JointDeck(deck, self.seats, self.pack)

    @property
    def number(self) -> int:
        """The number of the deck in the game."""
        return self.deck.number

    def player(self, seat: Seat) -> int:
        """Return the player's number of a seat in the shuffle.

        Raises:
            ValueError: the seat does not take part.
        """
        return self.seats.index(seat)

    def slots(self) -> tuple[Slot, ...]:
        """Return all slots in dealing order."""
        return tuple(Slot(self.deck.number, place) for place in range(self.deck.n))

    def face(self, place: int, more: Mapping[int, bytes] = MappingProxyType({})) -> Face | None:
        """Return the face at a place whose keys are all shared, None if one is missing or no card is there.

        `more` are further keys of this place by player.
        """
        keys = {**more, **self.deck.shares.get(place, {})}
        if len(keys) < len(self.seats):
            return None
        card = self.deck.open_place(place, keys)
        return None if card is None else self.pack.faces[card]


@dataclass(frozen=True, slots=True)
class Closed:
    """A deal that has ended and lies open, until everybody has agreed to it.

    Attributes:
        entry: number of the entry that closed it.
        deal: number of the deal in the schedule.
        state_hash: hash of the public state after that entry.
        deck: its deck, all seeds revealed; None for a deal in which nothing was closed.
        agreed: the seats that have agreed.
    """

    entry: int
    deal: int
    state_hash: bytes
    deck: JointDeck | None
    agreed: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Conviction:
    """An accusation that was judged right: its entry, the guilty seat (None where only a device signed), the device
    and why."""

    entry: int
    seat: Seat | None
    device: int
    code: str


@dataclass(frozen=True, slots=True)
class Position:
    """All that follows from the log up to one entry.

    Attributes:
        chain: game id, length, epoch and head; `n` is the number of the entry.
        said: for each seat how many of its statements are in the log, which is the `seq` of its next one.
        seen: for each seat the `seen` of its last statement.
        names: shown names by seat, empty until said; `title` likewise of the table.
        state: the game's public state.
        opened: how many decks and draws have been opened.
        draw: the open draw that is going on.
        check: the letters of the table check, empty before the first draw.
        preparing: the deck that is being shuffled or waits for its deal.
        playing: the deck of the deal that is being played.
        closed: the deal that has ended and waits for agreement.
        proved: number of the newest deal that everybody agreed to.
        convictions: accusations judged right; the first one ends the game.
    """

    terms: Terms
    chain: Chain
    said: tuple[int, ...]
    seen: tuple[int, ...]
    names: tuple[str, ...]
    title: str
    state: State
    opened: int = 0
    draw: OpenDraw | None = None
    check: str = ""
    preparing: JointDeck | None = None
    playing: JointDeck | None = None
    closed: Closed | None = None
    proved: int = 0
    convictions: tuple[Conviction, ...] = ()

    @property
    def n(self) -> int:
        """The number of the newest entry."""
        return self.chain.length - 1

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats that take part, in seat order."""
        return self.terms.seats

    @property
    def is_over(self) -> bool:
        """Whether the game is finished and agreed."""
        return self.state.result is not None and self.closed is None

    def orderer(self, epoch: int) -> int:
        """Return the device that orders an epoch."""
        return epoch % len(self.terms.start.devices)

    def decks(self) -> Iterator[JointDeck]:
        """Run through the decks that are not yet agreed upon, the newest first."""
        yield from (deck for deck in (self.preparing, self.playing) if deck is not None)
        if self.closed is not None and self.closed.deck is not None:
            yield self.closed.deck

    def deck(self, number: int) -> JointDeck | None:
        """Return the deck with this number, None if it is not open or agreed upon already."""
        closed = None if self.closed is None else self.closed.deck
        for deck in (self.preparing, self.playing, closed):
            if deck is not None and deck.number == number:
                return deck
        return None

    def owed_places(self, seat: Seat) -> tuple[int, ...]:
        """Return the places of the playing deck whose keys the seat owes: somebody else may see the face, and the key
        is not in the log. Ascending."""
        return tuple(sorted(self._owed(seat)))

    def _owed(self, seat: Seat) -> Iterator[int]:
        playing = self.playing
        if playing is None or not playing.deck.is_cut or playing.deck.reveals[playing.player(seat)] is not None:
            return
        player, number, shares = playing.player(seat), playing.number, playing.deck.shares
        for slot, audience in self.state.table.audience.items():
            # Most keys are in the log already: that is asked first.
            is_missing = slot.deck == number and player not in shares.get(slot.place, ())
            if is_missing and (audience is EVERYONE or not includes(audience, seat)):
                yield slot.place

    def may_act(self, seat: Seat) -> bool:
        """Tell whether the seat may act: its turn by the rules, nothing that was dealt is still to be opened, and all
        have agreed to the deal before."""
        if self.convictions or self.closed is not None or seat not in self.state.to_act:
            return False
        return self._is_all_shared()

    def _is_all_shared(self) -> bool:
        """Tell whether nobody owes a key: `owed_places` of all seats at once, for it is asked at every move."""
        playing = self.playing
        if playing is None or not playing.deck.is_cut:
            return True
        seats, number, shares = playing.seats, playing.number, playing.deck.shares
        for (deck, place), audience in self.state.table.audience.items():
            if deck != number or len(held := shares.get(place, ())) == len(seats):
                continue
            if audience is EVERYONE:
                return False
            # Who may see a face keeps his own key; everybody else's must be there.
            wanted = len(seats)
            for seat in audience:
                if seat in seats and seats.index(seat) not in held:
                    wanted -= 1
            if len(held) < wanted:
                return False
        return True


def state_hash(state: State) -> bytes:
    """Return the hash of the public view of a state, 32 bytes: equal copies have equal hashes."""
    return tagged_hash("state", encode(to_plain(seen_by(state, None))))


def people_of(position: Position, own_names: Mapping[Seat, str] = MappingProxyType({})) -> tuple[Person, ...]:
    """Return who sits at the table.

    A name is empty until it is said; `own_names` are those that a device knows of its own seats before that.
    """
    return tuple(
        Person(number, name or own_names.get(number, ""), Kind(seat.kind), seat.device)
        for number, (name, seat) in enumerate(zip(position.names, position.terms.start.seats, strict=True))
    )
