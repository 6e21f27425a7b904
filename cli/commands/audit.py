"""`audit`: is what a log says what was played, and is it what the rules allow?

Responsible for reading the files and for the exit code. It must not judge.
"""

import sys
from dataclasses import dataclass
from typing import Any

from cli import options, streams
from cli.audit_report import AUDIT_SET, report_document, report_lines, unreadable
from cli.commands import Invocation
from cli.documents import dump, error_document
from cli.errors import CommandError, Fault
from cli.exits import Exit, verdict_exit, worst
from cli.store_faults import store_fault
from cli.texts_program import sentence
from eventlog.store import StoreError, StoreReason, read_log
from protocol.audit import Report, Verdict, audit

__all__ = ["run"]


_NO_LOG = {
    StoreReason.NOT_A_LOG: Verdict.INVALID,
    StoreReason.TOO_LARGE: Verdict.INVALID,
    StoreReason.NEWER_FORMAT: Verdict.UNSUPPORTED,
}
"""Files that are answered by a verdict although nothing in them can be audited."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What is said of one file: a report, or the fault for which there is none."""

    file: str
    exit: Exit
    said: Report | Fault


def run(invocation: Invocation) -> Exit:
    """Audit every file that was named."""
    settings = invocation.settings
    strict = invocation.given.is_on(options.STRICT)
    answers = [_answer(file, strict=strict) for file in invocation.words]
    exit_code = worst(tuple(answer.exit for answer in answers))
    if len(answers) == 1 and isinstance(answers[0].said, Fault):
        raise CommandError(answers[0].said)
    for answer in answers:
        if isinstance(answer.said, Fault):
            streams.tell(f"joker-lan: {sentence(answer.said)}")
    if settings.json:
        documents = [_document(answer) for answer in answers]
        document = documents[0] if len(documents) == 1 else _set_document(documents, exit_code)
        streams.say(dump(document, encoding=sys.stdout.encoding))
        return exit_code
    for number, answer in enumerate(answers):
        if isinstance(answer.said, Fault):
            continue
        if len(answers) > 1:
            streams.say(f"{chr(10) if number else ''}{answer.file}")
        streams.say("\n".join(report_lines(answer.said, answer.file, verbose=settings.verbose)))
    return exit_code


def _answer(file: str, *, strict: bool) -> _Answer:
    try:
        scan = read_log(file)
    except StoreError as error:
        verdict = _NO_LOG.get(error.reason)
        if verdict is None:
            fault = store_fault(error)
            return _Answer(file, fault.exit, fault)
        return _Answer(file, verdict_exit(verdict.value), unreadable(verdict, error.reason.value))
    report = audit(scan, strict=strict)
    return _Answer(file, verdict_exit(report.verdict.value, strict=strict), report)


def _document(answer: _Answer) -> dict[str, Any]:
    if isinstance(answer.said, Fault):
        return error_document(answer.said, sentence(answer.said), "")
    return report_document(answer.said, answer.file, answer.exit)


def _set_document(documents: list[dict[str, Any]], exit_code: Exit) -> dict[str, Any]:
    """Return `joker-lan/audit-set@1`. Files are not compared with each other yet."""
    deciding = next(document for document in documents if document["exit"] == exit_code)
    return {
        "schema": AUDIT_SET,
        "verdict": deciding.get("verdict"),
        "exit": int(exit_code),
        "files": documents,
        "common": None,
        "first_difference": None,
        "guilty": [],
    }
