"""Golden playthroughs: short games from a fixed seed, every decision as text. A difference is a change of the rules."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from random import Random

import pytest

from joker_lan.engine.options import changed
from joker_lan.games import games
from tests.support.golden import Golden
from tests.support.playout import playout
from tests.support.transcript import transcript


@dataclass(frozen=True, slots=True)
class Story:
    """A playthrough: which table, which seed, how often somebody cheats, and which deals are told in full."""

    name: str
    game: str
    preset: str
    seats: int
    seed: int
    detail: Container[int]
    changes: Mapping[str, str] = field(default_factory=dict)
    offences: float = 0.0
    missing: float = 0.0


STORIES = [
    Story("four-first-full-deal", "classic", "wiki", 4, 5, (1, 2, 3, 9), {"deals": "9"}),
    Story("three-offences", "classic", "wiki", 3, 4, range(1, 5), {"deals": "4"}, offences=0.5, missing=0.2),
    Story("two-site", "classic", "site", 2, 8, range(1, 5), {"deals": "4"}),
    Story("four-printed-jokers", "classic", "uk38", 4, 1, range(1, 4), {"deals": "3"}),
]


@pytest.mark.parametrize("story", STORIES, ids=lambda story: f"{story.game}/{story.name}")
def test_playthrough(story: Story, golden: Golden) -> None:
    game = games()[story.game]
    options = game.presets[story.preset]
    for key, value in story.changes.items():
        options = changed(options, key, value)
    moments = playout(game, options, story.seats, Random(story.seed), offences=story.offences, missing=story.missing)
    title = f"{story.game}, {story.preset}, {story.seats} players, random legal play from seed {story.seed}"
    golden(transcript(game, moments, detail=story.detail, title=title), f"{story.game}/{story.name}.txt")


def test_every_game_has_a_playthrough() -> None:
    assert {story.game for story in STORIES} == set(games())
