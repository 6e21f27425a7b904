"""The log file on a real disk: created whole, recovered after a crash, refused when damaged."""

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from eventlog.errors import (
    CodecError,
    Damage,
    DamagedLog,
    DamageReason,
    InUse,
    NotALog,
    StoreError,
    StoreReason,
)
from eventlog.store import FileKind, LogFile, Torn, read_log
from eventlog.store import log as log_module
from tests.eventlog import reference
from tests.eventlog.store.logs import RECORDS, SALT, posix_only, reason_of, written

if TYPE_CHECKING:
    from eventlog.codec import Plain


def test_the_bytes_on_the_disk(tmp_path: Path) -> None:
    data = written(tmp_path / "game.jlog")
    assert data == reference.filed(b"JOKLOG1\n", SALT, (5, RECORDS[:1]), (None, RECORDS[1:]))
    assert [path.name for path in tmp_path.iterdir()] == ["game.jlog"]


def test_open_goes_on_where_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "game.jlog"
    written(path)
    with LogFile.open(path) as log:
        assert tuple(log.scan.records) == RECORDS
        log.append(7, [("more",)])
    assert tuple(read_log(path).records) == (*RECORDS, ("more",))
    assert path.read_bytes() == reference.filed(
        b"JOKLOG1\n", SALT, (5, RECORDS[:1]), (None, RECORDS[1:]), (7, (("more",),))
    )


def test_each_file_gets_its_own_salt(tmp_path: Path) -> None:
    salts = set()
    for name in ("a", "b"):
        with LogFile.create(tmp_path / name) as log:
            salts.add(log.scan.salt)
    assert len(salts) == 2


@posix_only
def test_the_private_file_is_private(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        LogFile.create(tmp_path / "game.own", FileKind.OWN).close()
        LogFile.create(tmp_path / "game.jlog").close()
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "game.own").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "game.jlog").stat().st_mode) == 0o666  # what the umask leaves


def test_a_second_writer_is_refused_and_a_reader_is_not(tmp_path: Path) -> None:
    path = tmp_path / "game.jlog"
    with LogFile.create(path) as log:
        log.append(None, RECORDS)
        with pytest.raises(InUse) as caught:
            LogFile.open(path)
        assert reason_of(caught) is StoreReason.IN_USE
        assert tuple(read_log(path).records) == RECORDS
        log.append(None, RECORDS)
    LogFile.open(path).close()


@posix_only
def test_a_second_writer_by_another_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jlog"
    with LogFile.create(path):
        os.link(path, tmp_path / "hard")
        (tmp_path / "soft").symlink_to(path)
        for name in ("hard", "soft"):
            with pytest.raises(InUse):
                LogFile.open(tmp_path / name)


def test_create_never_overwrites(tmp_path: Path) -> None:
    path = tmp_path / "game.jlog"
    data = written(path)
    with pytest.raises(StoreError) as caught:
        LogFile.create(path)
    assert reason_of(caught) is StoreReason.EXISTS
    assert path.read_bytes() == data
    assert [each.name for each in tmp_path.iterdir()] == ["game.jlog"]


def test_create_never_overwrites_where_there_are_no_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", no_links)
    path = tmp_path / "game.jlog"
    data = written(path)
    with pytest.raises(StoreError) as caught:
        LogFile.create(path)
    assert reason_of(caught) is StoreReason.EXISTS
    assert path.read_bytes() == data
    assert [each.name for each in tmp_path.iterdir()] == ["game.jlog"]


def test_a_torn_tail_is_moved_aside(tmp_path: Path) -> None:
    path = tmp_path / "game.jlog"
    data = written(path)
    start = read_log(path).frames[-1].offset
    path.write_bytes(data[:-3])
    assert read_log(path).torn == Torn(start, len(data) - 3 - start)
    assert path.read_bytes() == data[:-3]  # reading changes nothing
    with LogFile.open(path) as log:
        assert log.scan.torn == Torn(start, len(data) - 3 - start)
        assert tuple(log.scan.records) == RECORDS[:1]
        log.append(None, RECORDS[1:])
    assert path.read_bytes() == data
    assert (tmp_path / "game.jlog.torn").read_bytes() == data[start:-3]
    path.write_bytes(data[:-1])
    LogFile.open(path).close()
    assert (tmp_path / "game.jlog.torn").read_bytes() == data[start:-3] + data[start:-1]


@posix_only
def test_the_torn_tail_of_a_private_file_is_private(tmp_path: Path) -> None:
    path = tmp_path / "game.own"
    with LogFile.create(path, FileKind.OWN) as own:
        own.append(None, RECORDS)
    path.write_bytes(path.read_bytes()[:-1])
    LogFile.open(path, FileKind.OWN).close()
    assert stat.S_IMODE((tmp_path / "game.own.torn").stat().st_mode) == 0o600


def test_a_torn_tail_that_cannot_be_kept_is_not_cut(tmp_path: Path) -> None:
    path = tmp_path / "game.jlog"
    data = written(path)[:-3]
    path.write_bytes(data)
    (tmp_path / "game.jlog.torn").mkdir()
    with pytest.raises(StoreError):
        LogFile.open(path)
    assert path.read_bytes() == data


def test_a_damaged_file_is_read_but_not_appended_to(tmp_path: Path) -> None:
    path = tmp_path / "game.jlog"
    data = written(path)
    first, second = (each.offset for each in read_log(path).frames)
    damaged = data[: first + 9] + b"\xff" + data[first + 10 :]
    path.write_bytes(damaged)
    damage = Damage(first, DamageReason.RESUMES, second)
    assert read_log(path).damage == damage
    with pytest.raises(DamagedLog) as caught:
        LogFile.open(path)
    assert caught.value.damage == damage
    assert path.read_bytes() == damaged


