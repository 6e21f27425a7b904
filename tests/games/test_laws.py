"""The laws of ARCHITECTURE, held against every game found: every preset, every number of players.

That each of them can fail is shown in `test_toy.py`.
"""

import itertools
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from eventlog.codec import decode, encode
from joker_lan.engine import AnyGame, Opened, PlainError, Revealed, from_plain, to_plain
from joker_lan.engine.options import OptionError, OptionField, Value, from_pairs, pairs, schema
from joker_lan.games import games
from tests.support.golden import Golden
from tests.support.laws import all_laws, canonical, state_hash
from tests.support.playout import finish, playout
from tests.support.strategies import values_of

LONGEST = 2_000
"""No game that we know takes more steps than this, played legally and at random (law 7)."""

ROOT = Path(__file__).parents[2]


def tables() -> Iterator[tuple[str, str, int]]:
    """Return game, preset and number of players of every table that can be begun."""
    for name, game in games().items():
        for preset, options in game.presets.items():
            for seats in game.seats:
                try:
                    game.begin(options, seats)
                except OptionError:
                    continue
                yield name, preset, seats


TABLES = list(tables())


def test_every_game_can_be_begun_by_every_number_of_players() -> None:
    assert games()
    for name, game in games().items():
        assert {seats for other, _, seats in TABLES if other == name} == set(game.seats)


@pytest.mark.parametrize(("name", "preset", "seats"), TABLES)
def test_laws_hold(name: str, preset: str, seats: int) -> None:
    """A whole game is watched under the default house rules, a stretch of one under the others."""
    game = games()[name]
    random = Random(f"{name} {preset} {seats}")
    viewers = (*range(seats), None)
    if preset == next(iter(game.presets)):
        steps = playout(game, game.presets[preset], seats, random, viewers=viewers, bound=LONGEST)
        assert all_laws(game, steps, seats, random, often=0.02)[-1].after.result is not None
        return
    first = random.randrange(500)
    steps = playout(game, game.presets[preset], seats, random, viewers=viewers, watched=range(first, first + 60))
    stretch = itertools.islice(steps, first, first + 60)
    all_laws(game, stretch, seats, random, often=0.15)


@pytest.mark.parametrize(("name", "preset", "seats"), TABLES)
def test_laws_hold_with_offences_that_nobody_can_see(name: str, preset: str, seats: int) -> None:
    """Law 2 the other way round: what a modified program does against its hidden hand is folded, and then judged.

    A game in which people revoke, leave and come back all the time need not end, so only a stretch of it is played.
    """
    game = games()[name]
    random = Random(f"{name} {preset} {seats} offences")
    viewers = (*range(seats), None)
    steps = playout(
        game,
        game.presets[preset],
        seats,
        random,
        viewers=viewers,
        watched=range(80, 160),
        offences=0.05,
        missing=0.1,
        leaving=0.02,
        bound=LONGEST,
    )
    moments = all_laws(game, itertools.islice(steps, 160), seats, random, often=0.1)
    assert any(isinstance(given, Revealed) for moment in moments for given in moment.inputs)


@lru_cache(maxsize=64)
def ended(name: str, preset: str, seats: int) -> Any:
    """Return the last state of one fixed random game."""
    game = games()[name]
    return finish(playout(game, game.presets[preset], seats, Random(20), bound=LONGEST))


@pytest.mark.parametrize(("name", "preset", "seats"), TABLES)
def test_law_7_random_legal_play_ends(name: str, preset: str, seats: int) -> None:
    end = ended(name, preset, seats)
    assert end.result is not None
    assert not end.to_act
    assert end.wants is None
    assert len(end.result.scores) == seats
    assert frozenset() < end.result.winners <= frozenset(range(seats))


@pytest.mark.parametrize(("name", "preset", "seats"), TABLES)
def test_learning_faces_again_changes_nothing(name: str, preset: str, seats: int) -> None:
    game = games()[name]
    for moment in itertools.islice(playout(game, game.presets[preset], seats, Random(1)), 40):
        assert game.fold(moment.after, Opened(moment.after.table.faces)).state == moment.after


def final_hashes(tables: Sequence[tuple[str, str, int]]) -> str:
    """Return the hash of the last public state of one fixed game for each table, a line each."""
    lines = []
    for name, preset, seats in tables:
        end = ended(name, preset, seats)
        lines.append(f"{name} {preset} {seats} {state_hash(end)} {end.result.scores}\n")
    return "".join(lines)


def test_law_6_same_inputs_same_state_on_every_machine(golden: Golden) -> None:
    golden(final_hashes(TABLES), "state-hashes.txt")


def test_law_6_no_order_of_a_set_of_words_shows() -> None:
    """Texts are hashed with another salt in every process; the fold must not notice."""
    code = "from tests.games.test_laws import TABLES, final_hashes; print(final_hashes(TABLES[::10]), end='')"
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(ROOT)}
    other = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert other.stdout == final_hashes(TABLES[::10])


@pytest.mark.parametrize("name", games())
@given(data=st.data())
def test_law_8_every_action_comes_back_from_its_bytes(name: str, data: st.DataObject) -> None:
    game = games()[name]
    canonical(data.draw(values_of(game.actions)), game.actions)


@pytest.mark.parametrize("name", games())
@given(
    plain=st.recursive(
        st.none() | st.booleans() | st.integers(-2, 40) | st.sampled_from(["play", "bid", "H", "high"]),
        lambda inner: st.lists(inner, max_size=4).map(tuple),
        max_leaves=8,
    )
)
def test_law_8_nothing_else_is_read_as_an_action(name: str, plain: Any) -> None:
    game = games()[name]
    try:
        action = from_plain(game.actions, plain)
    except PlainError:
        return
    assert to_plain(action) == plain


@st.composite
def options_of(draw: st.DrawFn, game: AnyGame) -> Any:
    """A preset of a game with up to five house rules changed to anything possible."""

    def value(field: OptionField) -> Value:
        drawn: Value = draw(st.sampled_from(list(field.possible)))
        return drawn

    changed = draw(st.lists(st.sampled_from(schema(game.options)), max_size=5, unique_by=lambda field: field.name))
    return replace(draw(st.sampled_from(list(game.presets.values()))), **{each.name: value(each) for each in changed})


@pytest.mark.parametrize("name", games())
@given(data=st.data())
@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
def test_law_8_options_come_back_from_their_pairs(name: str, data: st.DataObject) -> None:
    game = games()[name]
    options = data.draw(options_of(game))
    listed = pairs(options)
    assert list(listed) == sorted(listed)
    assert from_pairs(game.options, cast("tuple[tuple[str, Value], ...]", decode(encode(listed)))) == options


@pytest.mark.parametrize("name", games())
@given(data=st.data())
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_laws_hold_for_any_house_rules(name: str, data: st.DataObject) -> None:
    game = games()[name]
    options = data.draw(options_of(game))
    seats = data.draw(st.sampled_from(game.seats))
    random = Random(data.draw(st.integers(0, 1 << 16)))
    try:
        game.begin(options, seats)
    except OptionError:
        reject()
    first = data.draw(st.integers(0, 300))
    viewers = (*range(seats), None)
    steps = playout(game, options, seats, random, viewers=viewers, watched=range(first, first + 40), offences=0.01)
    stretch = list(itertools.islice(steps, first, first + 40))
    if stretch:  # a game may be shorter than that
        all_laws(game, iter(stretch), seats, random, often=0.1)
