"""The help names what is accepted, and fits a terminal."""

import pytest

from cli.commands import COMMANDS, Command
from cli.help import command_help, general_help, short_help
from cli.options import COMMON

EVERY = pytest.mark.parametrize("command", COMMANDS.values(), ids=lambda command: command.name)


@EVERY
def test_options_of_a_command_are_named(command: Command) -> None:
    text = command_help(command)
    for option in (*command.options, *COMMON):
        assert f"--{option.name}" in text


@pytest.mark.parametrize("text", [general_help(), short_help(), *map(command_help, COMMANDS.values())])
def test_nothing_is_wider_than_a_terminal(text: str) -> None:
    assert max(map(len, text.splitlines())) <= 80


def test_every_command_is_in_the_general_help() -> None:
    for command in COMMANDS:
        assert f"  {command} " in general_help()
        assert f"  {command} " in short_help()
