"""All seats and devices of a game in one hand: honest games made fast, and games forged by everybody together.

Nothing here asks what is allowed: a game goes on by what the log calls for, and every word may be changed before it is
signed. What comes out is a tuple of entries, signed and ordered by the right keys.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from eventlog.entry import Entry, Genesis, LogEntry, Statement
from eventlog.keys import SigningKey
from eventlog.store.frames import HEADER_SIZE, FileKind, LogScan, bodies, frame, header, scan
from joker_lan.games import games
from protocol.calls import Call, calls
from protocol.deck.slicing import finish
from protocol.founding import draft
from protocol.match import Match
from protocol.position import Position
from protocol.speaking import act, needed_secret, speak
from protocol.statements import Said, SeatKey, Start, body_of, kind_of, start_body
from protocol.vault import Vault
from protocol.view import View

if TYPE_CHECKING:
    from eventlog.chain import Chain
    from eventlog.codec import Plain
    from joker_lan.engine import Seat

ROUNDS = 16
"""The fewest proof rounds that a game may have, so that its log can be audited as a file."""

Twist = Callable[[Position, Call, Said], Said]
"""Changes what a seat says, before it is signed; the call is `act` for a choice."""


def honest(position: Position, call: Call, said: Said) -> Said:
    """Change nothing."""
    del position, call
    return said


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of everybody: by seat, and by device."""

    seats: tuple[SigningKey, ...]
    devices: tuple[SigningKey, ...]


class Puppets:
    """A game whose players are all moved by one hand.

    Attributes:
        keys: of everybody.
        start: the terms that they signed.
        entries: the log so far.
        match: its fold.
        vaults: the secrets of each seat.
    """

    def __init__(
        self,
        *,
        seats: Sequence[int] = (0, 1),
        kinds: Sequence[str] | None = None,
        deals: int = 2,
        rounds: int = ROUNDS,
        seed: int = 1,
        twist: Twist = honest,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """`seats` tells the device of each seat, `kinds` who is a `person` (all, if not given) or a `bot`."""
        self._random = random.Random(f"puppets {seed}")
        self._twist = twist
        game = games()["classic"]
        self.keys = Keys(
            tuple(SigningKey(self._random.randbytes(32)) for _ in seats),
            tuple(SigningKey(self._random.randbytes(32)) for _ in range(max(seats) + 1)),
        )
        chairs = zip(self.keys.seats, seats, kinds or ["person"] * len(seats), strict=True)
        self.start = draft(
            table=self._random.randbytes(8),
            game=game,
            options=replace(next(iter(game.presets.values())), deals=deals, **(options or {})),
            rounds=rounds,
            devices=[key.public for key in self.keys.devices],
            seats=[SeatKey(key.public, device, kind) for key, device, kind in chairs],
            program="test 1",
        )
        genesis = founded(self.start, self.keys)
        self.match = Match.begin(genesis, test_rounds=True)
        self.entries: list[LogEntry] = [genesis]
        self.vaults = {seat: Vault(keys={seat: key}) for seat, key in enumerate(self.keys.seats)}
        self._views = {seat: View.begin(self.match.last, seat) for seat in self.vaults}

    def play(self, *, until: Callable[[Position], bool] = lambda position: False) -> tuple[LogEntry, ...]:
        """Play on until nothing is asked of anybody any more, or the condition holds; returns the log."""
        while not until(self.match.last) and self._speak():
            pass
        return tuple(self.entries)

    def _speak(self) -> bool:
        position = self.match.last
        for seat in position.terms.seats:
            for call in calls(position, seat):
                self.say(seat, self._twist(position, call, self._answer(seat, call)))
                return True
        for seat in position.terms.seats:
            if position.may_act(seat):
                state = self._views[seat].state
                action = self._random.choice(position.terms.game.offers(state, seat))
                choice = act(action, seat, state, position, self.vaults[seat])
                self.say(seat, self._twist(position, Call("act"), choice))
                return True
        return False

    def _answer(self, seat: Seat, call: Call) -> Said:
        position, fresh = self.match.last, self._random.randbytes(32)
        record = needed_secret(call, seat, position, self.vaults[seat], fresh)
        if record is not None:
            self.vaults[seat] = self.vaults[seat].with_record(record)
        name = "Table" if call.of else f"Seat {seat}"
        return finish(speak(call, seat, position, self.vaults[seat], name=name, fresh=fresh))

    def say(self, seat: Seat, said: Said) -> None:
        """Let a seat say something, and order it.

        Raises:
            LogFault: it is not allowed; it is in the log for all that.
        """
        self.put(seat, kind_of(said), body_of(said))

    def put(self, seat: Seat, kind: str, body: tuple[Plain, ...]) -> None:
        """Sign and order any statement of a seat.

        Raises:
            LogFault: it is not allowed; it is in the log for all that.
        """
        position = self.match.last
        statement = Statement(kind, seat, position.said[seat], position.n, position.chain.head, body)
        entry = ordered(position.chain, statement, self.keys)
        self.entries.append(entry)
        self.match, folded = self.match.append(entry)
        secrets = {
            (joint.deck.ctx, each): found
            for joint in folded.position.decks()
            for each, vault in self.vaults.items()
            if (found := vault.secrets(joint, each)) is not None
        }
        for each, view in self._views.items():
            self._views[each], _ = view.follow(folded, secrets)


def founded(start: Start, keys: Keys, **changed: Any) -> Genesis:
    """Entry 0 with some fields changed, signed by everybody."""
    return signed(start_body(replace(start, **changed)), keys)


def signed(body: tuple[Plain, ...], keys: Keys) -> Genesis:
    """Entry 0 with any body, signed by everybody."""
    unsigned = Genesis(body, ())
    return Genesis(body, tuple(key.sign(unsigned.game) for key in (*keys.seats, *keys.devices)))


def ordered(chain: Chain, statement: Statement, keys: Keys, *, epoch: int = 0) -> Entry:
    """The next entry of a chain, signed by the statement's seat and by the orderer of the first epoch."""
    author = keys.seats[statement.seat % len(keys.seats)]
    signature = author.sign(statement.digest(chain.game))
    return chain.ordered(statement, signature, epoch=epoch, orderer=keys.devices[0])


# ---- files --------------------------------------------------------------------------------------------------------

SALT = bytes(range(8))


def file_of_records(records: Iterable[Plain], *, together: int = 1, time_ms: int | None = 1_700_000_000_000) -> bytes:
    """The bytes of a log file with right checksums, `together` records in each frame."""
    batch, data = list(records), header(FileKind.LOG, SALT)
    for first in range(0, len(batch), together):
        for body in bodies(time_ms, tuple(batch[first : first + together])):
            data += frame(SALT, len(data), body)
    return data


def file_of(entries: Iterable[LogEntry], *, together: int = 1) -> bytes:
    """The bytes of a log file."""
    return file_of_records((entry.to_plain() for entry in entries), together=together)


def scanned(data: bytes) -> LogScan:
    """What a reader finds in the bytes of a log file whose header is whole."""
    assert len(data) >= HEADER_SIZE
    return scan(data, FileKind.LOG)
