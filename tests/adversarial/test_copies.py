"""Older copies of a device's files: it signs nothing before it knows what it has signed, and says what it has lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from eventlog.chain import Chain
from eventlog.codec import decode
from eventlog.entry import Statement
from protocol.effects import Acked, Effect, Ordered, Received, Send
from protocol.offences import Wrong
from protocol.seat import Broken, Paused
from protocol.snapshot import snapshot_of
from tests.support.mischief import honest_table, nobody_blamed

if TYPE_CHECKING:
    from tests.support.lan import Device, Lan


# ---- the log ------------------------------------------------------------------------------------------------------


class Acks:
    """All acks that a device signs: the heads by number."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.heads: dict[int, set[bytes]] = {}

    def __call__(self, device: Device, effect: Effect) -> tuple[Effect, ...]:
        if isinstance(effect, Send) and isinstance(effect.message, Acked) and effect.message.ack.device == self.number:
            ack = effect.message.ack
            self.heads.setdefault(ack.n, set()).add(ack.head)
        del device
        return (effect,)


@pytest.fixture
def put_back() -> tuple[Lan, Acks]:
    """Device 1 has acked three entries and lost them; nobody can be reached, and the orderer tells it other ones."""
    lan, acks = honest_table(devices=3), Acks(1)
    lan.start_all()
    lan.devices[1].tamper = acks
    lan.run(until=lambda: all(device.log and device.log[-1].n >= 3 for device in lan.devices))
    lan.stop(1)
    device = lan.devices[1]
    entries = device.log[:3]
    device.log.clear()
    device.private = [record for record in device.private if isinstance(record, tuple) and record[0] == "key"]
    lan.cut.update({frozenset((0, 1)), frozenset((1, 2))})
    lan.start(1)
    chain = Chain.rooted(lan.genesis)
    for each in reversed(entries):
        other = chain.ordered(each.statement, each.signature, epoch=0, orderer=lan.devices[0].key)
        chain = chain.extended(other)
        lan.tell(1, Received(0, Ordered(other)))
    return lan, acks


def test_a_device_that_was_put_back_acknowledges_no_other_history(put_back: tuple[Lan, Acks]) -> None:
    """Two acks of one number would convict it, though it is honest."""
    lan, acks = put_back
    assert len(lan.devices[1].log) == 3
    assert acks.heads
    assert all(len(heads) == 1 for heads in acks.heads.values())
    assert snapshot_of(lan.devices[1].running, 1, 1).phase == Paused((0, 2))


def test_a_device_that_was_put_back_names_the_orderer_who_told_it_another_history(put_back: tuple[Lan, Acks]) -> None:
    lan, acks = put_back
    lan.connect(1, 2)
    lan.connect(1, 0)
    lan.run()
    assert all(len(heads) == 1 for heads in acks.heads.values())
    for number in (1, 2):
        guilt = lan.devices[number].running.guilt
        assert guilt is not None
        assert (guilt.device, guilt.wrong) == (0, Wrong.HEADS)


# ---- the private file ---------------------------------------------------------------------------------------------


def is_promised(lan: Lan, secret: str) -> bool:
    """Tell whether device 1 has committed to its seed or its coin, by the log of the orderer."""
    position = lan.devices[0].running.match.last
    if secret == "seed":
        return position.preparing is not None and position.preparing.deck.commits[1] is not None
    return position.draw is not None and 1 in position.draw.lots


def said_in(lan: Lan, secret: str) -> list[str]:
    """The kinds of what device 1 has said in its first deck or draw, beyond its promise."""
    number = {"coin": 1, "seed": 2}[secret]
    words = [entry.statement for entry in lan.devices[0].log if isinstance(entry.statement, Statement)]
    for record in lan.devices[1].private:
        if isinstance(record, tuple) and record[0] == "say":
            assert isinstance(record[1], bytes)
            words.append(Statement.from_plain(decode(record[1])))
    promises = {"open", "commit", "lot"}
    return [each.kind for each in words if each.seat == 1 and each.body[:1] == (number,) and each.kind not in promises]


@pytest.mark.parametrize("secret", ["seed", "coin"])
def test_a_private_file_that_lacks_a_secret_breaks_the_game_of_its_own_device(secret: str) -> None:
    lan = honest_table(devices=2)
    lan.start_all()
    lan.run(until=lambda: is_promised(lan, secret))
    assert said_in(lan, secret) == []
    lan.stop(1)
    device = lan.devices[1]
    device.private = [
        record for record in device.private if isinstance(record, tuple) and record[0] not in (secret, "say")
    ]
    lan.start(1)
    lan.run()
    nobody_blamed(lan)
    assert said_in(lan, secret) == []
    shown = snapshot_of(device.running, 1, 1)
    assert shown.phase == Broken("lost", 1)
    assert not shown.may_act
    assert snapshot_of(lan.devices[0].running, 0, 1).waited_for == (1,), "the other sees for whom it waits"


@pytest.mark.parametrize("secret", ["seed", "coin"])
def test_the_other_seats_of_a_device_go_on_as_far_as_they_can(secret: str) -> None:
    lan = honest_table(devices=2, seats={0: 0, 1: 1, 2: 1})
    lan.start_all()
    lan.run(until=lambda: is_promised(lan, secret))
    lan.stop(1)
    device = lan.devices[1]
    device.private = [
        record
        for record in device.private
        if isinstance(record, tuple) and not (record[0] == secret and record[2] == 1)
    ]
    lan.start(1)
    lan.run()
    nobody_blamed(lan)
    assert {snapshot_of(device.running, seat, 1).phase for seat in (1, 2)} == {Broken("lost", 1)}
    assert snapshot_of(lan.devices[0].running, 0, 1).waited_for == (1,)


def test_a_secret_that_is_not_needed_any_more_is_not_missed() -> None:
    """The seed of a deck whose deal is over has been revealed to all."""
    lan = honest_table(devices=2)
    lan.start_all()
    lan.run(until=lambda: lan.devices[1].running.match.last.closed is not None)
    lan.stop(1)
    device = lan.devices[1]
    device.private = [record for record in device.private if isinstance(record, tuple) and record[0] != "seed"]
    lan.start(1)
    lan.run()
    nobody_blamed(lan)
    assert all(each.running.match.last.is_over for each in lan.devices)
