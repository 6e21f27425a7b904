"""What nobody has signed, and what nobody has sent: links are closed and people are waited for; nobody is convicted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from eventlog.checkpoint import Ack
from eventlog.entry import Entry, Statement, Stub
from protocol.effects import Acked, Effect, Hello, LinkUp, Message, Ordered, Received, Say, Send, Want
from protocol.offences import Wrong
from protocol.seat import Paused
from protocol.snapshot import snapshot_of
from tests.support.lan import Lan
from tests.support.mischief import Cheat, Mischief, Raw, blamed, honest_table, nobody_blamed, played, table

if TYPE_CHECKING:
    from collections.abc import Callable

    from joker_lan.engine import Seat
    from protocol.position import Position


# ---- garbage ------------------------------------------------------------------------------------------------------


def at(lan: Lan) -> Position:
    return lan.devices[0].running.match.last


def garbled(statement: Statement) -> Say:
    return Say(statement, bytes(64))


def next_statement(lan: Lan, seat: int = 2) -> Statement:
    position = at(lan)
    return Statement("wave", seat, position.said[seat], position.n, position.chain.head, ())


def entry(lan: Lan, ahead: int) -> Entry:
    return Entry(at(lan).n + ahead, 0, next_statement(lan), bytes(64), bytes(64))


def a_statement_with_a_bad_signature(lan: Lan) -> Message:
    return garbled(next_statement(lan))


def a_statement_of_no_seat(lan: Lan) -> Message:
    return garbled(replace(next_statement(lan), seat=9))


def the_next_entry_unsigned(lan: Lan) -> Message:
    return Ordered(entry(lan, 1))


def a_later_entry_unsigned(lan: Lan) -> Message:
    return Ordered(entry(lan, 3))


def an_old_entry_changed(lan: Lan) -> Message:
    old = lan.devices[0].log[-3]
    assert isinstance(old.statement, Statement)
    return Ordered(replace(old, statement=replace(old.statement, kind="wave")))


def an_entry_of_another_epoch(lan: Lan) -> Message:
    """Device 1 would order it."""
    chain = at(lan).chain
    say = garbled(next_statement(lan))
    return Ordered(chain.ordered(say.statement, say.signature, epoch=1, orderer=lan.devices[1].key))


def an_entry_with_nothing_in_it(lan: Lan) -> Message:
    return Ordered(Entry(at(lan).n + 1, 0, Stub(bytes(32)), bytes(64), bytes(64)))


def an_ack_with_a_bad_signature(lan: Lan) -> Message:
    return Acked(Ack(1, 0, at(lan).n, at(lan).chain.head, bytes(64)))


def an_ack_of_no_device(lan: Lan) -> Message:
    return Acked(Ack(7, 0, at(lan).n, at(lan).chain.head, bytes(64)))


def an_ack_of_entry_0(lan: Lan) -> Message:
    return Acked(Ack.make(lan.genesis.game, device=1, epoch=0, n=0, head=bytes(32), key=lan.devices[1].key))


def an_ack_of_another_epoch(lan: Lan) -> Message:
    n, head = at(lan).n, at(lan).chain.head
    return Acked(Ack.make(lan.genesis.game, device=1, epoch=7, n=n, head=head, key=lan.devices[1].key))


def a_hello_of_a_later_entry(lan: Lan) -> Message:
    return Hello(Ack(0, 0, 10**6, bytes(32), bytes(64)))


def a_hello_that_its_own_device_has_signed(lan: Lan) -> Message:
    """It would wait for itself to send what does not exist, and nobody would know whom all wait for."""
    return Hello(Ack.make(lan.genesis.game, device=1, epoch=0, n=10**6, head=bytes(32), key=lan.devices[1].key))


@pytest.mark.parametrize(
    ("message", "is_closed"),
    [
        (a_statement_with_a_bad_signature, True),
        (a_statement_of_no_seat, True),
        (the_next_entry_unsigned, True),
        (a_later_entry_unsigned, True),
        (an_old_entry_changed, True),
        (an_entry_of_another_epoch, True),
        (an_entry_with_nothing_in_it, True),
        (an_ack_with_a_bad_signature, True),
        (an_ack_of_no_device, True),
        (an_ack_of_entry_0, True),
        (an_ack_of_another_epoch, True),
        (lambda lan: Want(10**6), False),
        (a_hello_of_a_later_entry, True),
        (a_hello_that_its_own_device_has_signed, True),
        (lambda lan: Hello(None), False),
    ],
)
def test_what_nobody_has_signed_closes_the_link_and_the_game_goes_on(
    message: Callable[[Lan], Message], is_closed: bool
) -> None:
    lan = honest_table(devices=3)
    lan.start_all()
    lan.run(until=lambda: all(len(device.log) > 14 for device in lan.devices))
    while lan.deliver():
        pass
    lan.tell(2, Received(1, message(lan)))
    lan.run()
    nobody_blamed(lan)
    assert {device for device, _ in lan.devices[2].closed} == ({1} if is_closed else set())
    assert all(device.running.match.last.is_over for device in lan.devices)
    assert lan.devices[0].log == lan.devices[1].log == lan.devices[2].log


@pytest.mark.parametrize("claim", [a_hello_of_a_later_entry, a_hello_that_its_own_device_has_signed])
def test_a_claim_that_nobody_has_ordered_lets_nobody_wait_for_ever(claim: Callable[[Lan], Message]) -> None:
    """Before it may sign, a device waits for all that others say they have."""
    lan = honest_table(devices=3)
    lan.start(0)
    lan.start(2)
    lan.tell(2, Received(1, claim(lan)))
    assert lan.devices[2].closed == [(1, "hello")]
    assert lan.devices[2].running.awaited == (0, 1)
    lan.start(1)
    lan.run()
    nobody_blamed(lan)
    assert all(device.running.match.last.is_over for device in lan.devices)


def test_who_waits_for_what_the_orderer_has_signed_says_for_whom() -> None:
    """It is somebody's word that the entry is there; whoever gave it is waited for."""
    lan = honest_table(devices=2)
    lan.start(1)
    cheat = lan.devices[0].key
    lan.tell(1, LinkUp(0))
    promised = Ack.make(lan.genesis.game, device=0, epoch=0, n=10**6, head=bytes(32), key=cheat)
    lan.tell(1, Received(0, Hello(promised)))
    nobody_blamed(lan, 0)
    session = lan.devices[1].running
    assert session.missing == ()
    assert snapshot_of(session, 1, 1).phase == Paused((0,))


