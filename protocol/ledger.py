"""One device's copy of the log: what it holds, what it has heard, who has stored how much, and what is final.

It orders statements if this device is the orderer, checks and folds the entries that come, and finds the signed things
that contradict each other. It knows no seat of its own and no secret. Part of the session; see there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from eventlog.checkpoint import Ack
from eventlog.entry import Entry, Statement
from protocol.accusing import BY_STATEMENT, ack_evidence, convicted, entry_evidence, statement_evidence
from protocol.effects import Acked, Close, Effect, Hello, KeepLog, Message, Ordered, Say, Send, Want
from protocol.judging import Allowed
from protocol.match import Faulty, LogFault, Match
from protocol.offences import Offence, Wrong
from protocol.statements import Accuse, read_body

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from eventlog.keys import SigningKey
    from joker_lan.engine import Seat
    from protocol.folding import Folded
    from protocol.position import Position

UNACKED_MAX = 64
"""How many entries an orderer may have in flight."""

AHEAD_MAX = 1000
"""How far ahead of this log a statement or an entry may be to be kept for later."""

_PREPARATION = frozenset({"commit", "shuffle", "shadow", "coin", "answer", "lock", "ready", "open"})
_UNSIGNED = frozenset({Faulty.NUMBER, Faulty.EPOCH, Faulty.ORDER})


class Ledger:
    """The log of one device.

    Attributes:
        match: the fold of all entries that are stored or about to be.
        final: number of the newest entry that every device has stored.
        evidence: the first accusation that this device can make.
        testimony: the signed things behind it, for others to judge by themselves: an accusation must wait until all
            that its author has said is final, and with a cheat at the table that may never be.
    """

    def __init__(self, match: Match, device: int, key: SigningKey) -> None:
        self.match = match
        self.device = device
        self.final = 0
        self.is_current = len(match.terms.start.devices) == 1
        self.evidence: Accuse | None = None
        self.testimony: tuple[Message, ...] = ()
        self._key = key
        self._entries: dict[int, Entry] = {}
        self._incoming: dict[int, dict[int, Entry]] = {}
        self._heard: dict[tuple[Seat, int], Say] = {}
        self._judged: dict[Seat, Say] = {}
        self._acked: dict[int, int] = {}
        self._early_acks: dict[int, Ack] = {}
        self._asked: set[tuple[int, int]] = set()

    # ---- what is here ---------------------------------------------------------------------------------------------

    @property
    def devices(self) -> int:
        """How many devices sit at the table."""
        return len(self.match.terms.start.devices)

    @property
    def is_orderer(self) -> bool:
        """Whether this device numbers the entries."""
        return self.match.last.orderer(0) == self.device

    @property
    def final_position(self) -> Position:
        """The position at the newest final entry."""
        position = self.match.at(self.final)
        assert position is not None, "no author can have seen more than what is final"
        return position

    def recall(self, entry: Entry, match: Match, final: int) -> None:
        """Take back an entry of the own file; `match` is the fold with it, `final` what was known to be final then."""
        self.match = match
        self.final = final
        self._entries[entry.n] = entry
        self._note_conviction(entry)

    def begin(self) -> None:
        """Count what is stored as stored, and what the orderer signed as stored by it."""
        self._acked[self.device] = self.match.last.n
        self._acked[self.match.last.orderer(0)] = self.match.last.n
        self._settle()

    def catch_up(self) -> Iterator[Effect]:
        """From now on this device signs: it holds what all others held when it met them."""
        self.is_current = True
        if self.match.last.n and not self.is_orderer:
            yield Send(None, Acked(self._ack(self.match.last)))

    def hear_own(self, say: Say) -> None:
        """Take an own statement for ordering."""
        self._heard[say.statement.seat, say.statement.seq] = say

    def heard_from(self, seat: Seat) -> Say | None:
        """Return the next statement of a seat that is known and not in the log yet."""
        return self._heard.get((seat, self.match.last.said[seat]))

    # ---- messages -------------------------------------------------------------------------------------------------

    def greetings(self, device: int) -> Iterator[Effect]:
        """Tell a device that has just come what it may have missed, its own words among it, and how far this log goes.

        The hello comes last: who has it knows all that is known here, and may speak without contradicting himself.
        """
        last = self.match.last
        yield from (Send(device, message) for message in (*self._heard.values(), *self.testimony))
        if last.n and not self.is_orderer and self.is_current:
            yield Send(device, Acked(self._ack(last)))
        yield Send(device, Hello(last.n, last.chain.head))

    def greeted(self, device: int, n: int, head: bytes) -> Iterator[Effect]:
        """Send a device what it lacks; if it holds another history, ask for the entry that differs."""
        mine = self.match.at(n)
        if n and mine is not None and mine.chain.head != head:
            yield from self.wanted(device, n)
            yield Send(device, Want(n))
            return  # what stands on another history would only look unsigned there
        for number in range(max(n, 0) + 1, self.match.last.n + 1):
            yield Send(device, Ordered(self._entries[number]))

    def wanted(self, device: int, n: int) -> Iterator[Effect]:
        """Send an entry again as it is held here."""
        mine = self.match.at(n)
        if n in self._entries and mine is not None:
            yield Send(device, Acked(self._order_of(mine)))

    def _order_of(self, position: Position) -> Ack:
        """Return the orderer's signature under the head of an entry that is here."""
        entry = self._entries[position.n]
        return Ack(position.orderer(entry.epoch), entry.epoch, entry.n, position.chain.head, entry.order_signature)

    def hear(self, device: int, say: Say) -> Iterator[Effect]:
        """Take note of a statement; whether it may be ordered is judged when this log reaches what it has seen."""
        statement = say.statement
        if not self.match.is_signed(statement, say.signature):
            yield Close(device, "signature")
            return
        key = statement.seat, statement.seq
        expected = self.match.last.said[statement.seat]
        known = self._heard.get(key) if statement.seq >= expected else self._logged(key)
        if known is None:
            if expected <= statement.seq < expected + AHEAD_MAX:
                self._heard[key] = say
        elif known.statement != statement:
            self._accuse(Wrong.TWICE, known, say)

    def _logged(self, key: tuple[Seat, int]) -> Say | None:
        for entry in reversed(self._entries.values()):
            statement = entry.statement
            if isinstance(statement, Statement) and (statement.seat, statement.seq) == key:
                return Say(statement, entry.signature)
        return None

    def receive(self, device: int, entry: Entry) -> Iterator[Effect]:
        """Take an entry; it is checked when its turn comes."""
        game = self.match.terms.game_id
        mine = self._entries.get(entry.n)
        if mine is None:
            if self.match.last.n < entry.n <= self.match.last.n + AHEAD_MAX:
                # One from each device: nobody can take the place of what the orderer has signed.
                self._incoming.setdefault(entry.n, {}).setdefault(device, entry)
        elif mine.digest(game) != entry.digest(game):
            yield from self._compare(device, mine, entry)

    def _compare(self, device: int, mine: Entry, other: Entry) -> Iterator[Effect]:
        """Two entries have one number: if the orderer signed both, he is guilty; otherwise nobody signed the other."""
        before = self.match.at(other.n - 1)
        if before is None:
            return
        terms, orderer = self.match.terms, before.orderer(other.epoch)
        acks = [
            Ack(orderer, entry.epoch, entry.n, before.chain.extended(entry).head, entry.order_signature)
            for entry in (mine, other)
        ]
        if not all(ack.is_signed(terms.game_id, terms.start.devices[orderer]) for ack in acks):
            yield Close(device, "order")
            return
        self._accuse(Wrong.HEADS, *map(Acked, acks))

    def acknowledged(self, device: int, ack: Ack) -> Iterator[Effect]:
        """Take an acknowledgement."""
        terms = self.match.terms
        if (
            ack.device >= self.devices
            or ack.epoch != 0
            or ack.n <= 0
            or not ack.is_signed(terms.game_id, terms.start.devices[ack.device])
        ):
            yield Close(device, "ack")
            return
        if ack.n > self.match.last.n:
            self._early_acks[ack.device] = ack
            return
        mine = self.match.at(ack.n)
        if mine is not None and mine.chain.head != ack.head:
            # The orderer has signed the entry that is here; somebody else may have been given another one.
            is_shown = self._accuse(Wrong.HEADS, Acked(self._order_of(mine)), Acked(ack))
            if not is_shown and (ack.device, ack.n) not in self._asked:
                self._asked.add((ack.device, ack.n))
                yield Send(ack.device, Want(ack.n))
        elif mine is not None and ack.n > self._acked.get(ack.device, 0):
            self._acked[ack.device] = ack.n
            self._settle()

    def _ack(self, position: Position) -> Ack:
        return Ack.make(
            self.match.terms.game_id,
            device=self.device,
            epoch=position.chain.epoch,
            n=position.n,
            head=position.chain.head,
            key=self._key,
        )

    # ---- growing --------------------------------------------------------------------------------------------------

    def order(self) -> tuple[list[tuple[Entry, Folded]], list[Effect]]:
        """As the orderer, give the next numbers to all statements that may have one. Only the orderer calls this."""
        grown: list[tuple[Entry, Folded]] = []
        while self.match.last.n - self.final < UNACKED_MAX and (found := self._next_say()) is not None:
            say, judged = found
            chain = self.match.last.chain
            entry = chain.ordered(say.statement, say.signature, epoch=chain.epoch, orderer=self._key)
            self.match, folded = self.match.append(entry, judged=judged)
            self._note_conviction(entry)
            del self._heard[say.statement.seat, say.statement.seq]
            grown.append((entry, folded))
        if not grown:
            return [], []
        entries = tuple(entry for entry, _ in grown)
        return grown, [KeepLog(entries), *[Send(None, Ordered(entry)) for entry in entries], *self._store(entries)]

    def _next_say(self) -> tuple[Say, Allowed] | None:
        """Choose the next statement to be ordered: play before preparation, then by seat."""
        waiting = [say for seat in self.match.terms.seats if (say := self.heard_from(seat)) is not None]
        for say in sorted(waiting, key=lambda each: each.statement.kind in _PREPARATION):
            judged = self.match.weigh(say.statement)
            if isinstance(judged, Allowed):
                return say, judged
            if isinstance(judged, Offence):
                self._accuse(BY_STATEMENT, say)
        return None

    def take(self) -> tuple[list[tuple[Entry, Folded]], list[Effect]]:
        """As anybody else, check and fold the entries whose turn has come."""
        grown: list[tuple[Entry, Folded]] = []
        effects: list[Effect] = []
        while (found := self._take_next(effects)) is not None:
            grown.append(found)
            self._compare_with_heard(found[0])
        if grown:
            entries = tuple(entry for entry, _ in grown)
            stored = self._store(entries)
            acks = [Send(None, Acked(self._ack(self.match.last)))] if self.is_current else []
            effects = [KeepLog(entries), *acks, *stored, *effects]
        return grown, effects

    def _take_next(self, effects: list[Effect]) -> tuple[Entry, Folded] | None:
        """Append the next entry; of several that have its number the first that follows, and the others are compared
        with it. Whoever sent what nobody has signed loses his link."""
        found: tuple[Entry, Folded] | None = None
        for device, entry in self._incoming.pop(self.match.last.n + 1, {}).items():
            if found is not None:
                if found[0].digest(self.match.terms.game_id) != entry.digest(self.match.terms.game_id):
                    effects.extend(self._compare(device, found[0], entry))
                continue
            try:
                self.match, folded = self.match.append(entry)
            except LogFault as fault:
                is_signed = fault.why not in _UNSIGNED and isinstance(entry.statement, Statement)
                if not (is_signed and self._accuse(Wrong.ORDER, Ordered(entry))):
                    effects.append(Close(device, fault.why))
            else:
                found = entry, folded
                self._note_conviction(entry)
        return found

    def _note_conviction(self, entry: Entry) -> None:
        """Take over the accusation of the newest entry if it convicts: what the log shows is evidence here too."""
        convictions = self.match.last.convictions
        if self.evidence is None and convictions and convictions[-1].entry == entry.n:
            assert isinstance(entry.statement, Statement)
            said = read_body(entry.statement.kind, entry.statement.body, self.match.terms.game.actions)
            assert isinstance(said, Accuse)
            self.evidence = said

    def _compare_with_heard(self, entry: Entry) -> None:
        statement = entry.statement
        assert isinstance(statement, Statement)
        heard = self._heard.pop((statement.seat, statement.seq), None)
        if heard is not None and heard.statement != statement:
            self._accuse(Wrong.TWICE, heard, Say(statement, entry.signature))

    def judge_heard(self) -> None:
        """Judge the statements that are heard and not ordered: an offence is evidence without any order, and so is
        somebody else's accusation that holds."""
        for seat in self.match.terms.seats:
            say = self.heard_from(seat)
            if say is None or self._judged.get(seat) is say:
                continue
            judged = self.match.weigh(say.statement)
            match judged:
                case Offence():
                    self._accuse(BY_STATEMENT, say)
                case Allowed(Accuse() as accusation) if self.evidence is None:
                    self.evidence, self.testimony = accusation, (say,)
            if judged is not None:
                self._judged[seat] = say

    def _store(self, entries: Iterable[Entry]) -> list[Effect]:
        """Count entries as stored here and by the orderer, and look at the acknowledgements that came before them."""
        for entry in entries:
            self._entries[entry.n] = entry
        last = self.match.last
        self._acked[self.device] = self._acked[last.orderer(last.chain.epoch)] = last.n
        early = [ack for ack in self._early_acks.values() if ack.n <= last.n]
        for ack in early:
            del self._early_acks[ack.device]
        self._settle()
        return [effect for ack in early for effect in self.acknowledged(ack.device, ack)]

    def _settle(self) -> None:
        """Final is what every device has stored; and what own seats have built on, if an older copy of this device is
        told so by the log."""
        last, terms = self.match.last, self.match.terms
        stored = min(self._acked.get(device, 0) for device in range(self.devices))
        built_on = max(last.seen[seat] for seat in terms.seats if terms.device_of(seat) == self.device)
        self.final = max(self.final, stored, built_on)

    def _accuse(self, code: str, *testimony: Say | Ordered | Acked) -> bool:
        """Keep the first accusation that holds; tell whether this one does, as far as that still matters."""
        if self.evidence is None:
            accusation = Accuse(code, tuple(map(_evidence, testimony)))
            if convicted(accusation, self.match) is None:
                return False
            self.evidence, self.testimony = accusation, testimony
        return True


def _evidence(message: Say | Ordered | Acked) -> bytes:
    match message:
        case Say(statement, signature):
            return statement_evidence(statement, signature)
        case Ordered(entry):
            return entry_evidence(entry)
        case Acked(ack):
            return ack_evidence(ack)
        case _:
            assert_never(message)
