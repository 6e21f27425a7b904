"""The two vocabularies between a session and the world: what it is told, and what it wants done.

Effects are done in their order, and nothing else is told to the session before they are done: no `Send` can overtake
the `KeepLog` or `KeepPrivate` ahead of it.
"""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from eventlog.checkpoint import Ack
from eventlog.codec import Plain
from eventlog.entry import Entry, Statement
from joker_lan.engine import Seat
from protocol.deck.slicing import Slices
from protocol.seat import Done, Refused


@dataclass(frozen=True, slots=True)
class Say:
    """A signed statement, from its author's device to all."""

    statement: Statement
    signature: bytes


@dataclass(frozen=True, slots=True)
class Ordered:
    """An entry, from the orderer to all, or from anybody to one who lacks it."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Acked:
    """An acknowledgement, to all."""

    ack: Ack


@dataclass(frozen=True, slots=True)
class Hello:
    """How far the sender's log goes: the orderer's signature under its newest entry, None if it has none but entry 0.
    It ends what a device tells on a new link, after the statements that it knows."""

    newest: Ack | None


@dataclass(frozen=True, slots=True)
class Want:
    """The receiver should send the orderer's signature under its entry n: the sender knows another head there."""

    n: int


Message: TypeAlias = Say | Ordered | Acked | Hello | Want


@dataclass(frozen=True, slots=True)
class Received:
    """A message came from a device."""

    device: int
    message: Message


@dataclass(frozen=True, slots=True)
class Wished:
    """A local seat wishes to act; `ticket` names the wish in its answer."""

    seat: Seat
    action: Any
    ticket: int


@dataclass(frozen=True, slots=True)
class Computed:
    """A job has ended with this result."""

    job: int
    result: Any


@dataclass(frozen=True, slots=True)
class LinkUp:
    """A device can be reached."""

    device: int


@dataclass(frozen=True, slots=True)
class LinkDown:
    """A device can no longer be reached."""

    device: int


@dataclass(frozen=True, slots=True)
class Begin:
    """The session may begin; told once, first."""


Given: TypeAlias = Begin | Received | Wished | Computed | LinkUp | LinkDown


@dataclass(frozen=True, slots=True)
class KeepLog:
    """Append these entries to the log as one frame and sync."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class KeepPrivate:
    """Append these records to the private file as one frame and sync; no `repr` shows them."""

    records: tuple[Plain, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message to a device, or to all that can be reached (None)."""

    device: int | None
    message: Message


@dataclass(frozen=True, slots=True)
class Compute:
    """Run a job in slices when nothing else waits, and tell its result with `Computed`."""

    job: int
    work: Slices[Any]


@dataclass(frozen=True, slots=True)
class Show:
    """Something changed for a local seat: its snapshot is new, and this happened."""

    seat: Seat
    happenings: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a wish."""

    ticket: int
    reply: Done | Refused


@dataclass(frozen=True, slots=True)
class Close:
    """Close the link to a device: it sent what nobody has signed and nobody may send (`why`)."""

    device: int
    why: str


Effect: TypeAlias = KeepLog | KeepPrivate | Send | Compute | Show | Answer | Close
