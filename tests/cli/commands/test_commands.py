"""The table of commands: what each takes, and that each is done by the module of its name."""

import importlib
import shlex
from pathlib import Path
from typing import Any

import pytest

from cli import commands, options
from cli.commands import COMMANDS, Command, Invocation
from cli.exits import Exit
from cli.options import OWN, Given, read_line
from cli.settings import Settings

ALL = tuple(COMMANDS.values())
FOLDER = Path(commands.__file__).parent


def test_every_module_is_a_command_and_every_command_a_module() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} - {"__init__"} == COMMANDS.keys()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_done_by_the_module_of_its_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[Invocation] = []

    def run(invocation: Invocation) -> Exit:
        done.append(invocation)
        return Exit.NOBODY

    monkeypatch.setattr(importlib.import_module(f"cli.commands.{name}"), "run", run)
    invocation = Invocation(COMMANDS[name], (), read_line([]).given, Settings(Path("x"), "Ann"))
    assert commands.run(invocation) is Exit.NOBODY
    assert done == [invocation]


@pytest.mark.parametrize("command", ALL, ids=lambda command: command.name)
def test_examples_can_be_typed_as_they_stand(command: Command) -> None:
    assert command.examples
    for example in command.examples:
        program, *words = shlex.split(example)
        line = read_line(words)
        assert (program, line.words[0], line.faults) == ("joker-lan", command.name, ())
        assert command.least <= len(line.words) - 1 <= command.most
        assert own(line.given) <= {option.name for option in command.options}


def own(given: Given) -> set[str]:
    """Return the names of the options that belong to single commands."""
    return {option.name for option in OWN if option.name in given.values}


def test_every_option_that_is_not_common_belongs_to_a_command() -> None:
    used: list[options.AnyOption] = [option for command in ALL for option in command.options]
    assert {option.name for option in used} == {option.name for option in OWN}


@pytest.mark.parametrize("command", ALL, ids=lambda command: command.name)
def test_how_many_words_are_taken_is_said(command: Command) -> None:
    """A word that may be missing stands in brackets; dots tell that there may be more."""
    said: dict[str, Any] = {"optional": command.argument.startswith("["), "more": command.argument.endswith("...")}
    assert said == {"optional": command.least == 0, "more": command.most > 1}
