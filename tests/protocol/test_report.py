"""The report as data: its words are those of the page, and what holds no game says nothing of one."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from protocol.report import CHECKS, Check, Finding, Report, Severity, Verdict

PAGE = (Path(__file__).parents[2] / "docs" / "protocol" / "audit.md").read_text(encoding="utf-8")


def test_the_verdicts_are_those_of_the_page() -> None:
    assert set(re.findall(r"^\| ([A-Z-]+) \|", PAGE, re.MULTILINE)) == set(Verdict)


@pytest.mark.parametrize("severity", Severity)
def test_every_severity_is_on_the_page(severity: Severity) -> None:
    assert f"`{severity}`" in PAGE


def test_no_check_is_told_twice() -> None:
    assert len(set(CHECKS)) == len(CHECKS)


def test_a_report_on_no_game_keeps_what_is_known_and_nothing_else() -> None:
    finding = Finding(None, None, None, None, "damage", Severity.INVALID, {"at": 16})
    check = Check("encoding", 0, 1)
    report = Report.empty(Verdict.INVALID, (finding,), game_id=b"g" * 32, checks=(check,))
    told = {field.name: getattr(report, field.name) for field in fields(report)}
    known = {"verdict": Verdict.INVALID, "findings": (finding,), "game_id": b"g" * 32, "checks": (check,)}
    assert {name: value for name, value in told.items() if value} == known
    unknown = {"game", "preset", "final_hash", "scores", "winners", "state"}
    assert {name for name, value in told.items() if value is None} == unknown