@pytest.mark.parametrize("ahead", [1, 2, 5])
def test_garbage_does_not_take_the_place_of_an_entry_or_of_evidence(ahead: int) -> None:
    """The same device strews garbage about, and cheats later: it loses its links, and it is convicted all the same."""

    class Strews(Mischief):
        def interject(self, cheat: Cheat, seat: Seat) -> bool:
            last = cheat.match.last
            if self.done < 5:
                self.done += 1
                statement = Statement("wave", 2, last.said[2], last.n, last.chain.head, ())
                cheat._effects.append(Send(None, Ordered(Entry(last.n + ahead, 0, statement, bytes(64), bytes(64)))))
                return False
            if last.playing is None or self.done > 5:
                return False
            self.done += 1
            cheat.utter(cheat.signed(seat, "wave", ()))
            return True

    lan = table(Strews())
    lan.run()
    guilt = blamed(lan, culprit=1)
    assert guilt.offence is not None
    assert guilt.offence.wrong is Wrong.SHAPE
    assert {device for device, _ in lan.devices[2].closed} == {1}


# ---- silence ------------------------------------------------------------------------------------------------------


@dataclass
class Silent(Mischief):
    """Sends nothing any more after so many messages."""

    after: int

    def wire(self, cheat: Cheat, effect: Effect) -> tuple[Effect, ...]:
        del cheat
        if isinstance(effect, Send):
            self.done += 1
            return (effect,) if self.done <= self.after else ()
        return (effect,)


