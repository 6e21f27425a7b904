"""The device that numbers the entries, as a cheat: what it may choose, and what its own signature proves against it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

import pytest

from eventlog.entry import Entry, Statement
from joker_lan.engine import Seat
from joker_lan.games.classic.actions import Bid
from protocol.effects import Effect, Given, LinkUp, Ordered, Received, Say, Send
from protocol.offences import Guilt, Wrong
from protocol.session import Session
from protocol.statements import Act, body_of
from tests.support.mischief import (
    Cheat,
    Mischief,
    blamed,
    honest_table,
    is_in_log,
    nobody_blamed,
    others,
    played,
    table,
)

# ---- ordering what may not be ordered -----------------------------------------------------------------------------


@dataclass
class Orders(Mischief):
    """Orders, once, as the next entry something that it must not order, and tells it to all."""

    what: Callable[[Cheat], Say | None]

    def interject(self, cheat: Cheat, seat: Seat) -> bool:
        del seat
        say = None if self.done else self.what(cheat)
        if say is None:
            return False
        self.done += 1
        chain = cheat.match.last.chain
        entry = chain.ordered(say.statement, say.signature, epoch=0, orderer=cheat.identity.key)
        cheat._effects.append(Send(None, Ordered(entry)))
        return True


def newest(cheat: Cheat, seat: Seat) -> Say | None:
    """The newest statement of a seat that is in the log."""
    for entry in reversed(cheat.ledger._entries.values()):
        if isinstance(entry.statement, Statement) and entry.statement.seat == seat:
            return Say(entry.statement, entry.signature)
    return None


def something_of_its_own_that_nobody_called_for(cheat: Cheat) -> Say | None:
    return cheat.signed(0, "wave", ())


def a_bid_out_of_turn(cheat: Cheat) -> Say | None:
    position = cheat.position
    if position.playing is None or position.may_act(0):
        return None
    return cheat.signed(0, "act", body_of(Act(Bid(0), (), ())))


def the_same_statement_again(cheat: Cheat) -> Say | None:
    return newest(cheat, 2)


def a_statement_of_a_later_number(cheat: Cheat) -> Say | None:
    say = cheat.signed(0, "name", ("seat", "Zero", bytes(16)), seq=cheat.match.last.said[0] + 1)
    return say if cheat.match.last.n else None


def a_statement_that_its_author_has_not_signed(cheat: Cheat) -> Say | None:
    say = newest(cheat, 2)
    last = cheat.match.last
    if say is None:
        return None
    return replace(say, statement=replace(say.statement, seq=last.said[2], seen=last.n, seen_head=last.chain.head))


def a_statement_of_nobody(cheat: Cheat) -> Say | None:
    say = cheat.signed(0, "wave", ())
    return replace(say, statement=replace(say.statement, seat=7))


def a_statement_on_what_does_not_exist(cheat: Cheat) -> Say | None:
    last = cheat.match.last
    return cheat.signed(0, "wave", (), seen=replace(last, chain=replace(last.chain, length=last.n + 9)))


def a_statement_on_another_history(cheat: Cheat) -> Say | None:
    last = cheat.match.last
    return cheat.signed(0, "wave", (), seen=replace(last, chain=replace(last.chain, head=bytes(32))))


@pytest.mark.parametrize(
    "what",
    [
        something_of_its_own_that_nobody_called_for,
        a_bid_out_of_turn,
        the_same_statement_again,
        a_statement_of_a_later_number,
        a_statement_that_its_author_has_not_signed,
        a_statement_of_nobody,
        a_statement_on_what_does_not_exist,
        a_statement_on_another_history,
    ],
)
def test_an_orderer_that_orders_what_is_not_admissible(what: Callable[[Cheat], Say | None]) -> None:
    lan = played(lambda: Orders(what), cheat=0)
    assert blamed(lan, culprit=0) == Guilt(None, 0, Wrong.ORDER)
    assert is_in_log(lan, culprit=0), "it orders the accusation all the same"


# ---- two heads ----------------------------------------------------------------------------------------------------


@dataclass
class TwoHistories(Mischief):
    """Tells one device two entries in the other order. Both orders are right; only one can be."""

    alone: int
    held: Entry | None = None

    def wire(self, cheat: Cheat, effect: Effect) -> tuple[Effect, ...]:
        match effect:
            case Send(None, Ordered(Entry(_, _, Statement("name", seat)) as entry)) if seat != 0 and not self.done:
                rest = [Send(device, effect.message) for device in sorted(cheat.reachable - {self.alone})]
                if self.held is None:
                    self.held = entry
                    return tuple(rest)
                self.done += 1
                before = cheat.match.at(self.held.n - 1)
                assert before is not None
                chain = before.chain
                for each in (entry, self.held):
                    other = chain.ordered(each.statement, each.signature, epoch=0, orderer=cheat.identity.key)
                    chain = chain.extended(other)
                    rest.append(Send(self.alone, Ordered(other)))
                return tuple(rest)
            case _:
                return (effect,)


@pytest.mark.parametrize("alone", [1, 2])
def test_two_histories_for_two_devices(alone: int) -> None:
    mischief = TwoHistories(alone)
    lan = table(mischief, cheat=0)
    lan.run()
    assert mischief.done
    assert blamed(lan, culprit=0) == Guilt(None, 0, Wrong.HEADS)
    logs = [device.log for device in others(lan, 0)]
    assert logs[0] != logs[1], "each keeps the history that it was given, with the proof that it is not the only one"


@dataclass
class Reverses(Mischief):
    """Tells device 1 the first three entries in another order, and then nothing any more."""

    held: list[Entry] = field(default_factory=list)

    def wire(self, cheat: Cheat, effect: Effect) -> tuple[Effect, ...]:
        match effect:
            case Send((None | 1) as to, Ordered(Entry(n, _, Statement("name", _, 0)) as entry)) if not self.done:
                rest = [Send(2, effect.message)] if to is None else []
                if all(each.n != n for each in self.held):
                    self.held.append(entry)
                return (*rest, *self._other_history(cheat)) if len(self.held) == 3 else tuple(rest)
            case Send() if self.done:
                return ()
            case _:
                return (effect,)

    def _other_history(self, cheat: Cheat) -> Iterator[Effect]:
        self.done += 1
        start = cheat.match.at(0)
        assert start is not None
        chain = start.chain
        for each in reversed(self.held):
            other = chain.ordered(each.statement, each.signature, epoch=0, orderer=cheat.identity.key)
            chain = chain.extended(other)
            yield Send(1, Ordered(other))


@pytest.mark.parametrize("when", ["from the beginning", "once all have met"])
def test_two_histories_that_part_long_before_the_two_meet(when: str) -> None:
    """No entry of the other history can be checked here, but for one signature under its head."""
    mischief = Reverses()
    lan = honest_table(devices=3)
    lan.devices[0].program = partial(Cheat, mischief=mischief)
    if when == "from the beginning":
        lan.cut.add(frozenset((1, 2)))
    lan.start_all()
    if when == "once all have met":
        lan.run(until=lambda: all(device.running.ledger.is_current for device in lan.devices))
        lan.disconnect(1, 2)
    lan.run()
    lan.connect(1, 2)
    lan.run()
    assert mischief.done
    one, two = (device.log for device in others(lan, 0))
    assert one != two
    if when == "once all have met":
        assert len(one) == 3
        assert one[0] != two[0]
    assert blamed(lan, culprit=0) == Guilt(None, 0, Wrong.HEADS)


def test_history_written_anew_later() -> None:
    class Rewrites(Mischief):
        def interject(self, cheat: Cheat, seat: Seat) -> bool:
            old = cheat.ledger._entries.get(3)
            before = cheat.match.at(2)
            if self.done or old is None or before is None or cheat.match.last.n < 5:
                return False
            self.done += 1
            say = cheat.signed(seat, "wave", (), seen=before)
            entry = before.chain.ordered(say.statement, say.signature, epoch=0, orderer=cheat.identity.key)
            cheat._effects.append(Send(1, Ordered(entry)))
            return True

    lan = played(Rewrites, cheat=0)
    assert blamed(lan, culprit=0) == Guilt(None, 0, Wrong.HEADS)
    assert is_in_log(lan, culprit=0)


# ---- what an orderer may do ---------------------------------------------------------------------------------------


class Whimsical(Session):
    """Puts statements aside and takes them in any order."""

    def __init__(self, *given: object, whim: random.Random) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        self.whim = whim
        self.aside: list[Given] = []

    def step(self, given: Given) -> tuple[Effect, ...]:
        if isinstance(given, Received) and isinstance(given.message, Say) and self.whim.random() < 0.7:
            self.aside.append(given)
            return ()
        self.whim.shuffle(self.aside)
        taken, self.aside = [*self.aside, given], []
        return tuple(effect for each in taken for effect in super(Whimsical, self).step(each))


def test_an_orderer_that_prefers_whom_it_likes() -> None:
    for seed in range(3):
        lan = honest_table(devices=3, seed=seed)
        lan.devices[0].program = partial(Whimsical, whim=random.Random(seed))
        lan.start_all()
        for _ in range(400):
            lan.run()
            if all(device.running.match.last.is_over for device in lan.devices):
                break
            lan.tell(0, LinkUp(1))  # it has put somebody's words aside and would wait for ever
        nobody_blamed(lan)
        assert lan.devices[0].log == lan.devices[1].log == lan.devices[2].log
        assert all(device.running.match.last.is_over for device in lan.devices)


@dataclass
class Deaf(Mischief):
    """Never orders what one seat says, from some entry on."""

    seat: Seat
    since: int

    def wire(self, cheat: Cheat, effect: Effect) -> tuple[Effect, ...]:
        if cheat.match.last.n >= self.since:
            cheat.ledger._heard.pop((self.seat, cheat.match.last.said[self.seat]), None)
        return (effect,)


class DeafCheat(Cheat):
    def step(self, given: Given) -> tuple[Effect, ...]:
        mischief = self.mischief
        assert isinstance(mischief, Deaf)
        match given:
            case Received(_, Say(Statement(_, mischief.seat))) if self.match.last.n >= mischief.since:
                mischief.done += 1
                return ()
            case _:
                return super().step(given)


@pytest.mark.parametrize("since", [0, 12, 30])
def test_an_orderer_that_does_not_hear_somebody_is_waited_for_and_not_named(since: int) -> None:
    mischief = Deaf(seat=1, since=since)
    lan = honest_table(devices=3)
    lan.devices[0].program = partial(DeafCheat, mischief=mischief)
    lan.start_all()
    lan.run()
    assert mischief.done
    nobody_blamed(lan, 0)
    assert not lan.devices[2].running.match.last.is_over


def test_an_orderer_that_keeps_entries_from_somebody_is_not_named_and_nothing_becomes_final() -> None:
    class Keeps(Mischief):
        def wire(self, cheat: Cheat, effect: Effect) -> tuple[Effect, ...]:
            if isinstance(effect, Send) and isinstance(effect.message, Ordered) and cheat.match.last.n > 20:
                self.done += 1
                return (Send(1, effect.message),)
            return (effect,)

    lan = played(Keeps, cheat=0)
    nobody_blamed(lan, 0)
    assert lan.devices[1].running.match.last.n > lan.devices[2].running.match.last.n
    assert lan.devices[1].running.ledger.final <= lan.devices[2].running.match.last.n
