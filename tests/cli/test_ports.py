"""Following a port leaves nothing running behind."""

from collections.abc import AsyncIterator
from typing import cast

import pytest
import trio

from cli.ports import following
from joker_lan.games.classic.options import Options
from protocol.seat import Change, SeatPort
from tests.cli.fake_table import FakeTable, people


class Counting:
    """A port that tells when somebody has stopped listening."""

    def __init__(self) -> None:
        self.asked_after: int | None = None
        self.closed = False

    async def changes(self, after: int) -> AsyncIterator[Change]:
        self.asked_after = after
        try:
            while True:
                await trio.lowlevel.checkpoint()
                yield cast("Change", "change")
        finally:
            self.closed = True


async def test_whoever_leaves_early_closes_the_changes() -> None:
    port = Counting()
    async with following(cast("SeatPort", port), 7) as changes:
        async for change in changes:
            assert change == cast("Change", "change")
            break
        assert not port.closed
    assert (port.asked_after, port.closed) == (7, True)


async def fail_while_following(port: Counting) -> None:
    async with following(cast("SeatPort", port), 0) as changes:
        async for _change in changes:
            raise LookupError


async def test_an_error_closes_them_too() -> None:
    port = Counting()
    with pytest.raises(LookupError):
        await fail_while_following(port)
    assert port.closed


async def test_an_iterator_that_needs_no_closing_is_left_alone() -> None:
    class Plain:
        def __aiter__(self) -> "Plain":
            return self

        async def __anext__(self) -> Change:
            raise StopAsyncIteration

    class Port:
        def changes(self, _after: int) -> Plain:
            return Plain()

    async with following(cast("SeatPort", Port()), 0) as changes:
        assert [change async for change in changes] == []


async def test_changes_come_in_order_from_where_one_was() -> None:
    port = FakeTable(Options(deals=1), people("Olena", "Givi"), seed=1).ports[0]
    port.closed = True
    async with following(port, 1) as changes:
        assert [change.number async for change in changes] == list(range(2, len(port.log) + 1))
    assert len(port.log) > 2
