"""One device's copy of the log: what it holds, what it has heard, who has stored how much, and what is final.

It orders statements if this device is the orderer, checks and folds the entries that come, and finds the signed things
that contradict each other. It knows no seat of its own and no secret. Part of the session; see there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from eventlog.chain import next_head
from eventlog.checkpoint import Ack
from eventlog.entry import Entry, Statement
from protocol.accusing import BY_STATEMENT, ack_evidence, convicted, entry_evidence, statement_evidence
from protocol.effects import Acked, Close, Effect, Hello, KeepLog, Message, Ordered, Say, Send, Want
from protocol.judging import Allowed
from protocol.match import Faulty, LogFault, Match
from protocol.offences import Guilt, Offence, Wrong
from protocol.statements import Accuse, read_body

if TYPE_CHECKING:
    from collections.abc import Iterator

    from eventlog.keys import SigningKey
    from joker_lan.engine import Seat
    from protocol.folding import Folded
    from protocol.position import Position

UNACKED_MAX = 64
"""How many entries an orderer may have in flight."""

AHEAD_MAX = 128
"""How far ahead of this log a statement or an entry may be to be kept for later; more than may be in flight."""

_PREPARATION = frozenset({"commit", "shuffle", "shadow", "coin", "answer", "lock", "ready", "open"})
_UNSIGNED = frozenset({Faulty.NUMBER, Faulty.EPOCH, Faulty.ORDER})


class Ledger:
    """The log of one device.

    Attributes:
        match: the fold of all entries that are stored or about to be.
        final: number of the newest entry that every device has stored.
        is_current: this device knows all that it may have signed in an earlier life, and may sign again.
        guilt: who is guilty by the first accusation that this device can make.
        evidence: that accusation.
        testimony: the signed things behind it, for others to judge by themselves: an accusation must wait until all
            that its author has said is final, and with a cheat at the table that may never be.
    """

    def __init__(self, match: Match, device: int, key: SigningKey) -> None:
        self.match = match
        self.device = device
        self.final = 0
        self.is_current = len(match.terms.start.devices) == 1
        self.guilt: Guilt | None = None
        self.evidence: Accuse | None = None
        self.testimony: tuple[Message, ...] = ()
        self._key = key
        self._entries: dict[int, Entry] = {}
        self._heads: dict[int, bytes] = {match.last.n: match.last.chain.head}
        self._places: dict[tuple[Seat, int], int] = {}
        self._incoming: dict[int, dict[int, Entry]] = {}
        self._heard: dict[tuple[Seat, int], Say] = {}
        self._judged: dict[Seat, tuple[Statement, Allowed | Offence]] = {}
        self._acked: dict[int, int] = {}
        self._early_acks: dict[int, Ack] = {}
        self._asked: set[tuple[int, int]] = set()
        self._given: dict[int, int] = {}

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

    def holds(self, newest: Ack | None) -> bool:
        """Tell whether the log here goes as far as somebody has signed, on the same history."""
        return newest is None or self._heads.get(newest.n) == newest.head

    def recall(self, entry: Entry, match: Match, final: int) -> None:
        """Take back an entry of the own file; `match` is the fold with it, `final` what was known to be final then."""
        self.match = match
        self.final = final
        self._enter(entry)

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
        # What was given and asked on the link before may be lost with it.
        self._given.pop(device, None)
        self._asked = {(asked, n) for asked, n in self._asked if asked != device}
        last = self.match.last
        yield from (Send(device, message) for message in (*self._heard.values(), *self.testimony))
        if last.n and not self.is_orderer and self.is_current:
            yield Send(device, Acked(self._ack(last)))
        yield Send(device, Hello(self._order_ack(last.n) if last.n else None))

    def is_signed(self, hello: Hello) -> bool:
        """Tell whether the orderer has signed what a hello claims."""
        newest = hello.newest
        return newest is None or (newest.device == self.match.last.orderer(0) and self._is_signed(newest))

    def greeted(self, device: int, hello: Hello) -> Iterator[Effect]:
        """Send a device what it lacks, each entry once on a link. If it holds another history the orderer has signed
        both, and what stands on this one would only look unsigned there."""
        if not self.is_signed(hello):
            yield Close(device, "hello")
            return
        n = 0
        if hello.newest is not None:
            n = hello.newest.n
            yield from self.acknowledged(device, hello.newest)
            if n <= self.match.last.n and not self.holds(hello.newest):
                return
        for number in range(max(n, self._given.get(device, 0)) + 1, self.match.last.n + 1):
            yield Send(device, Ordered(self._entries[number]))
        self._given[device] = self.match.last.n

    def wanted(self, device: int, n: int) -> Iterator[Effect]:
        """Send the orderer's signature under an entry as it is held here."""
        if n in self._entries:
            yield Send(device, Acked(self._order_ack(n)))

    def _order_ack(self, n: int) -> Ack:
        """Return the orderer's signature under the head of an entry that is here: it is an ack of his device."""
        entry = self._entries[n]
        orderer = self.match.last.orderer(entry.epoch)
        return Ack(orderer, entry.epoch, n, self._heads[n], entry.order_signature)

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
        entry = self._entries.get(self._places.get(key, 0))
        if entry is None:
            return None
        assert isinstance(entry.statement, Statement)
        return Say(entry.statement, entry.signature)

    def receive(self, device: int, entry: Entry) -> Iterator[Effect]:
        """Take an entry; it is checked when its turn comes."""
        game = self.match.terms.game_id
        mine = self._entries.get(entry.n)
        if mine is None:
            if self.match.last.n < entry.n <= self.match.last.n + AHEAD_MAX:
                # One from each device: nobody can take the place of what the orderer has signed.
                self._incoming.setdefault(entry.n, {}).setdefault(device, entry)
        elif mine.digest(game) != entry.digest(game):
            yield from self._compare(device, entry)

    def _compare(self, device: int, other: Entry) -> Iterator[Effect]:
        """Two entries have one number: if the orderer signed both, he is guilty; otherwise nobody signed the other."""
        n, epoch = other.n, other.epoch
        head = next_head(self._heads[n - 1], n, epoch, other.digest(self.match.terms.game_id))
        ack = Ack(self.match.last.orderer(epoch), epoch, n, head, other.order_signature)
        if self._is_signed(ack):
            self._accuse(Wrong.HEADS, Acked(self._order_ack(n)), Acked(ack))
        else:
            yield Close(device, "order")

    def acknowledged(self, device: int, ack: Ack) -> Iterator[Effect]:
        """Take an acknowledgement."""
        if not self._is_signed(ack):
            yield Close(device, "ack")
            return
        if ack.n > self.match.last.n:
            self._early_acks[ack.device] = ack
        elif not self.holds(ack):
            # The orderer has signed the entry that is here; somebody else may have been given another one.
            is_shown = self._accuse(Wrong.HEADS, Acked(self._order_ack(ack.n)), Acked(ack))
            if not is_shown and (ack.device, ack.n) not in self._asked:
                self._asked.add((ack.device, ack.n))
                yield Send(ack.device, Want(ack.n))
        elif ack.n > self._acked.get(ack.device, 0):
            self._acked[ack.device] = ack.n
            self._settle()

    def _is_signed(self, ack: Ack) -> bool:
        """Tell whether a device of this table has signed an ack of this game; entry 0 has none, nor another epoch."""
        terms = self.match.terms
        if ack.device not in range(self.devices) or ack.epoch != 0 or ack.n <= 0:
            return False
        return ack.is_signed(terms.game_id, terms.start.devices[ack.device])

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
            self._enter(entry)
            del self._heard[say.statement.seat, say.statement.seq]
            grown.append((entry, folded))
        if not grown:
            return [], []
        entries = tuple(entry for entry, _ in grown)
        return grown, [KeepLog(entries), *[Send(None, Ordered(entry)) for entry in entries], *self._store()]

    def _next_say(self) -> tuple[Say, Allowed] | None:
        """Choose the next statement to be ordered: play before preparation, then by seat."""
        waiting = [say for seat in self.match.terms.seats if (say := self.heard_from(seat)) is not None]
        for say in sorted(waiting, key=lambda each: each.statement.kind in _PREPARATION):
            judged = self._weighed(say.statement) or self._weigh(say)
            if isinstance(judged, Allowed):
                return say, judged
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
            stored = self._store()
            acks = [Send(None, Acked(self._ack(self.match.last)))] if self.is_current else []
            effects = [KeepLog(entries), *acks, *stored, *effects]
        return grown, effects

    def _take_next(self, effects: list[Effect]) -> tuple[Entry, Folded] | None:
        """Append the next entry; of several that have its number the first that follows, and the others are compared
        with it. Whoever sent what nobody has signed loses his link."""
        found: tuple[Entry, Folded] | None = None
        game = self.match.terms.game_id
        for device, entry in self._incoming.pop(self.match.last.n + 1, {}).items():
            if found is not None:
                if found[0].digest(game) != entry.digest(game):
                    effects.extend(self._compare(device, entry))
                continue
            try:
                self.match, folded = self.match.append(entry, judged=self._weighed(entry.statement))
            except LogFault as fault:
                is_signed = fault.why not in _UNSIGNED and isinstance(entry.statement, Statement)
                if not (is_signed and self._accuse(Wrong.ORDER, Ordered(entry))):
                    effects.append(Close(device, fault.why))
            else:
                found = entry, folded
                self._enter(entry)
        return found

    def _enter(self, entry: Entry) -> None:
        """Take note of the newest entry. If it is an accusation that convicts, what the log shows is evidence here."""
        last, statement = self.match.last, entry.statement
        assert isinstance(statement, Statement)
        self._entries[entry.n] = entry
        self._heads[entry.n] = last.chain.head
        self._places[statement.seat, statement.seq] = entry.n
        if last.convictions and last.convictions[-1].entry == entry.n:
            said = read_body(statement.kind, statement.body, self.match.terms.game.actions)
            assert isinstance(said, Accuse)
            self._accept(said, (), self.match.upto(statement.seen))

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
            if say is None or self._is_weighed(say.statement):
                continue
            judged = self._weigh(say)
            if isinstance(judged, Allowed) and isinstance(judged.said, Accuse):
                self._accept(judged.said, (say,), self.match.upto(say.statement.seen))

    def _weigh(self, say: Say) -> Allowed | Offence | None:
        """Judge the next statement of a seat, once and for all; an offence is evidence."""
        statement = say.statement
        judged = self.match.weigh(statement)
        if judged is not None:
            self._judged[statement.seat] = statement, judged
        if isinstance(judged, Offence):
            self._accuse(BY_STATEMENT, say)
        return judged

    def _is_weighed(self, statement: Statement) -> bool:
        known = self._judged.get(statement.seat)
        return known is not None and known[0] == statement

    def _weighed(self, statement: object) -> Allowed | Offence | None:
        """Return the judgement on a statement that was judged when it was heard, None if it was not: it has said what
        was right where its author stood, and only whether it has lapsed may have changed."""
        if not isinstance(statement, Statement) or not self._is_weighed(statement):
            return None
        return self.match.renewed(self._judged[statement.seat][1], statement)

    def _store(self) -> list[Effect]:
        """Count what is here as stored here and by the orderer, and look at the acks that came before their entries."""
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

    # ---- guilt ----------------------------------------------------------------------------------------------------

    def accuse(self, accusation: Accuse) -> None:
        """Make an accusation that needs no other testimony than the log, if it holds and is the first."""
        self._accept(accusation, (), self.match)

    def _accuse(self, code: str, *testimony: Say | Ordered | Acked) -> bool:
        """Keep the first accusation that holds; tell whether this one does, as far as that still matters."""
        return self._accept(Accuse(code, tuple(map(_evidence, testimony))), testimony, self.match)

    def _accept(self, accusation: Accuse, testimony: tuple[Message, ...], record: Match) -> bool:
        if self.guilt is None and (guilt := convicted(accusation, record)) is not None:
            self.guilt, self.evidence, self.testimony = guilt, accusation, testimony
        return self.guilt is not None


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
