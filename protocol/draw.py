"""The open draw: seats and cards drawn together where nothing is ever closed. Commit, then open; no curve, no proofs.

Every list asked for is sorted by a hash over all coins, so nobody who fixed his coin before seeing another can steer
it. Page: `docs/protocol/draw.md`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from eventlog.hashing import tagged_hash, u16
from joker_lan.engine import Draw, Seat
from protocol.codes import letters
from protocol.deck.transcript import coin_commitment


@dataclass(frozen=True, slots=True)
class OpenDraw:
    """One draw: who takes part, what was committed and what was opened.

    Attributes:
        number: its number among the decks of the game.
        ctx: its context.
        want: the lists asked for.
        seats: who takes part, in seat order; a player's number is the position here.
    """

    number: int
    ctx: bytes
    want: Draw
    seats: tuple[Seat, ...]
    lots: Mapping[Seat, bytes] = field(default_factory=dict)
    coins: Mapping[Seat, bytes] = field(default_factory=dict)

    def due(self, seat: Seat) -> str | None:
        """Return what the seat must say now: `lot`, then, when all lots are there, `lot_open`."""
        if seat not in self.seats:
            return None
        if seat not in self.lots:
            return "lot"
        return "lot_open" if len(self.lots) == len(self.seats) and seat not in self.coins else None

    def committed(self, seat: Seat, commitment: bytes) -> "OpenDraw":
        """Return the draw after a `lot`."""
        return replace(self, lots={**self.lots, seat: commitment})

    def is_committed(self, seat: Seat, coin: bytes) -> bool:
        """Tell whether this is the coin that the seat fixed."""
        return self.lots.get(seat) == coin_commitment(self.ctx, self.seats.index(seat), coin)

    def opened(self, seat: Seat, coin: bytes) -> "OpenDraw":
        """Return the draw after a `lot_open`."""
        return replace(self, coins={**self.coins, seat: coin})

    @property
    def is_complete(self) -> bool:
        """Whether all coins are open."""
        return len(self.coins) == len(self.seats)

    def orders(self) -> tuple[tuple[int, ...], ...]:
        """Return the drawn order of each list: its indices sorted by their hashes."""
        coins = [self.coins[seat] for seat in self.seats]

        def drawn(name: str, size: int) -> tuple[int, ...]:
            label = name.encode("ascii")
            return tuple(sorted(range(size), key=lambda i: tagged_hash("lot", self.ctx, label, *coins, u16(i))))

        return tuple(drawn(name, size) for name, size in self.want.lists)

    def check_letters(self, game: bytes) -> str:
        """Return the four letters of the table check: 20 bits over the game and the coins of its first draw."""
        return letters(tagged_hash("check", game, *[self.coins[seat] for seat in self.seats]), 4)
