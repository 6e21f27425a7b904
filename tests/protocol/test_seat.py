"""The values of the seat port: each is plain enough to cross a socket, and none holds what its seat may not know."""

from typing import Any

import pytest

from eventlog.codec import encode
from joker_lan.engine import Result, from_plain, includes, to_plain
from joker_lan.games.classic.actions import Bid
from protocol.seat import (
    Act,
    Broken,
    Change,
    Done,
    Drawing,
    Kind,
    Leave,
    Lobby,
    Notice,
    Over,
    Paused,
    Person,
    Phase,
    Playing,
    Preparing,
    Refused,
    Revealing,
)
from protocol.snapshot import snapshot_of
from tests.protocol.writer import options
from tests.support.lan import Lan


@pytest.mark.parametrize(
    "phase",
    [
        Lobby(),
        Drawing(),
        Preparing(3, 21),
        Playing(),
        Revealing(),
        Paused((1, 2)),
        Broken("twice", 1),
        Broken("heads", None),
        Over(Result((10, -5), frozenset({0}))),
    ],
    ids=lambda phase: type(phase).__name__,
)
def test_a_phase_crosses_a_socket(phase: Any) -> None:
    kind: Any = Phase
    assert from_plain(kind, to_plain(phase)) == phase


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Person, Person(0, "Ada", Kind.PERSON, 1)),
        (Notice, Notice("slow", {"device": 1, "name": "Ada"})),
        (Done, Done()),
        (Leave, Leave()),
    ],
)
def test_small_values_cross_a_socket(kind: Any, value: Any) -> None:
    assert from_plain(kind, to_plain(value)) == value


def test_wishes_and_refusals_have_a_plain_form() -> None:
    assert to_plain(Act(Bid(3))) == ("act", ("bid", 3))
    assert to_plain(Refused(code="not-now")) == ("refused", None, "not-now")


def test_every_snapshot_of_a_game_has_a_plain_form_and_no_face_too_many() -> None:
    lan = Lan(devices=2, seats={0: 0, 1: 0, 2: 1}, options=options(deals=1))
    lan.start_all()
    number, phases = 0, set()
    while lan.deliver() or lan.act():
        for device in lan.devices:
            for seat in device.running.vault.seats:
                number += 1
                snapshot = snapshot_of(device.running, seat, number)
                phases.add(type(snapshot.phase))
                table = snapshot.view.table
                assert all(includes(table.audience.get(slot), seat) for slot in table.faces)
                assert snapshot.final_entry <= snapshot.entry
                if number % 10 == 0:
                    encode(to_plain(Change(number, (), snapshot)), depth=16)
    assert phases == {Paused, Drawing, Preparing, Playing, Revealing, Over}  # paused until all have said hello
    assert snapshot.proved == 1
    assert isinstance(snapshot.phase, Over)
