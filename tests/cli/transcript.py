"""Transcripts: command lines with what they print and how they end, as a person would see them.

# a comment
% file settings.toml        a file in the test's folder, its lines follow behind `|`
| lang = "uk"
% env JOKER_LAN_JSON=yes    a variable for the commands below
$ joker-lan --version       a command; {here} is the test's folder, here and below
joker-lan ...               its stdout, line by line; `...` stands for anything, a line `...` for any lines
! what it says              its stderr
= 0                         its exit code, which every command has
"""

import re
import shlex
from dataclasses import dataclass, field

__all__ = ["Run", "fits", "read_transcript"]


@dataclass(slots=True)
class Run:
    """One command with what is expected of it, and the files and variables it finds."""

    words: list[str]
    place: int
    files: dict[str, str]
    variables: dict[str, str]
    out: list[str] = field(default_factory=list)
    err: list[str] = field(default_factory=list)
    exit: int | None = None


def read_transcript(text: str, here: str) -> list[Run]:
    """Return the commands of a transcript in order."""
    runs: list[Run] = []
    files: dict[str, str] = {}
    variables: dict[str, str] = {}
    name = ""
    for place, line in enumerate(text.replace("{here}", here).splitlines(), start=1):
        mark, _, rest = line.partition(" ")
        match mark:
            case "%" if rest.startswith("file "):
                name = rest.removeprefix("file ")
                files[name] = ""
            case "%" if rest.startswith("env "):
                key, _, value = rest.removeprefix("env ").partition("=")
                variables[key] = value
            case "|":
                files[name] += rest + "\n"
            case "$":
                program, *words = shlex.split(rest)
                assert program == "joker-lan", place
                runs.append(Run(words, place, dict(files), dict(variables)))
            case "!":
                runs[-1].err.append(rest)
            case "=":
                runs[-1].exit = int(rest)
            case "#":
                pass
            case _ if runs and runs[-1].exit is None:
                runs[-1].out.append(line)
            case _:
                assert not line.strip(), f"line {place} belongs to no command"
    assert all(run.exit is not None for run in runs), "a command without an exit code"
    return runs


def fits(expected: list[str], printed: str) -> bool:
    """Say whether what was printed is what was expected."""
    pattern = ""
    for line in expected:
        pattern += r"(?:.*\n)*?" if line == "..." else ".*?".join(map(re.escape, line.split("..."))) + r"\n"
    return re.fullmatch(pattern, printed) is not None
