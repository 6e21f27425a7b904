"""Bots of every game: found by name, legal under every preset, blind to what is hidden, better than chance."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import joker_lan.bots
from joker_lan.bots import bots, choose
from joker_lan.engine import AnyGame, Seat, includes, seen_by
from joker_lan.games import games
from tests.games.test_laws import TABLES
from tests.support.playout import Moment, playout, random_action

NAME = "classic"


def bot_action(game: AnyGame, state: Any, seat: Seat, random: Random) -> Any:
    action = choose(game.id, seen_by(state, seat), seat, random)
    wrong = game.violation(state, seat, action)
    assert wrong is None, f"the bot of {game.id} does what it may not: {action}, {wrong}"
    return action


def decisions(seats: int, seed: int, *, skip: int, count: int) -> list[Moment]:
    """Some steps of a game of bots, after which somebody is to act."""
    game = games()[NAME]
    steps = playout(game, game.presets["wiki"], seats, Random(seed), choose=bot_action)
    moments = [moment for _, moment in zip(range(skip + count), steps, strict=False)]
    return [moment for moment in moments[skip:] if moment.after.to_act]


def test_every_bot_belongs_to_a_game() -> None:
    assert NAME in bots()
    assert set(bots()) <= set(games())


@pytest.mark.parametrize(
    ("name", "preset", "seats"),
    [
        table
        for table in TABLES
        if table[1] == next(iter(games()[table[0]].presets)) or table[2] == games()[table[0]].seats[-1]
    ],
)
def test_bots_play_whole_games_legally(name: str, preset: str, seats: int) -> None:
    game = games()[name]
    last = None
    for moment in playout(game, game.presets[preset], seats, Random(seats), choose=bot_action, bound=2_000):
        last = moment
    assert last is not None
    assert last.after.result is not None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hidden_cards_do_not_change_a_decision(seats: int) -> None:
    """Metamorphic: permute every face that the seat may not know, and it does the same."""
    random = Random(seats)
    changed = 0
    for moment in decisions(seats, seed=7, skip=20, count=120):
        state = moment.after
        (seat,) = state.to_act
        table = state.table
        hidden = [slot for slot in table.faces if not includes(table.audience.get(slot), seat)]
        faces = [table.faces[slot] for slot in hidden]
        random.shuffle(faces)
        other = replace(state, table=replace(table, faces={**table.faces, **dict(zip(hidden, faces, strict=True))}))
        changed += other != state
        assert choose(NAME, other, seat, Random(3)) == choose(NAME, state, seat, Random(3))
        assert choose(NAME, seen_by(state, seat), seat, Random(3)) == choose(NAME, state, seat, Random(3))
    assert changed > 50


def test_same_view_and_same_random_source_same_decision() -> None:
    for moment in decisions(4, seed=2, skip=30, count=60):
        (seat,) = moment.after.to_act
        assert len({choose(NAME, moment.after, seat, Random(1)) for _ in range(3)}) == 1


def mixed(bot_seats: Sequence[Seat], seed: int) -> tuple[int, ...]:
    """The scores of a game with the same cards for every table of this seed; random players on the other seats."""
    game, choices = games()[NAME], Random(seed + 1)

    def chooser(game: AnyGame, state: Any, seat: Seat, random: Random) -> Any:
        return (bot_action if seat in bot_seats else random_action)(game, state, seat, choices)

    last = None
    for moment in playout(game, game.presets["wiki"], 4, Random(seed), choose=chooser):
        last = moment
    assert last is not None
    scores: tuple[int, ...] = last.after.result.scores
    return scores


def test_bots_beat_random_players_with_the_same_cards() -> None:
    """Duplicate games: every seat is played once by a bot and once at random; standard deviation about 330 a pair."""
    leads = []
    for seed in range(3):
        one, other = mixed((0, 2), seed), mixed((1, 3), seed)
        leads.append((one[0] + one[2] + other[1] + other[3] - one[1] - one[3] - other[0] - other[2]) / 4)
    assert min(leads) > 500
    assert sum(leads) / len(leads) > 1_000


def test_a_game_without_a_bot_is_played_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joker_lan.bots, "bots", dict)
    game = games()[NAME]
    (moment, *_) = decisions_at_random()
    (seat,) = moment.after.to_act
    found = {choose(NAME, moment.after, seat, Random(seed)) for seed in range(40)}
    assert found == set(game.offers(moment.after, seat))


def decisions_at_random() -> list[Moment]:
    game = games()[NAME]
    steps = playout(game, game.presets["wiki"], 4, Random(1))
    return [moment for _, moment in zip(range(60), steps, strict=False) if len(moment.after.trick) == 2]


def test_no_such_game() -> None:
    game = games()[NAME]
    with pytest.raises(KeyError):
        choose("whist", game.begin(game.presets["wiki"], 4), 0, Random(1))
