"""The log file against a list, through appends, crashes at any byte, full disks and reopening in any order."""

import errno
import shutil
import tempfile
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from eventlog.codec import Plain
from eventlog.errors import StoreError
from eventlog.store import LogFile, read_log
from eventlog.store import log as log_module
from eventlog.store.files import write_all

records = st.lists(st.tuples(st.integers(0, 9), st.binary(max_size=30)), min_size=1, max_size=3).map(tuple)


class LogMachine(RuleBasedStateMachine):
    """`kept` is what was acknowledged; `log` is None between a crash and the next opening."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "game.jlog"
        self.kept: tuple[Plain, ...] = ()
        self.torn = b""
        self.log: LogFile | None = LogFile.create(self.path)

    @precondition(lambda self: self.log is not None)
    @rule(batch=records, time_ms=st.one_of(st.none(), st.integers(0, 1 << 45)))
    def append(self, batch: tuple[Plain, ...], time_ms: int | None) -> None:
        assert self.log is not None
        self.log.append(time_ms, batch)
        self.kept += batch

    def crash(self) -> None:
        assert self.log is not None
        self.log.close()
        self.log = None

    @precondition(lambda self: self.log is not None)
    @rule()
    def crash_at_rest(self) -> None:
        self.crash()

    @precondition(lambda self: self.log is not None)
    @rule(batch=records, share=st.floats(0, 1), rest=st.sampled_from(["cut", "zeros", "garbage"]))
    def crash_in_append(self, batch: tuple[Plain, ...], share: float, rest: str) -> None:
        assert self.log is not None
        before = self.path.stat().st_size
        with (
            mock.patch.object(log_module, "sync_data", side_effect=OSError(errno.EIO, "power cut")),
            pytest.raises(StoreError),
        ):
            self.log.append(None, batch)
        self.crash()
        whole = self.path.read_bytes()
        there = before + int(share * (len(whole) - before))
        left = whole[:there]
        if rest == "zeros":
            left += bytes(len(whole) - there)
        elif rest == "garbage":
            left += bytes(byte ^ 0xA5 for byte in whole[there:])
        self.path.write_bytes(left)
        if left == whole:
            self.kept += batch  # never acknowledged, and yet there: allowed
        else:
            self.torn += left[before:]

    @precondition(lambda self: self.log is not None)
    @rule(batch=records, room=st.integers(0, 40))
    def disk_full(self, batch: tuple[Plain, ...], room: int) -> None:
        assert self.log is not None
        written = b""

        def full(descriptor: int, data: bytes) -> None:
            nonlocal written
            written = data[: min(room, len(data) - 1)]
            write_all(descriptor, written)
            raise OSError(errno.ENOSPC, "no space")

        with mock.patch.object(log_module, "write_all", full), pytest.raises(StoreError):
            self.log.append(None, batch)
        self.torn += written
        self.crash()

    @precondition(lambda self: self.log is None)
    @rule()
    def reopen(self) -> None:
        self.log = LogFile.open(self.path)
        assert tuple(self.log.scan.records) == self.kept

    @invariant()
    def a_reader_sees_what_was_kept(self) -> None:
        found = read_log(self.path)
        assert tuple(found.records) == self.kept
        assert found.damage is None

    @invariant()
    def every_torn_byte_is_kept_once(self) -> None:
        if self.log is not None:
            aside = self.path.with_name("game.jlog.torn")
            assert (aside.read_bytes() if aside.exists() else b"") == self.torn

    def teardown(self) -> None:
        if self.log is not None:
            self.log.close()
        shutil.rmtree(self.folder)


TestLogMachine = LogMachine.TestCase
