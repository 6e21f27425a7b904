"""What seats say, but for the messages of a deck: the bodies of statements as values, and how they are read.

A body follows the five fields that every statement begins with; it is the plain form of one of these dataclasses
without its tag, which is the statement's kind. Pages: `docs/protocol/statements.md`, `docs/protocol/shuffle.md`.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

from eventlog.codec import Plain
from eventlog.entry import NUMBER_MAX, EntryError, Statement
from joker_lan.engine import PlainError, Seat, Slot, from_plain, tag_of, to_plain
from protocol.deck.messages import MESSAGES, Message

PROTOCOL = 1
LOG_FORMAT = 1
NAME_MAX = 32
ROUNDS_IN_PLAY = range(16, 129)
DRAW_ID = "draw"
ACCUSE_KIND = "accuse"


@dataclass(frozen=True, slots=True)
class SeatKey:
    """A chair in entry 0: its key for this game, the device it speaks through, and `person` or `bot`."""

    key: bytes
    device: int
    kind: str


@dataclass(frozen=True, slots=True)
class Start:
    """Entry 0, said by all.

    Attributes:
        format: version of the log format.
        table: 8 random bytes that name the table.
        game, rules_version: which rules.
        options: every option as (key, value), sorted by key.
        rounds: rounds of each shuffle proof, 16…128 in play.
        devices: Ed25519 keys of the devices; device 0 opened the table.
        seats: the chairs in order.
        program: name and version of the program, for people.
    """

    format: int
    table: bytes
    game: str
    rules_version: int
    options: tuple[tuple[str, bool | int | str], ...]
    rounds: int
    devices: tuple[bytes, ...]
    seats: tuple[SeatKey, ...]
    program: str


@dataclass(frozen=True, slots=True)
class Name:
    """The shown name of the author's seat (`seat`) or of the table (`table`); the salt keeps a stub unguessable."""

    of: str
    text: str
    salt: bytes


@dataclass(frozen=True, slots=True)
class Open:
    """A deck or an open draw begins: its number in the game, what is shuffled, and of a sub-deal parent and cards."""

    number: int
    deck_id: str
    n: int
    rounds: int
    parent: bytes
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lot:
    """The author's commitment to a coin for an open draw."""

    deck: int
    commitment: bytes


@dataclass(frozen=True, slots=True)
class LotOpen:
    """The committed coin of an open draw."""

    deck: int
    coin: bytes


@dataclass(frozen=True, slots=True)
class Act:
    """A choice of the game. `slots` are the closed slots it lays open, in the order named; `keys` the author's own
    lock keys of them."""

    action: Any
    slots: tuple[Slot, ...]
    keys: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Agree:
    """The author's copy says the same about a closed deal: number of the entry that closed it, state hash after it."""

    closing: int
    state: bytes


@dataclass(frozen=True, slots=True)
class Accuse:
    """The author says that somebody is guilty; `things` are the signed things that show it, each in full, encoded."""

    code: str
    things: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class OfDeck:
    """A message of the shuffle of one deck; its kind is the message's."""

    deck: int
    message: Message


Said: TypeAlias = Name | Open | Lot | LotOpen | Act | Agree | Accuse | OfDeck

_PLAIN_KINDS: dict[str, type[Any]] = {
    "name": Name,
    "open": Open,
    "lot": Lot,
    "lot_open": LotOpen,
    "agree": Agree,
    ACCUSE_KIND: Accuse,
}


class Unreadable(Exception):  # noqa: N818 - a verdict word
    """The body does not have the shape of its kind, or the kind is not known."""


def kind_of(said: Said) -> str:
    """Return the statement kind of what is said."""
    if isinstance(said, OfDeck):
        return said.message.kind
    kind: Any = type(said)
    return tag_of(kind)


def body_of(said: Said) -> tuple[Plain, ...]:
    """Return the plain body of a statement that says this."""
    match said:
        case OfDeck(deck, message):
            return (deck, *message.body())
        case _:
            body: tuple[Plain, ...] = to_plain(said)[1:]
            return body


def is_sayable(said: Said) -> bool:
    """Tell whether a statement can hold this: of an accusation the evidence may be as long as a statement itself."""
    try:
        Statement(kind_of(said), NUMBER_MAX, NUMBER_MAX, NUMBER_MAX, bytes(32), body_of(said)).encoded()
    except EntryError:
        return False
    return True


def deck_number(kind: str, body: tuple[Plain, ...]) -> int | None:
    """Return the number of the deck that a statement of the shuffle belongs to, None for other kinds.

    Raises:
        Unreadable: it should have one and has none.
    """
    if kind not in MESSAGES:
        return None
    if not body or type(body[0]) is not int:
        raise Unreadable
    return body[0]


def read_body(kind: str, body: tuple[Plain, ...], actions: Any) -> Said:
    """Read the body of a statement that is not of the shuffle; `actions` is the game's union of actions.

    Raises:
        Unreadable: unknown kind, or not the shape of its kind.
    """
    try:
        if kind == "act":
            if len(body) != 3:
                raise Unreadable
            action, slots, keys = body
            return Act(
                action=from_plain(actions, action),
                slots=from_plain(tuple[Slot, ...], slots),
                keys=from_plain(tuple[bytes, ...], keys),
            )
        said: Said = from_plain(_PLAIN_KINDS[kind], (kind, *body))
    except (PlainError, KeyError):
        raise Unreadable from None
    else:
        return said


def read_start(body: tuple[Plain, ...]) -> Start:
    """Read the body of entry 0.

    Raises:
        Unreadable: not the shape of a start.
    """
    try:
        start: Start = from_plain(Start, ("start", *_with_tags(body)))
    except PlainError:
        raise Unreadable from None
    return start


def start_body(start: Start) -> tuple[Plain, ...]:
    """Return the body of entry 0; a seat is `[key, device, kind]` there."""
    body = to_plain(start)[1:]
    seats = tuple(seat[1:] for seat in body[7])
    return (*body[:7], seats, *body[8:])


def _with_tags(body: tuple[Plain, ...]) -> tuple[Plain, ...]:
    """Put the tag before each seat, which the log leaves out."""
    seats = body[7] if len(body) > 7 else None
    if type(seats) is not tuple:
        return body
    tagged = tuple(("seat_key", *seat) if type(seat) is tuple else seat for seat in seats)
    return (*body[:7], tagged, *body[8:])


def is_name(text: str) -> bool:
    """Tell whether a name may be shown: 1…32 printable characters without blanks at the ends."""
    return 0 < len(text) <= NAME_MAX and text.isprintable() and text == text.strip()


def as_name(text: str, otherwise: str) -> str:
    """Return what may be shown of a text as a name; `otherwise`, a name, if nothing of it may."""
    kept = "".join(each if each.isprintable() else " " for each in text).strip()[:NAME_MAX].strip()
    return kept or otherwise


def seats_of(start: Start, device: int) -> tuple[Seat, ...]:
    """Return the seats that speak through a device."""
    return tuple(number for number, seat in enumerate(start.seats) if seat.device == device)
