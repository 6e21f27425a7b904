"""Tables of classic in memory at which everybody plays honestly, and what a test asks them."""

from collections.abc import Callable

from eventlog.entry import Entry, Statement
from protocol.effects import (
    Effect,
)
from protocol.position import Position
from tests.protocol.writer import options
from tests.support.lan import Device, Lan


def table(devices: int = 2, *, deals: int = 2, seed: int = 1, seats: dict[int, int] | None = None) -> Lan:
    """A table whose devices all run."""
    lan = Lan(devices=devices, seats=seats, seed=seed, options=options(deals=deals))
    lan.start_all()
    return lan


def last(lan: Lan, number: int = 0) -> Position:
    return lan.devices[number].running.match.last


def statements(entries: list[Entry]) -> list[Statement]:
    return [entry.statement for entry in entries if isinstance(entry.statement, Statement)]


def run_until(lan: Lan, found: Callable[[Position], bool], number: int = 0) -> None:
    lan.run(until=lambda: found(last(lan, number)))
    assert found(last(lan, number))


def effects_of(lan: Lan) -> list[tuple[int, Effect]]:
    """From now on all effects of all devices, in order."""
    seen: list[tuple[int, Effect]] = []

    def watch(device: Device, effect: Effect) -> tuple[Effect, ...]:
        seen.append((device.number, effect))
        return (effect,)

    for device in lan.devices:
        device.tamper = watch
    return seen
