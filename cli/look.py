"""How finished lines look on a terminal: broken between words, cards in colour.

Put over them at the very end, so that no sentence and no layout knows of it, and nothing at all in a pipe or a file.
Four colours for the four suits; a colour never says anything that the characters do not say.
"""

import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from shutil import get_terminal_size
from textwrap import wrap
from typing import Final, Literal, TextIO

__all__ = ["NARROWEST", "Look", "look_of", "wants_colour"]

NARROWEST: Final = 20
"""Columns below which nothing is made to fit any more."""

_END: Final = "\x1b[0m"
# Spades keep the colour of the text: black on paper, white on a dark screen.
_SUITS: Final[Mapping[str, str]] = {
    **dict.fromkeys("♥H", "\x1b[31m"),
    **dict.fromkeys("♦D", "\x1b[94m"),
    **dict.fromkeys("♣C", "\x1b[32m"),
    **dict.fromkeys("♠S", ""),
}
_CLOSED: Final = "\x1b[2m"
"""Faint: a card that is not allowed now, which is marked `x` too."""

_RANK: Final = "(?:10|[6-9JQKA])"
_CARD: Final = re.compile(rf"(?:{_RANK}?[♠♥♦♣]|\b{_RANK}[SHDC](?=\*?x?(?![\w*])))(?P<marks>\*?x?)")


@dataclass(frozen=True, slots=True)
class Look:
    """How lines are shown; by default just as they are.

    Attributes:
        columns: measures the width to fit, anew for each line, since windows are resized; None breaks nothing.
        colour: cards are painted.
    """

    columns: Callable[[], int] | None = None
    colour: bool = False

    def shown(self, text: str) -> str:
        """Return a text of one or more lines as it is shown."""
        lines = [part for line in text.split("\n") for part in self._broken(line)]
        return "\n".join(painted(line) if self.colour else line for line in lines)

    def _broken(self, line: str) -> list[str]:
        columns = None if self.columns is None else self.columns()
        if columns is None or len(line) <= columns:
            return [line]
        indent = line[: len(line) - len(line.lstrip())]
        hanging = indent + "  "
        return wrap(line, columns, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)


def look_of(stream: TextIO, colour: Literal["auto", "always", "never"]) -> Look:
    """Return how lines are shown on a stream."""
    columns = _columns if _is_terminal(stream) else None
    return Look(columns, wants_colour(colour, stream, os.environ))


def wants_colour(asked: Literal["auto", "always", "never"], stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Tell whether to paint what goes to a stream.

    Args:
        asked: `auto` paints on a terminal, but for a dumb one and where `NO_COLOR` says something.
        stream: where it goes.
        environment: the variables of the process.
    """
    if asked != "auto":
        return asked == "always"
    if environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return False
    # An old console of Windows prints the codes themselves; the newer ones give their name.
    if sys.platform == "win32" and not (environment.get("WT_SESSION") or environment.get("TERM")):
        return False
    return _is_terminal(stream)


def painted(line: str) -> str:
    """Return a line with its cards and suit signs in colour."""
    return _CARD.sub(_paint, line)


def _paint(found: re.Match[str]) -> str:
    card = found[0].removesuffix(found["marks"])
    colour = _SUITS[card[-1]]
    if found["marks"].endswith("x"):
        colour = _CLOSED + colour
    return f"{colour}{found[0]}{_END}" if colour else found[0]


def _columns() -> int:
    return max(NARROWEST, get_terminal_size((80, 24)).columns)


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False
