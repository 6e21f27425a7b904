"""Accusations: how evidence is packed into a statement, and how everybody judges it.

Evidence is the signed things themselves, in full, so that whoever holds the log up to the accusation can judge it
without asking anybody. Page: `docs/protocol/evidence.md`.
"""

from typing import Protocol

from eventlog.chain import ack_message, next_head
from eventlog.checkpoint import Ack
from eventlog.codec import CodecError, decode, encode
from eventlog.entry import Entry, EntryError, Statement
from eventlog.keys import verify
from protocol.deck.checking import check_shuffle
from protocol.deck.deck import Deck
from protocol.deck.faults import Fault
from protocol.deck.slicing import finish
from protocol.judging import Allowed
from protocol.offences import Guilt, Offence, Wrong
from protocol.position import Position
from protocol.statements import Accuse
from protocol.terms import Terms


class Record(Protocol):
    """What an accusation is judged by: the positions of the log that are still remembered."""

    @property
    def terms(self) -> Terms:
        """The terms of the game."""

    @property
    def last(self) -> Position:
        """The newest position."""

    def at(self, n: int) -> Position | None:
        """The position after entry n, None if it is not there or no longer remembered."""

    def weigh(self, statement: Statement) -> Allowed | Offence | None:
        """Judge a signed statement, None if this log cannot."""


BY_STATEMENT = "statement"
"""Code of an accusation by one statement that is wrong where its author stood."""


class _Unfit(Exception):  # noqa: N818 - a verdict word
    """The evidence cannot be read or does not belong to this game."""


def statement_evidence(statement: Statement, signature: bytes) -> bytes:
    """Pack a signed statement."""
    return encode((statement.encoded(), signature))


def entry_evidence(entry: Entry) -> bytes:
    """Pack an ordered entry whose statement is not a stub."""
    assert isinstance(entry.statement, Statement)
    return encode((entry.n, entry.epoch, entry.statement.encoded(), entry.signature, entry.order_signature))


def ack_evidence(ack: Ack) -> bytes:
    """Pack a signature under a head."""
    return encode(ack.to_plain())


def proof_evidence(deck: int, kind: str, player: int) -> bytes:
    """Name the message of the log whose proof or re-execution fails: kind `answer`, `lock` or `reveal`."""
    return encode((deck, kind, player))


def convicted(accuse: Accuse, record: Record) -> Guilt | None:
    """Return who an accusation convicts, None if it does not hold. Total."""
    try:
        match accuse.code:
            case _ if accuse.code == BY_STATEMENT:
                return _by_statement(accuse.things, record)
            case Wrong.TWICE:
                return _by_two_statements(accuse.things, record)
            case Wrong.HEADS:
                return _by_two_heads(accuse.things, record)
            case Wrong.ORDER:
                return _by_order(accuse.things, record)
            case Wrong.PROOF:
                return _by_proof(accuse.things, record)
            case _:
                return None
    except (_Unfit, CodecError, EntryError):
        return None


def _one(things: tuple[bytes, ...], count: int = 1) -> tuple[bytes, ...]:
    if len(things) != count:
        raise _Unfit
    return things


def _statement(thing: bytes, record: Record) -> Statement:
    """Unpack a signed statement of this game and check its signature."""
    plain = decode(thing)
    if type(plain) is not tuple or len(plain) != 2 or type(plain[0]) is not bytes or type(plain[1]) is not bytes:
        raise _Unfit
    statement = Statement.from_plain(decode(plain[0]))
    if statement.seat >= len(record.terms.seats):
        raise _Unfit
    key = record.terms.seat_key(statement.seat)
    if not verify(key, plain[1], statement.digest(record.terms.game_id)):
        raise _Unfit
    return statement


def _of_seat(offence: Offence, record: Record) -> Guilt:
    return Guilt(offence.seat, record.terms.device_of(offence.seat), offence.wrong, offence)


def _by_statement(things: tuple[bytes, ...], record: Record) -> Guilt | None:
    """One statement that is wrong in the position its author names as seen."""
    (thing,) = _one(things)
    judged = record.weigh(_statement(thing, record))
    return _of_seat(judged, record) if isinstance(judged, Offence) else None


