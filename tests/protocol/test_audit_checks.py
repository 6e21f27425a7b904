"""Every check that the audit claims can fail: for each a log that fails it, and what passing it means."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from eventlog.entry import Entry, LogEntry, Statement
from joker_lan.games.classic.actions import Bid, Play
from protocol.audit import Report, Verdict
from protocol.calls import Call
from protocol.deck.messages import Commit, Reveal
from protocol.deck.transcript import seed_commitment
from protocol.match import LogFault
from protocol.position import Position
from protocol.report import CHECKS
from protocol.statements import Act, Agree, OfDeck, Said
from tests.protocol.audited import entries, of_entries, of_records
from tests.support.puppets import Puppets

UNUSED = {"claims", "votes"}
"""Rules that no game has yet."""


def counts(report: Report, check: str) -> tuple[int, int]:
    return next((one.passed, one.total) for one in report.checks if one.id == check)


def without(n: int) -> Report:
    log = entries()
    return of_entries((*log[:n], *log[n + 1 :]))


def with_entry(n: int, **changed: Any) -> Report:
    log = entries()
    entry = log[n]
    assert isinstance(entry, Entry)
    return of_entries((*log[:n], replace(entry, **changed), *log[n + 1 :]))


def with_garbage() -> Report:
    return of_records(*(entry.to_plain() for entry in entries()), ("garbage",))


def told(change: Callable[[Position, Said], Said]) -> tuple[LogEntry, ...]:
    """A game in which everything is said as `change` has it, and everybody signs, up to what nobody could take."""

    def twist(position: Position, call: Call, said: Said) -> Said:
        del call
        return change(position, said)

    puppets = Puppets(deals=1, twist=twist)
    with suppress(LogFault):  # what nobody could take is in the log all the same
        puppets.play(until=lambda position: position.proved == 1)
    return tuple(puppets.entries)


def bidding_nine(position: Position, said: Said) -> Said:
    del position
    return replace(said, action=Bid(9)) if isinstance(said, Act) and isinstance(said.action, Bid) else said


def playing_without_a_key(position: Position, said: Said) -> Said:
    del position
    return replace(said, slots=(), keys=()) if isinstance(said, Act) and isinstance(said.action, Play) else said


def agreeing_to_another_score(position: Position, said: Said) -> Said:
    del position
    return replace(said, state=bytes(32)) if isinstance(said, Agree) else said


def agreeing_to_another_deal(position: Position, said: Said) -> Said:
    del position
    return replace(said, closing=said.closing - 1) if isinstance(said, Agree) else said


def revealing_another_seed(position: Position, said: Said) -> Said:
    """Everybody commits to a seed that he did not use, and reveals that: the deck cannot be opened by it."""
    seed = bytes(range(32))
    if isinstance(said, OfDeck) and isinstance(said.message, Commit):
        joint = position.deck(said.deck)
        assert joint is not None
        player = sum(commit is not None for commit in joint.deck.commits)
        return replace(said, message=replace(said.message, seed=seed_commitment(joint.deck.ctx, player, seed)))
    if isinstance(said, OfDeck) and isinstance(said.message, Reveal):
        return replace(said, message=replace(said.message, seed=seed))
    return said


FAILING: dict[str, Callable[[], Report]] = {
    "encoding": with_garbage,
    "chain": lambda: without(5),
    "signatures": lambda: with_entry(5, signature=bytes(64)),
    "order": lambda: with_entry(5, order_signature=bytes(64)),
    "decks": lambda: of_entries(told(revealing_another_seed)),
    "cards": lambda: of_entries(told(revealing_another_seed)),
    "moves": lambda: of_entries(told(playing_without_a_key)),
    "bids": lambda: of_entries(told(bidding_nine)),
    "scores": lambda: of_entries(told(agreeing_to_another_score)),
    "agreements": lambda: of_entries(told(agreeing_to_another_deal)),
}


def test_a_failing_log_is_here_for_every_check() -> None:
    assert FAILING.keys() | UNUSED == set(CHECKS)


@pytest.mark.parametrize("check", FAILING)
def test_every_check_can_fail(check: str) -> None:
    report = FAILING[check]()
    passed, total = counts(report, check)
    assert passed < total
    assert report.verdict is Verdict.INVALID


def test_checks_of_rules_that_no_game_has_are_not_claimed() -> None:
    report = of_entries(entries())
    assert {check.id for check in report.checks if check.total == 0} == UNUSED


def test_scores_count_when_everybody_has_agreed_to_them() -> None:
    log = entries(deals=2)
    closing = [
        n
        for n, entry in enumerate(log)
        if isinstance(entry, Entry) and isinstance(entry.statement, Statement) and entry.statement.kind == "agree"
    ]
    assert len(closing) == 4
    for length, deals in ((closing[0] + 1, 0), (closing[1], 0), (closing[1] + 1, 1), (closing[3], 1), (len(log), 2)):
        report = of_entries(log[:length])
        assert (report.deals, counts(report, "scores")) == (deals, (deals, deals))
