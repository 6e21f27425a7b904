"""One program at a time in a data folder."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import eventlog
from eventlog.errors import InUse, StoreError, StoreReason
from eventlog.store import DataLock
from eventlog.store.lock import LOCK_NAME


def test_a_second_one_is_refused(tmp_path: Path) -> None:
    with DataLock(tmp_path):
        with pytest.raises(InUse) as caught:
            DataLock(tmp_path).acquire()
        assert (caught.value.reason, caught.value.path) == (StoreReason.IN_USE, str(tmp_path))
    with DataLock(tmp_path):
        pass


def test_release_is_repeatable(tmp_path: Path) -> None:
    lock = DataLock(tmp_path)
    lock.release()
    lock.acquire()
    lock.release()
    lock.release()
    with DataLock(tmp_path):
        pass


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "share" / "joker-lan"
    with DataLock(folder):
        assert folder.is_dir()


def test_a_file_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here already")
    with pytest.raises(StoreError) as caught:
        DataLock(tmp_path / "file").acquire()
    assert caught.value.reason is StoreReason.NOT_A_FOLDER


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_another_program_holds_it_until_it_dies(tmp_path: Path) -> None:
    script = (
        "import sys\nfrom eventlog.store import DataLock\nlock = DataLock(sys.argv[1])\nlock.acquire()\n"
        "print('held', flush=True)\nsys.stdin.read()\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(eventlog.__file__).parents[1])},
    )
    assert child.stdout is not None
    with child:
        assert child.stdout.readline() == b"held\n"
        with pytest.raises(InUse):
            DataLock(tmp_path).acquire()
        child.send_signal(signal.SIGKILL)
    with DataLock(tmp_path):
        pass


def test_a_folder_in_the_place_of_the_lock(tmp_path: Path) -> None:
    (tmp_path / LOCK_NAME).mkdir()
    with pytest.raises(StoreError) as caught:
        DataLock(tmp_path).acquire()
    assert (caught.value.path, caught.value.reason) == (str(tmp_path / LOCK_NAME), StoreReason.OTHER)
