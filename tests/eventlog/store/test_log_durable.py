"""What is acknowledged is on the disk: full disks, failing syncs, interruptions, killed writers, files taken away."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import eventlog
from eventlog.errors import (
    StoreError,
    StoreReason,
)
from eventlog.store import LogFile, Torn, read_log
from eventlog.store import files as files_module
from eventlog.store import log as log_module
from tests.eventlog import reference
from tests.eventlog.store.logs import RECORDS, SALT, posix_only, reason_of, written


def failing(number: int) -> OSError:
    return OSError(number, os.strerror(number))


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ENOSPC, StoreReason.FULL),
        (errno.EDQUOT, StoreReason.FULL),
        (errno.EROFS, StoreReason.READ_ONLY),
        (errno.EIO, StoreReason.OTHER),
    ],
)
@pytest.mark.parametrize("room", [0, 1, 8, 20])
def test_a_write_that_fails_in_the_middle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, reason: StoreReason, room: int
) -> None:
    path = tmp_path / "game.jlog"
    data = written(path)
    left = room
    write = os.write

    def full(descriptor: int, content: memoryview) -> int:
        nonlocal left
        if left == 0:
            raise failing(number)
        count = write(descriptor, content[:left])
        left -= count
        return count

    with LogFile.open(path) as log:
        with monkeypatch.context() as patched:
            patched.setattr(os, "write", full)
            with pytest.raises(StoreError) as caught:
                log.append(None, [("lost", bytes(100))])
        assert (caught.value.reason, caught.value.errno, caught.value.path) == (reason, number, str(path))
        assert not log.is_usable
        with pytest.raises(StoreError) as caught:
            log.append(None, [("never",)])
        assert reason_of(caught) is StoreReason.DEAD
    assert path.read_bytes()[: len(data)] == data
    with LogFile.open(path) as log:
        assert tuple(log.scan.records) == RECORDS
        assert log.scan.torn == (Torn(len(data), room) if room else None)
    assert path.read_bytes() == data


def test_a_sync_that_fails_is_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jlog"
    written(path)
    syncs = 0

    def lost(_: int) -> None:
        nonlocal syncs
        syncs += 1
        raise failing(errno.EIO)

    with LogFile.open(path) as log:
        monkeypatch.setattr(log_module, "sync_data", lost)
        for _ in range(2):
            with pytest.raises(StoreError):
                log.append(None, [("unknown",)])
    assert syncs == 1


def test_an_interruption_kills_the_object_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    with LogFile.create(tmp_path / "game.jlog") as log:
        monkeypatch.setattr(log_module, "sync_data", interrupted)
        with pytest.raises(KeyboardInterrupt):
            log.append(None, RECORDS)
        assert not log.is_usable


def test_short_writes_are_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:3]))
    data = written(tmp_path / "game.jlog")
    assert data == reference.filed(b"JOKLOG1\n", SALT, (5, RECORDS[:1]), (None, RECORDS[1:]))


def test_a_full_disk_leaves_no_half_made_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int, __: memoryview) -> int:
        raise failing(errno.ENOSPC)

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(StoreError) as caught:
        LogFile.create(tmp_path / "game.jlog")
    assert reason_of(caught) is StoreReason.FULL
    assert list(tmp_path.iterdir()) == []


@posix_only
def test_a_real_limit_of_the_system(tmp_path: Path) -> None:
    import resource

    path = tmp_path / "game.jlog"
    data = written(path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with LogFile.open(path) as log:
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (len(data) + 50, hard))
            with pytest.raises(StoreError) as caught:
                log.append(None, [(bytes(1000),)])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, old)
    assert reason_of(caught) is StoreReason.FULL
    assert path.stat().st_size == len(data) + 50
    with LogFile.open(path) as log:
        assert tuple(log.scan.records) == RECORDS


def test_everything_is_synced_before_append_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []

    def write(descriptor: int, data: bytes) -> None:
        steps.append("write")
        files_module.write_all(descriptor, data)

    def sync(descriptor: int) -> None:
        steps.append("sync")
        files_module.sync_data(descriptor)

    path = tmp_path / "game.jlog"
    with LogFile.create(path) as log:
        monkeypatch.setattr(log_module, "write_all", write)
        monkeypatch.setattr(log_module, "sync_data", sync)
        log.append(None, RECORDS)
        assert steps == ["write", "sync"]
        steps.clear()
        log.append(None, [(bytes(600_000),), (bytes(600_000),)])
        assert steps == ["write", "sync", "write", "sync"]  # never two unsynced frames
    assert len(read_log(path).frames) == 3


def test_the_header_is_synced_before_the_file_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[tuple[str, bool]] = []
    path = tmp_path / "game.jlog"
    sync_data, sync_folder = files_module.sync_data, files_module.sync_folder

    def file(descriptor: int) -> None:
        steps.append(("file", path.exists()))
        sync_data(descriptor)

    def folder(place: Path) -> None:
        steps.append(("folder", path.exists()))
        sync_folder(place)

    monkeypatch.setattr(files_module, "sync_data", file)
    monkeypatch.setattr(files_module, "sync_folder", folder)
    LogFile.create(path).close()
    assert steps == [("file", False), ("folder", True)]


WRITER = """
import os, sys
from eventlog.store import LogFile
log = LogFile.open(sys.argv[1])
number = sum(1 for _ in log.scan.records)
while True:
    log.append(None, [(number, bytes(number * 397 % 5000))])
    os.write(1, number.to_bytes(4, "big"))
    number += 1
"""


@posix_only
def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "game.jlog"
    LogFile.create(path).close()
    environment = {**os.environ, "PYTHONPATH": str(Path(eventlog.__file__).parents[1])}
    stored = 0
    for round_number in range(20):
        child = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, env=environment, bufsize=0
        )
        assert child.stdout is not None
        with child, child.stdout as acknowledged:
            for _ in range(1 + 7 * round_number % 40):
                assert len(acknowledged.read(4)) == 4
            child.send_signal(signal.SIGKILL)
            rest = acknowledged.read()
        told = stored + 1 + 7 * round_number % 40 + len(rest) // 4
        with LogFile.open(path) as log:
            records = list(log.scan.records)
        assert records == [(number, bytes(number * 397 % 5000)) for number in range(len(records))]
        assert told <= len(records) <= told + 1
        stored = len(records)


@pytest.mark.skipif(os.name != "posix", reason="Windows does not let go of an open file")
@pytest.mark.parametrize("successor", [None, b"another file"])
def test_a_file_that_is_deleted_or_replaced_is_not_written_on(tmp_path: Path, successor: bytes | None) -> None:
    path = tmp_path / "game.jlog"
    with LogFile.create(path) as log:
        log.append(1, ["a"])
        path.unlink()
        if successor is not None:
            path.write_bytes(successor)
        with pytest.raises(StoreError) as caught:
            log.append(2, ["b"])
        assert reason_of(caught) is StoreReason.GONE
        assert not log.is_usable


def test_a_file_that_is_moved_is_written_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jlog"
    with LogFile.create(path) as log:
        path.rename(tmp_path / "moved.jlog")
        log.append(1, ["a"])
    assert list(read_log(tmp_path / "moved.jlog").records) == ["a"]
