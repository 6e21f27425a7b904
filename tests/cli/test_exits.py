"""Exit codes of verdicts, alone and of several files."""

import pytest

from cli.exits import Exit, verdict_exit, worst


@pytest.mark.parametrize(
    ("verdict", "code", "strict"),
    [("VALID", 0, 0), ("VALID-TRUSTED", 0, 7), ("INCOMPLETE", 7, 7), ("UNSUPPORTED", 7, 7), ("INVALID", 6, 6)],
)
def test_verdict(verdict: str, code: int, strict: int) -> None:
    assert verdict_exit(verdict) == code
    assert verdict_exit(verdict, strict=True) == strict


def test_invalid_before_incomplete_before_done() -> None:
    assert worst((Exit.DONE, Exit.INCOMPLETE, Exit.INVALID, Exit.DONE)) == 6
    assert worst((Exit.DONE, Exit.INCOMPLETE)) == 7
    assert worst((Exit.NOT_FOUND, Exit.INCOMPLETE)) == 3
    assert worst((Exit.DONE, Exit.DONE)) == 0