@pytest.mark.parametrize("size", [0, 5, 15])
def test_a_mere_beginning_is_read_but_not_appended_to(tmp_path: Path, size: int) -> None:
    path = tmp_path / "game.jlog"
    path.write_bytes(written(tmp_path / "whole")[:size])
    assert read_log(path).beginning
    with pytest.raises(StoreError) as caught:
        LogFile.open(path)
    assert reason_of(caught) is StoreReason.UNFINISHED


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"hello", StoreReason.NOT_A_LOG),
        (b"JOKOWN1\n" + SALT, StoreReason.NOT_A_LOG),
        (b"JOKLOG2\n" + SALT, StoreReason.NEWER_FORMAT),
    ],
)
def test_what_is_no_log(tmp_path: Path, data: bytes, reason: StoreReason) -> None:
    path = tmp_path / "game.jlog"
    path.write_bytes(data)
    for attempt in (read_log, LogFile.open):
        with pytest.raises(NotALog) as caught:
            attempt(path)
        assert reason_of(caught) is reason
    assert path.read_bytes() == data


def test_a_file_too_large_for_a_log(tmp_path: Path) -> None:
    path = tmp_path / "game.jlog"
    with path.open("wb") as file:
        file.write(b"JOKLOG1\n" + SALT)
        file.truncate(log_module.FILE_MAX + 1)
    with pytest.raises(StoreError) as caught:
        read_log(path)
    assert reason_of(caught) is StoreReason.TOO_LARGE


def test_missing_files_and_folders(tmp_path: Path) -> None:
    for attempt in (
        lambda: read_log(tmp_path / "none"),
        lambda: LogFile.open(tmp_path / "none"),
        lambda: LogFile.create(tmp_path / "no folder" / "game.jlog"),
    ):
        with pytest.raises(StoreError) as caught:
            attempt()
        assert reason_of(caught) is StoreReason.NOT_FOUND
    assert list(tmp_path.iterdir()) == []


def test_folders_and_files_confused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    written(file)
    with pytest.raises(StoreError) as caught:
        LogFile.open(tmp_path)
    assert reason_of(caught) is (StoreReason.NOT_A_FILE if os.name == "posix" else StoreReason.DENIED)
    with pytest.raises(StoreError) as caught:
        LogFile.create(file / "game.jlog")
    assert reason_of(caught) in {StoreReason.NOT_A_FOLDER, StoreReason.NOT_FOUND}


@posix_only
def test_devices_and_pipes_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "pipe", Path(os.devnull)):
        with pytest.raises(StoreError) as caught:
            read_log(place)
        assert reason_of(caught) is StoreReason.NOT_A_FILE


@pytest.fixture
def others_folder() -> Iterator[Path]:
    """A folder in which this test may not write. The superuser may write anywhere, so it acts as somebody else."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        written(folder / "game.jlog")
        (folder / "game.jlog").chmod(0o444)
        folder.chmod(0o555)
        is_superuser = os.geteuid() == 0
        if is_superuser:
            os.seteuid(65534)
        try:
            yield folder
        finally:
            if is_superuser:
                os.seteuid(0)
            folder.chmod(0o755)


@posix_only
def test_a_folder_that_is_not_ours(others_folder: Path) -> None:
    with pytest.raises(StoreError) as caught:
        LogFile.create(others_folder / "new.jlog")
    assert reason_of(caught) is StoreReason.DENIED
    with pytest.raises(StoreError) as caught:
        LogFile.open(others_folder / "game.jlog")
    assert reason_of(caught) is StoreReason.DENIED
    assert tuple(read_log(others_folder / "game.jlog").records) == RECORDS
    assert [path.name for path in others_folder.iterdir()] == ["game.jlog"]


def test_what_cannot_be_encoded_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    path = tmp_path / "game.jlog"
    data = written(path)
    deep: Plain = ()
    for _ in range(8):
        deep = (deep,)
    with LogFile.open(path) as log:
        for bad in (deep, bytes(1 << 20)):
            with pytest.raises(CodecError):
                log.append(None, [(bytes(900_000),), bad])
        assert path.read_bytes() == data
        log.append(None, [("still usable",)])


def test_closed_is_closed(tmp_path: Path) -> None:
    log = LogFile.create(tmp_path / "game.jlog")
    log.close()
    log.close()
    with pytest.raises(StoreError) as caught:
        log.append(None, RECORDS)
    assert reason_of(caught) is StoreReason.DEAD


def test_no_file_can_have_the_name_of_the_root(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        LogFile.create(tmp_path.anchor)
    assert reason_of(caught) is StoreReason.EXISTS


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        LogFile.create(tmp_path / "missing" / "game.jlog")
    assert (caught.value.path, caught.value.reason) == (str(tmp_path / "missing"), StoreReason.NOT_FOUND)


def test_the_longest_name_that_the_system_takes(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250 + ".jlog")
    with LogFile.create(path) as log:
        log.append(1, ["a"])
    assert path.exists()


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_a_name_that_no_file_can_have(tmp_path: Path, name: str) -> None:
    with pytest.raises(StoreError) as caught:
        read_log(tmp_path / name)
    assert reason_of(caught) is StoreReason.NOT_FOUND
