"""A table on this device alone: a session, its files and its tasks; no socket.

Whoever opens a table gets a port for each seat. Everything that the session wants kept is on disk before anything else
happens. A crash at any moment loses nothing: `reopen_table` folds the file again and goes on.
"""

from __future__ import annotations

import os
import time
from collections import deque
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_never

import trio

from eventlog.entry import Entry, Genesis
from eventlog.keys import SigningKey
from eventlog.store import (
    DataLock,
    FileKind,
    LogFile,
    StoreError,
    StoreReason,
    create_identity,
    load_identity,
    prepare_folder,
)
from joker_lan.engine import Seat
from joker_lan.games import games
from protocol.codes import table_tag
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
    Send,
    Show,
    Wished,
)
from protocol.founding import draft, genesis
from protocol.match import LogFault, Match
from protocol.net.ports import LocalPort
from protocol.net.saved import GAMES_FOLDER, OwnRecord, UnusableGame, over_record, read_entries, read_own
from protocol.seat import Done, Kind, Refused, SeatPort
from protocol.session import Identity, Session
from protocol.statements import SeatKey
from protocol.terms import BadTerms
from protocol.vault import Vault, key_record

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from eventlog.codec import Plain
    from protocol.deck.slicing import Slices

KEY_FILE = "identity.key"
_INBOX = 64