def _by_two_statements(things: tuple[bytes, ...], record: Record) -> Guilt | None:
    """Two different statements of one seat with one number; needs nothing but the two."""
    first, second = (_statement(thing, record) for thing in _one(things, 2))
    if (first.seat, first.seq) != (second.seat, second.seq) or first == second:
        return None
    return Guilt(first.seat, record.terms.device_of(first.seat), Wrong.TWICE, Offence(first.seat, Wrong.TWICE, ""))


def _by_two_heads(things: tuple[bytes, ...], record: Record) -> Guilt | None:
    """Two different heads under one (device, epoch, number); needs nothing but the two."""
    first, second = (Ack.from_plain(decode(thing)) for thing in _one(things, 2))
    if (first.device, first.epoch, first.n) != (second.device, second.epoch, second.n) or first.head == second.head:
        return None
    devices = record.terms.start.devices
    if first.device >= len(devices):
        return None
    if not all(ack.is_signed(record.terms.game_id, devices[first.device]) for ack in (first, second)):
        return None
    return Guilt(None, first.device, Wrong.HEADS)


def _by_order(things: tuple[bytes, ...], record: Record) -> Guilt | None:
    """An order signature on a statement that could not be ordered at that place."""
    plain = decode(_one(things)[0])
    if type(plain) is not tuple or len(plain) != 5 or type(plain[2]) is not bytes:
        raise _Unfit
    entry = Entry.from_plain((plain[0], plain[1], decode(plain[2]), *plain[3:]))
    before = record.at(entry.n - 1)
    if before is None or not isinstance(entry.statement, Statement):
        raise _Unfit
    terms = record.terms
    orderer = before.orderer(entry.epoch)
    digest = entry.digest(terms.game_id)
    head = next_head(before.chain.head, entry.n, entry.epoch, digest)
    key = terms.start.devices[orderer]
    if not verify(key, entry.order_signature, ack_message(terms.game_id, entry.epoch, entry.n, head)):
        raise _Unfit
    guilt = Guilt(None, orderer, Wrong.ORDER)
    seat = entry.statement.seat
    if seat >= len(terms.seats) or not verify(terms.seat_key(seat), entry.signature, digest):
        return guilt
    if entry.statement.seq != before.said[seat] or not before.seen[seat] <= entry.statement.seen <= before.n:
        return guilt
    seen = record.at(entry.statement.seen)
    if seen is None:
        raise _Unfit
    if seen.chain.head != entry.statement.seen_head:
        return guilt
    return guilt if isinstance(record.weigh(entry.statement), Offence) else None


def _by_proof(things: tuple[bytes, ...], record: Record) -> Guilt | None:
    """A message of the log whose costly check fails, run again by whoever judges."""
    plain = decode(_one(things)[0])
    match plain:
        case (int(number), str(kind), int(player)):
            joint = record.last.deck(number)
        case _:
            raise _Unfit
    if joint is None or not 0 <= player < len(joint.seats):
        raise _Unfit
    fault = failing_proof(joint.deck, kind, player)
    if fault is None or fault.player is None:
        return None
    seat = joint.seats[fault.player]
    return _of_seat(Offence(seat, Wrong.PROOF, fault.kind, fault=fault), record)


def failing_proof(deck: Deck, kind: str, player: int) -> Fault | None:
    """Run the costly check of one message of a deck to its end; None if it passes or is not there to be checked."""
    reveal = deck.reveals[player]
    if kind in ("answer", "lock"):
        # An audit has let the points of a shuffle pass. Whoever works on what is no point is not to blame for it.
        for author, shuffle in enumerate(deck.shuffles):
            if fault := check_shuffle(author, shuffle):
                return fault
    if kind == "answer" and deck.answers[player] is not None:
        return finish(deck.verify_answer(player))
    if kind == "lock" and player < len(deck.locks):
        return finish(deck.verify_lock(player))
    if kind == "reveal" and reveal is not None:
        return finish(deck.reexecute(player, reveal.seed, proofs=True))
    return None
