"""A run of the program: what is read first, faults in one sentence, exit codes, consoles of all kinds."""

import json
import os

import pytest

from cli import commands
from cli.exits import Exit
from cli.main import main
from tests.support.program import call, start


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


def test_a_reader_that_went_away_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(invocation: commands.Invocation) -> Exit:
        raise BrokenPipeError(invocation.command.name)

    monkeypatch.setattr(commands, "run", fail)
    assert main(["score", "x"]) == 1
    assert capsys.readouterr() == ("", "")


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


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["audt", "x"], "There is no command audt; "),
        (["audit"], "audit "),
        (["replay", "a", "b"], "replay "),
        (["audit", "x", "--bots", "2"], "--bots "),
        (["--bots", "2"], ""),
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_is_refused_before_anything_is_done(words: list[str], told: str) -> None:
    done = call(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"joker-lan: {told}")
    assert done.stderr.count("\n") == 1


def test_the_command_of_an_option_is_named() -> None:
    assert "play" in call("score", "x", "--bots", "2").stderr


def test_help_wins_over_everything_that_is_wrong() -> None:
    done = call("play", "a", "b", "c", "--nonsense", "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Usage: joker-lan play ")


def test_a_document_is_asked_for_without_a_command() -> None:
    done = call("--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["code"] == "command-missing"


def test_an_error_of_the_output_is_told_in_the_words_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error about a file names it and would have been told by its command: here it is a fault of ours."""

    def full(_invocation: commands.Invocation) -> Exit:
        raise OSError(28, "No space left")

    def lost(_invocation: commands.Invocation) -> Exit:
        raise FileNotFoundError(2, "No such file", "x")

    monkeypatch.setattr(commands, "run", full)
    done = call("score", "x")
    assert done.returncode == 1
    assert "No space left" in done.stderr
    monkeypatch.setattr(commands, "run", lost)
    assert "(FileNotFoundError)" in call("score", "x").stderr
