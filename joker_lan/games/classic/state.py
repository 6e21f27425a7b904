"""The state of a game of classic Joker. Every copy is the same value but for the faces it knows."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from joker_lan.engine.cards import Suit
from joker_lan.engine.game import State
from joker_lan.engine.table import Seat, Slot
from joker_lan.games.classic.actions import JokerCall
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.sheet import Line


class Phase(StrEnum):
    """Where a game stands."""

    DRAWING = "drawing"
    DEALING = "dealing"
    CHOOSING = "choosing"
    BIDDING = "bidding"
    PLAYING = "playing"
    REVEALING = "revealing"
    OVER = "over"
    BROKEN_OFF = "broken_off"


class Played(NamedTuple):
    """A card on the table: who played it, which slot, and what was said of it if it is a joker."""

    seat: Seat
    slot: Slot
    call: JokerCall | None


class Trick(NamedTuple):
    """A trick that was taken: its cards in the order played, the leader first."""

    plays: tuple[Played, ...]
    winner: Seat


STOCK: Final = "stock"
TRICK: Final = "trick"
TURNED: Final = "turned"
HANDS: Final = ("hand0", "hand1", "hand2", "hand3")
WON: Final = ("won0", "won1", "won2", "won3")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassicState(State):
    """The state; piles are `stock`, `hand0`…, `trick`, `won0`… and `turned`.

    When a deal is scored, `deal`, `dealer`, `stage` and `cards_each` pass to the next one at once; the table with its
    open cards and all that is said of it (`order`, `trump`, `turned`, `bids`, `taken`, `history`, `shown_void`) stay
    to be looked at until the next deck is dealt.

    Attributes:
        options: the house rules.
        players: number of seats at the table.
        present: seats that take part from now on; the running deal is played by those in `order`.
        dealer: who deals the current deal.
        order: seats of the deal on the table, clockwise from the dealer's left, the dealer last: so cards and bids go.
        stage: stage of the current deal, 1…4; 0 before the first.
        cards_each: cards each in the current deal.
        phase: where the game stands.
        trump: the trump suit, None for no trump or not yet known.
        trump_named: trump is settled (it may be settled that there is none).
        turned: the slot whose face sets trump, if there is one.
        deck: number of the deck on the table; 0 before the first.
        void: a seat left the deal on the table, which will not count (A41).
        bids: seat -> bid, as far as they are made.
        taken: tricks taken, by seat.
        trick: the cards of the trick in play.
        leader: who leads, or led, the trick in play.
        history: the tricks that were taken.
        shown_void: seats that showed in this deal that they have no trump (A20).
        sheet: the score sheet.
    """

    options: Options
    players: int
    present: frozenset[Seat]
    dealer: Seat
    order: tuple[Seat, ...]
    stage: int
    cards_each: int
    phase: Phase
    trump: Suit | None
    trump_named: bool
    turned: Slot | None
    deck: int
    void: bool
    bids: Mapping[Seat, int]
    taken: tuple[int, ...]
    trick: tuple[Played, ...]
    leader: Seat
    history: tuple[Trick, ...]
    shown_void: frozenset[Seat]
    sheet: tuple[Line, ...]
