"""Power cuts at every moment: a device comes back with the same hand, says the same bytes, and the game ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from joker_lan.games import games
from protocol.audit import Verdict, audit_entries
from tests.support.witness import Witness, cut_before

EVERY = 11
"""A cut after so many effects; more than a device needs to come back, so that the game gets on."""


def short_game(devices: int) -> Witness:
    options = replace(next(iter(games()["classic"].presets.values())), deals=1)
    seats = {seat: seat % devices for seat in range(max(2, devices))}
    return Witness(devices=devices, seats=seats, rounds=1, options=options)


def played_with_cuts(first: int, every: int, *numbers: int, devices: int = 2) -> Witness:
    lan = short_game(devices)
    tamper = cut_before(lambda count: count % every == first, numbers)
    for device in lan.devices:
        device.tamper = tamper
    lan.run_through_cuts()
    return lan


@pytest.mark.parametrize(
    ("devices", "numbers"),
    [(2, (0, 1)), (1, (0,))],
    ids=["both", "alone"],
)
def test_power_cuts_before_every_effect(devices: int, numbers: tuple[int, ...]) -> None:
    for first in range(EVERY):
        lan = played_with_cuts(first, EVERY, *numbers, devices=devices)
        assert lan.cuts > 1
        lan.check()
    report = audit_entries((lan.genesis, *lan.devices[0].log), test_rounds=True)
    assert report.verdict is Verdict.VALID
    assert [finding.code for finding in report.findings] == []


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1])
def test_one_power_cut_before_each_effect(number: int) -> None:
    first = 1
    while True:
        lan = played_with_cuts(first, 1 << 30, number)
        lan.check()
        assert audit_entries((lan.genesis, *lan.devices[0].log), test_rounds=True).verdict is Verdict.VALID
        if lan.cuts == 0:
            assert first > 60, "every effect of the game has had its cut"
            return
        first += 1


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize(("moment", "lost"), [(6, 3), (22, 8), (36, 5)])
def test_an_older_copy_of_a_device_is_put_back(number: int, moment: int, lost: int) -> None:
    """Its log lacks its last entries and its outbox its last words; the others tell it both before it speaks."""
    lan = short_game(devices=3)
    lan.start_all()
    device = lan.devices[number]
    lan.run(until=lambda: len(device.log) >= moment and lan.has_been_heard(number))
    lan.stop(number)
    del device.log[-lost:]
    words = [record for record in device.private if isinstance(record, tuple) and record[0] == "say"]
    for record in words[-lost:]:
        device.private.remove(record)
    lan.start(number)
    lan.run()
    lan.check()


def test_words_that_only_a_third_device_has_heard() -> None:
    """Nothing is missing in the log; the hello of the third device closes what it tells, its words among it."""
    lan = short_game(devices=3)
    lan.start_all()
    device = lan.devices[1]
    lan.run(until=lambda: lan.under_way(1, "name") == {0})
    lan.stop(1)
    lost = device.private.pop()
    assert isinstance(lost, tuple)
    assert lost[0] == "say"
    lan.start(1)
    lan.run()
    lan.check()
