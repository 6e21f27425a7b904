"""Snapshots of a running session: the phases that faces show, and what a snapshot never holds."""

from dataclasses import replace
from functools import cache

import pytest

from eventlog.codec import encode
from joker_lan.engine import Seat, includes, to_plain
from joker_lan.games import games
from protocol.effects import Given
from protocol.offences import Guilt, Wrong
from protocol.seat import Broken, Drawing, Over, Paused, Phase, Playing, Preparing, Revealing, Snapshot
from protocol.snapshot import phase_of, snapshot_of
from tests.support.lan import Lan

DEALS = 2


class SnappedLan(Lan):
    """A table that takes a snapshot for every seat after everything a device is told."""

    snapshots: dict[Seat, list[Snapshot]]

    def tell(self, number: int, given: Given) -> None:
        super().tell(number, given)
        session = self.devices[number].running
        for seat in session.vault.seats:
            taken = self.snapshots.setdefault(seat, [])
            taken.append(snapshot_of(session, seat, len(taken)))


def table(*, devices: int = 2, deals: int = DEALS) -> SnappedLan:
    lan = SnappedLan(devices=devices, seed=3, options=replace(games()["classic"].presets["wiki"], deals=deals))
    lan.snapshots = {}
    return lan


@cache
def played() -> SnappedLan:
    lan = table()
    lan.start_all()
    lan.run()
    return lan


def phases(seat: Seat) -> list[type[Phase]]:
    """The kinds of phases in their order, each once while it lasts."""
    found: list[type[Phase]] = []
    for snapshot in played().snapshots[seat]:
        if not found or found[-1] is not type(snapshot.phase):
            found.append(type(snapshot.phase))
    return found


@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_goes_through_its_phases_in_order(seat: Seat) -> None:
    """Links come up one by one, so a game begins with somebody missing; nothing is played after the last agreement."""
    assert phases(seat)[:3] == [Paused, Drawing, Preparing]
    assert phases(seat)[3:5] == [Playing, Revealing]
    assert phases(seat)[-2:] == [Revealing, Over]
    assert set(phases(seat)) == {Paused, Drawing, Preparing, Playing, Revealing, Over}


@pytest.mark.parametrize("seat", [0, 1])
def test_preparing_counts_up_to_all_messages(seat: Seat) -> None:
    first: list[Preparing] = []
    for snapshot in played().snapshots[seat]:
        if isinstance(snapshot.phase, Preparing):
            first.append(snapshot.phase)
        elif first:
            break
    assert {phase.of for phase in first} == {14}  # seven kinds from each of two
    done = [phase.done for phase in first]
    assert done == sorted(done)
    assert done[0] == 0
    assert done[-1] == 14


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_is_offered_something_exactly_when_it_may_act(seat: Seat) -> None:
    taken = played().snapshots[seat]
    assert any(snapshot.may_act for snapshot in taken)
    for snapshot in taken:
        assert bool(snapshot.offers) == snapshot.may_act
        assert not snapshot.may_act or seat in snapshot.view.to_act
        assert not snapshot.may_act or isinstance(snapshot.phase, Playing)
        game = games()[snapshot.game]
        assert all(game.violation(snapshot.view, seat, offer) is None for offer in snapshot.offers)


@pytest.mark.parametrize("seat", [0, 1])
def test_no_snapshot_holds_a_card_that_its_seat_may_not_see(seat: Seat) -> None:
    for snapshot in played().snapshots[seat]:
        audience = snapshot.view.table.audience
        assert all(includes(audience.get(slot), seat) for slot in snapshot.view.table.faces)


def test_both_screens_show_the_same_letters_and_the_same_rules() -> None:
    one, other = (played().snapshots[seat][-1] for seat in (0, 1))
    assert one.check == other.check
    assert len(one.check) == 4
    assert one.rules_code == other.rules_code
    assert one.rules_code.startswith("R-")
    assert [person.name for person in one.people] == ["Seat 0", "Seat 1"] == [person.name for person in other.people]
    assert played().snapshots[0][0].check == ""


def test_proved_follows_the_agreements() -> None:
    proved = [snapshot.proved for snapshot in played().snapshots[0]]
    assert proved == sorted(proved)
    assert set(proved) == {0, 1, 2}


def test_everything_in_a_snapshot_passes_the_codec() -> None:
    """A port may cross a socket: view, offers and phase have plain forms."""
    for snapshot in played().snapshots[0][::7]:
        encode(to_plain(snapshot.view))
        encode(tuple(map(to_plain, snapshot.offers)))
        encode(to_plain(snapshot.phase))
        encode(tuple(map(to_plain, snapshot.people)))


def test_a_pause_names_who_is_missing_and_ends_with_his_return() -> None:
    lan = table(devices=3, deals=1)
    lan.start_all()
    session = lan.devices[0].running
    lan.run(until=lambda: isinstance(phase_of(session), Playing))
    lan.stop(2)
    assert phase_of(session) == Paused((2,))
    lan.run(steps=10_000)
    assert isinstance(phase_of(session), Paused)
    lan.start(2)
    lan.run()
    assert isinstance(phase_of(session), Over)


def test_a_broken_game_names_the_culprit_whatever_else_goes_on() -> None:
    lan = table(deals=1)
    lan.start_all()
    session = lan.devices[0].running
    lan.run(until=lambda: session.match.last.check != "")
    session.guilt = Guilt(1, 1, Wrong.TWICE)
    lan.stop(1)
    assert phase_of(session) == Broken("twice", 1)
    assert not snapshot_of(session, 0, 1).may_act
