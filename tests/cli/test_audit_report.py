"""The report of an audit in lines for people and as a document for programs."""

from dataclasses import replace

from cli.audit_report import report_document, report_lines, unreadable
from cli.exits import Exit
from protocol.report import Check, Finding, Report, Severity, Verdict
from protocol.seat import Kind, Person


def some_report(*findings: Finding, verdict: Verdict = Verdict.INVALID) -> Report:
    blank = unreadable(Verdict.INVALID, "not-a-log")
    people = (Person(0, "Ann", Kind.PERSON, 0), Person(1, "", Kind.BOT, 0))
    return replace(
        blank,
        verdict=verdict,
        game="classic",
        people=people,
        findings=findings,
        entries=9,
        checks=(Check("moves", 1, 2),),
    )


def test_an_offence_is_told_with_name_and_rule_in_words() -> None:
    found = Finding(5, 1, 0, "A16", "charged", Severity.OFFENCE)
    lines = list(report_lines(some_report(found, verdict=Verdict.VALID), "a b.jlog", verbose=False))
    told = next(line for line in lines if line.startswith("Notes"))
    assert told.startswith("Notes     entry 5, deal 1: Ann broke a rule; ")
    assert " Rule A16: " in told
    assert lines[-1] == "Evidence  joker-lan replay 'a b.jlog' --at 5"


def test_a_failed_check_is_marked_and_a_seat_without_name_has_a_number() -> None:
    report = some_report(Finding(5, None, 1, None, "offence-coin", Severity.INVALID))
    lines = list(report_lines(report, "x", verbose=False))
    assert any(line.startswith("!") and "1/2" in line for line in lines)
    assert any("seat 2 opened another coin" in line for line in lines)


def test_hundreds_of_findings_are_cut_but_with_verbose() -> None:
    report = some_report(*(Finding(n, None, None, None, "entry-number", Severity.INVALID) for n in range(300)))
    brief = list(report_lines(report, "x", verbose=False))
    assert len(brief) < 30
    assert any("and 288 more" in line for line in brief)
    assert len(list(report_lines(report, "x", verbose=True))) > 300


def test_a_name_from_a_foreign_log_cannot_steer_the_terminal() -> None:
    report = some_report(Finding(5, None, 0, None, "offence-coin", Severity.INVALID))
    evil = replace(report, people=(Person(0, "\x1b[2J", Kind.PERSON, 0),))
    assert all(line.isprintable() for line in report_lines(evil, "x", verbose=True))
    assert report_document(evil, "x", Exit.INVALID)["players"][0]["name"] == "\x1b[2J"


def told(report: Report, *, verbose: bool = False) -> list[str]:
    return list(report_lines(report, "x.jlog", verbose=verbose))


def test_what_could_not_be_read_has_a_verdict_and_a_reason_only() -> None:
    lines = told(unreadable(Verdict.UNSUPPORTED, "newer-format"))
    assert lines[0] == "VERDICT  UNSUPPORTED"
    assert [line.split()[0] for line in lines[2:]] == ["Found"]
    document = report_document(unreadable(Verdict.INVALID, "not-a-log"), "x.jlog", Exit.INVALID)
    assert (document["ok"], document["exit"], document["game_id"], document["scores"]) == (False, 6, None, None)
    assert [(found["code"], found["severity"]) for found in document["findings"]] == [("not-a-log", "invalid")]


def test_the_heading_names_the_rules_and_says_own_where_they_have_no_name() -> None:
    report = replace(some_report(verdict=Verdict.VALID), deals=1, rules_code="R-7K3F")
    assert told(report)[0] == "VERDICT  VALID          2 players, 1 deal, rules R-7K3F (classic, own house rules)"
    assert told(replace(report, preset="uk"))[0].endswith("rules R-7K3F (classic, uk)")
    assert told(replace(report, rules_code=""))[0].endswith("2 players, 1 deal, classic")


def test_checks_that_were_never_made_are_shown_with_verbose_only() -> None:
    report = replace(some_report(), checks=(Check("moves", 2, 2), Check("votes", 0, 0)))
    assert sum(" votes " in line for line in told(report)) == 0
    assert [line.split()[0] for line in told(report, verbose=True) if " votes " in line] == ["0/0"]


def test_who_had_to_be_trusted_the_score_and_the_winners() -> None:
    report = replace(
        some_report(verdict=Verdict.VALID_TRUSTED),
        trust=((0, (0, 1)),),
        scores=(-20, 150),
        winners=frozenset({1}),
    )
    lines = told(report)
    assert "Trust     device 1 held the seats of Ann, seat 2 and could see their cards" in lines
    assert "Score     Ann -20, seat 2 150" in lines
    assert f"{'':<9} winner: seat 2" in lines
    both = told(replace(report, winners=frozenset({1, 0})))
    assert f"{'':<9} winners: Ann, seat 2" in both
    document = report_document(report, "x.jlog", Exit.DONE)
    assert document["trust"] == [{"device": 0, "seats": [0, 1]}]
    assert (document["scores"], document["winners"]) == ([-20, 150], [1])


def test_evidence_lies_within_the_log() -> None:
    """A missing entry cannot be shown; the last one before it can."""
    missing = Finding(9, None, None, None, "entry-number", Severity.INVALID)
    assert told(some_report(missing))[-1] == "Evidence  joker-lan replay x.jlog --at 8"
    nowhere = Finding(None, None, None, None, "empty", Severity.INCOMPLETE)
    assert not any(line.startswith("Evidence") for line in told(some_report(nowhere)))


def test_a_rule_of_another_game_is_not_put_into_words() -> None:
    found = Finding(5, 1, 0, "A16", "charged", Severity.OFFENCE)
    lines = told(replace(some_report(found), game="another"))
    assert not any("Rule A16" in line for line in lines)
    assert not any("Rule Z9" in line for line in told(some_report(replace(found, rule="Z9"))))
