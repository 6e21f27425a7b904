"""The report of an audit, as lines for people and as the document for programs.

Responsible for the layout of both. It must not judge: verdict, checks and findings come from `protocol.audit`.
"""

from collections.abc import Iterator
from typing import Any, Final

from cli.exits import Exit
from cli.shell import quoted
from cli.text import _, ngettext, printable
from cli.texts_audit import check_text, finding_text, verdict_text
from cli.texts_classic import offence_text
from joker_lan.games.classic.rules import Rule
from protocol.report import Check, Finding, Report, Severity, Verdict

__all__ = ["AUDIT", "AUDIT_SET", "report_document", "report_lines", "unreadable"]

AUDIT: Final = "joker-lan/audit@1"
AUDIT_SET: Final = "joker-lan/audit-set@1"

_SHOWN: Final = 12
"""Findings told in words without `-v`; a wrong log may have hundreds that follow from the first."""


def unreadable(verdict: Verdict, code: str) -> Report:
    """Return the report on a file that holds nothing to be audited; `code` says why."""
    return Report.empty(verdict, (Finding(None, None, None, None, code, Severity.INVALID),))


def report_lines(report: Report, file: str, *, verbose: bool) -> Iterator[str]:
    """Yield the report for people.

    Args:
        report: of the audit.
        file: as it was named, for the command that shows the evidence.
        verbose: every check and every finding, the names of keys.
    """
    yield _heading(report)
    yield "  " + verdict_text(report.verdict.value)
    for check in report.checks:
        if verbose or check.total:
            yield _check_line(check)
    problems = [found for found in report.findings if found.severity in (Severity.INVALID, Severity.INCOMPLETE)]
    notes = [found for found in report.findings if found not in problems]
    yield from _section(_("Found"), [_finding_line(report, found) for found in problems], verbose=verbose)
    yield from _section(_("Notes"), [_finding_line(report, found) for found in notes], verbose=verbose)
    yield from _section(_("Trust"), list(_trust_lines(report)), verbose=True)
    yield from _section(_("Score"), list(_score_lines(report)), verbose=True)
    yield from _section(_("Log"), list(_log_lines(report, verbose=verbose)), verbose=True)
    place = next((found.entry for found in (*problems, *notes) if found.entry is not None), None)
    if place is not None and report.entries:
        at = min(place, report.entries - 1)  # what cannot be read cannot be shown either: the last thing before it
        yield from _section(_("Evidence"), [f"joker-lan replay {quoted(file)} --at {at}"], verbose=True)


def _heading(report: Report) -> str:
    parts = []
    if report.people:
        parts.append(ngettext("{n} player", "{n} players", len(report.people)).format(n=len(report.people)))
        parts.append(ngettext("{n} deal", "{n} deals", report.deals).format(n=report.deals))
    if report.rules_code:
        preset = report.preset or _("own house rules")
        parts.append(
            _("rules {code} ({game}, {preset})").format(code=report.rules_code, game=report.game, preset=preset)
        )
    elif report.game:
        parts.append(report.game)
    return f"{_('VERDICT')}  {report.verdict.value:<14} {', '.join(parts)}".rstrip()


def _check_line(check: Check) -> str:
    mark = " " if check.passed == check.total else "!"
    count = f"{check.passed}/{check.total}"
    return f"{mark} {count:>11}  {check_text(check.id)}"


def _section(title: str, lines: list[str], *, verbose: bool) -> Iterator[str]:
    """Yield a title with its lines, the first beside it."""
    shown = lines if verbose else lines[:_SHOWN]
    for number, line in enumerate(shown):
        yield f"{title if number == 0 else '':<9} {line}"
    rest = len(lines) - len(shown)
    if rest:
        more = ngettext("and {n} more; -v shows all", "and {n} more; -v shows all", rest).format(n=rest)
        yield f"{'':<9} {more}"


