"""One person's terminal: lines out at once, lines in without ever holding up the program.

A line is read in a thread that may be left behind, from the raw stream: Ctrl-C and the end of a game need not wait for
a key, and a thread that is still reading holds no lock at the end of the program. Knows no cards and no table.
"""

import os
import shutil
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Protocol, TextIO

import trio

from cli.look import NARROWEST, Look, look_of
from cli.settings import Settings
from cli.shell import quoted
from cli.streams import is_interactive

_CHUNK: Final = 4096
_LONGEST: Final = 1 << 16


class Lines(Protocol):
    """Where typed lines come from."""

    async def line(self) -> str | None:
        """Wait for the next line, without its end; None at the end of input, and ever after."""


class _Raw(Protocol):
    def read(self, size: int, /) -> bytes | None: ...


@dataclass(slots=True)
class RawLines:
    """Lines of a raw (unbuffered) byte stream."""

    raw: _Raw
    encoding: str
    _waiting: bytes = b""
    _ended: bool = False

    async def line(self) -> str | None:
        """Wait for the next line; one that does not end within 64 KiB ends there."""
        while b"\n" not in self._waiting and not self._ended and len(self._waiting) < _LONGEST:
            chunk = await trio.to_thread.run_sync(self._read, abandon_on_cancel=True)
            self._ended = not chunk
            self._waiting += chunk
        if not self._waiting:
            return None
        line, _, self._waiting = self._waiting.partition(b"\n")
        return line.decode(self.encoding, "replace").rstrip("\r")

    def _read(self) -> bytes:
        try:
            return self.raw.read(_CHUNK) or b""
        except (OSError, ValueError):  # the terminal is gone, or was closed under us
            return b""


@dataclass(slots=True)
class Terminal:
    """What the line-by-line face writes to and reads from.

    Attributes:
        out: where sentences go.
        lines: where typed lines come from; None if nobody can be asked.
        interactive: a person sits there, so that a prompt helps and waiting for a line is right.
        ascii: letters only, no suit signs.
        quiet: results and questions only, no telling of what others do.
        columns: width that tables and hands should fit where it cannot be measured.
        look: how lines are shown, and what measures the width.
        program: how this program is called, for commands that people may copy.
    """

    out: TextIO
    lines: Lines | None = None
    interactive: bool = False
    ascii: bool = False
    quiet: bool = False
    columns: int = 80
    look: Look = field(default_factory=Look)
    program: str = "joker-lan"
    _prompting: bool = field(default=False, init=False)

    @property
    def width(self) -> int:
        """How many columns there are now."""
        return self.columns if self.look.columns is None else self.look.columns()

    def say(self, *lines: str, whole: bool = False) -> None:
        """Write lines at once; whole ones are not broken, because there is a command or a path in them to copy."""
        look = replace(self.look, columns=None) if whole else self.look
        text = "".join(f"{look.shown(line)}\n" for line in lines)
        if self._prompting:
            text, self._prompting = "\n" + text, False
        self.out.write(text)
        self.out.flush()

    def prompt(self, text: str) -> None:
        """Ask for a line; only a person needs to see it, since who pipes commands reads the sentences."""
        if self.interactive and not self._prompting:
            self.out.write(text)
            self.out.flush()
            self._prompting = True

    def typed(self) -> None:
        """Note that the person ended the line with the prompt."""
        self._prompting = False


def process_terminal(settings: Settings) -> Terminal:
    """Return the terminal of this process: its standard input and output, as far as it has them.

    Where standard output belongs to one JSON document, the conversation goes to standard error.
    """
    out = sys.stderr if settings.json else sys.stdout
    interactive = not settings.no_input and is_interactive()
    return Terminal(
        out=out,
        lines=None if settings.no_input else _process_lines(sys.stdin),
        interactive=interactive,
        ascii=settings.ascii,
        quiet=settings.quiet,
        columns=max(NARROWEST, shutil.get_terminal_size((80, 24)).columns),
        look=look_of(out, settings.color),
        program=_program(Path(sys.argv[0])),
    )


def _program(script: Path) -> str:
    """Return what to type to start this program again: its name if the shell finds it, else the way it was started."""
    if shutil.which("joker-lan") is not None or script.stem != "joker-lan":
        return "joker-lan"
    environment = script.absolute().parent.parent
    run = environment.parent / "run.py"
    if environment.name == ".venv" and run.is_file():
        started = os.path.relpath(run) if Path.cwd().is_relative_to(run.parent) else run
        return f"{'py' if sys.platform == 'win32' else 'python3'} {quoted(str(started))}"
    return quoted(str(script))


def _process_lines(stream: TextIO | None) -> Lines | None:
    """Return the lines of a stream, or None if nothing can be read from it."""
    raw = getattr(getattr(stream, "buffer", None), "raw", None)
    if stream is None or stream.closed or raw is None:
        return None
    return RawLines(raw, stream.encoding or "utf-8")
