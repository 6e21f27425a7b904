"""The program as a process of its own, as a shell would start it."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

__all__ = ["SOURCE", "START", "environment", "start"]

SOURCE = Path(__file__).parents[2]
START = [sys.executable, "-c", "import sys; from cli.main import main; sys.exit(main())"]


def environment(**variables: str) -> dict[str, str]:
    """Return an environment that says nothing about the program but what is given."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("JOKER_LAN_")}
    return {**kept, "PYTHONPATH": str(SOURCE), "LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8", **variables}


def start(
    *words: str | Path, typed: str | None = None, stdin: int = subprocess.DEVNULL, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the program to its end.

    Args:
        words: behind the program's name.
        typed: what comes through a pipe as standard input; else nothing.
        stdin: a descriptor as standard input.
        variables: of the environment.
    """
    source: dict[str, Any] = {"stdin": stdin} if typed is None else {"input": typed}
    return subprocess.run(
        [*START, *map(str, words)],
        **source,
        capture_output=True,
        text=True,
        errors="replace",
        env=environment(**variables),
        timeout=60,
        check=False,
    )
