"""The first step and the last of the process: interruptions while it loads, readers that go away."""

import os
import shlex
import subprocess
import sys

import pytest

from tests.support.program import SOURCE, START, environment


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's pipe")
def test_a_reader_that_goes_away_is_no_fault() -> None:
    command = shlex.join(START) + " --help | head -n 1"
    done = subprocess.run(
        ["sh", "-c", command], env=environment(), capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == "Usage: joker-lan COMMAND [OPTIONS]\n"
    assert done.stderr == ""


@pytest.mark.skipif(sys.platform == "win32", reason="a closed descriptor")
def test_a_reader_that_was_never_there_does_not_change_the_exit_code() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [*START, "--json", "--nonsense"],
            env=environment(),
            stdout=writing,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writing)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("module", ["cli.program", "cli.options", "cli.settings"])
def test_an_interruption_while_the_program_is_loaded(module: str) -> None:
    code = f"""
import importlib.abc, sys
class Interrupting(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
from cli.main import main
sys.exit(main(["--help"]))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=SOURCE, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Interrupted.\n")
