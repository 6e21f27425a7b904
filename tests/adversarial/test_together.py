"""Games in which several may act at once: whoever is overtaken is not guilty, and is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import protocol.terms
from protocol.audit import Verdict, audit_entries
from protocol.effects import Wished
from protocol.seat import Notice
from protocol.snapshot import snapshot_of
from tests.support import lan as lan_module
from tests.support.lan import Lan
from tests.support.mischief import nobody_blamed
from tests.support.race import Count, Race

if TYPE_CHECKING:
    from joker_lan.engine import AnyGame, Seat


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> Lan:
    """Three at a table who all may count; everything that was said is final."""

    def only_the_race() -> dict[str, AnyGame]:
        return {"race": Race()}

    for module in (protocol.terms, lan_module):
        monkeypatch.setattr(module, "games", only_the_race)
    lan = Lan(devices=3, game="race")
    lan.start_all()
    lan.run(until=lambda: all(device.running.may_act(device.number) for device in lan.devices))
    come_to_rest(lan)
    return lan


def come_to_rest(lan: Lan) -> None:
    while lan.deliver():
        pass


def told(lan: Lan, seat: Seat) -> tuple[Notice, ...]:
    return snapshot_of(lan.devices[seat].running, seat, 1).notices


def counted(lan: Lan, seat: Seat) -> int:
    count: int = lan.devices[seat].running.match.last.state.count  # type: ignore[attr-defined,unused-ignore]
    return count


def test_a_wish_made_on_what_is_not_final_yet_waits_for_it(race: Lan) -> None:
    """Everybody judges it by what is final: there the number would be wrong, and its honest author guilty."""
    race.tell(0, Wished(0, Count(0), 1))
    one = race.devices[1].running
    while counted(race, 1) == 0:
        race.deliver()
    assert one.ledger.final < one.match.last.n
    assert not one.may_act(1)
    race.tell(1, Wished(1, Count(1), 2))
    come_to_rest(race)
    assert counted(race, 0) == 2
    assert race.devices[1].refused == []
    race.run()
    nobody_blamed(race)
    assert all(device.running.match.last.is_over for device in race.devices)


def test_who_is_overtaken_is_not_guilty_and_is_told_until_he_acts_again(race: Lan) -> None:
    for seat in (1, 2):
        race.tell(seat, Wished(seat, Count(0), seat))
    come_to_rest(race)
    assert counted(race, 0) == 1
    (lapsed,) = [seat for seat in (1, 2) if told(race, seat)]
    (entry,) = [each for each in race.devices[0].log if each.statement.seat == lapsed and each.statement.kind == "act"]  # type: ignore[union-attr] # no stubs here
    assert told(race, lapsed) == (Notice("lapsed", {"entry": entry.n}),)
    assert told(race, 0) == told(race, 3 - lapsed) == ()
    assert race.devices[lapsed].running.may_act(lapsed)
    race.tell(lapsed, Wished(lapsed, Count(1), 3))
    come_to_rest(race)
    assert told(race, lapsed) == ()
    race.run()
    nobody_blamed(race)
    report = audit_entries((race.genesis, *race.devices[0].log), test_rounds=True)
    assert report.verdict is Verdict.VALID


def test_what_lapsed_before_a_restart_is_no_news_after_it(race: Lan) -> None:
    for seat in (1, 2):
        race.tell(seat, Wished(seat, Count(0), seat))
    come_to_rest(race)
    (lapsed,) = [seat for seat in (1, 2) if told(race, seat)]
    race.stop(lapsed)
    race.start(lapsed)
    come_to_rest(race)
    assert told(race, lapsed) == ()
    race.run()
    nobody_blamed(race)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_all_act_at_once_as_often_as_they_can(race: Lan, first: Seat) -> None:
    for _ in range(20):
        for seat in ((first + each) % 3 for each in range(3)):
            session = race.devices[seat].running
            if session.may_act(seat):
                (action,) = race.game.offers(session.view(seat), seat)
                race.tell(seat, Wished(seat, action, 0))
        come_to_rest(race)
    nobody_blamed(race)
    assert all(device.running.match.last.is_over for device in race.devices)
    assert race.devices[0].log == race.devices[1].log == race.devices[2].log