@dataclass(frozen=True, slots=True)
class LocalSeat:
    """Who shall sit on a chair."""

    name: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in figures, at the end or when it was left."""

    table: str
    game_id: str
    log: Path
    final_hash: str
    entries: int
    scores: tuple[int, ...]
    winners: tuple[Seat, ...] | None


class LocalTable:
    """An open table on this device; made by `open_table` and `reopen_table`.

    Attributes:
        exposed_key: the file of the device key, if other users of this machine may read or change it; else None.
        log_path, own_path: its files.
        failure: what a file refused; the table is closed then.
    """

    def __init__(self, session: Session, log: LogFile, own: LogFile, exposed_key: Path | None) -> None:
        self.exposed_key = exposed_key
        self.log_path = log.path
        self.own_path = own.path
        self.failure: StoreError | None = None
        self._session = session
        self._log = log
        self._own = own
        self._is_noted = False
        self._tell, self._told = trio.open_memory_channel[Given](_INBOX)
        self._jobs: deque[tuple[int, Slices[Any]]] = deque()
        self._replies: dict[int, tuple[trio.Event, list[Done | Refused]]] = {}
        self._tickets = 0
        self._ports = {seat: LocalPort(session, seat, self._act) for seat in session.vault.seats}

    @property
    def ports(self) -> Mapping[Seat, SeatPort]:
        """The ports of all seats here."""
        return self._ports

    @property
    def tag(self) -> str:
        """The table's name, six letters."""
        return self._session.match.terms.tag

    def summary(self) -> Summary:
        """Return the game in figures."""
        position = self._session.match.last
        result = position.state.result if position.is_over else None
        return Summary(
            table=self.tag,
            game_id=position.terms.game_id.hex(),
            log=self.log_path,
            final_hash=position.chain.head.hex(),
            entries=position.chain.length,
            scores=position.state.totals,
            winners=None if result is None else tuple(sorted(result.winners)),
        )

    # ---- tasks ----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Drive the session until cancelled, or until a file fails: then nothing more is said, and `failure` is set."""
        try:
            await self._perform(self._session.step(Begin()))
            while True:
                given = await self._next()
                if given is not None:
                    await self._perform(self._session.step(given))
        except StoreError as error:
            self.failure = error
        finally:
            self._close()

    async def _next(self) -> Given | None:
        """Return the next input; while there is none, run a slice of the oldest job."""
        if not self._jobs:
            given: Given = await self._told.receive()
            return given
        try:
            return self._told.receive_nowait()
        except trio.WouldBlock:
            pass
        job, work = self._jobs[0]
        try:
            next(work)
        except StopIteration as end:
            self._jobs.popleft()
            return Computed(job, end.value)
        await trio.lowlevel.checkpoint()
        return None

    async def _perform(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            match effect:
                case KeepLog(entries):
                    await _keep(self._log, [entry.to_plain() for entry in entries])
                    await self._keep_end()
                case KeepPrivate(records):
                    await _keep(self._own, list(records))
                case Compute(job, work):
                    self._jobs.append((job, work))
                case Show(seat, happenings):
                    self._ports[seat].show(happenings)
                case Answer(ticket, reply):
                    event, replies = self._replies.pop(ticket)
                    replies.append(reply)
                    event.set()
                case Send() | Close():
                    pass  # there is nobody else
                case _:
                    assert_never(effect)

    async def _keep_end(self) -> None:
        """Note in the private file that the game is over; without the note it only takes longer to list."""
        position = self._session.match.last
        if position.is_over and not self._is_noted:
            self._is_noted = True
            with suppress(StoreError):
                await _keep(self._own, [over_record(position.chain.length)])

    async def _act(self, seat: Seat, action: Any) -> Done | Refused:
        self._tickets += 1
        ticket, event, replies = self._tickets, trio.Event(), list[Done | Refused]()
        self._replies[ticket] = event, replies
        try:
            await self._tell.send(Wished(seat, action, ticket))
        except trio.BrokenResourceError:
            return Refused(code="not-now")
        except trio.Cancelled:
            del self._replies[ticket]  # it was never told, so it is never answered
            raise
        await event.wait()
        return replies[0] if replies else Refused(code="not-now")

    def _close(self) -> None:
        self._told.close()
        for event, _ in self._replies.values():
            event.set()
        for port in self._ports.values():
            port.close()


async def _keep(file: LogFile, records: list[Plain]) -> None:
    """Write and sync in a thread, so that a slow disk does not stop the faces."""
    await trio.to_thread.run_sync(file.append, max(0, time.time_ns() // 1_000_000), records)


# ---- opening ------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def open_table(
    *,
    game: str,
    options: Any,
    seats: tuple[LocalSeat, ...],
    title: str,
    proof_rounds: int,
    folder: Path,
    log_path: Path | None,
    program: str,
) -> AsyncIterator[LocalTable]:
    """Open a new table whose seats are all here, and run it while the context lasts.

    Args:
        game: id of the game.
        options: its house rules.
        seats: who sits where.
        title: shown name of the table.
        proof_rounds: rounds of each shuffle proof, 16…128.
        folder: the data folder; it is made if it is missing.
        log_path: where to write the log, a path that can be written as text; by default `games/` of the data folder.
        program: name and version of the program, for entry 0.

    Raises:
        StoreError: a file or folder failed; what was stored before is safe.
        OptionError: the rules cannot be played by so many.
    """
    rules = games()[game]
    rules.begin(options, len(seats))
    with DataLock(folder):
        key, exposed = _device_key(folder)
        seat_keys = {seat: SigningKey(os.urandom(32)) for seat in range(len(seats))}
        start = draft(
            table=os.urandom(8),
            game=rules,
            options=options,
            rounds=proof_rounds,
            devices=[key.public],
            seats=[SeatKey(seat_keys[seat].public, 0, who.kind) for seat, who in enumerate(seats)],
            program=program,
        )
        first = genesis(start, seat_keys, [key])
        match = Match.begin(first)
        own_path, default_log = _new_paths(folder, game, table_tag(start.table))
        place = (log_path or default_log).absolute()
        vault = Vault(keys=seat_keys)
        names = {seat: who.name for seat, who in enumerate(seats)}
        with LogFile.create(own_path, FileKind.OWN) as own:
            try:
                log = LogFile.create(place)
            except StoreError:
                own.close()  # Windows deletes no open file
                own_path.unlink()  # nothing begun: no half game is left behind
                raise
            with log:
                keys = [key_record(seat, seat_keys[seat].seed) for seat in seat_keys]
                people: list[Plain] = [("name", seat, name) for seat, name in names.items()]
                # A folder's name that is no text cannot be written down; then the log is found beside this file.
                where = str(place).encode("utf-8", "replace").decode("utf-8")
                await _keep(own, [("game", where, title), *people, *keys])
                await _keep(log, [first.to_plain()])
                session = Session(Identity(0, key, names, title), match, vault, os.urandom)
                async with _running(LocalTable(session, log, own, exposed)) as table:
                    yield table


@asynccontextmanager
async def reopen_table(own_path: Path, *, folder: Path) -> AsyncIterator[LocalTable]:
    """Take a saved game up again where its log ends, and run it while the context lasts.

    Raises:
        StoreError: a file or folder failed.
        UnusableGame: the files do not hold a game of this device that can go on.
    """
    with DataLock(folder):
        key, exposed = _device_key(folder)
        with LogFile.open(own_path, FileKind.OWN) as own:
            record = read_own(own_path, own.scan.records)
            with LogFile.open(record.log_path) as log:
                session = _recalled(record, key, log)
                async with _running(LocalTable(session, log, own, exposed)) as table:
                    yield table


@asynccontextmanager
async def _running(table: LocalTable) -> AsyncIterator[LocalTable]:
    raised: Exception | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.run)
        try:
            yield table
        except Exception as error:  # carried out of the nursery, so that callers meet the error and not a group of one
            raised = error
        nursery.cancel_scope.cancel()
    if table.failure is not None:
        raise table.failure
    if raised is not None:
        raise raised


def _device_key(folder: Path) -> tuple[SigningKey, Path | None]:
    """Return the device key of a data folder, made if there is none yet, and its file if others may use that."""
    path = folder / KEY_FILE
    if not os.path.lexists(path):
        return create_identity(path, os.urandom(32)).key, None
    if not os.path.exists(path):
        raise StoreError(str(path), StoreReason.BROKEN_KEY)  # a link to nothing
    identity = load_identity(path)
    return identity.key, path if identity.is_exposed else None


def _new_paths(folder: Path, game: str, tag: str) -> tuple[Path, Path]:
    place = folder / GAMES_FOLDER
    prepare_folder(place)
    stem = f"{time.strftime('%Y-%m-%d')}-{game}-{tag.lower()}"
    return place / f"{stem}.own", place / f"{stem}.jlog"


# ---- coming back --------------------------------------------------------------------------------------------------


def _recalled(record: OwnRecord, key: SigningKey, log: LogFile) -> Session:
    entries = read_entries(log.path, log.scan.records)
    if not entries or not isinstance(entries[0], Genesis):
        raise UnusableGame(log.path, "log" if entries else "unbegun", 0)
    try:
        match = Match.begin(entries[0])
    except BadTerms:
        raise UnusableGame(log.path, "log", 0) from None
    terms = match.terms
    if key.public not in terms.start.devices or not record.is_of(terms):
        raise UnusableGame(record.path, "private")
    session = Session(Identity(0, key, record.names, record.title), match, record.vault, os.urandom)
    for entry in entries[1:]:
        try:
            match, folded = match.append(entry)
        except LogFault as fault:
            raise UnusableGame(log.path, "log", fault.n) from None
        assert isinstance(entry, Entry)
        session.recall(entry, match, folded)
    if session.lost is not None:
        raise UnusableGame(record.path, "private")  # an older copy: the deck could never be opened
    return session
