"""What an audit costs beyond what it cannot do without: `python bench/audit.py [LOG] [RUNS]`.

Without a log a game of 24 deals with four seats is made first. Prints the seconds of the whole audit (reading the file
included), of the bare signature checks, of running the decks again, and the ratio of the first to the sum of the others
(at most 1.5 is wanted). All are measured in one run, interleaved; the best of several counts.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from eventlog.chain import Chain, ack_message, next_head
from eventlog.entry import Entry, Genesis, LogEntry, Statement, entry_from_plain
from eventlog.keys import verify
from eventlog.store import read_log
from protocol.audit import audit
from protocol.deck.deck import Deck
from protocol.deck.slicing import finish
from protocol.match import Match
from protocol.terms import read_terms
from tests.support.puppets import Puppets, file_of

Check = tuple[bytes, bytes, bytes]


def made(folder: Path) -> Path:
    """Play a game of 24 deals and write its log."""
    path = folder / "game.jlog"
    path.write_bytes(file_of(Puppets(seats=(0, 0, 0, 0), deals=24, rounds=40).play()))
    return path


def signature_checks(entries: list[LogEntry]) -> list[Check]:
    """Return key, signature and message of every signature in the log."""
    first, *rest = entries
    assert isinstance(first, Genesis)
    terms = read_terms(first)
    keys = [seat.key for seat in terms.start.seats] + list(terms.start.devices)
    checks = [(key, signature, first.game) for key, signature in zip(keys, first.signatures, strict=True)]
    chain = Chain.rooted(first)
    for entry in rest:
        assert isinstance(entry, Entry)
        assert isinstance(entry.statement, Statement)
        digest = entry.digest(first.game)
        head = next_head(chain.head, entry.n, entry.epoch, digest)
        checks.append((terms.seat_key(entry.statement.seat), entry.signature, digest))
        order = ack_message(first.game, entry.epoch, entry.n, head)
        checks.append((terms.start.devices[0], entry.order_signature, order))
        chain = chain.extended(entry)
    return checks


def closed_decks(entries: list[LogEntry]) -> list[Deck]:
    """Return every deck of the log with its seeds revealed."""
    first, *rest = entries
    assert isinstance(first, Genesis)
    match, decks = Match.begin(first), {}
    for entry in rest:
        match, _ = match.append(entry, points=False)
        closed = match.last.closed
        if closed is not None and closed.deck is not None:
            decks[closed.entry] = closed.deck.deck
    return list(decks.values())


def verify_all(checks: list[Check]) -> None:
    """Check every signature and nothing else."""
    assert all(verify(key, signature, message) for key, signature, message in checks)


def execute_all(decks: list[Deck]) -> None:
    """Run every deck again from its seeds and do nothing else."""
    for deck in decks:
        for player, reveal in enumerate(deck.reveals):
            assert reveal is not None
            assert finish(deck.reexecute(player, reveal.seed, proofs=False)) is None


def seconds(work: Callable[[], object]) -> float:
    """Return how long something takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def main() -> None:
    """Measure and print."""
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as folder:
        path = Path(sys.argv[1]) if len(sys.argv) > 1 else made(Path(folder))
        entries = [entry_from_plain(record) for record in read_log(path).records]
        checks, decks = signature_checks(entries), closed_decks(entries)
        report = audit(read_log(path))
        times: dict[str, list[float]] = {"audit": [], "signatures": [], "decks": []}
        for _ in range(runs):
            times["audit"].append(seconds(lambda: audit(read_log(path))))
            times["signatures"].append(seconds(lambda: verify_all(checks)))
            times["decks"].append(seconds(lambda: execute_all(decks)))
    best = {name: min(taken) for name, taken in times.items()}
    print(f"{report.verdict}, {len(entries)} entries, {report.deals} deals, {len(checks)} signatures, best of {runs}")
    for name, taken in best.items():
        print(f"  {name:<12}{taken:7.3f} s")
    print(f"  ratio {best['audit'] / (best['signatures'] + best['decks']):.2f} (at most 1.5 is wanted)")


if __name__ == "__main__":
    main()
