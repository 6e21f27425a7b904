"""Durable steps on files, and the operating system's answers as codes.

Responsible for writing whole, syncing, publishing under a name in one step, and locking. It must not know any format.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from eventlog.errors import InUse, StoreError, StoreReason

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = [
    "lock_file",
    "open_regular",
    "prepare_folder",
    "publish",
    "read_all",
    "reported",
    "sync_data",
    "sync_folder",
    "write_all",
]

_BINARY: int = getattr(os, "O_BINARY", 0)  # Windows would turn line feeds into two bytes
_NONBLOCK: int = getattr(os, "O_NONBLOCK", 0)  # opening a pipe would wait for somebody to write into it
_CHUNK = 1 << 20

_REASONS = {
    errno.ENOENT: StoreReason.NOT_FOUND,
    errno.EEXIST: StoreReason.EXISTS,
    errno.EACCES: StoreReason.DENIED,
    errno.EPERM: StoreReason.DENIED,
    errno.EROFS: StoreReason.READ_ONLY,
    errno.ENOSPC: StoreReason.FULL,
    errno.EDQUOT: StoreReason.FULL,
    errno.EFBIG: StoreReason.FULL,
    errno.EISDIR: StoreReason.NOT_A_FILE,
    errno.ENXIO: StoreReason.NOT_A_FILE,
    errno.ENOTDIR: StoreReason.NOT_A_FOLDER,
}
_NO_LINKS = frozenset({errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EINVAL})
_NO_SYNC = frozenset({errno.EINVAL, errno.ENOTSUP, errno.ENOTTY})
_NO_LOCKS = frozenset({errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.ENOLCK, errno.EINVAL})


@contextmanager
def reported(path: str | os.PathLike[str]) -> Iterator[None]:
    """Turn the operating system's errors inside the block into a `StoreError` about this path."""
    try:
        yield
    except OSError as error:
        reason = _REASONS.get(error.errno or 0, StoreReason.OTHER)
        raise StoreError(os.fspath(path), reason, error.errno) from error


def open_regular(path: Path, *, writing: bool, limit: int) -> int:
    """A descriptor of an existing ordinary file of at most `limit` bytes.

    Raises:
        StoreError: `NOT_A_FILE`, `TOO_LARGE` or what the system says.
    """
    try:
        with reported(path):
            descriptor = os.open(path, (os.O_RDWR if writing else os.O_RDONLY) | _BINARY | _NONBLOCK)
    except ValueError:  # characters that no name can have
        raise StoreError(str(path), StoreReason.NOT_FOUND) from None
    except StoreError as error:
        if error.reason is StoreReason.DENIED and os.path.isdir(path):  # what Windows says of a folder
            raise StoreError(error.path, StoreReason.NOT_A_FILE, error.errno) from error
        raise
    try:
        with reported(path):
            status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise StoreError(str(path), StoreReason.NOT_A_FILE)
        if status.st_size > limit:
            raise StoreError(str(path), StoreReason.TOO_LARGE)
    except StoreError:
        os.close(descriptor)
        raise
    return descriptor


def read_all(descriptor: int) -> bytes:
    """Everything from the beginning of the file."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    chunks: list[bytes] = []
    while chunk := os.read(descriptor, _CHUNK):
        chunks.append(chunk)
    return b"".join(chunks)


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of it where the file stands; the system may take it in pieces."""
    rest = memoryview(data)
    while rest:
        written = os.write(descriptor, rest)
        if written == 0:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        rest = rest[written:]


def sync_data(descriptor: int) -> None:
    """Return when the file's bytes and length will survive a power cut, as far as the system can promise."""
    if sys.platform == "darwin":
        # fsync leaves the bytes in the drive's cache there.
        try:
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        except OSError as error:
            if error.errno not in _NO_SYNC:
                raise
            os.fsync(descriptor)
    elif hasattr(os, "fdatasync"):
        os.fdatasync(descriptor)
    else:
        os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Return when names that were added to the folder will survive a power cut. Windows has no such step."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise
    finally:
        os.close(descriptor)


def lock_file(descriptor: int, path: Path) -> None:
    """Hold the open file for writing until it is closed; readers are not hindered.

    Where the file system has no locks nothing is held: the lock on the data folder still is.

    Raises:
        InUse: somebody else holds it.
    """
    try:
        if sys.platform == "win32":
            os.lseek(descriptor, 0x7FFF_0000, os.SEEK_SET)  # Windows forbids reading what is locked: a byte far behind
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise InUse(str(path), StoreReason.IN_USE, error.errno) from error


def publish(path: Path, data: bytes, *, private: bool) -> None:
    """Make a new file appear under its name whole and synced, or not at all; one that is there stays as it is.

    Args:
        path: the name.
        data: all its bytes.
        private: readable and writable by its owner only (mode 0600).

    Raises:
        StoreError: `EXISTS`, `NOT_FOUND` about the folder, or what the system says.
    """
    if not path.name:
        raise StoreError(str(path), StoreReason.EXISTS)  # the root of everything
    with reported(path):
        has_folder = path.parent.exists()
    if not has_folder:
        raise StoreError(str(path.parent), StoreReason.NOT_FOUND)
    draft = path.with_name(f".{os.urandom(6).hex()}.new")
    with reported(path):
        descriptor = os.open(
            draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, stat.S_IRUSR | stat.S_IWUSR if private else 0o666
        )
        try:
            try:
                write_all(descriptor, data)
                sync_data(descriptor)
            finally:
                os.close(descriptor)
            _rename_exclusively(draft, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(draft)
            raise
        sync_folder(path.parent)


def _rename_exclusively(draft: Path, path: Path) -> None:
    """Rename without replacing. A second name fails if there is one already, which a rename on POSIX does not."""
    try:
        os.link(draft, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        os.rename(draft, path)
    else:
        os.unlink(draft)


def prepare_folder(path: Path) -> None:
    """Make the folder and those above it where they are missing, for this user alone (mode 0700).

    Raises:
        StoreError: `NOT_A_FOLDER` or what the system says.
    """
    try:
        with reported(path):
            if path.is_dir():
                return
            path.mkdir(mode=stat.S_IRWXU, parents=True, exist_ok=True)
            sync_folder(path.parent)
    except StoreError as error:
        if error.reason is StoreReason.EXISTS:
            raise StoreError(error.path, StoreReason.NOT_A_FOLDER, error.errno) from error
        raise
