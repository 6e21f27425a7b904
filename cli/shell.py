"""Words of a command line that people may copy: in quotes where their shell would take them apart.

Which shell somebody uses is not known; the quotes are those that all common ones of the system understand. It must not
know any command.
"""

import shlex
import sys

__all__ = ["quoted"]


def quoted(word: str) -> str:
    """Return a word as it can be typed behind a command."""
    return _doubly_quoted(word) if sys.platform == "win32" else shlex.quote(word)


def _doubly_quoted(word: str) -> str:
    """Quote for Windows: cmd.exe knows no single quotes, and a backslash or a colon is nothing special there."""
    plain = word.replace("\\", "").replace(":", "")
    return word if plain and shlex.quote(plain) == plain else f'"{word}"'
