"""Engine speed: validated actions per second in random playouts, for every game found.

    python bench/engine.py [seconds]

An action is counted with all that a device does for it in the rules: one legal action is picked at random out of the
candidates (asking `violation` until one is legal), and the fold checks it again. Draws, shuffles and reveals are
folded as well and are in the time. Printed, not asserted: at least 20 000 actions per second are wanted.
"""

import sys
import time
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from joker_lan.engine import Acted, AnyGame, Deck, Draw, Drawn, Opened, Reveal, Revealed, Shuffled, Slot, laid_open
from joker_lan.games import games


def play(game: AnyGame, options: Any, seats: int, random: Random) -> int:
    """Play one random game with all faces known and return how many actions it had."""
    state = game.begin(options, seats)
    faces: dict[Slot, Any] = {}
    decks = actions = 0
    while state.result is None:
        wants = state.wants
        if isinstance(wants, Draw):
            decks += 1
            state = game.fold(state, Drawn(tuple(shuffled(size, random) for _, size in wants.lists))).state
        elif isinstance(wants, Deck):
            decks += 1
            slots = tuple(Slot(decks, place) for place in range(len(wants.cards)))
            faces = dict(zip(slots, (wants.cards.faces[card] for card in shuffled(len(slots), random)), strict=True))
            state = game.fold(state, Shuffled(wants.pile, slots)).state
            state = game.fold(state, Opened(faces)).state
        elif isinstance(wants, Reveal):
            state = game.fold(state, Revealed(faces, frozenset())).state
        else:
            seat = random.choice(tuple(state.to_act))
            candidates = list(game.candidates(state, seat))
            while True:
                action = candidates.pop(random.randrange(len(candidates)))
                if game.violation(state, seat, action) is None:
                    break
            opens = laid_open(state, action)
            if opens:
                state = game.fold(state, Opened({slot: faces[slot] for slot in opens})).state
            state = game.fold(state, Acted(seat, action)).state
            actions += 1
    return actions


def shuffled(size: int, random: Random) -> tuple[int, ...]:
    """Return a random order of 0…size-1."""
    order = list(range(size))
    random.shuffle(order)
    return tuple(order)


def main() -> None:
    """Print one line for each game and number of players."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    for name, game in games().items():
        options = next(iter(game.presets.values()))
        for seats in game.seats:
            random = Random(1)
            actions, start = 0, time.perf_counter()
            while time.perf_counter() - start < seconds:
                actions += play(game, options, seats, random)
            rate = actions / (time.perf_counter() - start)
            print(f"{name:10} {seats} players  {rate:9.0f} actions/s  {rate / 20_000:5.2f} of the 20 000 wanted")


if __name__ == "__main__":
    main()
