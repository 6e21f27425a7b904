"""The first step of the program. It must do nothing but go on to `cli.program`.

Whoever starts the program may press Ctrl-C before it has loaded its first module, and expects no traceback.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # without the module of that name, so that nothing is loaded here
    from collections.abc import Sequence

__all__ = ["main"]


def main(line: Sequence[str] | None = None) -> int:
    """Run the program.

    Args:
        line: the words behind the program's name; by default those of this process.

    Returns:
        The exit code, a member of `cli.exits.Exit`.
    """
    try:
        from cli.program import run

        return run(line)
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("Interrupted.\n")  # no catalogue is loaded yet
        return 130
