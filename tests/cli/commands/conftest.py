"""Logs for the commands that read them: played once by bots, and copied by whoever spoils them."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cli.film import open_film
from tests.support.program import start


@dataclass(frozen=True)
class Played:
    """A finished game of three seats and two deals: its log and what `play --json` said of it."""

    log: Path
    result: dict[str, Any]


@dataclass(frozen=True)
class Begun:
    """A game that its person, Ann, left while the first cards were in hand: its log, and where its private file is."""

    log: Path
    data: Path
    last: int


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Begun:
    """A game of Ann and two bots in its first deal, with the log outside of the data folder."""
    folder = tmp_path_factory.mktemp("begun")
    log, data = folder / "game.jlog", folder / "data"
    words = ("--bots", "2", "--deals", "2", "--proof-rounds", "16", "--seed", "3", "--as", "Ann")
    done = start("play", *words, "--data", data, "--log", log, typed="hand\n")
    assert done.returncode == 0, done.stderr
    return Begun(log, data, len(open_film(str(log)).entries) - 1)


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A game of Ann (a bot plays for her) and two bots."""
    folder = tmp_path_factory.mktemp("played")
    log = folder / "game.jlog"
    words = ("--bots", "2", "--deals", "2", "--proof-rounds", "16", "--autoplay", "--seed", "3", "--as", "Ann")
    done = start("play", "--json", *words, "--data", folder / "data", "--log", log)
    assert done.returncode == 0, done.stderr
    return Played(log, json.loads(done.stdout))
