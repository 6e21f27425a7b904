"""Standard streams of all kinds: old consoles, readers that go away, no stream at all."""

import io
import os
import subprocess
import sys

import pytest

from cli import streams
from tests.support.program import START, environment


@pytest.mark.parametrize(
    ("encoding", "shows"),
    [("utf-8", True), ("utf-16", True), ("cp437", False), ("cp1251", False), ("cp866", False), ("ascii", False)],
)
def test_signs_need_an_encoding_that_has_them(encoding: str, shows: bool) -> None:
    assert streams.shows_signs(io.TextIOWrapper(io.BytesIO(), encoding=encoding)) is shows


def test_a_character_that_is_not_there_is_shown_as_a_question_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    streams.prepare()
    streams.say("A♠ Олена")
    assert raw.getvalue() == b"A? ?????\n"


def test_a_closed_stdin_is_nobody() -> None:
    closed = io.StringIO()
    closed.close()
    assert not streams._is_terminal(closed)
    assert not streams._is_terminal(None)


@pytest.mark.skipif(sys.platform == "win32", reason="how a shell closes a stream")
@pytest.mark.parametrize("closing", [">&-", "2>&-", ">&- 2>&- <&-"])
def test_started_without_streams(closing: str) -> None:
    script = f'"$@" --nonsense {closing}'
    done = subprocess.run(
        ["sh", "-c", script, "sh", *START], env=environment(), capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of the other kind")
def test_in_a_terminal_the_home_is_a_result_and_no_error() -> None:
    keyboard, terminal = os.openpty()
    try:
        done = subprocess.run(
            START, env=environment(), stdin=terminal, stdout=terminal, stderr=subprocess.PIPE, timeout=60, check=False
        )
        shown = os.read(keyboard, 65536).decode()
    finally:
        os.close(terminal)
        os.close(keyboard)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "joker-lan play classic --bots 3" in shown


FULL = "/dev/full"


@pytest.mark.skipif(not os.path.exists(FULL), reason="a device that is always full")
@pytest.mark.parametrize("words", [["--version"], ["--help"], ["audit", "--help", "--json"], ["play", "--help", "-v"]])
def test_a_result_that_cannot_be_written_is_told(words: list[str]) -> None:
    with open(FULL, "w", encoding="utf-8") as full:
        done = subprocess.run(
            [*START, *words], env=environment(), stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert done.returncode == 1
    assert done.stderr.decode().splitlines()[-1] == (
        "joker-lan: The output cannot be written (No space left on device); send it somewhere else."
        " A running game is saved: `joker-lan resume`."
    )


@pytest.mark.skipif(not os.path.exists(FULL), reason="a device that is always full")
def test_talk_that_cannot_be_written_changes_nothing() -> None:
    with open(FULL, "w", encoding="utf-8") as full:
        done = subprocess.run(
            [*START, "audit", "no such file", "--json"],
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=full,
            timeout=60,
            check=False,
        )
    assert done.returncode == 3
    assert b'"not-found"' in done.stdout
