"""The words for what can be wrong: those of the pages, and errors that carry them."""

import re
from pathlib import Path

import pytest

from eventlog.errors import (
    ChainFault,
    ChainReason,
    CodecError,
    CodecReason,
    Damage,
    DamagedLog,
    DamageReason,
    EntryError,
    EntryReason,
    InUse,
    NotALog,
    StoreError,
    StoreReason,
)

DOCS = Path(__file__).parents[2] / "docs" / "protocol"


def words(page: str, pattern: str) -> list[str]:
    """The words in backquotes of one passage of a page."""
    found = re.search(pattern, (DOCS / f"{page}.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return re.findall(r"`([a-z-]+)`", found[1])


def test_reasons_of_the_encoding_are_those_of_the_page() -> None:
    assert words("encoding", r"\n(`too-long` .*?)\. Where several hold") == list(CodecReason)


def test_reasons_of_entries_are_those_of_the_page() -> None:
    """But for the one that only a program can meet that made the statement itself: no bytes have it."""
    assert words("entry", r"Of a single value: (.*?)\.") == [*EntryReason][:-1]
    assert [*EntryReason][-1] is EntryReason.NOT_PLAIN
    assert words("entry", r"Of an entry in its place: (.*?);") == list(ChainReason)


def test_reasons_of_damage_are_on_the_page() -> None:
    of_files = set(words("log-file", r"^(.*)$"))
    assert set(DamageReason) - of_files == {DamageReason.NOT_CANONICAL}  # it is told with the codes of the encoding
    assert DamageReason.NOT_CANONICAL.value == CodecReason.NOT_CANONICAL.value


def test_errors_of_values_are_value_errors_that_name_their_reason() -> None:
    for error in (CodecError(CodecReason.TRAILING), EntryError(EntryReason.TOO_DEEP)):
        assert isinstance(error, ValueError)
        assert str(error) == error.reason


@pytest.mark.parametrize("kind", [StoreError, NotALog, InUse])
def test_errors_of_files_carry_path_reason_and_the_systems_number(kind: type[StoreError]) -> None:
    error = kind("x.jlog", StoreReason.FULL, 28)
    assert isinstance(error, StoreError)
    assert (error.path, error.reason, error.errno) == ("x.jlog", StoreReason.FULL, 28)
    assert error.args == ("x.jlog", "full", 28)
    assert kind("x.jlog", StoreReason.GONE).errno is None


def test_a_damaged_log_says_where() -> None:
    damage = Damage(16, DamageReason.RESUMES, resumes_at=90)
    error = DamagedLog("x.jlog", damage)
    assert isinstance(error, StoreError)
    assert (error.reason, error.damage, error.errno) == (StoreReason.DAMAGED, damage, None)


def test_faults_are_values() -> None:
    assert ChainFault(3, ChainReason.NUMBER) == ChainFault(3, ChainReason("number"))
    assert ChainFault(0, ChainReason.GENESIS_SIGNATURE, 1) != ChainFault(0, ChainReason.GENESIS_SIGNATURE, 2)
    assert len({Damage(16, DamageReason.CHECKSUM), Damage(16, DamageReason.CHECKSUM, 90)}) == 2
