"""The `seat` port: all that a face of the program (terminal, page, bot) gets to see and may send, for one seat.

A face knows nothing of keys, entries or decks. Every value here passes the codec by `to_plain`, so that a port may
also cross a socket. Nothing here does I/O.
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol, TypeAlias

from joker_lan.engine import Result, Seat, State, Violation


class Kind(StrEnum):
    """Who sits on a chair."""

    PERSON = "person"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table: seat, shown name, person or bot, number of the device the seat speaks through."""

    seat: Seat
    name: str
    kind: Kind
    device: int


@dataclass(frozen=True, slots=True)
class Lobby:
    """Chairs are being taken; nothing is logged yet."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """An open draw is going on."""


@dataclass(frozen=True, slots=True)
class Preparing:
    """The next deck is being shuffled by all: `done` of `of` messages of it are there."""

    done: int
    of: int


@dataclass(frozen=True, slots=True)
class Playing:
    """Players act, or cards are being dealt."""


@dataclass(frozen=True, slots=True)
class Revealing:
    """The deal is over; seeds are revealed and everybody re-executes."""


@dataclass(frozen=True, slots=True)
class Paused:
    """Devices are missing, or have not told what they have; nothing becomes final until they do."""

    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Broken:
    """The game cannot go on: `code` says why, `culprit` is the seat proven guilty, if any; with the code `lost` nobody
    is, and it is the seat of this device whose secrets are not in its private file any more."""

    code: str
    culprit: Seat | None


@dataclass(frozen=True, slots=True)
class Over:
    """The game is finished and everybody agreed to it."""

    result: Result


Phase: TypeAlias = Lobby | Drawing | Preparing | Playing | Revealing | Paused | Broken | Over


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that a seat may know at one moment.

    Attributes:
        number: grows by one with every change of this port.
        seat: whose port this is; None for a spectator.
        game: id of the game, options as the game's options value.
        view: the game's state with the faces this seat may know; `view.to_act` says whose turn it is by the rules.
        offers: the seat's own short list of legal actions; empty when it cannot act now.
        may_act: the seat may act now: it is its turn, everything dealt to it has been opened, and all is final.
        check: four letters that are the same on every screen if nobody sits in between; empty before the first draw.
        rules_code: `R-` and four letters; equal rules have equal codes.
        entry, final_entry: newest stored, newest final entry of the log.
        proved: number of the newest deal whose cards and plays are proved by open hands; later ones are only checked
            as far as can be seen.
        notices: what its player should know beside the game; `lapsed`, the last choice came too late to count, stays
            until the next choice.
        waited_for: the seats that owe the next word, for a screen that wants to say who keeps all waiting.
    """

    number: int
    seat: Seat | None
    game: str
    options: Any
    phase: Phase
    view: State
    offers: tuple[Any, ...]
    may_act: bool
    people: tuple[Person, ...]
    title: str
    check: str
    rules_code: str
    entry: int
    final_entry: int
    proved: int
    notices: tuple["Notice", ...] = ()
    waited_for: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a person should know that is no part of the game: a code with what its sentence needs."""

    code: str
    about: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Change:
    """One step of a port: what happened (the game's happenings, in order), and the snapshot after it."""

    number: int
    happenings: tuple[object, ...]
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Act:
    """Do this in the game."""

    action: Any


@dataclass(frozen=True, slots=True)
class Leave:
    """Stop here; the game is saved and may be resumed."""


Wish: TypeAlias = Act | Leave


@dataclass(frozen=True, slots=True)
class Done:
    """The wish is signed and durable on this device."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The wish was refused: by a rule of the game (`violation`), or for the reason `code`
    (`not-your-turn`, `not-now`, `no-action`, `game-over`, `broken`)."""

    violation: Violation | None = None
    code: str = ""


class SeatPort(Protocol):
    """What a face of the program holds."""

    def snapshot(self) -> Snapshot:
        """Return the present snapshot."""

    def changes(self, after: int) -> AsyncIterator[Change]:
        """Run through all changes with a number above `after`, without gaps, waiting for new ones; if the oldest of
        them is no longer kept, begin anew with the present snapshot and no happenings. Ends when the table closes."""

    async def send(self, wish: Wish) -> Done | Refused:
        """Send a wish and wait until it is durable here, or refused."""
