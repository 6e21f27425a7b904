"""Games are found by themselves."""

import pytest

from joker_lan.games import games
from joker_lan.games.classic import GAME


def test_every_game_is_found_by_its_id() -> None:
    assert games()["classic"] is GAME
    assert list(games()) == sorted(games())
    assert all(game.id == name for name, game in games().items())


def test_what_was_found_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        games()["other"] = GAME  # type: ignore[index] # that is the point
