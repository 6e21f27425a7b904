"""What a device keeps to itself while a game runs: seat keys, seeds and coins, and their records in the private file.

Every secret is recorded (and on disk) before anything that depends on it is said.
Page: `docs/protocol/private-file.md`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from eventlog.codec import Plain
from eventlog.keys import SigningKey
from joker_lan.engine import Seat
from protocol.deck.context import Secrets
from protocol.position import JointDeck

SECRET_SIZE = 32


class BadRecord(Exception):  # noqa: N818 - a verdict word
    """A record of the private file is not one that this program writes."""


@dataclass(frozen=True, slots=True)
class Vault:
    """Secrets of the local seats.

    Attributes:
        keys: seat -> signing key of this game.
        seeds, coins: (context, seat) -> 32 bytes, of decks and of open draws; no `repr` shows them.
    """

    keys: Mapping[Seat, SigningKey] = field(default_factory=dict)
    seeds: Mapping[tuple[bytes, Seat], bytes] = field(default_factory=dict, repr=False)
    coins: Mapping[tuple[bytes, Seat], bytes] = field(default_factory=dict, repr=False)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The local seats, in seat order."""
        return tuple(sorted(self.keys))

    def secrets(self, joint: JointDeck, seat: Seat) -> Secrets | None:
        """Return the secrets of a seat in a deck, None if it has none there."""
        seed = self.seeds.get((joint.deck.ctx, seat))
        return None if seed is None else Secrets(seed, joint.deck.ctx, joint.player(seat))

    def with_record(self, record: Plain) -> "Vault":
        """Return the vault after a record was made or read back.

        Raises:
            BadRecord: it is no record of a secret.
        """
        match record:
            case ("key", int(seat), bytes(seed)) if _is_seat(seat) and _are_secrets(seed):
                return replace(self, keys={**self.keys, seat: SigningKey(seed)})
            case ("seed", bytes(ctx), int(seat), bytes(seed)) if _is_seat(seat) and _are_secrets(ctx, seed):
                return replace(self, seeds={**self.seeds, (ctx, seat): seed})
            case ("coin", bytes(ctx), int(seat), bytes(coin)) if _is_seat(seat) and _are_secrets(ctx, coin):
                return replace(self, coins={**self.coins, (ctx, seat): coin})
            case _:
                raise BadRecord

    def with_records(self, records: Iterable[Plain]) -> "Vault":
        """Return the vault after several records.

        Raises:
            BadRecord: one of them is no record of a secret.
        """
        vault = self
        for record in records:
            vault = vault.with_record(record)
        return vault


def _is_seat(value: int) -> bool:
    return type(value) is int and value >= 0  # a bool is an int to a pattern


def _are_secrets(*values: bytes) -> bool:
    return all(len(value) == SECRET_SIZE for value in values)


def key_record(seat: Seat, seed: bytes) -> Plain:
    """Return the record of a seat's signing key."""
    return ("key", seat, seed)


def seed_record(ctx: bytes, seat: Seat, seed: bytes) -> Plain:
    """Return the record of a seat's seed in the context of a deck."""
    return ("seed", ctx, seat, seed)


def coin_record(ctx: bytes, seat: Seat, coin: bytes) -> Plain:
    """Return the record of a seat's coin in the context of an open draw."""
    return ("coin", ctx, seat, coin)
