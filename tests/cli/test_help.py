"""The help names what is accepted, and fits a terminal."""

import shlex

import pytest

from cli.commands import COMMANDS, Command
from cli.help import command_help, general_help, short_help
from cli.options import COMMON, read_line

EVERY = pytest.mark.parametrize("command", COMMANDS.values(), ids=lambda command: command.name)


@EVERY
def test_options_of_a_command_are_named(command: Command) -> None:
    text = command_help(command)
    for option in (*command.options, *COMMON):
        assert f"--{option.name}" in text


@EVERY
def test_examples_can_be_typed(command: Command) -> None:
    assert command.examples
    for example in command.examples:
        program, *words = shlex.split(example)
        line = read_line(words)
        assert program == "joker-lan"
        assert line.words[0] == command.name
        assert command.least <= len(line.words) - 1 <= command.most
        assert not line.faults
        own = {option.name for option in (*command.options, *COMMON)}
        assert own >= line.given.values.keys()


@pytest.mark.parametrize("text", [general_help(), short_help(), *map(command_help, COMMANDS.values())])
def test_nothing_is_wider_than_a_terminal(text: str) -> None:
    assert max(map(len, text.splitlines())) <= 80


def test_every_command_is_in_the_general_help() -> None:
    for command in COMMANDS:
        assert f"  {command} " in general_help()
        assert f"  {command} " in short_help()
