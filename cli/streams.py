"""Standard output and standard error: what they can show, and what happens when nobody reads any more.

Results go to stdout, talk goes to stderr. Nothing here makes a sentence.
"""

import io
import os
import sys
from contextlib import suppress
from typing import Final, TextIO

__all__ = ["finish", "is_deaf", "is_interactive", "prepare", "say", "shows_signs", "tell"]

SIGNS: Final = "♠♥♦♣"
"""If a stream can show these it can show the other signs of the faces well enough."""


def prepare() -> None:
    """Let no character that a console does not know end the program: it is shown as `?` instead.

    A program that was started without standard output or standard error gets one that nobody reads.
    """
    # Open until the process ends, as the streams would be that it stands in for.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def shows_signs(stream: TextIO) -> bool:
    """Say whether the encoding of a stream has the suit signs (cp1251, cp866 and ASCII have not)."""
    try:
        SIGNS.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def is_interactive() -> bool:
    """Say whether a person can be asked: both ends are a terminal."""
    return _is_terminal(sys.stdin) and _is_terminal(sys.stdout)


def is_deaf() -> bool:
    """Say whether nothing can ever be typed: the program was started without standard input."""
    return sys.stdin is None or sys.stdin.closed


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def say(text: str) -> None:
    """Print a result on stdout. When its reader has gone (`| head`), the rest of the results is dropped.

    Raises:
        OSError: it cannot be written, for example into a file on a full disk; further results are dropped.
    """
    _write(sys.stdout, text)


def tell(text: str) -> None:
    """Print talk on stderr. Where that cannot be written there is nobody who could be told."""
    with suppress(OSError):
        _write(sys.stderr, text)


def finish() -> None:
    """Send out what is still waiting, before the interpreter tries to and complains about a reader that has gone."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            _write(stream, None)


def _write(stream: TextIO, text: str | None) -> None:
    try:
        if text is not None:
            stream.write(text + "\n")
        stream.flush()
    except OSError as error:
        # The descriptor is pointed elsewhere, because the interpreter flushes the stream once more when it ends.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
        if not isinstance(error, BrokenPipeError):
            raise