@pytest.mark.parametrize("cheat", [0, 1])
@pytest.mark.parametrize("after", [0, 2, 9, 33, 48])
def test_somebody_who_falls_silent_is_waited_for(after: int, cheat: int) -> None:
    mischief = Silent(after)
    lan = table(mischief, cheat=cheat)
    lan.run()
    assert mischief.done > after
    nobody_blamed(lan, cheat)
    assert not any(device.running.match.last.is_over for device in lan.devices)


def test_somebody_who_does_not_acknowledge_is_waited_for() -> None:
    class Mute(Mischief):
        def wire(self, cheat: Cheat, effect: Effect) -> tuple[Effect, ...]:
            if isinstance(effect, Send) and isinstance(effect.message, Acked) and cheat.match.last.n > 10:
                self.done += 1
                return ()
            return (effect,)

    mischief = Mute()
    lan = table(mischief)
    lan.run()
    assert mischief.done
    nobody_blamed(lan, 1)
    final = {device.running.ledger.final for device in lan.devices if device.number != 1}
    assert final == {10}, "nothing becomes final that it has not stored"


def test_acknowledging_what_is_not_there_harms_nobody() -> None:
    class Boasts(Mischief):
        """Says that it has stored another history."""

        def wire(self, cheat: Cheat, effect: Effect) -> tuple[Effect, ...]:
            if isinstance(effect, Send) and isinstance(effect.message, Acked) and cheat.match.last.n > 10:
                self.done += 1
                ack = effect.message.ack
                game = cheat.match.terms.game_id
                false = Ack.make(game, device=1, epoch=0, n=ack.n, head=bytes(32), key=cheat.identity.key)
                return (Send(effect.device, Acked(false)),)
            return (effect,)

    mischief = Boasts()
    lan = table(mischief)
    lan.run()
    assert mischief.done
    nobody_blamed(lan, 1)
    assert not any(device.running.match.last.is_over for device in lan.devices)


def test_somebody_slow_is_only_slow() -> None:
    class Slow(Lan):
        def _post(self, sender: int, receiver: int, message: Message) -> None:
            self.delay = 5.0 if 1 in (sender, receiver) else 0.01
            super()._post(sender, receiver, message)

    lan = honest_table(devices=3, kind=Slow)
    lan.start_all()
    lan.run()
    nobody_blamed(lan)
    assert all(device.running.match.last.is_over for device in lan.devices)


@pytest.mark.parametrize("pair", [(0, 2), (1, 2)])
def test_somebody_cut_off_is_waited_for_and_comes_back(pair: tuple[int, int]) -> None:
    lan = honest_table(devices=3)
    lan.start_all()
    lan.run(until=lambda: len(lan.devices[2].log) > 20)
    lan.disconnect(*pair)
    lan.run()
    nobody_blamed(lan)
    assert not any(device.running.match.last.is_over for device in lan.devices)
    lan.connect(*pair)
    lan.run()
    nobody_blamed(lan)
    assert all(device.running.match.last.is_over for device in lan.devices)


@pytest.mark.parametrize("is_future", [True, False])
def test_a_statement_on_a_history_that_nobody_has_counts_as_silence(is_future: bool) -> None:
    def what(cheat: Cheat, seat: Seat) -> Say | None:
        last = cheat.match.last
        if last.n < 8:
            return None
        chain = replace(last.chain, length=last.n + 9) if is_future else replace(last.chain, head=bytes(32))
        return cheat.signed(seat, "wave", (), seen=replace(last, chain=chain))

    lan = played(lambda: Raw(what))
    nobody_blamed(lan, 1)
    assert not any(device.running.match.last.is_over for device in lan.devices)
