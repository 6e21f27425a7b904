"""Players of the program: pure functions of a view, found by the name of the game.

A bot gets what its seat may know and a random source, nothing else: no clock, no log, no other seat. A game without a
bot of its own is played at random.
"""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import Any, TypeAlias

from joker_lan.engine import Seat, seen_by
from joker_lan.games import games

__all__ = ["Bot", "bots", "choose"]

Bot: TypeAlias = Callable[[Any, Seat, Random], Any]
"""A player of one game: from a view, its seat and a random source to an action."""


@lru_cache(maxsize=1)
def bots() -> Mapping[str, Bot]:
    """Return the player of each game that has one: the function `choose` of the module named like the game."""
    names = sorted(each.name for each in pkgutil.iter_modules(__path__))
    return MappingProxyType({name: importlib.import_module(f"{__name__}.{name}").choose for name in names})


def choose(game_id: str, view: Any, seat: Seat, random: Random) -> Any:
    """Return the action that a bot takes for a seat that is to act.

    Args:
        game_id: the game's name.
        view: a state of the game; only what the seat may know of it is looked at.
        seat: whose turn it is.
        random: decides between actions that seem equally good.

    Raises:
        KeyError: there is no such game.
    """
    game = games()[game_id]
    own = seen_by(view, seat)
    bot = bots().get(game_id)
    return bot(own, seat, random) if bot is not None else random.choice(game.offers(own, seat))
