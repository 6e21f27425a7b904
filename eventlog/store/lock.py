"""One program at a time works in a data folder.

Responsible for that lock. It must not know what lies in the folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from eventlog.errors import InUse, StoreError, StoreReason
from eventlog.store.files import prepare_folder, reported

if TYPE_CHECKING:
    import os
    from types import TracebackType

    from filelock import BaseFileLock

__all__ = ["LOCK_NAME", "DataLock"]

LOCK_NAME = "lock"


class DataLock:
    """The lock on a data folder, held between `acquire` and `release`; the system lets go of it when a program dies.

    Whoever plays holds it. Who only reads files (audit, replay, score) does without.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._lock: BaseFileLock | None = None

    def acquire(self) -> None:
        """Take the lock at once or not at all; the folder is made if it is missing.

        Raises:
            InUse: another program, or another `DataLock` of this one, holds it.
            StoreError: the folder or the lock file cannot be made.
        """
        from filelock import FileLock, Timeout  # loading it takes longer than reading a log

        assert self._lock is None, "taken once"
        prepare_folder(self.folder)
        place = self.folder / LOCK_NAME
        lock = FileLock(place, thread_local=False)
        try:
            with reported(place):
                try:
                    lock.acquire(blocking=False)
                except Timeout:
                    raise InUse(str(self.folder), StoreReason.IN_USE) from None
        except StoreError as error:
            if error.reason is StoreReason.NOT_A_FILE:  # nobody named it, so it is not for him to name another file
                raise StoreError(error.path, StoreReason.OTHER, error.errno) from error
            raise
        self._lock = lock

    def release(self) -> None:
        """Let go of it. Without a lock, or a second time, this does nothing."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> DataLock:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.release()
