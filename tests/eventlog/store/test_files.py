"""The durable steps: files that appear whole, making folders, the system's answers as codes."""

import errno
import os
from pathlib import Path

import pytest

from eventlog.errors import StoreError, StoreReason
from eventlog.store import files, prepare_folder


def test_a_file_appears_once_and_whole(tmp_path: Path) -> None:
    path = tmp_path / "new.key"
    files.publish(path, b"first", private=True)
    with pytest.raises(StoreError) as caught:
        files.publish(path, b"second", private=True)
    assert caught.value.reason is StoreReason.EXISTS
    assert path.read_bytes() == b"first"
    assert [each.name for each in tmp_path.iterdir()] == ["new.key"]


@pytest.mark.parametrize("step", ["write", "link", "fsync"])
def test_a_file_that_cannot_be_written_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def failing(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, step, failing)
        if hasattr(os, "fdatasync") and step == "fsync":
            patched.setattr(os, "fdatasync", failing)
        with pytest.raises(StoreError) as caught:
            files.publish(tmp_path / "new.key", b"data", private=False)
    assert caught.value.reason is StoreReason.FULL
    assert list(tmp_path.iterdir()) == []


def test_a_write_that_takes_nothing_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "write", lambda *_: 0)
    with pytest.raises(StoreError) as caught:
        files.publish(tmp_path / "file", b"data", private=False)
    assert caught.value.errno == errno.EIO


def test_a_folder_that_cannot_be_synced_as_such_is_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def not_here(_: int) -> None:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    monkeypatch.setattr(os, "fsync", not_here)
    files.sync_folder(tmp_path)


def test_a_folder_whose_sync_fails_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        files.sync_folder(tmp_path)


def test_folders_are_made_once(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    prepare_folder(folder)
    prepare_folder(folder)
    assert folder.is_dir()


def test_a_file_on_the_way(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    for path in (tmp_path / "a", tmp_path / "a" / "b"):
        with pytest.raises(StoreError) as caught:
            prepare_folder(path)
        assert caught.value.reason is StoreReason.NOT_A_FOLDER


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ENOENT, StoreReason.NOT_FOUND),
        (errno.EACCES, StoreReason.DENIED),
        (errno.EPERM, StoreReason.DENIED),
        (errno.EROFS, StoreReason.READ_ONLY),
        (errno.ENOSPC, StoreReason.FULL),
        (errno.EFBIG, StoreReason.FULL),
        (errno.EISDIR, StoreReason.NOT_A_FILE),
        (errno.ENOTDIR, StoreReason.NOT_A_FOLDER),
        (errno.EMFILE, StoreReason.OTHER),
    ],
)
def test_the_system_s_answers(number: int, reason: StoreReason) -> None:
    with pytest.raises(StoreError) as caught, files.reported("some/path"):
        raise OSError(number, os.strerror(number))
    assert (caught.value.path, caught.value.reason, caught.value.errno) == ("some/path", reason, number)


def test_an_error_without_a_number() -> None:
    with pytest.raises(StoreError) as caught, files.reported("some/path"):
        raise OSError("odd")
    assert (caught.value.reason, caught.value.errno) == (StoreReason.OTHER, None)


def test_a_folder_is_no_file_also_where_the_system_only_denies_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows has no other answer to whoever opens a folder."""

    def denying(*_: object) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    (tmp_path / "file").touch()
    monkeypatch.setattr(os, "open", denying)
    for path, reason in ((tmp_path, StoreReason.NOT_A_FILE), (tmp_path / "file", StoreReason.DENIED)):
        with pytest.raises(StoreError) as caught:
            files.open_regular(path, writing=False, limit=1)
        assert caught.value.reason is reason
