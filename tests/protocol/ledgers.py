"""Ledgers with a writer's log on their disk, and the messages that they are told."""

from collections.abc import Iterable

from eventlog.checkpoint import Ack
from eventlog.entry import Entry, Statement
from protocol.effects import Effect, Say, Send
from protocol.ledger import Ledger
from protocol.match import Match
from tests.protocol.writer import Writer


def ledger_at(writer: Writer, device: int, *, final: int | None = None, is_current: bool = True) -> Ledger:
    """The ledger of a device that has the writer's log on its disk, and usually has met all others."""
    first = writer.entries[0]
    assert not isinstance(first, Entry)
    match = Match.begin(first, test_rounds=True)
    ledger = Ledger(match, device, writer.devices[device])
    for entry in writer.entries[1:]:
        assert isinstance(entry, Entry)
        match, _ = match.append(entry)
        ledger.recall(entry, match, 0)
    ledger.final = writer.last.n if final is None else final
    ledger.begin()
    if is_current:
        done(ledger.catch_up())
    return ledger


def say(writer: Writer, statement: Statement) -> Say:
    return Say(statement, writer.signature(statement))


def say_of(writer: Writer, seat: int, kind: str) -> Say:
    return say(writer, writer.statement(seat, writer.answer(seat, kind)))


def ack(writer: Writer, device: int, n: int | None = None, head: bytes | None = None) -> Ack:
    position = writer.last if n is None else writer.at(n)
    head = position.chain.head if head is None else head
    game, key = writer.last.terms.game_id, writer.devices[device]
    return Ack.make(game, device=device, epoch=0, n=position.n, head=head, key=key)


def order_ack(writer: Writer, n: int | None = None) -> Ack:
    """The orderer's signature under an entry, the newest by default: it is his ack."""
    position = writer.last if n is None else writer.folds[n].position
    entry = writer.entries[position.n]
    assert isinstance(entry, Entry)
    return Ack(0, 0, entry.n, position.chain.head, entry.order_signature)


def done(effects: Iterable[Effect]) -> list[Effect]:
    return list(effects)


def lots(writer: Writer) -> tuple[Entry, Entry]:
    """The next two entries, of seat 0 and seat 1; the writer goes on."""
    made = []
    for seat in (0, 1):
        writer.say(seat, writer.answer(seat, "lot"))
        entry = writer.entries[-1]
        assert isinstance(entry, Entry)
        made.append(entry)
    return made[0], made[1]


def sent(effects: Iterable[Effect]) -> list[object]:
    found: list[object] = []
    for effect in effects:
        assert isinstance(effect, Send)
        assert effect.device == 1
        found.append(effect.message)
    return found
