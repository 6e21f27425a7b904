"""Classic Joker: 36 cards, two jokers, bids, four stages (docs/rules/classic.md)."""

from typing import Final

from joker_lan.engine.game import Game
from joker_lan.games.classic.actions import Action
from joker_lan.games.classic.game import Classic
from joker_lan.games.classic.state import ClassicState

__all__ = ["GAME"]

GAME: Final[Game[ClassicState, Action]] = Classic()
