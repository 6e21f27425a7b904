"""The verdicts of the audit: on whole logs, on cut ones, on what a stranger or the orderer made of them, on garbage."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from eventlog.chain import Chain
from eventlog.entry import Entry, Genesis, LogEntry, Statement, Stub
from eventlog.keys import SigningKey
from protocol.audit import Report, Verdict, audit_entries
from protocol.report import CHECKS
from protocol.statements import SeatKey, start_body
from tests.protocol.audited import codes, entries, game, of_entries
from tests.support.puppets import Puppets, founded, signed

# ---- whole logs -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "kinds", "verdict", "trust"),
    [
        ((0, 1), ("person", "person"), Verdict.VALID, ()),
        ((0, 1), ("person", "bot"), Verdict.VALID, ()),
        ((0, 0), ("person", "bot"), Verdict.VALID, ((0, (0, 1)),)),
        ((0, 0), ("bot", "bot"), Verdict.VALID, ((0, (0, 1)),)),
        ((0, 0), ("person", "person"), Verdict.VALID_TRUSTED, ((0, (0, 1)),)),
        ((0, 1, 0), ("person", "person", "bot"), Verdict.VALID_TRUSTED, ((0, (0, 2)),)),
    ],
)
def test_who_could_see_the_cards_of_whom(
    seats: tuple[int, ...], kinds: tuple[str, ...], verdict: Verdict, trust: tuple[tuple[int, tuple[int, ...]], ...]
) -> None:
    report = of_entries(entries(seats=seats, kinds=kinds))
    assert (report.verdict, report.trust, report.findings) == (verdict, trust, ())


@pytest.mark.parametrize(
    ("seats", "kinds", "verdict"),
    [
        ((0, 1), ("person", "person"), Verdict.VALID),
        ((0, 1), ("person", "bot"), Verdict.VALID),
        ((0, 0), ("person", "bot"), Verdict.VALID_TRUSTED),
        ((0, 0), ("bot", "bot"), Verdict.VALID_TRUSTED),
        ((0, 0), ("person", "person"), Verdict.VALID_TRUSTED),
    ],
)
def test_strict_takes_no_device_s_word_for_who_is_a_bot(
    seats: tuple[int, ...], kinds: tuple[str, ...], verdict: Verdict
) -> None:
    assert of_entries(entries(seats=seats, kinds=kinds), strict=True).verdict is verdict


@pytest.mark.parametrize("strict", [False, True])
def test_a_whole_game(strict: bool) -> None:
    puppets = game(deals=2)
    report = of_entries(entries(deals=2), strict=strict)
    last = puppets.match.last
    assert (report.verdict, report.findings) == (Verdict.VALID, ())
    assert (report.game, report.preset, report.deals) == ("classic", None, 2)
    assert (report.game_id, report.final_hash) == (last.terms.game_id, last.chain.head)
    assert (report.tag, report.rules_code, report.title) == (last.terms.tag, last.terms.rules_code, "Table")
    assert [person.name for person in report.people] == ["Seat 0", "Seat 1"]
    assert report.devices == puppets.start.devices
    assert last.state.result is not None
    assert (report.scores, report.winners) == (last.state.result.scores, last.state.result.winners)
    counts = {check.id: check.total for check in report.checks}
    assert tuple(counts) == CHECKS
    assert all(check.passed == check.total for check in report.checks)
    said = [_kind(entry) for entry in puppets.entries if isinstance(entry, Entry)]
    for check in ("encoding", "chain", "signatures", "order"):
        assert counts[check] == report.entries == len(puppets.entries)
    assert counts["bids"] + counts["moves"] == said.count("act")
    assert counts["agreements"] == said.count("agree") == 4
    assert (counts["cards"], counts["scores"]) == (2, 2)
    assert counts["bids"] == 4


def test_strict_checks_every_proof() -> None:
    """A shadow that leads nowhere proves nothing; only the strict audit looks at it where seeds are known."""
    puppets = Puppets(deals=1)
    puppets.play(until=lambda position: position.preparing is not None and len(position.preparing.deck.shuffles) == 1)
    joint = puppets.match.last.preparing
    assert joint is not None
    on = joint.deck.basis(0, "shadow")
    puppets.put(0, "shadow", (joint.number, on, tuple(bytes([n]) * 32 for n in range(16))))
    puppets.play()
    log = tuple(puppets.entries)
    assert of_entries(log).verdict is Verdict.VALID
    assert of_entries(log, strict=True).verdict is Verdict.INVALID
    shadow = next(n for n, entry in enumerate(log) if isinstance(entry, Entry) and _kind(entry) == "shadow")
    assert (shadow, "deck") in codes(of_entries(log, strict=True))


def _kind(entry: Entry) -> str:
    return entry.statement.kind if isinstance(entry.statement, Statement) else ""


def test_every_beginning_is_incomplete() -> None:
    log = entries(deals=2)
    for length in (*range(1, 31), *range(31, len(log) - 4, 5), *range(len(log) - 4, len(log))):
        report = of_entries(log[:length])
        assert report.verdict is Verdict.INCOMPLETE
        assert codes(report) == [(length - 1, "not-over")]
        assert report.entries == length
        assert report.winners is None


def test_nothing_at_all_is_incomplete() -> None:
    assert of_entries(()).verdict is Verdict.INCOMPLETE
    assert codes(of_entries(())) == [(None, "empty")]


def test_the_same_in_memory_and_from_a_file() -> None:
    log = entries()
    assert audit_entries(log) == of_entries(log)


# ---- entry 0 --------------------------------------------------------------------------------------------------------


def with_start(change: Callable[[Puppets], Genesis]) -> Report:
    puppets = game()
    return of_entries((change(puppets), *puppets.entries[1:]))


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"format": 2}, "start-format"),
        ({"game": "poker"}, "start-game"),
        ({"game": ""}, "start-game"),
        ({"rules_version": 2}, "start-rules"),
        ({"rules_version": 0}, "start-rules"),
    ],
)
def test_what_a_newer_program_may_know_is_unsupported(changed: dict[str, Any], code: str) -> None:
    report = with_start(lambda puppets: founded(puppets.start, puppets.keys, **changed))
    assert report.verdict is Verdict.UNSUPPORTED
    assert codes(report) == [(0, code)]


def test_a_newer_format_of_any_shape_is_unsupported() -> None:
    report = with_start(lambda puppets: signed((7, "of", ("another", "shape")), puppets.keys))
    assert (report.verdict, codes(report)) == (Verdict.UNSUPPORTED, [(0, "start-format")])


@pytest.mark.parametrize(
    "changed", [{"game": "poker"}, {"rules_version": 2}, {"program": "other"}, {"table": b"8" * 8}]
)
def test_who_alters_entry_0_does_not_make_it_newer(changed: dict[str, Any]) -> None:
    def change(puppets: Puppets) -> Genesis:
        first = puppets.entries[0]
        assert isinstance(first, Genesis)
        return Genesis(start_body(replace(puppets.start, **changed)), first.signatures)

    report = with_start(change)
    assert (report.verdict, codes(report)) == (Verdict.INVALID, [(0, "start-signatures")])


def options_with(key: str, value: Any) -> Callable[[Puppets], Any]:
    return lambda puppets: tuple((each, value if each == key else old) for each, old in puppets.start.options)


SAME_KEY = SigningKey(bytes(32)).public


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"format": 0}, "start-shape"),
        ({"format": -1}, "start-shape"),
        ({"rounds": 15}, "start-rounds"),
        ({"rounds": 129}, "start-rounds"),
        ({"rounds": -1}, "start-rounds"),
        ({"options": ()}, "start-options"),
        ({"options": options_with("deals", 0)}, "start-options"),
        ({"options": options_with("deals", 1 << 60)}, "start-options"),
        ({"options": options_with("khisht", True)}, "start-options"),
        ({"options": lambda puppets: puppets.start.options[::-1]}, "start-options"),
        ({"options": lambda puppets: (*puppets.start.options, ("zz", 1))}, "start-options"),
        ({"table": b""}, "start-seats"),
        ({"program": "x" * 65}, "start-seats"),
        ({"devices": ()}, "start-signatures"),
        ({"devices": (bytes(32), bytes(32))}, "start-keys"),
        ({"devices": (b"", b"")}, "start-keys"),
        ({"seats": ()}, "start-signatures"),
        ({"seats": lambda puppets: puppets.start.seats[:1]}, "start-signatures"),
        ({"seats": lambda puppets: (puppets.start.seats[0],) * 2}, "start-keys"),
        ({"seats": lambda puppets: tuple(replace(seat, kind="ghost") for seat in puppets.start.seats)}, "start-seats"),
        ({"seats": lambda puppets: tuple(replace(seat, device=0) for seat in puppets.start.seats)}, "start-seats"),
        ({"seats": lambda puppets: tuple(replace(seat, device=-1) for seat in puppets.start.seats)}, "start-seats"),
        ({"devices": lambda puppets: puppets.start.devices[::-1]}, "start-signatures"),
    ],
    ids=str,
)
def test_what_nobody_can_play_is_invalid_though_all_signed_it(changed: dict[str, Any], code: str) -> None:
    def change(puppets: Puppets) -> Genesis:
        values = {name: value(puppets) if callable(value) else value for name, value in changed.items()}
        return founded(puppets.start, puppets.keys, **values)

    report = with_start(change)
    assert (report.verdict, codes(report)) == (Verdict.INVALID, [(0, code)])
    assert report.entries == 0


@pytest.mark.parametrize("count", [1, 5, 40])
def test_too_few_or_too_many_seats(count: int) -> None:
    puppets = game()
    keys = tuple(SigningKey(bytes([n]) * 32) for n in range(count))
    everybody = replace(puppets.keys, seats=keys, devices=puppets.keys.devices[:1])
    first = founded(
        puppets.start,
        everybody,
        seats=tuple(SeatKey(key.public, 0, "bot") for key in keys),
        devices=puppets.start.devices[:1],
    )
    assert codes(of_entries((first,))) == [(0, "start-seats")]


def test_a_start_without_its_signatures() -> None:
    first = entries()[0]
    assert isinstance(first, Genesis)
    for signatures in ((), first.signatures[:-1], first.signatures[::-1], (*first.signatures, first.signatures[0])):
        report = of_entries((replace(first, signatures=signatures), *entries()[1:]))
        assert (report.verdict, codes(report)) == (Verdict.INVALID, [(0, "start-signatures")])


# ---- a stranger who writes the file anew ----------------------------------------------------------------------------


def check_forged(log: list[LogEntry], n: int) -> None:
    """A log that is wrong from entry n on."""
    report = of_entries(tuple(log))
    assert report.verdict is Verdict.INVALID
    assert [found.entry for found in report.findings] == [n]
    assert report.entries == n


def renumbered(log: list[LogEntry]) -> list[LogEntry]:
    return [replace(entry, n=n) if isinstance(entry, Entry) else entry for n, entry in enumerate(log)]


def test_an_entry_left_out() -> None:
    log = entries()
    for n in range(1, len(log) - 1):
        rest = [*log[:n], *log[n + 1 :]]
        check_forged(rest, n)
        check_forged(renumbered(rest), n)


def test_the_beginning_left_out() -> None:
    check_forged(list(entries()[1:]), 0)


def test_a_stretch_left_out() -> None:
    log = entries()
    for n in range(1, len(log) - 5, 3):
        check_forged(renumbered([*log[:n], *log[n + 4 :]]), n)


def test_two_entries_swapped() -> None:
    log = entries()
    for n in range(1, len(log) - 1):
        swapped = [*log[:n], log[n + 1], log[n], *log[n + 2 :]]
        check_forged(swapped, n)
        check_forged(renumbered(swapped), n)


def test_an_entry_doubled() -> None:
    log = entries()
    for n in range(len(log)):
        doubled = [*log[: n + 1], *log[n:]]
        check_forged(doubled, n + 1)
        if n:
            check_forged(renumbered(doubled), n + 1)


def test_entries_of_another_game_of_the_same_people() -> None:
    log, other = entries(), entries(deals=2)
    for n in range(1, min(len(log), len(other))):
        check_forged([*log[:n], *other[n:]], n)


def changed_fields(entry: Entry) -> dict[str, Entry]:
    """One entry, changed in each of its parts by somebody who cannot sign."""
    statement = entry.statement
    assert isinstance(statement, Statement)
    parts: dict[str, Any] = {
        "kind": "agree" if statement.kind != "agree" else "act",
        "seat": 1 - statement.seat,
        "seq": statement.seq + 1,
        "seen": max(0, statement.seen - 1) if statement.seen else 1,
        "seen_head": bytes(32),
        "body": (*statement.body, None),
    }
    wholes: dict[str, Any] = {
        "n": entry.n + 1,
        "epoch": entry.epoch + 1,
        "signature": entry.order_signature,
        "order_signature": entry.signature,
    }
    changed = {name: replace(entry, statement=replace(statement, **{name: value})) for name, value in parts.items()}
    return changed | {name: replace(entry, **{name: value}) for name, value in wholes.items()}


def test_a_field_changed() -> None:
    log = entries()
    for n in (*range(1, 12), *range(12, len(log), 3)):
        entry = log[n]
        assert isinstance(entry, Entry)
        for changed in changed_fields(entry).values():
            check_forged([*log[:n], changed, *log[n + 1 :]], n)


def test_a_statement_taken_out() -> None:
    """The chain and the signatures hold, but this version cannot tell what was said: it does not call it valid."""
    log = entries()
    for n in range(1, len(log)):
        entry = log[n]
        assert isinstance(entry, Entry)
        stub = entry.redacted(game().match.terms.game_id)
        report = of_entries((*log[:n], stub, *log[n + 1 :]))
        assert (report.verdict, codes(report)) == (Verdict.UNSUPPORTED, [(n, "stub")])
        check_forged([*log[:n], replace(stub, statement=Stub(bytes(32))), *log[n + 1 :]], n)


# ---- a dishonest orderer, who can sign places but not words ----------------------------------------------------------


def reordered(log: list[LogEntry]) -> list[LogEntry]:
    """The places signed anew, in this order; the words stay as they were signed."""
    first, *rest = log
    assert isinstance(first, Genesis)
    chain, result = Chain.rooted(first), log[:1]
    for entry in rest:
        assert isinstance(entry, Entry)
        again = chain.ordered(entry.statement, entry.signature, epoch=0, orderer=game().keys.devices[0])
        chain = chain.extended(again)
        result.append(again)
    return result


def test_an_orderer_who_leaves_out_doubles_or_swaps() -> None:
    log = list(entries())
    assert of_entries(tuple(reordered(log))).verdict is Verdict.VALID
    for n in range(1, len(log) - 1):
        for forged in (
            [*log[:n], *log[n + 1 :]],
            [*log[:n], log[n + 1], log[n], *log[n + 2 :]],
            [*log[: n + 1], *log[n:]],
        ):
            report = of_entries(tuple(reordered(forged)))
            assert report.verdict is Verdict.INVALID
            entry = report.findings[0].entry
            assert entry is not None
            assert n <= entry <= n + 1
