"""The games in a data folder: what their private files hold, which can be listed, and what is wrong with the others.

It must not change a file, and not know how a table runs. Page: `docs/protocol/private-file.md`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from eventlog.entry import EntryError, entry_from_plain
from eventlog.store import FileKind, StoreError, StoreReason, read_log
from eventlog.store.files import reported
from eventlog.store.frames import HEADER_SIZE
from joker_lan.engine import Seat
from protocol.match import LogFault, Match
from protocol.position import people_of
from protocol.seat import Person
from protocol.terms import BadTerms
from protocol.vault import BadRecord, Vault

if TYPE_CHECKING:
    from collections.abc import Iterable

    from eventlog.codec import Plain
    from eventlog.entry import LogEntry
    from protocol.terms import Terms

GAMES_FOLDER = "games"


class UnusableGame(Exception):  # noqa: N818 - a verdict word
    """A saved game cannot be taken up again.

    `code` is `private` (the private file is not one of ours, or lacks a secret that is still needed), `log` (the log
    does not hold; `entry` says where) or `unbegun` (nothing was ever played).
    """

    def __init__(self, path: Path, code: str, entry: int | None = None) -> None:
        super().__init__(path, code, entry)
        self.path = path
        self.code = code
        self.entry = entry


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game in the data folder.

    Attributes:
        deal, deals: the present deal, and how many there will be; None if that cannot be known before.
        modified: when its log was last written, in seconds of the clock.
    """

    own_path: Path
    log_path: Path
    tag: str
    game: str
    title: str
    people: tuple[Person, ...]
    deal: int
    deals: int | None
    over: bool
    entries: int
    modified: float


@dataclass(frozen=True, slots=True)
class SpoiledGame:
    """A game in the data folder that cannot be listed, and why."""

    own_path: Path
    error: StoreError | UnusableGame
    modified: float


@dataclass(frozen=True, slots=True)
class OwnRecord:
    """What a private file holds; `over` is the number of entries of a game that is over, None while it runs."""

    path: Path
    log_path: Path
    title: str
    names: dict[Seat, str]
    vault: Vault
    said: tuple[tuple[bytes, bytes], ...]
    over: int | None

    def is_of(self, terms: Terms) -> bool:
        """Tell whether it holds the key of every seat of a game."""
        keys = self.vault.keys
        return all(seat in keys and keys[seat].public == terms.seat_key(seat) for seat in terms.seats)


def over_record(entries: int) -> Plain:
    """Return the record that a game is over and how many entries it has: later it is listed without being folded."""
    return ("over", entries)


def read_own(path: Path, records: Iterable[Plain]) -> OwnRecord:
    """Return what the records of a private file say.

    Raises:
        UnusableGame: `private` or `unbegun`.
    """
    over: int | None = None
    log_path: Path | None = None
    title, names, vault, said = "", dict[Seat, str](), Vault(), list[tuple[bytes, bytes]]()
    try:
        for record in records:
            match record:
                case ("game", str(where), str(title)) if "\0" not in where:
                    log_path = Path(where)
                case ("name", int(seat), str(name)):
                    names[seat] = name
                case ("say", bytes(encoded), bytes(signature)):
                    said.append((encoded, signature))
                case ("over", int(entries)):
                    over = entries
                case _:
                    vault = vault.with_record(record)
    except BadRecord:
        raise UnusableGame(path, "private") from None
    if log_path is None:
        raise UnusableGame(path, "unbegun")
    beside = path.with_suffix(".jlog")
    if not os.path.lexists(log_path) and os.path.isfile(beside):
        log_path = beside  # the whole folder was moved
    return OwnRecord(path, log_path, title, names, vault, tuple(said), over)


def read_entries(path: Path, records: Iterable[Plain]) -> tuple[LogEntry, ...]:
    """Return the entries of a log.

    Raises:
        UnusableGame: `log`, with the place of the first record that is no entry.
    """
    entries: list[LogEntry] = []
    for record in records:
        try:
            entries.append(entry_from_plain(record))
        except EntryError:
            raise UnusableGame(path, "log", len(entries)) from None
    return tuple(entries)


# ---- the list -----------------------------------------------------------------------------------------------------


def saved_games(folder: Path) -> tuple[SavedGame, ...]:
    """Return the games in a data folder that can be listed.

    Raises:
        StoreError: the folder cannot be read.
    """
    return tuple(game for game in kept_games(folder) if isinstance(game, SavedGame))


def kept_games(folder: Path) -> tuple[SavedGame | SpoiledGame, ...]:
    """Return the games in a data folder, those that cannot be listed too.

    Raises:
        StoreError: the folder cannot be read.
    """
    return tuple(_saved_or_spoiled(own_path) for own_path in _own_files(folder / GAMES_FOLDER))


def _own_files(place: Path) -> tuple[Path, ...]:
    with reported(place):
        try:
            names = os.listdir(place)
        except FileNotFoundError:
            return ()
    return tuple(place / name for name in sorted(names) if name.endswith(".own"))


def _saved_or_spoiled(own_path: Path) -> SavedGame | SpoiledGame:
    try:
        with reported(own_path):
            modified = own_path.lstat().st_mtime
    except StoreError as error:
        return SpoiledGame(own_path, error, 0.0)
    try:
        return _saved(own_path)
    except (StoreError, UnusableGame) as error:
        return SpoiledGame(own_path, error, modified)


def _read_begun(own_path: Path) -> OwnRecord:
    """Return what a private file holds; one without a game is `private` if there is more than a header beside it."""
    try:
        return read_own(own_path, read_log(own_path, FileKind.OWN).records)
    except UnusableGame as error:
        log_path = own_path.with_suffix(".jlog")
        if error.code == "unbegun" and os.path.isfile(log_path) and os.path.getsize(log_path) > HEADER_SIZE:
            raise UnusableGame(own_path, "private") from None
        raise


def _saved(own_path: Path) -> SavedGame:
    record = _read_begun(own_path)
    log_path = record.log_path
    records = tuple(read_log(log_path).records)
    if not records:
        if record.vault.coins:  # the game was under way: its log has lost everything
            raise StoreError(str(log_path), StoreReason.UNFINISHED)
        raise UnusableGame(log_path, "unbegun")
    with reported(log_path):
        modified = log_path.stat().st_mtime
    is_over = record.over is not None and len(records) >= record.over
    try:
        # What is over was folded when it was played: that takes most of the time, and `audit` is there for doubts.
        match = Match.of(read_entries(log_path, records[:1] if is_over else records))
    except BadTerms:
        raise UnusableGame(log_path, "log", 0) from None
    except LogFault as fault:
        raise UnusableGame(log_path, "log", fault.n) from None
    position, terms = match.last, match.terms
    if not record.is_of(terms):
        raise UnusableGame(own_path, "private")
    deals = terms.game.deals(terms.options, len(terms.seats))
    return SavedGame(
        own_path=own_path,
        log_path=log_path,
        tag=terms.tag,
        game=terms.game.id,
        title=record.title,
        people=people_of(position, record.names),
        deal=deals if is_over and deals is not None else position.state.deal,
        deals=deals,
        over=is_over or position.is_over,
        entries=len(records),
        modified=modified,
    )
