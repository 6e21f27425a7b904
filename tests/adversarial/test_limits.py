"""What is as long, as often or as far as can be: evidence that no statement can hold, and questions without an end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from eventlog.entry import STATEMENT_MAX
from protocol.effects import Effect, Hello, Ordered, Received, Say, Send
from protocol.offences import Guilt, Wrong
from tests.support.mischief import Cheat, Mischief, Raw, blamed, honest_table, is_in_log, nobody_blamed, played

if TYPE_CHECKING:
    from joker_lan.engine import Seat
    from protocol.accusing import Record
    from protocol.statements import Accuse
    from tests.support.lan import Device

FRAME = 60
"""Bytes that a statement of this kind needs around its one byte string, or a few more: fewer than one signature, which
an accusation would add."""


def wave(cheat: Cheat, seat: Seat, size: int, *, seq: int | None = None) -> Say:
    return cheat.signed(seat, "wave", (bytes(size),), seq=seq)


@pytest.mark.parametrize("cheat", [0, 1])
@pytest.mark.parametrize("spare", [FRAME, 30_000])
def test_a_wrong_statement_as_long_as_can_be(spare: int, cheat: int) -> None:
    """An accusation that holds it may be longer than a statement; then all have the signed thing itself."""
    lan = played(lambda: Raw(lambda each, seat: wave(each, seat, STATEMENT_MAX - spare)), cheat=cheat)
    guilt = blamed(lan, culprit=cheat)
    assert guilt.offence is not None
    assert guilt.offence.wrong is Wrong.SHAPE
    if cheat != 0:  # the orderer need not order what is said against it
        assert is_in_log(lan, culprit=cheat) == (spare > FRAME)


@dataclass
class SaysTwo(Mischief):
    """Two long statements under one number, for two devices or for all."""

    later: int
    sizes: list[int] = field(default_factory=lambda: [40_001, 40_002])

    def interject(self, cheat: Cheat, seat: Seat) -> bool:
        if self.done:
            return False
        self.done += 1
        for device, size in zip((0, 2), self.sizes, strict=True):
            say = wave(cheat, seat, size, seq=cheat.match.last.said[seat] + self.later)
            cheat.utter(say, *((0, 2) if self.later else (device,)))
        return True


@pytest.mark.parametrize("later", [0, 5])
def test_two_statements_too_long_for_one_accusation(later: int) -> None:
    lan = played(lambda: SaysTwo(later), cheat=1)
    guilt = blamed(lan, culprit=1)
    assert guilt.wrong in (Wrong.TWICE, Wrong.SHAPE)
    if later:
        assert guilt.wrong is Wrong.TWICE
        assert not is_in_log(lan, culprit=1), "no accusation can hold both"


@dataclass
class OrdersLong(Mischief):
    """Orders, as the next entry, a wrong statement as long as can be."""

    def interject(self, cheat: Cheat, seat: Seat) -> bool:
        if self.done:
            return False
        self.done += 1
        say = wave(cheat, seat, STATEMENT_MAX - FRAME)
        chain = cheat.match.last.chain
        entry = chain.ordered(say.statement, say.signature, epoch=0, orderer=cheat.identity.key)
        cheat._effects.append(Send(None, Ordered(entry)))
        return True


def test_an_orderer_that_orders_what_is_too_long_to_be_shown() -> None:
    lan = played(OrdersLong, cheat=0)
    assert blamed(lan, culprit=0) == Guilt(None, 0, Wrong.ORDER)


def test_a_hello_said_again_and_again_is_answered_once() -> None:
    lan = honest_table(devices=2)
    lan.start_all()
    lan.run()
    answers: list[Effect] = []

    def watch(device: Device, effect: Effect) -> tuple[Effect, ...]:
        del device
        answers.append(effect)
        return (effect,)

    lan.devices[0].tamper = watch
    for _ in range(10):
        lan.tell(0, Received(1, Hello(None)))
    assert len(answers) <= lan.devices[0].running.match.last.n
    nobody_blamed(lan)


def test_an_accusation_that_must_wait_is_weighed_once_until_more_is_final(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may hold the proofs of a whole deck: messages that change nothing must not make anybody check them again."""
    weighed: list[int] = []

    def counting(accusation: Accuse, record: Record) -> Guilt | None:
        weighed.append(record.last.n)
        return None  # it does not hold there yet

    monkeypatch.setattr("protocol.session.convicted", counting)
    lan = played(lambda: Raw(lambda each, seat: wave(each, seat, 10)), cheat=1)
    assert lan.devices[0].running.guilt is not None
    final = lan.devices[2].running.ledger.final
    first = weighed.count(final)
    assert first >= 1
    for device in (0, 2):
        for _ in range(10):
            lan.tell(device, Received(1, Hello(None)))
    lan.run()
    assert weighed.count(final) == first <= 2
