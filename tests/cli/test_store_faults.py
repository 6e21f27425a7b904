"""Every reason for which a file cannot be used has a sentence, and an exit code that tells whose fault it is."""

import errno

import pytest

from cli.exits import Exit
from cli.store_faults import store_fault
from cli.texts_program import codes, sentence
from eventlog.errors import StoreError, StoreReason


@pytest.mark.parametrize("reason", StoreReason)
def test_every_reason_has_a_sentence_that_names_the_path(reason: StoreReason) -> None:
    fault = store_fault(StoreError("/games/x.jlog", reason))
    assert fault.code in codes()
    assert "/games/x.jlog" in sentence(fault)
    assert "?" not in sentence(fault)


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        (StoreReason.NOT_FOUND, Exit.NOT_FOUND),
        (StoreReason.NOT_A_LOG, Exit.INVALID),
        (StoreReason.FULL, Exit.MACHINE),
        (StoreReason.READ_ONLY, Exit.MACHINE),
        (StoreReason.IN_USE, Exit.MACHINE),
        (StoreReason.NEWER_FORMAT, Exit.VERSION),
    ],
)
def test_exit(reason: StoreReason, code: Exit) -> None:
    assert store_fault(StoreError("x", reason)).exit is code


def test_the_systems_own_words_are_told_when_there_is_nothing_better() -> None:
    fault = store_fault(StoreError("x", StoreReason.OTHER, errno.EIO))
    assert str(fault.about["reason"]) in sentence(fault)
    assert fault.about["reason"] != "other"
