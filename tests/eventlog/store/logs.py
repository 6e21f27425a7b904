"""A small log on the disk, for the tests of the store."""

import os
from pathlib import Path

import pytest

from eventlog.codec import Plain
from eventlog.errors import StoreError, StoreReason
from eventlog.store import LogFile

SALT = bytes(range(8))
RECORDS: tuple[Plain, ...] = ((0, "zero"), (1, b"one"), (2, (None,)))
posix_only = pytest.mark.skipif(os.name != "posix", reason="modes and signals of POSIX")


def written(path: Path) -> bytes:
    """A log with the three records in two frames; gives its bytes."""
    with LogFile.create(path, salt=SALT) as log:
        log.append(5, RECORDS[:1])
        log.append(None, RECORDS[1:])
    return path.read_bytes()


def reason_of(error: pytest.ExceptionInfo[StoreError]) -> StoreReason:
    return error.value.reason
