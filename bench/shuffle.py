"""The critical path of the fair shuffle, our computations against those of the prototype, in one run.

    python bench/shuffle.py [P N t]...

Prints a line for each step and the ratio of the critical paths (at most 1.1 is wanted). Both sides deal the same deck
from the same seeds, interleaved; of every step the best of several runs counts. Critical path, each player on a core
of his own: commit, P times shuffle and check, shadows, answer, P-1 proofs verified, P locks, P-1 locks verified. Our
side counts the judging and folding of every message too.
"""

import hashlib
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import reference_shuffle
from protocol.deck.context import Secrets, context
from protocol.deck.dealing import make
from protocol.deck.deck import Deck
from protocol.deck.faults import Fault
from protocol.deck.group import card_points
from protocol.deck.slicing import Slices, finish

RUNS = 8
Result = TypeVar("Result")


class Stopwatch:
    """Sums the time of each step over one deal and keeps the time of each slice."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.slices: list[float] = []

    def tick(self, name: str, call: Callable[[], Result]) -> Result:
        started = time.perf_counter()
        result = call()
        self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - started
        return result

    def timed_slices(self, work: Slices[Result]) -> Slices[Result]:
        while True:
            started = time.perf_counter()
            try:
                next(work)
            except StopIteration as end:
                result: Result = end.value
                return result
            finally:
                self.slices.append(time.perf_counter() - started)
            yield


def our_deal(players: int, n: int, rounds: int, secrets: list[Secrets], watch: Stopwatch, *, slices: bool) -> bytes:
    """One honest deal up to READY; every message is judged and folded by its receiver."""
    deck_id = b"deck%d" % n
    deck = Deck.opened(1, secrets[0].ctx, deck_id, n, rounds, players, card_points(deck_id, n))

    def run(work: Slices[Result]) -> Result:
        return finish(watch.timed_slices(work) if slices else work)

    def say(kind: str, player: int, judged: str) -> None:
        nonlocal deck
        message = watch.tick(kind, lambda: run(make(kind, deck, secrets[player])))

        def take() -> Deck:
            assert deck.judge(player, message) is None
            return deck.fold(player, message)

        deck = watch.tick(judged, take)

    def verify(name: str, player: int, work: Callable[[int], Slices[Fault | None]]) -> None:
        assert watch.tick(name, lambda: run(work(player))) is None

    everybody = range(players)
    for player in everybody:
        say("commit", player, "commit")
    for player in everybody:
        say("shuffle", player, "check deck")
    for player in everybody:
        say("shadow", player, "shadow")
    for player in everybody:
        say("coin", player, "coin")
    for player in everybody:
        say("answer", player, "verify answer")
        verify("verify answer", player, deck.verify_answer)
    for player in everybody:
        say("lock", player, "verify lock")
        verify("verify lock", player, deck.verify_lock)
    assert deck.ready_value is not None
    return deck.ready_value


def critical_path(seconds: dict[str, float], players: int) -> float:
    """Seconds from the first commitment to the last accepted proof."""
    step = {name: whole / players for name, whole in seconds.items()}
    return (
        step["commit"]
        + players * (step["shuffle"] + step["check deck"])
        + step["shadow"]
        + step.get("coin", 0.0)
        + step["answer"]
        + (players - 1) * step["verify answer"]
        + players * step["lock"]
        + (players - 1) * step["verify lock"]
    )


def best(runs: list[dict[str, float]]) -> dict[str, float]:
    return {name: min(run[name] for run in runs) for name in runs[0]}


def measure(players: int, n: int, rounds: int) -> None:
    ours: list[dict[str, float]] = []
    theirs: list[dict[str, float]] = []
    keys = [hashlib.sha256(b"key %d" % player).digest() for player in range(players)]
    for run in range(RUNS):
        seeds = [hashlib.sha256(b"seed %d %d" % (run, player)).digest() for player in range(players)]
        deck_id = b"deck%d" % n
        ctx = context(table=bytes(32), anchor=bytes(32), number=run + 1, deck_id=deck_id, n=n, rounds=rounds, keys=keys)
        watch, other = Stopwatch(), Stopwatch()
        ready = our_deal(players, n, rounds, [Secrets(seeds[j], ctx, j) for j in range(players)], watch, slices=False)
        expected = reference_shuffle.deal(
            players, n, rounds, points=card_points(deck_id, n), seeds=seeds, ctx=ctx, tick=other.tick
        )
        assert ready == expected
        ours.append(watch.seconds)
        theirs.append(other.seconds)
    slices = []
    for _ in range(3):
        watch = Stopwatch()
        our_deal(players, n, rounds, [Secrets(seeds[j], ctx, j) for j in range(players)], watch, slices=True)
        slices.append(watch.slices)
    longest = max(map(min, *slices))
    mine, prototype = best(ours), best(theirs)
    print(f"P={players} N={n} t={rounds}   ms per player: ours, prototype")
    for name in prototype:
        print(f"  {name:14} {mine[name] / players * 1e3:8.2f} {prototype[name] / players * 1e3:8.2f}")
    path, measure_path = critical_path(mine, players), critical_path(prototype, players)
    print(f"  critical path  {path * 1e3:8.1f} {measure_path * 1e3:8.1f}   ratio {path / measure_path:.3f}")
    print(f"  longest slice  {longest * 1e3:8.2f}")


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]] or [4, 36, 40]
    for start in range(0, len(numbers), 3):
        measure(*numbers[start : start + 3])
