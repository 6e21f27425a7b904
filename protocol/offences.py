"""Offences as data: what a seat or a device is guilty of by its own signature.

No sentence is made here, and nothing is judged.
"""

from dataclasses import dataclass
from enum import StrEnum

from joker_lan.engine import Seat, Violation
from protocol.deck.faults import Fault


class Wrong(StrEnum):
    """Why a signed statement is an offence."""

    SHAPE = "shape"
    """Unknown kind, or not the shape of its kind."""
    UNCALLED = "uncalled"
    """The log did not ask for it when its author spoke: out of turn, twice, or too early."""
    SEEN = "seen"
    """It claims to know less than an earlier statement of its author."""
    CONTENT = "content"
    """A name, an opening or an agreement that is not what it must be."""
    COIN = "coin"
    """A coin that is not the committed one."""
    DECK = "deck"
    """A message of the shuffle that its check contradicts."""
    KEYS = "keys"
    """An action that does not lay open what it names, or with keys that are not the locked ones."""
    RULE = "rule"
    """An action that the rules refuse."""
    ACCUSATION = "accusation"
    """An accusation that does not hold: it convicts its author."""
    PROOF = "proof"
    """A proof or a re-execution of the shuffle fails."""
    TWICE = "twice"
    """Two different statements with one number."""
    HEADS = "heads"
    """Two different heads signed for one place of the log."""
    ORDER = "order"
    """An order signature on what may not be ordered."""


@dataclass(frozen=True, slots=True)
class Offence:
    """A seat is guilty by its own signature.

    Attributes:
        seat: who.
        wrong: why.
        kind: kind of the statement.
        violation, fault: the rule of the game or of the shuffle that was broken, where there is one.
    """

    seat: Seat
    wrong: Wrong
    kind: str
    violation: Violation | None = None
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Guilt:
    """Somebody is convicted: the seat (None where only a device signed), its device, and what for."""

    seat: Seat | None
    device: int
    wrong: Wrong
    offence: Offence | None = None
