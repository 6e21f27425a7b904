"""House rules from words: what the game refuses is told with what is possible."""

import pytest

from cli.errors import CommandError
from cli.exits import Exit
from cli.house_rules import find_game, house_rules, possible_text
from cli.options import read_line
from cli.texts_program import sentence


def chosen(*words: str, seats: int = 4) -> object:
    line = read_line(["play", *words])
    assert not line.faults
    return house_rules(find_game("classic"), line.given, seats)


def told(*words: str, seats: int = 4) -> str:
    with pytest.raises(CommandError) as caught:
        chosen(*words, seats=seats)
    assert caught.value.fault.exit is Exit.USAGE
    return sentence(caught.value.fault)


def test_the_default_is_the_first_preset() -> None:
    game = find_game("Classic")
    assert chosen() == next(iter(game.presets.values())) == chosen("--preset", "wiki")


def test_changes_come_on_top_of_the_preset_in_order() -> None:
    assert chosen("--preset", "wiki+strict") == chosen("--set", "strict=yes")
    assert chosen("--set", "nominal=no", "--set", "nominal=yes") == chosen()
    assert chosen("--deals", "4") == chosen("--set", "deals=4") == chosen("--rounds", "4")


def test_unknown_game() -> None:
    with pytest.raises(CommandError) as caught:
        find_game("clasic")
    assert sentence(caught.value.fault) == "There is no game clasic; did you mean classic? Possible: classic."


def test_unknown_preset_names_all() -> None:
    text = told("--preset", "neighbours")
    assert text.startswith("There are no house rules named neighbours; possible: wiki, ")
    assert told("--preset", "wikki").startswith("There are no house rules named wikki; did you mean wiki?")


def test_unknown_rule() -> None:
    assert told("--set", "nominl=no") == "There is no house rule nominl; did you mean nominal?"
    assert told("--set", "zzz=no").startswith("There is no house rule zzz; possible: ")


def test_impossible_value() -> None:
    assert told("--set", "nominal=perhaps") == "The house rule nominal cannot be perhaps; possible: yes, no."
    assert told("--set", "khisht=-300") == "The house rule khisht cannot be -300; possible: -200, 0, -100, -500."
    assert told("--deals", "43") == "The house rule deals cannot be 43; possible: all, 1…42."


def test_what_is_not_built_is_refused_in_words() -> None:
    assert "is not there yet in this version" in told("--set", "enforcement=claims")


def test_runs_of_numbers_are_shortened() -> None:
    assert possible_text(("all", *range(1, 43))) == "all, 1…42"
    assert possible_text((True, False)) == "yes, no"
    assert possible_text((2, 3, 7)) == "2, 3, 7"
    assert possible_text(range(101)) == "0…100"
