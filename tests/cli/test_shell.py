"""Words of a command line to copy."""

import shlex
import sys

import pytest

from cli.shell import quoted


@pytest.mark.parametrize("word", ["game.jlog", "/games of Ann/it's.jlog", "a\\b", "$HOME", "", "~", "-"])
def test_a_shell_of_posix_reads_the_word_itself(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert shlex.split(f"audit {quoted(word)}") == ["audit", word]


@pytest.mark.parametrize(
    ("word", "typed"),
    [
        ("C:\\Users\\Ann\\games\\a-1.jlog", "C:\\Users\\Ann\\games\\a-1.jlog"),
        ("C:\\Users\\Ann Lee\\a.jlog", '"C:\\Users\\Ann Lee\\a.jlog"'),
        ("C:\\Ann's\\a&b.jlog", '"C:\\Ann\'s\\a&b.jlog"'),
        ("", '""'),
    ],
)
def test_windows_knows_double_quotes_only(word: str, typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert quoted(word) == typed
