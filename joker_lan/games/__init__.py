"""The games: each is a module or package in here with a constant `GAME`, found by itself.

Games do not import each other; what two of them share lives in `joker_lan.engine`.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from joker_lan.engine.game import AnyGame

__all__ = ["games"]


@lru_cache(maxsize=1)
def games() -> Mapping[str, AnyGame]:
    """Return every game found, by id, in alphabetical order."""
    found: dict[str, AnyGame] = {}
    for module in sorted(each.name for each in pkgutil.iter_modules(__path__)):
        game: AnyGame = importlib.import_module(f"{__name__}.{module}").GAME
        found[game.id] = game
    return MappingProxyType(found)
