"""Logs that were finished once and must be read for ever: each still audits with the same verdict and the same hash.

A log is written when its file is missing and pytest runs with `--golden=update`; an existing one is never written
again. If one of these stops folding, the rules or a format have changed: they need a new number, and old logs their old
reader.
"""

from pathlib import Path

import pytest

from eventlog.entry import entry_from_plain
from eventlog.store import read_log
from protocol.audit import audit
from protocol.replay import ALL, moments
from protocol.report import Report
from tests.support.golden import Golden
from tests.support.puppets import Puppets, file_of

FOLDER = Path(__file__).parents[1] / "golden" / "logs"

GAMES = {
    "two-devices": Puppets(seats=(0, 1), deals=2, seed=1),
    "alone-with-a-bot": Puppets(seats=(0, 0), kinds=("person", "bot"), deals=2, seed=2),
    "two-on-a-sofa": Puppets(seats=(0, 0, 1), deals=1, seed=3, options={"scoring": "uk"}),
}


@pytest.fixture(params=sorted(GAMES))
def name(request: pytest.FixtureRequest) -> str:
    """The name of a log, which is written if it is missing and that was asked for."""
    name = str(request.param)
    path = FOLDER / f"{name}.jlog"
    if not path.exists() and request.config.getoption("--golden") == "update":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file_of(GAMES[name].play(), together=4))
    return name


def described(report: Report) -> str:
    """What must never change about an old log."""
    return "\n".join(
        [
            f"verdict: {report.verdict}",
            f"game: {report.game}",
            f"game id: {report.game_id.hex() if report.game_id else None}",
            f"rules: {report.rules_code} {report.preset}",
            f"entries: {report.entries}",
            f"final hash: {report.final_hash.hex() if report.final_hash else None}",
            *(f"seat {who.seat}: {who.name}, {who.kind}, device {who.device}" for who in report.people),
            f"scores: {report.scores}",
            f"winners: {sorted(report.winners) if report.winners is not None else None}",
            f"deals: {report.deals}",
            *(f"finding: {finding.code} at {finding.entry}" for finding in report.findings),
            "",
        ]
    )


def test_an_old_log_audits_as_it_did(name: str, golden: Golden) -> None:
    golden(described(audit(read_log(FOLDER / f"{name}.jlog"))), f"logs/{name}.txt")


def test_an_old_log_passes_every_proof(name: str) -> None:
    report = audit(read_log(FOLDER / f"{name}.jlog"), strict=True)
    assert report.verdict in ("VALID", "VALID-TRUSTED")
    assert report.findings == ()


def test_an_old_log_can_be_replayed(name: str) -> None:
    entries = [entry_from_plain(record) for record in read_log(FOLDER / f"{name}.jlog").records]
    last = list(moments(entries, ALL))[-1]
    assert last.state.result is not None
    assert len(last.state.table.faces) == 36
