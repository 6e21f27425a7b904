"""What a player of classic Joker can do. Knows no rule: whether an action is legal is said elsewhere."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from joker_lan.engine.cards import Suit
from joker_lan.engine.table import Slot


class Mode(StrEnum):
    """What a joker is played as (A18): it takes, it does not take, or it is the plain six."""

    HIGH = "high"
    LOW = "low"
    NOMINAL = "nominal"


class Demand(StrEnum):
    """Which card of the named suit the leader of a joker asks for (A21)."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class JokerCall:
    """What is said when a joker is played.

    Attributes:
        mode: what it is played as.
        suit: the suit asked for, when it is led high or low; with the option `lowWithSuit` also the suit whose lowest
            card a low joker of a follower stands for.
        demand: which card of that suit, when it is led high or low.
    """

    mode: Mode
    suit: Suit | None = None
    demand: Demand | None = None


@dataclass(frozen=True, slots=True)
class Bid:
    """Announce how many tricks one will take (A13); 0 is a pass."""

    tricks: int


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card; a joker needs a call (A15–A22)."""

    slot: Slot
    call: JokerCall | None = None


@dataclass(frozen=True, slots=True)
class ChooseTrump:
    """Name trump after three cards (A12); None is no trump."""

    suit: Suit | None


@dataclass(frozen=True, slots=True)
class LookAtFourth:
    """Look at the fourth card before naming a trump: the deal has none (A12)."""


Action: TypeAlias = Bid | Play | ChooseTrump | LookAtFourth
