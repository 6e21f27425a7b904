"""The help: made from the tables of commands and options, so that it names exactly what is accepted.

Responsible for the layout only.
"""

from textwrap import wrap
from typing import Final

from cli.commands import COMMANDS, Command
from cli.options import COMMON, AnyOption
from cli.text import _

__all__ = ["command_help", "general_help", "short_help"]

_WIDTH: Final = 80
_NAMES: Final = 28
"""Columns for what is typed; the explanation stands to the right of it."""


def short_help() -> str:
    """Return what somebody sees who typed nothing but the name of the program."""
    lines = [
        _("Joker, the card game: played on this network without a server, every game a log that anybody can check."),
        "",
        "  joker-lan play classic --bots 3",
        "",
        *_rows([(command.name, _(command.summary)) for command in COMMANDS.values()]),
        "",
        _("`joker-lan --help` says more, `joker-lan play --help` tells about one command."),
    ]
    return "\n".join(_folded(lines))


def general_help() -> str:
    """Return the help of the program."""
    lines = [
        _("Usage: joker-lan COMMAND [OPTIONS]"),
        "",
        _("Joker, the card game: played on this network without a server, every game a log that anybody can check."),
        "",
        _("Commands:"),
        *_rows([(f"{command.name} {command.argument}", _(command.summary)) for command in COMMANDS.values()]),
        "",
        _("Options for every command, before or after it:"),
        *_rows([_option_row(option) for option in COMMON]),
        "",
        _(
            "Each of these is also a variable of the environment (JOKER_LAN_LANG=uk, JOKER_LAN_NO_INPUT=yes) and a key "
            "in config.toml (lang, no-input). An option wins over the variable, the variable over the file."
        ),
        "",
        _("Examples:"),
        "  joker-lan play classic --bots 3",
        "  joker-lan audit game.jlog",
        "  joker-lan replay game.jlog --deal 14 --seat all",
        "",
        _("Exit codes:"),
        *_rows(_exit_rows()),
    ]
    return "\n".join(_folded(lines))


def command_help(command: Command) -> str:
    """Return the help of one command, with examples."""
    lines = [
        _("Usage: joker-lan {command} {argument} [OPTIONS]").format(command=command.name, argument=command.argument),
        "",
        _sentence(_(command.summary)),
    ]
    for paragraph in command.more:
        lines += ["", _(paragraph)]
    lines += [
        "",
        _("Options:"),
        *_rows([_option_row(option) for option in command.options]),
        "",
        _("Options for every command:"),
        *_rows([_option_row(option) for option in COMMON]),
        "",
        _("Examples:"),
        *(f"  {example}" for example in command.examples),
    ]
    return "\n".join(_folded(lines))


def _exit_rows() -> list[tuple[str, str]]:
    return [
        ("0", _("done; VALID, VALID-TRUSTED")),
        ("1", _("this machine: disk, rights, data folder in use; or a fault of the program")),
        ("2", _("the command line or the settings; a choice is missing and nobody can be asked")),
        ("3", _("no such file or game")),
        ("4", _("nobody there: no network, port busy, table gone")),
        ("5", _("versions or rules differ")),
        ("6", _("audit: INVALID")),
        ("7", _("audit: INCOMPLETE, UNSUPPORTED; VALID-TRUSTED with --strict")),
        ("8", _("refused by the table")),
        ("9", _("the game was broken off and is saved")),
        ("130", _("interrupted")),
    ]


def _option_row(option: AnyOption) -> tuple[str, str]:
    names = [f"-{option.letter}"] if option.letter else []
    names += [f"--{name}" for name in (option.name, *option.also)]
    value = f" {option.value_name}" if option.value_name else ""
    return ", ".join(names) + value, _(option.help)


def _rows(rows: list[tuple[str, str]]) -> list[str]:
    lines = []
    for name, text in rows:
        first, *rest = wrap(text, _WIDTH - _NAMES - 2) or [""]
        if len(name) + 4 > _NAMES:
            lines.append(f"  {name}")
            rest = [first, *rest]
        else:
            lines.append(f"  {name:<{_NAMES - 2}}{first}")
        lines += [" " * _NAMES + line for line in rest]
    return lines


def _folded(lines: list[str]) -> list[str]:
    """Fold prose to the width; what is indented is laid out already."""
    folded = []
    for line in lines:
        folded += [line] if line.startswith(" ") or not line else wrap(line, _WIDTH, break_on_hyphens=False)
    return folded


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
