"""What happened, for screens, sounds and the running commentary; nothing is ever decided by these."""

from dataclasses import dataclass
from typing import TypeAlias

from joker_lan.engine.cards import Face, Suit
from joker_lan.engine.game import Charged, Result
from joker_lan.engine.table import Seat, Slot
from joker_lan.games.classic.actions import JokerCall
from joker_lan.games.classic.rules import Rule
from joker_lan.games.classic.sheet import DealLine, StageLine


@dataclass(frozen=True, slots=True)
class FirstDealerDrawn:
    """Cards were dealt open until an ace came (A8): the card in the centre, then who got which card, the ace last."""

    dealer: Seat
    centre: Face | None
    shown: tuple[tuple[Seat, Face], ...]


@dataclass(frozen=True, slots=True)
class DealBegan:
    """The cards were dealt."""

    deal: int
    stage: int
    cards_each: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class TrumpTurned:
    """A card was turned: its suit is trump; a joker means no trump (A11)."""

    face: Face
    trump: Suit | None


@dataclass(frozen=True, slots=True)
class TrumpChosen:
    """Trump was named, or no trump; `looked` if the fourth card was looked at instead (A12)."""

    seat: Seat
    trump: Suit | None
    looked: bool


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat announced how many tricks it will take (A13)."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card was played."""

    seat: Seat
    slot: Slot
    face: Face
    call: JokerCall | None


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick was taken; it is the `tricks`-th of this seat in the deal."""

    winner: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class DealScored:
    """The hands were opened, all was right, the deal counts."""

    line: DealLine


@dataclass(frozen=True, slots=True)
class StageScored:
    """A stage is over (A28)."""

    line: StageLine


@dataclass(frozen=True, slots=True)
class DealAnnulled(Charged):
    """The deal does not count and is dealt again by the same dealer.

    Attributes:
        offender: who is charged (A37); None if nobody is: a seat left the table (A41), or the shuffle was false.
        rule: what the offender broke.
        trick: number of the trick in which it happened, from 1; None if it was no play.
    """

    rule: Rule | None
    trick: int | None


@dataclass(frozen=True, slots=True)
class PresenceChanged:
    """From now on these seats take part (A41)."""

    present: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The last deal was scored (A36)."""

    result: Result


Happening: TypeAlias = (
    FirstDealerDrawn
    | DealBegan
    | TrumpTurned
    | TrumpChosen
    | BidMade
    | CardPlayed
    | TrickTaken
    | DealScored
    | StageScored
    | DealAnnulled
    | PresenceChanged
    | GameEnded
)
