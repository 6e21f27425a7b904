"""Strength of the bots: duplicate games between two kinds of players, the same cards played from changed seats.

    python bench/bots.py [games] [preset] [players]

Prints points per player and game, bids kept, and time per decision. Not part of the tests.
"""

import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from joker_lan.bots import choose
from joker_lan.engine import AnyGame, Seat
from joker_lan.games import games
from joker_lan.games.classic.sheet import DealLine
from tests.support.playout import playout, random_action


class Clock:
    """Times the decisions of the bot."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def bot(self, game: AnyGame, state: Any, seat: Seat, random: Random) -> Any:
        """Ask the bot and note how long it took."""
        start = time.perf_counter()
        action = choose(game.id, state, seat, random)
        self.times.append(time.perf_counter() - start)
        return action


def match(preset: str, seats: int, bots: Sequence[bool], seed: int, clock: Clock) -> tuple[list[int], list[DealLine]]:
    """Play one game, bots where said and random players elsewhere; the seed fixes the cards, not the play."""
    game = games()["classic"]
    choices = Random(seed + 1)

    def chooser(game: AnyGame, state: Any, seat: Seat, random: Random) -> Any:
        return clock.bot(game, state, seat, choices) if bots[seat] else random_action(game, state, seat, choices)

    last = None
    for moment in playout(game, game.presets[preset], seats, Random(seed), choose=chooser):
        last = moment
    assert last is not None
    lines = [line for line in last.after.sheet if isinstance(line, DealLine)]
    return list(last.after.result.scores), lines


def main() -> None:
    """Print the comparison."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    preset = sys.argv[2] if len(sys.argv) > 2 else "wiki"
    seats = int(sys.argv[3]) if len(sys.argv) > 3 else 4
    clock = Clock()
    patterns: dict[str, Sequence[Sequence[bool]]] = {
        "bot against random": ([seat % 2 == 0 for seat in range(seats)], [seat % 2 == 1 for seat in range(seats)]),
        "bots among themselves": ([True] * seats,),
    }
    for title, tables in patterns.items():
        points: dict[bool, list[int]] = {True: [], False: []}
        kept: dict[bool, list[bool]] = {True: [], False: []}
        bid: list[int] = []
        taken: list[int] = []
        for seed in range(count):
            for bots in tables:
                scores, lines = match(preset, seats, bots, seed, clock)
                for seat in range(seats):
                    points[bots[seat]].append(scores[seat])
                    for line in lines:
                        kept[bots[seat]].append(line.bids[seat] == line.taken[seat])
                        if bots[seat]:
                            bid.append(line.bids[seat] or 0)
                            taken.append(line.taken[seat] or 0)
        for who in (True, False):
            if points[who]:
                print(
                    f"{title:22} {'bot' if who else 'random':7} {statistics.mean(points[who]):8.0f} points"
                    f"  {statistics.mean(kept[who]):5.0%} bids kept"
                )
        print(f"{'':22} bids {statistics.mean(bid):.2f}, taken {statistics.mean(taken):.2f}")
    times = sorted(1000 * each for each in clock.times)
    print(f"decision: mean {statistics.mean(times):.2f} ms, 99 of 100 below {times[len(times) * 99 // 100]:.2f} ms")


if __name__ == "__main__":
    main()
