"""Bots at the table: a program plays a seat through its port, exactly as a person's face does.

Knows the port and the players of `joker_lan.bots`; knows no game, no card and no other seat.
"""

from random import Random, SystemRandom
from typing import Any

from cli.ports import following
from joker_lan.bots import choose
from joker_lan.engine import Choices, Seat
from joker_lan.games import games
from protocol.seat import Act, Over, Refused, SeatPort, Snapshot

__all__ = ["play_bot", "random_source"]


def random_source(seed: int | None, seat: Seat) -> Random:
    """Return the random source of a bot: repeatable with a seed, fresh without one. The cards never depend on it."""
    return SystemRandom() if seed is None else Random(f"{seed}/{seat}")  # noqa: S311 - a bot's taste, no secret


async def play_bot(port: SeatPort, seat: Seat, random: Random) -> None:
    """Play a seat until its game is over or its table closes.

    Args:
        port: the port of this seat.
        seat: its number.
        random: decides between choices that seem equally good.
    """
    snapshot = port.snapshot()
    await _act(port, seat, random)
    async with following(port, snapshot.number) as changes:
        async for change in changes:
            if isinstance(change.snapshot.phase, Over):
                return
            if change.snapshot.may_act:
                await _act(port, seat, random)


async def _act(port: SeatPort, seat: Seat, random: Random) -> None:
    """Act if it is still this seat's turn: by now the port may be further than the change that woke us."""
    snapshot = port.snapshot()
    if not snapshot.may_act:
        return
    answer = await port.send(Act(choose(snapshot.game, snapshot.view, seat, random)))
    if isinstance(answer, Refused) and answer.violation is not None:
        await _act_somehow(port, snapshot, seat)


async def _act_somehow(port: SeatPort, snapshot: Snapshot, seat: Seat) -> None:
    """Take the first legal action: a bot that errs about the rules must not hold up the people at its table."""
    choices: Choices[Any] = Choices(games()[snapshot.game], snapshot.view, seat)
    for action in choices:
        if not isinstance(await port.send(Act(action)), Refused):
            return
