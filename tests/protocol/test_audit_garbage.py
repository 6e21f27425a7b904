"""The audit of garbage: records and bytes that anybody may have written, and words that all have signed.

Whatever it is, the answer is a report.
"""

from dataclasses import fields, is_dataclass
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from eventlog.codec import CodecError, Plain, encode
from eventlog.entry import Entry, EntryError, Statement
from protocol.audit import FINDING_CODES, Report, Severity, Verdict, audit
from protocol.statements import start_body
from tests.protocol.audited import codes, entries, game, matches, of_entries, of_records
from tests.support.puppets import file_of, ordered, scanned, signed

FEW = settings(max_examples=60)

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(1 << 63), (1 << 64) - 1),
    st.integers(-2, 40),
    st.binary(max_size=40),
    st.binary(min_size=32, max_size=32),
    st.binary(min_size=64, max_size=64),
    st.text(max_size=12),
    st.sampled_from(["start", "seat", "table", "bid", "play", "draw", "deck36", "proof", "statement"]),
)
PLAIN: st.SearchStrategy[Any] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=6).map(tuple), max_leaves=20
)


def fits(record: Plain) -> bool:
    try:
        encode((0, (record,)))
    except CodecError:
        return False
    return True


def check_never_right(report: Report) -> None:
    assert report.verdict in (Verdict.INVALID, Verdict.UNSUPPORTED)
    assert {found.code for found in report.findings} <= FINDING_CODES
    _check_values(report)


def _check_values(report: Report) -> None:
    for found in report.findings:
        assert all(isinstance(value, int | str) for value in found.about.values())
        assert is_dataclass(found)
        assert found.entry is None or found.entry >= 0
    assert {each.name for each in fields(report)} >= {"verdict", "findings"}


@FEW
@given(st.lists(PLAIN.filter(fits), min_size=1, max_size=3))
def test_records_that_are_no_entries(records: list[Plain]) -> None:
    check_never_right(of_records(*records))


@FEW
@given(st.integers(0, 34), st.lists(PLAIN.filter(fits), min_size=1, max_size=2))
def test_records_that_are_no_entries_behind_a_good_log(length: int, records: list[Plain]) -> None:
    check_never_right(of_records(*(entry.to_plain() for entry in entries()[:length]), *records))


@FEW
@given(st.binary(max_size=300))
def test_bytes_that_are_no_frames(rest: bytes) -> None:
    data = file_of(entries()[:3])
    report = audit(scanned(data[:16] + rest))
    assert report.verdict in (Verdict.INCOMPLETE, Verdict.INVALID)
    report = audit(scanned(data + rest))
    assert report.verdict in (Verdict.INCOMPLETE, Verdict.INVALID)
    assert report.entries == 3


def replaced(value: Any, path: list[int], other: Any) -> Any:
    """A plain value with one part replaced; `path` chooses it."""
    if not path or type(value) is not tuple or not value:
        return other
    place = path[0] % len(value)
    return (*value[:place], replaced(value[place], path[1:], other), *value[place + 1 :])


@settings(max_examples=150)
@given(st.data())
def test_statements_with_anything_in_them_signed_by_all(data: st.DataObject) -> None:
    """Whatever a body holds, it is judged; only what changes nothing can be right."""
    n = data.draw(st.integers(1, len(entries()) - 1))
    entry = entries()[n]
    assert isinstance(entry, Entry)
    assert isinstance(entry.statement, Statement)
    path = data.draw(st.lists(st.integers(0, 40), min_size=1, max_size=4))
    plain = replaced(entry.statement.plain(), path, data.draw(PLAIN))
    try:
        statement = Statement.from_plain(plain)
    except EntryError:
        return
    before = matches()[n - 1].last
    forged = ordered(before.chain, statement, game().keys)
    report = of_entries((*entries()[:n], forged))
    if report.entries == n:
        check_never_right(report)
        assert report.findings[0].entry == n
    else:  # a salt, a cut, a name: his to choose
        assert report.verdict is Verdict.INCOMPLETE
        assert statement.kind in ("name", "cut", "commit", "shuffle", "shadow", "answer", "lock", "act", "lot")


@FEW
@given(st.data())
def test_beginnings_with_anything_in_them_signed_by_all(data: st.DataObject) -> None:
    puppets = game()
    path = data.draw(st.lists(st.integers(0, 60), min_size=1, max_size=4))
    body = replaced(start_body(puppets.start), path, data.draw(PLAIN))
    try:
        first = signed(body, puppets.keys)
    except EntryError:
        return
    report = of_entries((first, *puppets.entries[1:]))
    if first != puppets.entries[0]:
        check_never_right(report)
        assert report.findings[0].entry in (0, 1)


def test_huge_and_deep_records() -> None:
    deep: Plain = ()
    for _ in range(5):
        deep = (deep,)
    for record in (deep, b"x" * 1_000_000, "x" * 1_000_000, (0,) * 500_000, tuple((n, 0) for n in range(100_000))):
        report = of_records(record)
        assert (report.verdict, codes(report)) == (Verdict.INVALID, [(0, "encoding")])


def test_a_statement_as_long_as_a_statement_may_be() -> None:
    log = entries()[:5]
    chain = matches()[4].last.chain
    statement = Statement("act", 0, matches()[4].last.said[0], 4, chain.head, (b"x" * 65_000,))
    report = of_entries((*log, ordered(chain, statement, game().keys)))
    assert (report.verdict, codes(report)) == (Verdict.INVALID, [(5, "offence-shape")])


def test_many_findings_are_not_made_of_one_fault() -> None:
    log = entries()
    report = of_entries((log[0], *log[2:]))
    assert len(report.findings) == 1
    assert report.findings[0].severity is Severity.INVALID
