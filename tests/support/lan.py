"""A table in memory: sessions of several devices, links with delay and cuts, a clock that only the test moves.

Links are first in, first out, as a stream is. Everything that happens is chosen by the test through one random source,
so a failing schedule can be run again. Jobs end at once. Files are lists that survive a restart.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from eventlog.codec import Plain
from eventlog.entry import Entry, Genesis
from eventlog.keys import SigningKey
from joker_lan.games import games
from protocol.deck.slicing import finish
from protocol.effects import (
    Answer,
    Begin,
    Close,
    Compute,
    Computed,
    Effect,
    Given,
    KeepLog,
    KeepPrivate,
    LinkDown,
    LinkUp,
    Message,
    Received,
    Send,
    Show,
    Wished,
)
from protocol.founding import draft, genesis
from protocol.match import Match
from protocol.messages import decoded, encoded
from protocol.seat import Refused
from protocol.session import Identity, Session
from protocol.statements import SeatKey
from protocol.vault import Vault, key_record

Tamper = Callable[["Device", Effect], tuple[Effect, ...]]


def entropy(source: random.Random) -> Callable[[int], bytes]:
    """Random bytes from a seeded source."""
    return source.randbytes


@dataclass
class Device:
    """A device with its disk: what it kept survives `Lan.restart`."""

    number: int
    key: SigningKey
    names: dict[int, str]
    random: random.Random
    log: list[Entry] = field(default_factory=list)
    private: list[Plain] = field(default_factory=list)
    session: Session | None = None
    closed: list[tuple[int, str]] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    shown: list[Show] = field(default_factory=list)
    tamper: Tamper | None = None
    program: Callable[[Identity, Match, Vault, Callable[[int], bytes]], Session] = Session

    @property
    def running(self) -> Session:
        assert self.session is not None
        return self.session


class Lan:
    """Several devices at one table."""

    def __init__(
        self,
        *,
        devices: int,
        seats: Mapping[int, int] | None = None,
        seed: int = 1,
        options: Any = None,
        rounds: int = 2,
        game: str = "classic",
        delay: float = 0.01,
    ) -> None:
        """`seats` is seat -> device; by default one seat for each device."""
        self.random = random.Random(f"lan {seed}")
        self.delay = delay
        self.now = 0.0
        self._queue: list[tuple[float, int, int, int, Message]] = []
        self._sent = 0
        self._last: dict[tuple[int, int], float] = {}
        self.cut: set[frozenset[int]] = set()
        where = dict(seats) if seats is not None else {seat: seat for seat in range(devices)}
        self.game = games()[game]
        options = options if options is not None else next(iter(self.game.presets.values()))
        seat_keys = {seat: SigningKey(self.random.randbytes(32)) for seat in where}
        self.devices = [
            Device(
                number=number,
                key=SigningKey(self.random.randbytes(32)),
                names={seat: f"Seat {seat}" for seat, device in where.items() if device == number},
                random=random.Random(f"device {number} {seed}"),
            )
            for number in range(devices)
        ]
        start = draft(
            table=self.random.randbytes(8),
            game=self.game,
            options=options,
            rounds=rounds,
            devices=[device.key.public for device in self.devices],
            seats=[SeatKey(seat_keys[seat].public, where[seat], "bot") for seat in sorted(where)],
            program="test 1",
        )
        self.genesis: Genesis = genesis(start, seat_keys, [device.key for device in self.devices])
        for device in self.devices:
            device.private = [key_record(seat, seat_keys[seat].seed) for seat in device.names]

    # ---- devices --------------------------------------------------------------------------------------------------

    def start(self, number: int) -> None:
        """Start a device from its disk and link it to all that run."""
        device = self.devices[number]
        match = Match.begin(self.genesis, test_rounds=True)
        secret = [record for record in device.private if isinstance(record, tuple) and record[0] != "say"]
        vault = Vault().with_records(secret)
        identity = Identity(number, device.key, device.names, "Test table" if number == 0 else "")
        session = device.program(identity, match, vault, entropy(device.random))
        for entry in device.log:
            match, folded = match.append(entry)
            session.recall(entry, match, folded)
        for record in device.private:
            if isinstance(record, tuple) and record[0] == "say":
                assert isinstance(record[1], bytes)
                assert isinstance(record[2], bytes)
                session.recall_statement(record[1], record[2])
        device.session = session
        self.tell(number, Begin())
        for other in self.devices:
            if other.number != number and other.session is not None:
                self._link(number, other.number)

    def start_all(self) -> None:
        """Start every device."""
        for device in self.devices:
            self.start(device.number)

    def stop(self, number: int) -> None:
        """Kill a device: what it has not kept is gone, and so is what is on its links."""
        self.devices[number].session = None
        self._queue = [item for item in self._queue if number not in item[2:4]]
        heapq.heapify(self._queue)
        for other in self.devices:
            if other.session is not None:
                self.tell(other.number, LinkDown(number))

    def _link(self, one: int, other: int) -> None:
        if frozenset((one, other)) in self.cut:
            return
        self.tell(one, LinkUp(other))
        self.tell(other, LinkUp(one))

    def disconnect(self, one: int, other: int) -> None:
        """Cut the link between two devices: what is on it is lost, and both notice."""
        pair = frozenset((one, other))
        self.cut.add(pair)
        self._queue = [item for item in self._queue if frozenset(item[2:4]) != pair]
        heapq.heapify(self._queue)
        for number, far in ((one, other), (other, one)):
            if self.devices[number].session is not None:
                self.tell(number, LinkDown(far))

    def connect(self, one: int, other: int) -> None:
        """Mend the link between two devices."""
        self.cut.discard(frozenset((one, other)))
        if self.devices[one].session is not None and self.devices[other].session is not None:
            self._link(one, other)

    # ---- time -----------------------------------------------------------------------------------------------------

    def tell(self, number: int, given: Given) -> None:
        """Tell a session something and do what it wants done."""
        device = self.devices[number]
        jobs: list[Given] = [given]
        while jobs:
            for effect in device.running.step(jobs.pop(0)):
                wanted = device.tamper(device, effect) if device.tamper else (effect,)
                for each in wanted:
                    jobs.extend(self.do(device, each))

    def do(self, device: Device, effect: Effect) -> list[Given]:
        """Do one effect; returns what the session is to be told of it."""
        match effect:
            case KeepLog(entries):
                device.log.extend(entries)
            case KeepPrivate(records):
                device.private.extend(records)
            case Send(None, message):
                for other in device.running.reachable:
                    self._post(device.number, other, message)
            case Send(int(other), message):
                self._post(device.number, other, message)
            case Compute(job, work):
                return [Computed(job, finish(work))]
            case Answer(_, Refused() as reply):
                device.refused.append(reply)
            case Show():
                device.shown.append(effect)
            case Close(other, why):
                device.closed.append((other, why))
            case _:
                pass
        return []

    def _post(self, sender: int, receiver: int, message: Message) -> None:
        if frozenset((sender, receiver)) in self.cut:
            return
        self._sent += 1
        at = max(self.now + self.random.random() * self.delay, self._last.get((sender, receiver), 0.0))
        self._last[sender, receiver] = at
        # As bytes, as on a wire: nothing that one device holds can reach another by reference.
        heapq.heappush(self._queue, (at, self._sent, sender, receiver, decoded(encoded(message))))

    def deliver(self) -> bool:
        """Deliver the next message; False if none is on its way."""
        while self._queue:
            self.now, _, sender, receiver, message = heapq.heappop(self._queue)
            if self.devices[receiver].session is not None:
                self.tell(receiver, Received(sender, message))
                return True
        return False

    # ---- playing --------------------------------------------------------------------------------------------------

    def act(self) -> bool:
        """Let one seat that may act do something legal, chosen at random; False if none may."""
        for device in self.devices:
            if device.session is None:
                continue
            for seat in device.session.vault.seats:
                if device.session.may_act(seat):
                    view = device.session.view(seat)
                    action = self.random.choice(self.game.offers(view, seat))
                    self.tell(device.number, Wished(seat, action, 0))
                    return True
        return False

    def run(self, *, until: Callable[[], bool] = lambda: False, steps: int = 1_000_000) -> None:
        """Deliver and play until the test's condition holds, or nothing happens any more."""
        for _ in range(steps):
            if until() or not (self.deliver() or self.act()):
                return
        raise AssertionError("the table did not come to rest")