def _finding_line(report: Report, found: Finding) -> str:
    place = []
    if found.entry is not None:
        place.append(_("entry {entry}").format(entry=found.entry))
    if found.deal is not None:
        place.append(_("deal {deal}").format(deal=found.deal))
    text = _message(report, found)
    return f"{', '.join(place)}: {text}" if place else text


def _message(report: Report, found: Finding) -> str:
    """Return the sentence for a finding; where a rule of the game is broken, with the rule in words."""
    about: dict[str, object] = dict(found.about)
    if found.seat is not None:
        about["name"] = _name(report, found.seat)
    text = finding_text(found.code, about)
    if found.rule is None:
        return text
    words = _rule_words(report, found.rule)
    return _("{text} Rule {rule}: {words}.").format(text=text, rule=found.rule, words=words) if words else text


def _rule_words(report: Report, rule: str) -> str:
    """Return what breaking a rule of the game means, or nothing for a rule that is not known here."""
    if report.game != "classic" or rule not in {known.value for known in Rule}:
        return ""
    return offence_text(Rule(rule))


def _name(report: Report, seat: int) -> str:
    """Return the name of a seat; its number, from 1, where the log tells no name."""
    for person in report.people:
        if person.seat == seat and person.name:
            return printable(person.name)
    return _("seat {number}").format(number=seat + 1)


def _trust_lines(report: Report) -> Iterator[str]:
    for device, seats in report.trust:
        names = ", ".join(_name(report, seat) for seat in seats)
        yield _("device {number} held the seats of {names} and could see their cards").format(
            number=device + 1, names=names
        )


def _score_lines(report: Report) -> Iterator[str]:
    if not report.scores:
        return
    yield ", ".join(f"{_name(report, seat)} {points}" for seat, points in enumerate(report.scores))
    if report.winners:
        names = ", ".join(_name(report, seat) for seat in sorted(report.winners))
        yield ngettext("winner: {names}", "winners: {names}", len(report.winners)).format(names=names)


def _log_lines(report: Report, *, verbose: bool) -> Iterator[str]:
    if not report.entries:
        return
    count = ngettext("{n} entry", "{n} entries", report.entries).format(n=report.entries)
    table = _("table {tag}").format(tag=report.tag) if report.tag else ""
    yield ", ".join(filter(None, (table, count)))
    if report.final_hash:
        yield _("final hash {hash}").format(hash=report.final_hash.hex())
    if verbose:
        for number, key in enumerate(report.devices, start=1):
            yield _("device {number} has the key {key}").format(number=number, key=key.hex())


def report_document(report: Report, file: str, exit_code: Exit) -> dict[str, Any]:
    """Return `joker-lan/audit@1`; seats, devices and entries count from 0."""
    return {
        "schema": AUDIT,
        "ok": exit_code is Exit.DONE,
        "verdict": report.verdict.value,
        "exit": int(exit_code),
        "file": file,
        "table": report.tag,
        "game": report.game,
        "game_id": report.game_id.hex() if report.game_id else None,
        "rules": {"code": report.rules_code, "preset": report.preset, "options": dict(report.options)},
        "entries": report.entries,
        "final_hash": report.final_hash.hex() if report.final_hash else None,
        "players": [
            {"seat": person.seat, "name": person.name, "kind": person.kind.value, "device": person.device}
            for person in report.people
        ],
        "scores": list(report.scores) if report.scores is not None else None,
        "winners": sorted(report.winners) if report.winners is not None else None,
        "trust": [{"device": device, "seats": list(seats)} for device, seats in report.trust],
        "checks": [{"id": check.id, "passed": check.passed, "total": check.total} for check in report.checks],
        "findings": [
            {
                "entry": found.entry,
                "deal": found.deal,
                "seat": found.seat,
                "rule": found.rule,
                "code": found.code,
                "severity": found.severity.value,
                "message": _message(report, found),
            }
            for found in report.findings
        ],
    }
