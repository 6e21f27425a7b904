"""Players at a table of this device: they do something legal whenever they may, until the game is over."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio

from cli.ports import following
from eventlog.entry import Entry, LogEntry, Statement, entry_from_plain
from eventlog.store import LogFile, read_log
from joker_lan.engine import Seat
from joker_lan.games import games
from protocol.audit import Verdict, audit
from protocol.net.local import LocalSeat, LocalTable, open_table
from protocol.seat import Act, Change, Kind, Over, SeatPort, Snapshot

ROUNDS = 16


def opened(folder: Path, *, seats: int = 2, deals: int = 1, log_path: Path | None = None, people: int = 0) -> Any:
    """Open a short game; the first `people` seats are persons, the rest bots."""
    return open_table(
        game="classic",
        options=replace(games()["classic"].presets["wiki"], deals=deals),
        seats=tuple(LocalSeat(f"P{seat}", Kind.PERSON if seat < people else Kind.BOT) for seat in range(seats)),
        title="Kitchen",
        proof_rounds=ROUNDS,
        folder=folder,
        log_path=log_path,
        program="test 1",
    )


async def play_seat(port: SeatPort, random: Random, watch: Callable[[Change], None] = lambda change: None) -> None:
    """Play one seat until the game is over or the table closes."""
    snapshot = port.snapshot()
    await act_if_asked(port, snapshot, random)
    if isinstance(snapshot.phase, Over):
        return
    async with following(port, snapshot.number) as changes:
        async for change in changes:
            watch(change)
            if isinstance(change.snapshot.phase, Over):
                return
            await act_if_asked(port, port.snapshot(), random)


async def act_if_asked(port: SeatPort, snapshot: Snapshot, random: Random) -> None:
    """Do something legal if the seat may act."""
    if snapshot.may_act:
        await port.send(Act(random.choice(snapshot.offers)))


async def play_out(
    table: LocalTable, *, seed: int = 1, watch: Mapping[Seat, Callable[[Change], None]] | None = None
) -> None:
    """Let all seats play until the game is over or the table closes."""
    async with trio.open_nursery() as nursery:
        for seat, port in table.ports.items():
            chosen = (watch or {}).get(seat, lambda change: None)
            nursery.start_soon(play_seat, port, Random(f"{seed} {seat}"), chosen)


async def until_somebody_may_act(table: LocalTable) -> Seat:
    """Wait for the first choice of the game; whose it is."""
    port = table.ports[0]
    async with following(port, port.snapshot().number) as changes:
        async for _ in changes:
            for seat, each in table.ports.items():
                if each.snapshot().may_act:
                    return seat
    raise AssertionError("the table closed")


async def left(folder: Path, *, log_path: Path | None = None) -> LocalTable:
    """A game that was left when somebody may act."""
    table: LocalTable
    async with opened(folder, log_path=log_path) as table:
        await until_somebody_may_act(table)
    return table


# ---- files ----------------------------------------------------------------------------------------------------------


def verdict(log_path: Path) -> Verdict:
    """What the audit says of a log."""
    return audit(read_log(log_path)).verdict


def entries_of(log_path: Path) -> list[LogEntry]:
    """All entries of a log."""
    return [entry_from_plain(record) for record in read_log(log_path).records]


def kind_of(entry: LogEntry) -> str:
    """What kind of statement an entry holds."""
    return entry.statement.kind if isinstance(entry, Entry) and isinstance(entry.statement, Statement) else "start"


@contextmanager
def counted_writes(on_write: Callable[[int, LogFile], None], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Call back after every write that has succeeded, with its number from 1."""
    count, append = 0, LogFile.append

    def counting(file: LogFile, time_ms: int | None, records: Any) -> None:
        nonlocal count
        append(file, time_ms, records)
        count += 1
        on_write(count, file)

    with monkeypatch.context() as patch:
        patch.setattr(LogFile, "append", counting)
        yield
