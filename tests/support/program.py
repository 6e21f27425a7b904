"""The program as a process of its own, as a shell would start it, or called within the test."""

import io
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from cli.main import main

__all__ = ["SOURCE", "START", "Called", "call", "environment", "start"]

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


@dataclass(frozen=True, slots=True)
class Called:
    """How a call of the program ended and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def call(*words: str | Path, encoding: str = "utf-8") -> Called:
    """Run the program within this process, without anything to read: faster than `start`, otherwise the same."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True) for _ in range(2))
    nothing = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    quiet = {name: value for name, value in environment().items() if name != "PYTHONIOENCODING"}
    with (
        mock.patch.dict(os.environ, quiet, clear=True),
        mock.patch.object(sys, "stdin", nothing),
        mock.patch.object(sys, "stdout", out),
        mock.patch.object(sys, "stderr", err),
    ):
        code = main([str(word) for word in words])
    return Called(code, _printed(out), _printed(err))


def _printed(stream: io.TextIOWrapper) -> str:
    stream.flush()
    raw = stream.buffer
    assert isinstance(raw, io.BytesIO)
    return raw.getvalue().decode(stream.encoding)
