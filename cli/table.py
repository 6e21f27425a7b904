"""One table on this device, from its opening to the exit code: what `play` and `resume` have in common.

Responsible for running the face beside the table, for naming the files, for what an interruption says, and for the
result document. It must not know a rule of any game or how a table works inside.
"""

import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import TypeVar

import trio

from cli import streams
from cli.documents import dump, result_document
from cli.errors import CommandError, Fault
from cli.exits import Exit
from cli.plain.table import play_table
from cli.plain.terminal import Terminal, process_terminal
from cli.settings import Settings
from cli.store_faults import store_fault
from cli.text import _
from eventlog.store import StoreError
from joker_lan.engine import Seat
from protocol.net.local import LocalTable, Summary
from protocol.net.saved import UnusableGame
from protocol.seat import Kind

__all__ = ["game_fault", "run_table"]

E = TypeVar("E", bound=BaseException)


@dataclass(slots=True)
class _Evening:
    """What is known of a table once it is open, kept for the words after its end."""

    tag: str = ""
    summary: Summary | None = None


def run_table(
    opening: Callable[[], AbstractAsyncContextManager[LocalTable]],
    settings: Settings,
    *,
    autoplay: bool,
    seed: int | None,
) -> Exit:
    """Play at a table until the game is over, or until the person stops.

    Args:
        opening: opens the table.
        settings: of this run.
        autoplay: let a bot play the person's seat.
        seed: of the bots' choices; None for other choices each time.

    Raises:
        CommandError: a file or folder failed; everything stored before is safe.
    """
    evening = _Evening()
    fault: Fault | None = None
    code: int = Exit.INTERRUPTED
    stopped = False
    # Tasks raise in groups; what ends the program is told as if there were none.
    try:
        code = trio.run(_play, evening, opening, settings, autoplay, seed)
    except* CommandError as commands:
        fault = _first(commands).fault
    except* (StoreError, UnusableGame) as games:
        fault = game_fault(_first(games))
    except* KeyboardInterrupt:
        stopped = True
    except* BrokenPipeError:
        code = Exit.MACHINE  # nobody reads any more; the game is saved like after Ctrl-C
    if fault is not None:
        raise CommandError(fault)
    if stopped:
        streams.tell(_interruption(evening.tag))
        return Exit.INTERRUPTED
    if settings.json and evening.summary is not None:
        streams.say(dump(result_document(evening.summary, Exit(code)), encoding=sys.stdout.encoding))
    return Exit(code)


async def _play(
    evening: _Evening,
    opening: Callable[[], AbstractAsyncContextManager[LocalTable]],
    settings: Settings,
    autoplay: bool,
    seed: int | None,
) -> int:
    async with opening() as table:
        evening.tag = table.tag
        if not settings.quiet:
            streams.tell(_("Table {tag}. The log is written to {path}").format(tag=table.tag, path=table.log_path))
        if table.exposed_key is not None:
            streams.tell(
                _("Other users of this machine may read {path}, the key of this device; take that right away.").format(
                    path=table.exposed_key
                )
            )
        terminal = _terminal(settings)
        me = _own_seat(table)
        code = await play_table(table, me, autoplay=autoplay, seed=seed, settings=settings, terminal=terminal)
        evening.summary = table.summary()
    return code


def _terminal(settings: Settings) -> Terminal:
    terminal = process_terminal(settings)
    if settings.json:
        terminal.out = sys.stderr  # stdout belongs to the one document
    return terminal


def _own_seat(table: LocalTable) -> Seat | None:
    """Return the seat of the person at this device; None where only bots sit."""
    people = next(iter(table.ports.values())).snapshot().people
    return next((person.seat for person in people if person.kind is Kind.PERSON), None)


def _interruption(tag: str) -> str:
    if not tag:
        return _("Interrupted before the game began.")
    return _("Interrupted. The game is saved; `joker-lan resume {tag}` goes on.").format(tag=tag)


def game_fault(error: StoreError | UnusableGame) -> Fault:
    """Return the fault for a game that cannot be opened, or cannot go on."""
    if isinstance(error, StoreError):
        return store_fault(error)
    about = {"path": str(error.path), "entry": error.entry if error.entry is not None else "?"}
    return Fault(f"game-{error.code}", Exit.NOT_FOUND if error.code == "unbegun" else Exit.MACHINE, about)


def _first(group: BaseExceptionGroup[E]) -> E:
    """Return one of the errors of a group that holds nothing but errors of this kind."""
    first = group.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first
