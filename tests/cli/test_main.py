"""The start and the end of the program: faults, interruptions, readers that go away, consoles of all kinds."""

import json
import os
import shlex
import subprocess
import sys

import pytest

from cli import commands
from cli.exits import Exit
from cli.main import main
from tests.support.program import SOURCE, START, call, environment, start


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every command fail by a fault of ours."""

    def fail(invocation: commands.Invocation) -> Exit:
        raise LookupError(invocation.command.name)

    monkeypatch.setattr(commands, "run", fail)


@pytest.mark.usefixtures("broken")
def test_a_fault_of_ours_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "x"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert "fault of joker-lan itself (LookupError)" in printed.err


@pytest.mark.usefixtures("broken")
def test_verbose_shows_where_it_happened(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-v", "score", "x"]) == 1
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.usefixtures("broken")
def test_a_fault_of_ours_as_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "x", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document.keys() == {"schema", "ok", "code", "exit", "message", "hint"}
    assert (document["schema"], document["ok"], document["exit"]) == ("joker-lan/error@1", False, 1)


def test_a_fault_in_a_task_is_named_by_what_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_invocation: commands.Invocation) -> Exit:
        raise ExceptionGroup("tasks", [ExceptionGroup("more tasks", [ZeroDivisionError()])])

    monkeypatch.setattr(commands, "run", fail)
    assert main(["score", "x"]) == 1
    assert "(ZeroDivisionError)" in capsys.readouterr().err


def test_interruption(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(invocation: commands.Invocation) -> Exit:
        raise KeyboardInterrupt(invocation.command.name)

    monkeypatch.setattr(commands, "run", interrupt)
    assert main(["score", "x"]) == 130
    assert capsys.readouterr().err == "Interrupted.\n"


def test_version_is_that_of_the_package() -> None:
    done = start("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("joker-lan")
    assert done.stderr == ""


def test_version_loads_nothing_large() -> None:
    large = {"trio", "cryptography", "zeroconf", "msgpack", "platformdirs", "cyclopts", "joker_lan.games", "protocol"}
    code = "import sys; from cli.main import main; main(['--version']); print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=SOURCE, capture_output=True, text=True, check=True)
    assert not large & set(done.stdout.split())


def test_nothing_waits_without_a_terminal() -> None:
    reading, writing = os.pipe()  # open on both ends: whoever reads from it waits for ever
    try:
        done = start(stdin=reading)
    finally:
        os.close(reading)
        os.close(writing)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "joker-lan play classic --bots 3" in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp1251", "cp866", "koi8-u", "utf-8", "latin-1"])
@pytest.mark.parametrize("words", [["--help"], ["play", "--help"], ["audit", "--as", "Олена♠", "--seed", "☃"]])
def test_no_console_is_too_old(encoding: str, words: list[str]) -> None:
    done = start(*words, PYTHONIOENCODING=encoding)
    assert done.returncode in (0, 2)
    assert "Traceback" not in done.stderr


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


@pytest.mark.parametrize("words", [["play", ""], ["resume", ""], ["audit", ""], ["replay", ""], ["score", "a", ""]])
def test_an_empty_word_is_no_word(words: list[str]) -> None:
    done = call(*words)
    assert done.returncode == 2
    assert f"joker-lan: {words[0]} got an empty word; " in done.stderr


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["play", "--seed", ""], '--seed cannot be ""; '),
        (["play", "--as", "\x1b[31mred"], "--as cannot be ?[31mred; "),
        (["play", "--as", "\N{RIGHT-TO-LEFT OVERRIDE}nnA"], "--as cannot be ?nnA; "),
        (["two\nlines"], "There is no command two?lines; "),
        (["play", "x" * 5000], "There is no game " + "x" * 199 + "…; "),
    ],
)
def test_what_was_typed_is_shown_safely(words: list[str], shown: str) -> None:
    done = call(*words)
    assert done.returncode == 2
    assert done.stderr.startswith("joker-lan: " + shown)
    assert done.stderr.count("\n") == 1


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
