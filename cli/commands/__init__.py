"""The commands: what each is called, takes and is for. Each command's work is in a module of its own name.

A module is imported when its command is run, so that `--version` and `--help` cost nothing.
This module must not know how a command does its work.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cli import options
from cli.exits import Exit
from cli.options import AnyOption, Given
from cli.settings import Settings
from cli.text import N_

__all__ = ["COMMANDS", "Command", "Invocation", "run"]


@dataclass(frozen=True, slots=True)
class Command:
    """One command.

    Attributes:
        name: the verb.
        summary: message id of one line: what it does.
        argument: what its plain words are called in the help; empty if it takes none.
        least, most: how many plain words it takes.
        options: its own options; the common ones go with every command.
        examples: command lines for the help.
        more: message ids of paragraphs for its help.
    """

    name: str
    summary: str
    argument: str
    least: int
    most: int
    options: tuple[AnyOption, ...]
    examples: tuple[str, ...]
    more: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Invocation:
    """A command with all that was said to it."""

    command: Command
    words: tuple[str, ...]
    given: Given
    settings: Settings


_ENDLESS: Final = 10_000

_ALL: Final = (
    Command(
        "play",
        N_("play alone against bots, on this device only"),
        "[GAME]",
        0,
        1,
        (
            options.BOT_SEATS,
            options.AUTOPLAY,
            options.SEED,
            options.LOG,
            options.PRESET,
            options.SET,
            options.DEALS,
            options.PROOF_ROUNDS,
        ),
        (
            "joker-lan play classic --bots 3",
            "joker-lan play classic --bots 2 --deals 4 --as Olena",
            "joker-lan play --preset wiki+strict --set nominal=no",
            "joker-lan play --autoplay --seed 7 --log game.jlog",
        ),
        (
            N_("GAME is classic. Without --bots three bots sit down with you."),
            N_("Type help at the table to see what can be typed there. After quit or Ctrl-C `resume` goes on."),
        ),
    ),
    Command(
        "resume",
        N_("go on with a saved game"),
        "[GAME]",
        0,
        1,
        (options.LIST, options.AUTOPLAY, options.SEED),
        ("joker-lan resume", "joker-lan resume K7QF2M", "joker-lan resume --list"),
        (N_("GAME is the six letters of the table or a file; without it the game that was cut last goes on."),),
    ),
    Command(
        "audit",
        N_("check finished games: signatures, shuffles, rules, scores"),
        "FILE...",
        1,
        _ENDLESS,
        (options.STRICT,),
        (
            "joker-lan audit 2026-11-30-classic-k7qf2m.jlog",
            "joker-lan audit game.jlog --json",
            "joker-lan audit --strict -v game.jlog",
        ),
        (
            N_(
                "Exit code: 0 VALID or VALID-TRUSTED, 6 INVALID, 7 INCOMPLETE or UNSUPPORTED (with --strict also "
                "VALID-TRUSTED), 3 no such file. Of several files the worst counts."
            ),
        ),
    ),
    Command(
        "replay",
        N_("show a game again, card by card"),
        "FILE",
        1,
        1,
        (options.DEAL, options.TRICK, options.SEAT, options.AT),
        (
            "joker-lan replay game.jlog --deal 14",
            "joker-lan replay game.jlog --deal 14 --trick 3 --seat all",
            "joker-lan replay game.jlog --at 1204",
        ),
        (
            N_(
                "--seat public, what everybody saw, is the default; all hands are known of finished deals only. Of a"
                " game that you play yourself on this device, --seat with your name also shows the cards you hold now."
            ),
        ),
    ),
    Command(
        "score",
        N_("print the score sheet of a game"),
        "FILE",
        1,
        1,
        (options.FORMAT, options.EXPLAIN),
        (
            "joker-lan score game.jlog",
            "joker-lan score game.jlog --format csv",
            "joker-lan score game.jlog --explain deal=5,seat=2",
        ),
    ),
)

COMMANDS: Final[Mapping[str, Command]] = {command.name: command for command in _ALL}


def run(invocation: Invocation) -> Exit:
    """Do what was asked.

    Raises:
        CommandError: it cannot be done; the fault says why and how the program ends.
    """
    match invocation.command.name:
        case "play":
            from cli.commands import play

            return play.run(invocation)
        case "resume":
            from cli.commands import resume

            return resume.run(invocation)
        case "audit":
            from cli.commands import audit

            return audit.run(invocation)
        case "replay":
            from cli.commands import replay

            return replay.run(invocation)
        case "score":
            from cli.commands import score

            return score.run(invocation)
        case name:
            raise AssertionError(name)
