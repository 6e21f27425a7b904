"""Ports of a session: whoever listens hears everything, in order, and the end."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
import trio

from joker_lan.engine import Seat
from protocol.net.ports import LocalPort
from protocol.seat import Act, Change, Done, Leave, Refused
from protocol.session import Session
from tests.support.lan import Lan


async def never(seat: Seat, action: Any) -> Done | Refused:
    raise AssertionError((seat, action))


def port(session: Session, act: Callable[..., Any] = never) -> LocalPort:
    return LocalPort(session, 0, act)


@cache
def session() -> Session:
    lan = Lan(devices=2, seed=3)
    lan.start_all()
    return lan.devices[0].running


async def collect(of: LocalPort, after: int, into: list[Change]) -> None:
    async for change in of.changes(after):
        into.append(change)


async def test_everybody_who_listens_hears_everything(autojump_clock: trio.testing.MockClock) -> None:
    del autojump_clock
    one = port(session())
    heard: list[list[Change]] = [[], [], []]
    async with trio.open_nursery() as nursery:
        for each in heard:
            nursery.start_soon(collect, one, 0, each)
        for number in range(5):
            one.show((f"news {number}",))
            await trio.sleep(number % 2)
        one.close()
    assert heard[0] == heard[1] == heard[2]
    assert [change.happenings for change in heard[0]] == [(f"news {number}",) for number in range(5)]
    assert [change.number for change in heard[0]] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("after", [-1, 0, 7])
async def test_waiting_for_the_first_change_waits(after: int, autojump_clock: trio.testing.MockClock) -> None:
    del autojump_clock
    one, heard = port(session()), list[Change]()
    with trio.move_on_after(1) as scope:
        await collect(one, after, heard)
    assert scope.cancelled_caught
    assert heard == []


async def test_a_listener_who_falls_behind_begins_anew(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    del autojump_clock
    monkeypatch.setattr("protocol.net.ports.KEPT_MAX", 3)
    one, heard = port(session()), list[Change]()

    async def listen_slowly() -> None:
        async for change in one.changes(0):
            heard.append(change)
            await trio.sleep(10)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(listen_slowly)
        for number in range(25):
            await trio.sleep(1)
            one.show((number,))
        one.close()
    assert [change.number for change in heard] == sorted({change.number for change in heard})
    assert heard[-1].number == 25
    previous = 0
    for change in heard:
        assert (change.number == previous + 1) is (change.happenings != ())
        previous = change.number


async def test_wishes_after_the_end() -> None:
    one = port(session())
    assert await one.send(Leave()) == Done()
    one.close()
    assert await one.send(Act(None)) == Refused(code="not-now")
    assert await one.send(Leave()) == Done()
