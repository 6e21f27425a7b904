"""A table at which everything that travels is written down, and devices that lose their power between two effects.

`Witness.check` holds the law for those who cannot be cheats: nobody signs two things under one number, in any life.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from protocol.effects import Acked, Effect, Hello, KeepLog, KeepPrivate, Message, Ordered, Say, Send, Want
from tests.support.lan import Device, Lan

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from joker_lan.engine import Slot


class PowerCut(Exception):  # noqa: N818 - it is no error of the program
    """The device stops here; what it has kept is kept, what it has sent is sent."""


class Witness(Lan):
    """A table in memory with a record of all that was signed and seen.

    Attributes:
        cuts: how often a device has lost its power.
    """

    def __init__(self, **terms: Any) -> None:
        super().__init__(**terms)
        self.cuts = 0
        self._said: dict[tuple[int, int], set[bytes]] = defaultdict(set)
        self._ordered: dict[int, set[bytes]] = defaultdict(set)
        self._acked: dict[tuple[int, int], set[bytes]] = defaultdict(set)
        self._faces: dict[tuple[int, Slot], set[Any]] = defaultdict(set)

    def _post(self, sender: int, receiver: int, message: Message) -> None:
        match message:
            case Say(statement):
                self._said[statement.seat, statement.seq].add(statement.encoded())
            case Ordered(entry):
                self._ordered[entry.n].add(entry.digest(self.genesis.game))
            case Acked(ack):
                self._acked[ack.device, ack.n].add(ack.head)
            case Hello() | Want():
                pass
        super()._post(sender, receiver, message)

    def look(self, device: Device) -> None:
        """Write down what the seats of a device see now."""
        for seat in device.running.vault.seats:
            for slot, face in device.running.view(seat).table.faces.items():
                self._faces[seat, slot].add(face)

    def has_been_heard(self, number: int) -> bool:
        """Tell whether everything that a device has sent has come."""
        return all(sender != number for _, _, sender, _, _ in self._queue)

    def under_way(self, number: int, kind: str) -> set[int]:
        """The devices that have not yet got a statement of this kind from a device that has sent it."""
        return {
            receiver
            for _, _, sender, receiver, message in self._queue
            if sender == number and isinstance(message, Say) and message.statement.kind == kind
        }

    def restart(self, number: int) -> None:
        """Stop a device and start it from its disk; it must see what it saw, as far as its log goes."""
        device = self.devices[number]
        before, kept = device.session, len(device.log)
        if before is not None and before.match.last.n == kept:
            self.look(device)
        self.stop(number)
        self.start(number)
        self.look(device)
        if before is not None and before.match.last.n == device.running.match.last.n == kept:
            for seat in device.running.vault.seats:
                assert device.running.view(seat) == before.view(seat), "the hand of a seat has changed"

    def run_through_cuts(self) -> None:
        """Start everybody and play to the end, whatever happens to the power."""
        down = [device.number for device in self.devices]
        while True:
            try:
                while down:
                    (self.restart if self.devices[down[0]].session else self.start)(down[0])
                    down.pop(0)
                self.run()
            except PowerCut as cut:
                self.cuts += 1
                number: int = cut.args[0]
                if number not in down:
                    down.append(number)
            else:
                return

    def check(self) -> None:
        """Assert that nobody has contradicted himself, that all hold one log and that the game is over."""
        for kept in (self._said, self._ordered, self._acked, self._faces):
            for what, values in kept.items():
                assert len(values) == 1, f"{what} is not one thing"
        for device in self.devices:
            assert device.log == self.devices[0].log
            assert device.running.guilt is None
            assert device.running.match.last.is_over


def cut_before(due: Callable[[int], bool], numbers: Collection[int]) -> Callable[[Device, Effect], tuple[Effect, ...]]:
    """Cut the power of some devices before those of their effects that the world notices, counted from 1 together."""
    count = 0

    def tamper(device: Device, effect: Effect) -> tuple[Effect, ...]:
        nonlocal count
        if device.number in numbers and isinstance(effect, KeepLog | KeepPrivate | Send):
            count += 1
            if due(count):
                raise PowerCut(device.number)
        return (effect,)

    return tamper
