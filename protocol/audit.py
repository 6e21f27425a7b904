"""The audit: from a file that anybody may have written to a verdict with evidence.

It needs the log alone and trusts nobody: it folds the log as every player did, and runs every revealed deck again from
its seeds. Where a seed is missing the proofs are checked instead. Page: `docs/protocol/audit.md`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from eventlog.chain import ChainFault
from eventlog.entry import Entry, EntryError, Genesis, LogEntry, Statement, entry_from_plain
from joker_lan.engine import Charged, Revealed
from protocol.accusing import convicted, failing_proof
from protocol.deck.checking import check_shuffle
from protocol.deck.slicing import finish
from protocol.match import CHAIN_FAULTS, Faulty, LogFault, Match
from protocol.offences import Offence, Wrong
from protocol.position import people_of
from protocol.report import CHECKS, Check, Finding, Report, Severity, Verdict
from protocol.seat import Kind
from protocol.statements import deck_number, seats_of
from protocol.terms import START_CODES, BadTerms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from eventlog.store import LogScan
    from joker_lan.engine import Input, Seat
    from protocol.deck.deck import Deck
    from protocol.deck.faults import Fault
    from protocol.folding import Folded
    from protocol.position import JointDeck, Position
    from protocol.statements import Accuse

__all__ = ["Check", "Finding", "Report", "Severity", "Verdict", "audit", "audit_entries"]

_CHECK_OF_FAULT = {
    Faulty.NUMBER: "chain",
    Faulty.EPOCH: "order",
    Faulty.AUTHOR: "signatures",
    Faulty.SIGNATURE: "signatures",
    Faulty.ORDER: "order",
    Faulty.SEQUENCE: "chain",
    Faulty.SEEN: "chain",
    Faulty.FORK: "chain",
    Faulty.STUB: "encoding",
    Faulty.OFFENCE: "moves",
}


FINDING_CODES = frozenset(
    {
        *("encoding", "damage", "torn", "stub", "empty", "no-start", "deck", "cards"),
        *("not-over", "broken-off", "convicted", "charged", "accusation-false"),
        *(f"start-{code}" for code in START_CODES),
        *(f"entry-{why}" for why in Faulty if why not in (Faulty.OFFENCE, Faulty.STUB)),
        *(f"offence-{wrong}" for wrong in Wrong if wrong not in (Wrong.PROOF, Wrong.TWICE, Wrong.HEADS, Wrong.ORDER)),
    }
)
"""Every code that a finding may have; what the four left out name is a conviction, not a wrong statement."""

_CHECK_OF_KIND = {"agree": "agreements", "accuse": None, "name": "encoding"}
"""All other kinds but `act` belong to a deck or a draw. An accusation is no check: what comes of it is a finding."""


def audit(scan: LogScan, *, strict: bool = False) -> Report:
    """Audit a file as it was read. Total: whatever was in the file, the answer is a report.

    `strict` also checks every proof of every shuffle, which the revealed seeds make needless, and takes no device's
    word: a log in which one held several seats is VALID-TRUSTED, also if a person sat there alone with bots.
    """
    auditor = _Auditor(strict=strict)
    records = tuple(scan.records)
    for number, record in enumerate(records):
        try:
            entry = entry_from_plain(record)
        except EntryError as error:
            auditor.count("encoding", passed=False)
            auditor.find(number, "encoding", Severity.INVALID, about={"reason": error.reason})
            break
        auditor.count("encoding")
        if not auditor.take(entry):
            break
    else:
        if scan.damage is not None:
            auditor.find(len(records), "damage", Severity.INVALID, about={"byte": scan.damage.offset})
        elif scan.torn is not None:
            auditor.find(len(records), "torn", Severity.INCOMPLETE, about={"byte": scan.torn.offset})
    return auditor.report()


def audit_entries(
    entries: Iterable[LogEntry],
    *,
    accusations: Iterable[Accuse] = (),
    strict: bool = False,
    test_rounds: bool = False,
) -> Report:
    """Audit entries that are in memory, and judge accusations that no orderer would put into the log."""
    auditor = _Auditor(strict=strict, test_rounds=test_rounds)
    for entry in entries:
        auditor.count("encoding")
        if not auditor.take(entry):
            break
    for accusation in accusations:
        auditor.accuse(accusation)
    return auditor.report()


class _Auditor:
    """One audit: the fold, the counts and what was found so far."""

    def __init__(self, *, strict: bool, test_rounds: bool = False) -> None:
        self._strict = strict
        self._test_rounds = test_rounds
        self._passed: Counter[str] = Counter()
        self._total: Counter[str] = Counter()
        self._findings: list[Finding] = []
        self._verdict = Verdict.VALID
        self._genesis: Genesis | None = None
        self._match: Match | None = None
        self._entries = 0
        self._deals = 0
        self._dealt: dict[int, JointDeck] = {}
        self._said_at: dict[tuple[int, str, Seat], int] = {}

    # ---- counting and finding -------------------------------------------------------------------------------------

    def count(self, check: str, *, passed: bool = True, times: int = 1) -> None:
        self._total[check] += times
        self._passed[check] += times if passed else 0

    def find(
        self,
        entry: int | None,
        code: str,
        severity: Severity,
        *,
        seat: Seat | None = None,
        rule: str | None = None,
        about: Mapping[str, int | str] = MappingProxyType({}),
    ) -> None:
        assert code in FINDING_CODES, "every code has a sentence"
        deal = self._match.last.state.deal or None if self._match is not None else None
        self._findings.append(Finding(entry, deal, seat, rule, code, severity, dict(about)))

    # ---- entry by entry -------------------------------------------------------------------------------------------

    def take(self, entry: LogEntry) -> bool:
        """Check and fold one entry; False if nothing behind it can be judged."""
        if self._match is None:
            return self._begin(entry)
        if isinstance(entry, Entry) and not isinstance(entry.statement, Statement):
            self._take_stub(self._match.last, entry)
            return False
        before = self._match.last
        try:
            self._match, folded = self._match.append(entry, points=self._strict)
        except LogFault as fault:
            self._reject(fault, entry)
            return False
        assert isinstance(entry, Entry)
        self._entries += 1
        self._count_entry(before, entry, folded)
        return True

    def _begin(self, entry: LogEntry) -> bool:
        if not isinstance(entry, Genesis):
            self.find(0, "no-start", Severity.INVALID)
            return False
        self._genesis = entry
        try:
            self._match = Match.begin(entry, test_rounds=self._test_rounds)
        except BadTerms as error:
            if error.is_newer:
                self._verdict = Verdict.UNSUPPORTED
            self.find(0, f"start-{error.code}", Severity.INVALID)
            return False
        self._entries = 1
        return True

    def _take_stub(self, position: Position, entry: Entry) -> None:
        """A copy with things taken out still has its chain and signatures; what it says, this version cannot check."""
        start = position.terms.start
        orderer = start.devices[position.orderer(0)]
        fault = position.chain.fault(entry, authors=[seat.key for seat in start.seats], orderer=orderer)
        if isinstance(fault, ChainFault):
            self._reject(LogFault(position.chain.length, CHAIN_FAULTS[fault.reason]), entry)
            return
        self.find(entry.n, "stub", Severity.INVALID)
        self._verdict = Verdict.UNSUPPORTED

    def _reject(self, fault: LogFault, entry: LogEntry) -> None:
        offence = fault.offence
        if offence is None:
            self.count(_CHECK_OF_FAULT[fault.why], passed=False)
            self.find(fault.n, f"entry-{fault.why}", Severity.INVALID, seat=fault.seat)
            return
        if (check := _check_of(offence, entry)) is not None:
            self.count(check, passed=False)
        violation = offence.violation
        rule = None if violation is None else str(violation.rule)
        about: dict[str, int | str] = dict(violation.about) if violation is not None else {}
        about["kind"] = offence.kind
        if offence.fault is not None:
            about["fault"] = offence.fault.code
        about.pop("seat", None)
        self.find(fault.n, f"offence-{offence.wrong}", Severity.INVALID, seat=fault.seat, rule=rule, about=about)

    def _count_entry(self, before: Position, entry: Entry, folded: Folded) -> None:
        statement = entry.statement
        assert isinstance(statement, Statement)
        position = folded.position
        for joint in (position.preparing, position.playing):
            if joint is not None:
                self._dealt[joint.number] = joint
        if (deck := deck_number(statement.kind, statement.body)) is not None:
            self._said_at[deck, statement.kind, statement.seat] = entry.n
        match statement.kind:
            case "act":
                self.count("bids" if _is_bid(statement) else "moves")
            case "agree":
                self.count("agreements")
                if before.closed is not None and position.closed is None:  # everybody's state is the computed one
                    self.count("scores")
                    self._deals += 1
            case "reveal" if position.closed is not None and position.closed.entry == entry.n:
                assert position.closed.deck is not None
                self._close_deal(position.closed.deck, entry.n, folded.inputs)
            case "accuse" if position.convictions and position.convictions[-1].entry == entry.n:
                conviction = position.convictions[-1]
                self.find(
                    entry.n,
                    "convicted",
                    Severity.OFFENCE,
                    seat=conviction.seat,
                    about={"reason": conviction.code, "device": conviction.device},
                )
        self._note_happenings(entry.n, folded.happenings)

    def _note_happenings(self, n: int, happenings: tuple[object, ...]) -> None:
        for each in happenings:
            if isinstance(each, Charged) and each.offender is not None:
                rule = None if each.rule is None else str(each.rule)
                self.find(n, "charged", Severity.OFFENCE, seat=each.offender, rule=rule)

    # ---- decks ----------------------------------------------------------------------------------------------------

    def _close_deal(self, joint: JointDeck, n: int, inputs: tuple[Input[Any], ...]) -> None:
        """Run a revealed deck again: every shuffle and lock from its seed, every card exactly once among the faces that
        the rules were shown."""
        deck = joint.deck
        self._dealt.pop(joint.number, None)
        for player, seat in enumerate(joint.seats):
            reveal = deck.reveals[player]
            assert reveal is not None
            fault = finish(deck.reexecute(player, reveal.seed, proofs=self._strict))
            self.count("decks", passed=fault is None)
            if fault is not None:
                guilty = joint.seats[fault.player] if fault.player is not None else seat
                self._find_in_deck(joint, fault.kind, guilty, n)
        faces = [face for each in inputs if isinstance(each, Revealed) for face in each.faces.values()]
        right = Counter(faces) == Counter(joint.pack.faces)
        self.count("cards", passed=right)
        if not right:
            self.find(n, "cards", Severity.INVALID, about={"deck": joint.number})

    def _check_unrevealed(self) -> None:
        """Check what was said of decks that are not closed: where a seed is missing, its proofs stand in for it."""
        for joint in self._dealt.values():
            for player, seat in enumerate(joint.seats):
                for fault in _proofs(joint.deck, player, strict=self._strict):
                    self.count("decks", passed=fault is None)
                    if fault is not None:
                        guilty = joint.seats[fault.player] if fault.player is not None else seat
                        self._find_in_deck(joint, fault.kind, guilty, None)

    def _find_in_deck(self, joint: JointDeck, kind: str, seat: Seat, n: int | None) -> None:
        """Somebody said what is no honest step of this shuffle; `n` is the entry that shows it, if not his own."""
        at = self._said_at.get((joint.number, kind, seat), n)
        if not any((found.code, found.entry) == ("deck", at) for found in self._findings):
            self.find(at, "deck", Severity.INVALID, seat=seat, about={"deck": joint.number, "kind": kind})

    def accuse(self, accusation: Accuse) -> None:
        """Judge an accusation that stands beside the log."""
        if self._match is None:
            return
        guilt = convicted(accusation, self._match)
        n = self._match.last.n
        if guilt is None:
            self.find(n, "accusation-false", Severity.NOTE)
        else:
            about: dict[str, int | str] = {"reason": guilt.wrong, "device": guilt.device}
            self.find(n, "convicted", Severity.OFFENCE, seat=guilt.seat, about=about)

    # ---- the end --------------------------------------------------------------------------------------------------

    def report(self) -> Report:
        """Draw the conclusion."""
        if self._match is None:
            return self._empty_report()
        position, terms = self._match.last, self._match.terms
        for check in ("chain", "signatures", "order"):  # every entry that was taken has passed all three
            self.count(check, times=self._entries)
        self._excuse_convicted(position)
        invalid = any(found.severity is Severity.INVALID for found in self._findings)
        if not invalid:
            if not position.convictions:  # what a convicted seat said is known to be false
                self._check_unrevealed()
            if not position.is_over:
                code = "broken-off" if position.convictions else "not-over"
                self.find(position.n, code, Severity.INCOMPLETE)
        trust = tuple(
            (device, seats)
            for device in range(len(terms.start.devices))
            if len(seats := seats_of(terms.start, device)) > 1
        )
        result = position.state.result if position.is_over else None
        return Report(
            verdict=self._conclude(self._needs_trust(position)),
            game=terms.game.id,
            game_id=terms.game_id,
            tag=terms.tag,
            title=position.title,
            rules_code=terms.rules_code,
            preset=next((name for name, each in terms.game.presets.items() if each == terms.options), None),
            options=terms.start.options,
            entries=self._entries,
            final_hash=position.chain.head,
            people=people_of(position),
            devices=terms.start.devices,
            scores=position.state.totals if result is None else result.scores,
            winners=None if result is None else result.winners,
            trust=trust,
            checks=self._checks(),
            findings=tuple(self._findings),
            deals=self._deals,
            state=position.state,
        )

    def _excuse_convicted(self, position: Position) -> None:
        """A false deck whose author the log itself convicts is an offence that was dealt with, not a false log."""
        seats = {conviction.seat for conviction in position.convictions}
        decks = {found.about.get("deck") for found in self._findings if found.code == "deck" and found.seat in seats}
        self._findings = [
            replace(found, severity=Severity.OFFENCE) if found.about.get("deck") in decks - {None} else found
            for found in self._findings
        ]

    def _conclude(self, needs_trust: bool) -> Verdict:
        severities = {found.severity for found in self._findings}
        if self._verdict is Verdict.UNSUPPORTED:
            return Verdict.UNSUPPORTED
        if Severity.INVALID in severities:
            return Verdict.INVALID
        if Severity.INCOMPLETE in severities:
            return Verdict.INCOMPLETE
        return Verdict.VALID_TRUSTED if needs_trust else Verdict.VALID

    def _needs_trust(self, position: Position) -> bool:
        """Tell whether somebody had to trust another's device; who plays alone with bots has nobody to distrust.

        That all others were bots is the word of their device, and a strict audit takes none.
        """
        start = position.terms.start
        several = any(len(seats_of(start, device)) > 1 for device in range(len(start.devices)))
        people = sum(seat.kind == Kind.PERSON for seat in start.seats)
        return several and (self._strict or people > 1 or len(start.devices) > 1)

    def _checks(self) -> tuple[Check, ...]:
        return tuple(Check(each, self._passed[each], self._total[each]) for each in CHECKS)

    def _empty_report(self) -> Report:
        if not self._findings:
            self.find(None, "empty", Severity.INCOMPLETE)
        game_id = self._genesis.game if self._genesis is not None else None
        verdict = self._conclude(needs_trust=False)
        return Report.empty(verdict, tuple(self._findings), game_id=game_id, checks=self._checks())


def _proofs(deck: Deck, player: int, *, strict: bool) -> Iterator[Fault | None]:
    """Check all that a player has said of a deck that is not closed: by his seed, or by points and proofs."""
    if (reveal := deck.reveals[player]) is not None:
        yield finish(deck.reexecute(player, reveal.seed, proofs=strict))
        return
    if player < len(deck.shuffles):
        yield check_shuffle(player, deck.shuffles[player])
    if deck.answers[player] is not None and None not in deck.coins:
        yield failing_proof(deck, "answer", player)
    if player < len(deck.locks):
        yield failing_proof(deck, "lock", player)


def _check_of(offence: Offence, entry: LogEntry) -> str | None:
    """Return the check that a wrong statement fails."""
    if offence.kind == "act":
        assert isinstance(entry, Entry)
        return "bids" if isinstance(entry.statement, Statement) and _is_bid(entry.statement) else "moves"
    if offence.kind == "agree" and offence.wrong is Wrong.CONTENT:
        return "scores"  # it was time to agree, to another state than the one that comes out here
    return _CHECK_OF_KIND.get(offence.kind, "decks")


def _is_bid(statement: Statement) -> bool:
    match statement.body:
        case (("bid", *_), *_):
            return statement.kind == "act"
        case _:
            return False
