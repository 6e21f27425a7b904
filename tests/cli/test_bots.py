"""Bots at the table."""

from random import SystemRandom

import trio
import trio.testing

from cli.bots import play_bot, random_source
from joker_lan.engine import Violation
from joker_lan.games.classic.actions import Bid
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.rules import Rule
from protocol.seat import Act, Done, Refused, Wish
from tests.cli.fake_table import FakePort, FakeTable, people

NAMES = people("Bot 1", "Bot 2", "Bot 3")


async def played_by_bots(seed: int) -> FakeTable:
    table = FakeTable(Options(deals=4), NAMES, seed=7)
    async with trio.open_nursery() as nursery:
        for seat, port in table.ports.items():
            nursery.start_soon(play_bot, port, seat, random_source(seed, seat))
    return table


async def test_bots_play_a_game_to_its_end_and_leave() -> None:
    table = await played_by_bots(1)
    assert table.state.result is not None
    assert all(port.sent for port in table.ports.values())


async def test_a_seed_repeats_their_choices() -> None:
    first, second = await played_by_bots(5), await played_by_bots(5)
    assert [port.sent for port in first.ports.values()] == [port.sent for port in second.ports.values()]


def test_without_a_seed_the_source_cannot_be_foreseen() -> None:
    assert isinstance(random_source(None, 0), SystemRandom)
    assert random_source(3, 0).random() == random_source(3, 0).random()
    assert random_source(3, 0).random() != random_source(3, 1).random()


class _Stubborn(FakePort):
    """Refuses the first wish, as a port would that knows a rule which the bot does not."""

    async def send(self, wish: Wish) -> Done | Refused:
        assert isinstance(wish, Act)
        if not self.sent:
            self.sent.append(wish)
            return Refused(Violation(Rule.A13, self.seat, {}))
        return await super().send(wish)


async def test_a_bot_that_is_refused_does_something_else() -> None:
    table = FakeTable(Options(deals=1), people("Bot 1", "Bot 2"), dealer=1)
    stubborn = _Stubborn(table, 0)
    table.ports = {**table.ports, 0: stubborn}
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play_bot, stubborn, 0, random_source(1, 0))
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    assert 0 in table.state.bids
    assert stubborn.sent[1] == Act(Bid(0))


async def test_a_bot_leaves_when_its_table_closes() -> None:
    table = FakeTable(Options(deals=1), people("Bot 1", "Bot 2"), dealer=1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play_bot, table.ports[1], 1, random_source(1, 1))
        await trio.testing.wait_all_tasks_blocked()
        table.close()
    assert table.state.result is None
