"""One person's terminal: lines out at once, lines in without ever holding up the program.

A line is read in a thread that may be left behind, from the raw stream: Ctrl-C and the end of a game need not wait for
a key, and a thread that is still reading holds no lock at the end of the program. Knows no cards and no table.
"""

import shutil
import sys
from dataclasses import dataclass, field
from typing import Final, Protocol, TextIO

import trio

from cli.settings import Settings
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
        columns: width that tables and hands should fit.
        resume: the command that takes the game up again, for the sentence at the end.
    """

    out: TextIO
    lines: Lines | None = None
    interactive: bool = False
    ascii: bool = False
    quiet: bool = False
    columns: int = 80
    resume: str = "joker-lan resume"
    _prompting: bool = field(default=False, init=False)

    def say(self, *lines: str) -> None:
        """Write lines at once."""
        text = "".join(f"{line}\n" for line in lines)
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
    """Return the terminal of this process: its standard input and output, as far as it has them."""
    interactive = not settings.no_input and is_interactive()
    return Terminal(
        out=sys.stdout,
        lines=None if settings.no_input else _process_lines(sys.stdin),
        interactive=interactive,
        ascii=settings.ascii,
        quiet=settings.quiet,
        columns=max(20, shutil.get_terminal_size((80, 24)).columns),
    )


def _process_lines(stream: TextIO | None) -> Lines | None:
    """Return the lines of a stream, or None if nothing can be read from it."""
    raw = getattr(getattr(stream, "buffer", None), "raw", None)
    if stream is None or stream.closed or raw is None:
        return None
    return RawLines(raw, stream.encoding or "utf-8")
