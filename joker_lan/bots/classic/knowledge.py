"""What a seat can tell from its view of a deal of classic Joker: cards not seen yet, and who is void of what.

Counts cards; it decides nothing and guesses nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from joker_lan.engine import Card, Face, Seat, Slot, Suit
from joker_lan.games.classic.legality import Laid, Lead, lead_of
from joker_lan.games.classic.pack import is_joker, pack
from joker_lan.games.classic.state import ClassicState, Played


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A view, counted.

    Attributes:
        hand: own cards that are known, in the order of the hand.
        unseen: ordinary cards whose place is not known, as ranks by suit.
        jokers: how many jokers are among the cards whose place is not known.
        hidden: how many cards have an unknown place, jokers included.
        elsewhere: how many of them are in other hands.
        held: cards in each other hand, by seat.
        voids: suits that a seat has shown not to hold.
    """

    state: ClassicState
    seat: Seat
    hand: tuple[tuple[Slot, Face], ...]
    unseen: Mapping[Suit, tuple[int, ...]]
    jokers: int
    hidden: int
    elsewhere: int
    held: Mapping[Seat, int]
    voids: Mapping[Seat, frozenset[Suit]]

    @property
    def density(self) -> float:
        """How likely a card of unknown place is in another hand, and not left over."""
        return self.elsewhere / self.hidden if self.hidden else 0.0

    def higher(self, card: Card) -> int:
        """Return how many unseen cards of the same suit are higher."""
        return sum(1 for rank in self.unseen[card.suit] if rank > card.rank)


def counted(state: ClassicState, seat: Seat) -> Knowledge:
    """Count what a seat knows of the present deal."""
    faces = state.table.faces
    hand = tuple((slot, faces[slot]) for slot in state.table.pile(f"hand{seat}") if slot in faces)
    seen = set(faces.values())
    left = [face for face in pack(state.options).faces if face not in seen]
    ordinary = [face for face in left if isinstance(face, Card) and not is_joker(state.options, face)]
    held = {other: len(state.table.pile(f"hand{other}")) for other in state.order if other != seat}
    return Knowledge(
        state,
        seat,
        hand,
        {suit: tuple(card.rank for card in ordinary if card.suit is suit) for suit in Suit},
        len(left) - len(ordinary),
        len(left),
        sum(held.values()),
        held,
        _voids(state),
    )


def laid(state: ClassicState, plays: Sequence[Played]) -> tuple[Laid, ...]:
    """Return the cards of a trick as the rules of winning look at them."""
    return tuple(Laid(state.table.faces[play.slot], play.call) for play in plays)


def _voids(state: ClassicState) -> Mapping[Seat, frozenset[Suit]]:
    """Return who showed to lack which suits, by discarding or trumping."""
    voids: dict[Seat, set[Suit]] = {seat: set() for seat in state.order}
    for plays in (*(trick.plays for trick in state.history), state.trick):
        if not plays:
            continue
        lead = lead_of(state.options, laid(state, plays[:1])[0])
        for play in plays[1:]:
            face = state.table.faces[play.slot]
            if isinstance(face, Card) and not is_joker(state.options, face) and face.suit is not lead.suit:
                voids[play.seat] |= _missing(state, face, lead)
    return {seat: frozenset(suits) for seat, suits in voids.items()}


def _missing(state: ClassicState, face: Card, lead: Lead) -> set[Suit]:
    """Return the suits that a player lacks who did not follow with this card."""
    must_trump = not lead.by_joker or state.options.void_on_joker_lead == "must_trump"
    if state.trump is None or face.suit is state.trump or not must_trump:
        return {lead.suit}
    return {lead.suit, state.trump}
