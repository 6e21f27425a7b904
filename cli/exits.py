"""Exit codes: what the shell hears. It must not know why a command ended as it did."""

from enum import IntEnum

__all__ = ["Exit", "verdict_exit", "worst"]


class Exit(IntEnum):
    """How a command ended; the numbers are a promise to scripts."""

    DONE = 0
    """Done; VALID; VALID-TRUSTED."""
    MACHINE = 1
    """This machine (disk, rights, data folder in use), or a fault of this program."""
    USAGE = 2
    """The command line or the settings; a choice is missing and nobody can be asked."""
    NOT_FOUND = 3
    """A file or game is not there."""
    NOBODY = 4
    """No network, port busy, table gone, too late."""
    VERSION = 5
    """Versions or rules differ."""
    INVALID = 6
    """Audit: INVALID."""
    INCOMPLETE = 7
    """Audit: INCOMPLETE or UNSUPPORTED; VALID-TRUSTED where that is not enough."""
    REFUSED = 8
    """Refused by the table: code, full, name, vote."""
    BROKEN_OFF = 9
    """The game cannot go on; it is saved."""
    INTERRUPTED = 130
    """Interrupted by the person."""


_VERDICTS = {
    "VALID": Exit.DONE,
    "VALID-TRUSTED": Exit.DONE,
    "INCOMPLETE": Exit.INCOMPLETE,
    "UNSUPPORTED": Exit.INCOMPLETE,
    "INVALID": Exit.INVALID,
}

_BAD_FIRST = (Exit.INVALID, Exit.MACHINE, Exit.NOT_FOUND, Exit.INCOMPLETE, Exit.DONE)


def verdict_exit(verdict: str, *, strict: bool = False) -> Exit:
    """Return the exit code of a verdict; with `strict`, trusting one device with several seats is not enough."""
    if strict and verdict == "VALID-TRUSTED":
        return Exit.INCOMPLETE
    return _VERDICTS[verdict]


def worst(exits: tuple[Exit, ...]) -> Exit:
    """Return the code for several files: a wrong log before one that could not be read, before one that is cut."""
    return min(exits, key=_BAD_FIRST.index)
