"""The seeds of one's own closed cards: found by the log, given to their person only."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from cli.own_hand import own_seeds, reveals_to_come
from eventlog.entry import Entry, Genesis, Statement
from eventlog.store import FileKind, LogFile
from protocol.codes import table_tag
from protocol.replay import revealed_seeds
from tests.cli.left import leave, write_private
from tests.support.puppets import Puppets


def dealt(folder: Path, *, seed: int = 1) -> tuple[Puppets, Path, Genesis]:
    """Leave a game when somebody is to bid."""
    folder.mkdir(exist_ok=True)
    puppets, log = leave(folder, until=lambda position: position.state.to_act != frozenset(), seed=seed)
    genesis = puppets.entries[0]
    assert isinstance(genesis, Genesis)
    return puppets, log, genesis


def seeds_of(puppets: Puppets, seat: int) -> Mapping[bytes, bytes]:
    return {ctx: seed for (ctx, _), seed in puppets.vaults[seat].seeds.items()}


def test_a_person_gets_his_own_seeds_and_nobody_elses(tmp_path: Path) -> None:
    puppets, log, genesis = dealt(tmp_path)
    own = seeds_of(puppets, 0)
    assert own
    assert own_seeds(log, genesis, 0, tmp_path) == own
    assert not set(own.values()) & set(seeds_of(puppets, 1).values())


@pytest.mark.parametrize("seat", [1, 2, -1])
def test_a_bot_gets_nothing_and_neither_does_an_empty_chair(tmp_path: Path, seat: int) -> None:
    _, log, genesis = dealt(tmp_path)
    assert own_seeds(log, genesis, seat, tmp_path) == {}


def test_the_private_file_is_found_in_the_data_folder_by_the_table(tmp_path: Path) -> None:
    puppets, log, genesis = dealt(tmp_path / "log")
    tag = table_tag(puppets.start.table).lower()
    data = tmp_path / "data"
    (data / "games").mkdir(parents=True)
    log.with_suffix(".own").rename(data / "games" / f"2026-11-30-classic-{tag}.own")
    assert own_seeds(log, genesis, 0, data) == seeds_of(puppets, 0)
    assert own_seeds(log, genesis, 0, tmp_path / "nowhere") == {}


def test_a_private_file_of_other_keys_is_passed_over(tmp_path: Path) -> None:
    puppets, log, genesis = dealt(tmp_path / "one")
    other, _, _ = dealt(tmp_path / "other", seed=2)
    private = log.with_suffix(".own")
    tag = table_tag(puppets.start.table).lower()
    (tmp_path / "data" / "games").mkdir(parents=True)
    private.rename(tmp_path / "data" / "games" / f"x-{tag}.own")
    write_private(private, other)
    assert own_seeds(log, genesis, 0, tmp_path / "empty") == {}
    assert own_seeds(log, genesis, 0, tmp_path / "data") == seeds_of(puppets, 0)


def test_a_private_file_with_a_spoiled_secret_shows_nothing(tmp_path: Path) -> None:
    _, log, genesis = dealt(tmp_path)
    with LogFile.open(log.with_suffix(".own"), FileKind.OWN) as file:
        file.append(None, [("seed", b"short", 0, b"short")])
    assert own_seeds(log, genesis, 0, tmp_path) == {}


def test_a_beginning_that_cannot_be_read_shows_nothing(tmp_path: Path) -> None:
    _, log, genesis = dealt(tmp_path)
    assert own_seeds(log, replace(genesis, body=()), 0, tmp_path) == {}


def test_a_replay_finds_the_seeds_in_the_reveals_to_come() -> None:
    seeds = {bytes([n] * 32): bytes([n + 100] * 32) for n in range(3)}
    entries = list(reveals_to_come(2, seeds))
    assert revealed_seeds(entries) == {(ctx, 2): seed for ctx, seed in seeds.items()}
    for entry in entries:
        assert isinstance(entry, Entry)
        assert isinstance(entry.statement, Statement)
        assert entry.signature == bytes(64)  # nobody can take it for something that was said
