"""What the players of a deck say, and the only way in which it is read.

Points, hashes, coins and seeds travel as 32 bytes, scalars as 32 bytes little-endian, lists as tuples. ``parse`` looks
at types and sizes only; what the values mean is judged elsewhere. See ``docs/protocol/shuffle.md``, section 3.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import ClassVar, TypeAlias

from eventlog.codec import Plain
from protocol.deck.faults import Code, Fault


@dataclass(frozen=True, slots=True)
class _Spoken:
    """What all messages have: a kind, and the value that they build on."""

    kind: ClassVar[str]

    on: bytes

    def body(self) -> tuple[Plain, ...]:
        """The plain values that follow the number of the deck in a statement."""
        return tuple(getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True, slots=True)
class Commit(_Spoken):
    """Hashes that fix the player's seed and coin before any deck exists."""

    kind: ClassVar[str] = "commit"

    seed: bytes
    coin: bytes


@dataclass(frozen=True, slots=True)
class Shuffle(_Spoken):
    """The first pass: the deck multiplied by one secret, sorted; ``key`` is the base point multiplied by it."""

    kind: ClassVar[str] = "shuffle"

    key: bytes
    deck: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Shadow(_Spoken):
    """Hashes of further shuffles of the same deck, one for each round of the proof."""

    kind: ClassVar[str] = "shadow"

    shadows: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Coin(_Spoken):
    """The committed coin, given out for one set of shuffles and shadows."""

    kind: ClassVar[str] = "coin"

    coin: bytes


@dataclass(frozen=True, slots=True)
class Answer(_Spoken):
    """For each round the scalar that leads to the shadow from the deck before or from the deck after."""

    kind: ClassVar[str] = "answer"

    answers: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Lock(_Spoken):
    """The second pass: each card under a key of its own, with a proof of equal multipliers (a, b, responses)."""

    kind: ClassVar[str] = "lock"

    keys: tuple[bytes, ...]
    deck: tuple[bytes, ...]
    a: tuple[bytes, ...]
    b: tuple[bytes, ...]
    responses: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Ready(_Spoken):
    """The player has accepted everything so far; ``on`` names it."""

    kind: ClassVar[str] = "ready"


@dataclass(frozen=True, slots=True)
class Cut(_Spoken):
    """Place x of the dealing order is index (x + cut) mod N of the deck."""

    kind: ClassVar[str] = "cut"

    cut: int


@dataclass(frozen=True, slots=True)
class Share(_Spoken):
    """The player's lock keys of some places, ascending by place."""

    kind: ClassVar[str] = "share"

    shares: tuple[tuple[int, bytes], ...]


@dataclass(frozen=True, slots=True)
class Reveal(_Spoken):
    """The player's seed, after the end of the deck."""

    kind: ClassVar[str] = "reveal"

    seed: bytes


Message: TypeAlias = Commit | Shuffle | Shadow | Coin | Answer | Lock | Ready | Cut | Share | Reveal

MESSAGES: Mapping[str, type[Message]] = MappingProxyType(
    {
        "commit": Commit,
        "shuffle": Shuffle,
        "shadow": Shadow,
        "coin": Coin,
        "answer": Answer,
        "lock": Lock,
        "ready": Ready,
        "cut": Cut,
        "share": Share,
        "reveal": Reveal,
    }
)
"""Every kind in the order in which a deck goes through them."""


def _is_string(value: object) -> bool:
    return type(value) is bytes and len(value) == 32


def _is_list(value: object, length: int) -> bool:
    return type(value) is tuple and len(value) == length and all(map(_is_string, value))


def _is_shares(value: object, n: int) -> bool:
    if type(value) is not tuple or not 1 <= len(value) <= n:
        return False
    last = -1
    for pair in value:
        if type(pair) is not tuple or len(pair) != 2 or not _is_string(pair[1]):
            return False
        place = pair[0]
        if type(place) is not int or place <= last:
            return False
        last = place
    return True


def _fits(kind: str, body: tuple[object, ...], n: int, rounds: int) -> bool:
    """Whether the fields have the right number, types and sizes."""
    match kind, body:
        case ("commit", (on, seed, coin)):
            return _is_string(on) and _is_string(seed) and _is_string(coin)
        case ("shuffle", (on, key, deck)):
            return _is_string(on) and _is_string(key) and _is_list(deck, n)
        case ("shadow" | "answer", (on, one_each_round)):
            return _is_string(on) and _is_list(one_each_round, rounds)
        case ("coin" | "reveal", (on, secret)):
            return _is_string(on) and _is_string(secret)
        case ("lock", (on, *lists)):
            return _is_string(on) and len(lists) == 5 and all(_is_list(one, n) for one in lists)
        case ("ready", (on,)):
            return _is_string(on)
        case ("cut", (on, cut)):
            return _is_string(on) and type(cut) is int
        case ("share", (on, shares)):
            return _is_string(on) and _is_shares(shares, n)
        case _:
            return False


def parse(kind: str, body: object, n: int, rounds: int, player: int | None = None) -> Message | Fault:
    """The message of a statement, or the fault of its shape. Total: any values give one of the two.

    Args:
        kind: the statement's kind.
        body: its plain values after the number of the deck.
        n: the table's number of cards, never the message's.
        rounds: the table's number of rounds of a proof, likewise.
        player: whose statement it is, to be named in the fault.
    """
    if type(body) is not tuple or not _fits(kind, body, n, rounds):
        return Fault(Code.SHAPE, kind, player)
    return MESSAGES[kind](*body)
