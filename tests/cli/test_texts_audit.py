"""Everything that the audit can find has a sentence."""

import re
from pathlib import Path

import pytest

from cli.texts_audit import check_text, finding_codes, finding_text, verdict_text
from protocol.match import Faulty
from protocol.offences import Wrong
from protocol.report import CHECKS, Verdict

AUDIT = Path(__file__).parents[2] / "protocol" / "audit.py"

LITERAL = set(re.findall(r'\.find\(\s*[^,"]+,\s*"([a-z-]+)"', AUDIT.read_text("utf-8")))


def test_codes_are_found_in_the_source() -> None:
    assert {"torn", "damage", "deck", "charged"} <= LITERAL


@pytest.mark.parametrize(
    "code",
    sorted({*LITERAL, *(f"entry-{fault}" for fault in Faulty), *(f"offence-{wrong}" for wrong in Wrong)}),
)
def test_finding(code: str) -> None:
    assert code in finding_codes()


@pytest.mark.parametrize(
    "reason", ["shape", "format", "game", "rules", "options", "rounds", "seats", "keys", "signatures"]
)
def test_bad_beginning(reason: str) -> None:
    assert f"start-{reason}" in finding_codes()


@pytest.mark.parametrize("code", sorted(finding_codes()))
def test_a_finding_is_a_sentence(code: str) -> None:
    assert finding_text(code, {}).endswith(".")


def test_an_unknown_finding_is_told_with_its_data() -> None:
    assert finding_text("from-tomorrow", {"deck": 3, "kind": "lock"}) == "from-tomorrow (deck 3, kind lock)"


@pytest.mark.parametrize("verdict", Verdict)
def test_verdict(verdict: Verdict) -> None:
    assert verdict_text(verdict.value).endswith(".")


@pytest.mark.parametrize("check", CHECKS)
def test_check(check: str) -> None:
    assert check_text(check) != check
