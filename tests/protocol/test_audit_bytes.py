"""A log file in which bytes were changed: whatever was changed, it is never taken for the history that was played.

Two who change it are played here: chance (the frame's checksum stays as it was), and somebody who writes every checksum
anew.
"""

from collections.abc import Iterator
from functools import cache

import pytest

from eventlog.codec import CodecError, decode, encode
from eventlog.entry import Entry, EntryError, LogEntry, entry_from_plain
from eventlog.store.frames import HEADER_SIZE, FileKind, Header, read_header
from protocol.audit import Report, Verdict, audit
from protocol.match import LogFault, Match
from protocol.terms import BadTerms
from tests.support.puppets import Puppets, file_of, file_of_records, scanned

RIGHT = (Verdict.VALID, Verdict.VALID_TRUSTED)


@cache
def played() -> tuple[LogEntry, ...]:
    return Puppets(deals=1).play()


@cache
def matches() -> tuple[Match, ...]:
    """The fold after each entry."""
    first, *rest = played()
    assert not isinstance(first, Entry)
    found = [Match.begin(first)]
    for entry in rest:
        found.append(found[-1].append(entry)[0])
    return tuple(found)


def test_the_log_is_valid_as_it_is() -> None:
    assert audit(scanned(file_of(played()))).verdict is Verdict.VALID


# ---- chance ---------------------------------------------------------------------------------------------------------


@cache
def audited_prefix(length: int, kind: str) -> Report:
    """What is said of the first entries with a torn or damaged end. The bytes behind them do not count."""
    data = file_of(played())
    whole = scanned(data)
    end = whole.frames[length].offset if length < len(whole.frames) else len(data)
    if kind == "torn":
        return audit(scanned(data[: end + 5]))
    changed = bytearray(data)
    changed[end + 4] ^= 1
    return audit(scanned(bytes(changed)))


def check_flip(data: bytes, position: int, mask: int) -> None:
    """Change one byte, and hold what is read and what is said of it to the law."""
    changed = bytearray(data)
    changed[position] ^= mask
    if read_header(bytes(changed[:HEADER_SIZE]), FileKind.LOG) is not Header.WHOLE:
        return  # no log, or a newer one: nobody calls it valid
    scan = scanned(bytes(changed))
    records = tuple(scan.records)
    assert records == tuple(entry.to_plain() for entry in played()[: len(records)])
    assert len(records) < len(played())
    assert (scan.torn is None) is not (scan.damage is None)
    kind = "torn" if scan.damage is None else "damaged"
    report = audited_prefix(len(records), kind)
    assert report.verdict is (Verdict.INCOMPLETE if kind == "torn" else Verdict.INVALID)
    assert len(records) in [found.entry for found in report.findings]


def positions(data: bytes) -> Iterator[int]:
    """Every byte of the header, of the frames' heads and tails and of short entries; of long entries every third."""
    yield from range(HEADER_SIZE)
    frames = scanned(data).frames
    for each, end in zip(frames, [*(frame.offset for frame in frames[1:]), len(data)], strict=True):
        for position in range(each.offset, end):
            if end - each.offset < 600 or position < each.offset + 60 or position > end - 60 or position % 3 == 0:
                yield position


def test_no_byte_can_change_by_chance() -> None:
    """One frame for each entry; a frame of several only hides more behind its first bad byte."""
    data = file_of(played())
    for position in positions(data):
        check_flip(data, position, 1 << position % 8)


@pytest.mark.slow
@pytest.mark.parametrize("together", [1, 7, 100])
@pytest.mark.parametrize("mask", [1, 2, 4, 8, 16, 32, 64, 128, 255])
def test_no_bit_can_change_by_chance(mask: int, together: int) -> None:
    data = file_of(played(), together=together)
    for position in range(len(data)):
        changed = bytearray(data)
        changed[position] ^= mask
        if read_header(bytes(changed[:HEADER_SIZE]), FileKind.LOG) is Header.WHOLE:
            scan = scanned(bytes(changed))
            assert len(tuple(scan.records)) < len(played())
            assert scan.torn or scan.damage


@pytest.mark.parametrize("together", [1, 4])
def test_a_file_that_was_cut_anywhere_is_incomplete(together: int) -> None:
    data = file_of(played(), together=together)
    for length in (*range(HEADER_SIZE), *range(HEADER_SIZE, len(data), 997)):
        cut = data[:length]
        assert read_header(cut[:HEADER_SIZE], FileKind.LOG) in (Header.WHOLE, Header.BEGINNING)
        if length >= HEADER_SIZE:
            assert audit(scanned(cut)).verdict is Verdict.INCOMPLETE


# ---- who writes every checksum anew ---------------------------------------------------------------------------------


def changed_entries(step: int) -> Iterator[tuple[int, LogEntry | None]]:
    """Every entry with one byte changed, or None where it can be read no more; of long entries every `step`th byte."""
    for n, entry in enumerate(played()):
        encoded = encode(entry.to_plain())
        for position in range(0, len(encoded), step if len(encoded) > 600 else 1):
            changed = bytearray(encoded)
            changed[position] ^= 1 << (position + n) % 8
            try:
                yield n, entry_from_plain(decode(bytes(changed)))
            except (CodecError, EntryError):
                yield n, None


def check_rewritten(step: int) -> None:
    for n, entry in changed_entries(step):
        if entry is None:
            continue  # the report says so, see below
        if n == 0:
            if not isinstance(entry, Entry):
                with pytest.raises(BadTerms) as terms:
                    Match.begin(entry)
                assert terms.value.code in ("shape", "format", "keys", "signatures")
            continue
        with pytest.raises(LogFault) as fault:
            matches()[n - 1].append(entry, points=False)
        assert fault.value.n == n


def test_no_byte_of_an_entry_can_be_rewritten() -> None:
    check_rewritten(step=29)


@pytest.mark.slow
def test_no_byte_of_any_entry_can_be_rewritten() -> None:
    check_rewritten(step=1)


def test_what_is_said_of_a_rewritten_file() -> None:
    """The same through the whole audit, for a byte here and there in every entry."""
    plain = [entry.to_plain() for entry in played()]
    for n, encoded in enumerate(map(encode, plain)):
        for position in (0, len(encoded) // 3, len(encoded) - 1):
            changed = bytearray(encoded)
            changed[position] ^= 4
            try:
                record = decode(bytes(changed))
            except CodecError:
                continue  # it cannot be put into a frame at all
            if record == plain[n]:
                continue
            report = audit(scanned(file_of_records([*plain[:n], record, *plain[n + 1 :]])))
            assert report.verdict is Verdict.INVALID, (n, position)
            assert report.findings[0].entry == n
            assert report.entries == n


def test_the_time_of_a_frame_is_signed_by_nobody() -> None:
    plain = [entry.to_plain() for entry in played()]
    for time_ms in (None, 0, (1 << 64) - 1):
        assert audit(scanned(file_of_records(plain, time_ms=time_ms))).verdict is Verdict.VALID
    several = [audit(scanned(file_of(played(), together=together))) for together in (2, 5, 100)]
    assert {report.final_hash for report in several} == {matches()[-1].last.chain.head}
    assert all(report.verdict in RIGHT for report in several)
