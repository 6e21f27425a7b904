"""One file that is only ever appended to: written by one program, readable by any.

Responsible for durability: when `append` returns, the records survive a crash, and after a crash nothing else has
appeared. It must not know what the records mean. Format and reasons: `docs/protocol/log-file.md`.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from eventlog.errors import DamagedLog, NotALog, StoreError, StoreReason
from eventlog.store.files import (
    lock_file,
    open_regular,
    publish,
    read_all,
    reported,
    sync_data,
    sync_folder,
    write_all,
)
from eventlog.store.frames import HEADER_SIZE, SALT_SIZE, FileKind, Header, LogScan, bodies, frame, header
from eventlog.store.frames import read_header as header_of
from eventlog.store.frames import scan as scan_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

    from eventlog.codec import Plain

__all__ = ["FILE_MAX", "LogFile", "read_log"]

FILE_MAX = 64 << 20
"""Bytes of the largest file that is read: many times the longest game, and bearable in memory."""


def read_log(path: str | os.PathLike[str], kind: FileKind = FileKind.LOG) -> LogScan:
    """Read a file as it is, without a lock and without changing it; a writer is not hindered.

    A torn tail, damage or a mere beginning of the header is in the result, not an error.

    Raises:
        NotALog: `NOT_A_LOG` or `NEWER_FORMAT`.
        StoreError: the file cannot be read.
    """
    place = Path(path)
    descriptor = open_regular(place, writing=False, limit=FILE_MAX)
    try:
        return _scan(descriptor, place, kind)
    finally:
        os.close(descriptor)


def _scan(descriptor: int, path: Path, kind: FileKind) -> LogScan:
    with reported(path):
        data = read_all(descriptor)
    match header_of(data[:HEADER_SIZE], kind):
        case Header.WHOLE | Header.BEGINNING:
            return scan_bytes(data, kind)
        case Header.NEWER:
            raise NotALog(str(path), StoreReason.NEWER_FORMAT)
        case Header.OTHER:
            raise NotALog(str(path), StoreReason.NOT_A_LOG)


class LogFile:
    """A file open for appending, and locked against a second writer until `close`.

    After any failed write or sync the object refuses everything: what reached the disk is then unknown, and only
    opening and reading it anew can tell. Nothing that was appended before is lost by that.

    Attributes:
        path: where it lies.
        scan: what was in it when it was opened, after a torn tail was cut off (`scan.torn` still tells of it).
    """

    def __init__(self, descriptor: int, path: Path, scan: LogScan) -> None:
        """Use `create` or `open`."""
        self.path = path
        self.scan = scan
        self._descriptor = descriptor
        self._end = scan.end
        self._has_name = os.fstat(descriptor).st_nlink > 0  # some file systems count no names
        self._is_usable = True
        self._is_closed = False

    @classmethod
    def create(
        cls, path: str | os.PathLike[str], kind: FileKind = FileKind.LOG, *, salt: bytes | None = None
    ) -> LogFile:
        """Make a new file with nothing but a header, and open it. The private kind gets mode 0600.

        Args:
            path: where; the folder must exist, the file must not.
            kind: which of the two files.
            salt: 8 fresh random bytes; drawn here if not given.

        Raises:
            StoreError: `EXISTS`, `NOT_FOUND` (no such folder), `FULL` and so on; then no file is left.
        """
        place = Path(path)
        start = header(kind, os.urandom(SALT_SIZE) if salt is None else salt)
        publish(place, start, private=kind is FileKind.OWN)
        return cls.open(place, kind)

    @classmethod
    def open(cls, path: str | os.PathLike[str], kind: FileKind = FileKind.LOG) -> LogFile:
        """Open an existing file for appending. A torn tail is moved into `PATH.torn` first.

        Raises:
            InUse: another writer has it open.
            NotALog: `NOT_A_LOG` or `NEWER_FORMAT`.
            DamagedLog: there is a bad place that no crash explains; the file is left as it is.
            StoreError: `UNFINISHED` for a mere beginning of a header, or what the system says.
        """
        place = Path(path)
        descriptor = open_regular(place, writing=True, limit=FILE_MAX)
        try:
            lock_file(descriptor, place)
            found = _scan(descriptor, place, kind)
            if found.beginning:
                raise StoreError(str(place), StoreReason.UNFINISHED)
            if found.damage is not None:
                raise DamagedLog(str(place), found.damage)
            if found.torn is not None:
                _cut_tail(descriptor, place, found)
        except BaseException:
            os.close(descriptor)
            raise
        return cls(descriptor, place, found)

    @property
    def is_usable(self) -> bool:
        """Whether `append` may be called: not closed, and no write has failed."""
        return self._is_usable

    def append(self, time_ms: int | None, records: Iterable[Plain]) -> None:
        """Store the records in order; they are durable when this returns.

        Together they are one frame, one write and one sync. Only what is too long for a frame is split; then each
        part is durable before the next is begun.

        Args:
            time_ms: this device's clock, milliseconds since 1970 in UTC, or None.
            records: at least one.

        Raises:
            CodecError: a record has no encoding or is too long; nothing was written and the object stays usable.
            StoreError: `DEAD`; `GONE`, or what the system says about a write or sync, after which the object is dead.
        """
        if not self._is_usable:
            raise StoreError(str(self.path), StoreReason.DEAD)
        batch = tuple(records)
        assert batch, "a frame holds at least one record"
        assert time_ms is None or time_ms >= 0, "the clock stands after 1970"
        for body in tuple(bodies(time_ms, batch)):
            self._write(body)

    def _write(self, body: bytes) -> None:
        data = frame(self.scan.salt, self._end, body)
        self._is_usable = False  # until all of it has succeeded, whatever interrupts it
        with reported(self.path):
            os.lseek(self._descriptor, self._end, os.SEEK_SET)
            write_all(self._descriptor, data)
            sync_data(self._descriptor)
            is_gone = self._has_name and os.fstat(self._descriptor).st_nlink == 0
        if is_gone:
            raise StoreError(str(self.path), StoreReason.GONE)
        self._end += len(data)
        self._is_usable = True

    def close(self) -> None:
        """Let go of the file and its lock; what was appended is already durable. A second time does nothing."""
        if not self._is_closed:
            self._is_closed = True
            self._is_usable = False
            os.close(self._descriptor)

    def __enter__(self) -> LogFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _cut_tail(descriptor: int, path: Path, found: LogScan) -> None:
    """Keep the torn bytes beside the file, durably, and only then cut them off."""
    keep = path.with_name(path.name + ".torn")
    mode = stat.S_IRUSR | stat.S_IWUSR if found.kind is FileKind.OWN else 0o666
    with reported(keep):
        os.lseek(descriptor, found.end, os.SEEK_SET)
        tail = os.read(descriptor, found.size - found.end)
        beside = os.open(keep, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), mode)
        try:
            write_all(beside, tail)
            sync_data(beside)
        finally:
            os.close(beside)
        sync_folder(path.parent)
    with reported(path):
        os.ftruncate(descriptor, found.end)
        os.fsync(descriptor)
