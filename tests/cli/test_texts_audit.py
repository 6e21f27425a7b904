"""Everything that the audit can find has a sentence."""

import pytest

from cli.texts_audit import check_text, finding_codes, finding_text, verdict_text
from protocol.audit import FINDING_CODES
from protocol.report import CHECKS, Verdict


@pytest.mark.parametrize("code", sorted(FINDING_CODES))
def test_everything_that_can_be_found_has_a_sentence(code: str) -> None:
    assert code in finding_codes()


@pytest.mark.parametrize("code", ["not-a-log", "too-large", "newer-format"])
def test_what_is_no_log_has_a_sentence(code: str) -> None:
    assert code in finding_codes()


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
