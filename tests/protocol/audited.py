"""Logs that are made once for all tests of the audit, and short ways to audit them."""

from functools import cache
from typing import Any

from eventlog.codec import Plain
from eventlog.entry import Genesis, LogEntry
from protocol.audit import Report, audit
from protocol.match import Match
from tests.support.puppets import Puppets, file_of, file_of_records, scanned


@cache
def game(*, deals: int = 1, seats: tuple[int, ...] = (0, 1), kinds: tuple[str, ...] = (), seed: int = 1) -> Puppets:
    """A game that was played to its end."""
    puppets = Puppets(deals=deals, seats=seats, kinds=kinds or None, seed=seed)
    puppets.play()
    return puppets


def entries(**terms: Any) -> tuple[LogEntry, ...]:
    """Its log."""
    return tuple(game(**terms).entries)


def of_entries(log: tuple[LogEntry, ...], *, strict: bool = False) -> Report:
    """The report on a file with these entries."""
    return audit(scanned(file_of(log)), strict=strict)


def of_records(*records: Plain) -> Report:
    """The report on a file with these records, of which some may be no entries."""
    return audit(scanned(file_of_records(records)))


def codes(report: Report) -> list[tuple[int | None, str]]:
    """Entry and code of every finding."""
    return [(found.entry, found.code) for found in report.findings]


@cache
def matches() -> tuple[Match, ...]:
    """The fold of the short game after each of its entries."""
    first, *rest = entries()
    assert isinstance(first, Genesis)
    found = [Match.begin(first)]
    for entry in rest:
        found.append(found[-1].append(entry)[0])
    return tuple(found)
