"""Kinds of values: what each text becomes, and what is refused."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.values import BOTS, FILE, FOLDER, NAME, SETTING, SWITCH, WORD, BadValue, Bots, Kind, choice, number

COLOUR = choice("auto", "always")
DEAL = number(-2, 24, "a number")


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (SWITCH, "yes", True),
        (SWITCH, " ON ", True),
        (SWITCH, "1", True),
        (SWITCH, "False", False),
        (SWITCH, "off", False),
        (COLOUR, "always", "always"),
        (DEAL, "24", 24),
        (DEAL, " -2 ", -2),
        (DEAL, "007", 7),
        (NAME, "  Ann   Lee ", "Ann Lee"),
        (NAME, "Олена♠", "Олена♠"),
        (NAME, "x" * 32, "x" * 32),
        (WORD, " wiki+strict ", "wiki+strict"),
        (SETTING, "nominal = no", ("nominal", "no")),
        (SETTING, "a=b=c", ("a", "b=c")),
        (BOTS, "3", Bots(3, 1)),
        (BOTS, "2:1", Bots(2, 1)),
        (FILE, "games/a b.jlog", Path("games/a b.jlog")),
        (FOLDER, ".", Path()),
    ],
)
def test_read(kind: Kind[Any], text: str, value: object) -> None:
    read = kind.read(text)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (SWITCH, ""),
        (SWITCH, "2"),
        (SWITCH, "perhaps"),
        (COLOUR, "Always"),
        (COLOUR, "never"),
        (DEAL, "-3"),
        (DEAL, "25"),
        (DEAL, "1.0"),
        (DEAL, "²"),
        (DEAL, "٣"),
        (DEAL, "--1"),
        (DEAL, "1-"),
        (DEAL, "1_0"),
        (DEAL, "9" * 5000),
        (NAME, " \t "),
        (NAME, "x" * 33),
        (NAME, "a\x07"),
        (NAME, "\N{RIGHT-TO-LEFT OVERRIDE}a"),
        (WORD, ""),
        (SETTING, "nominal"),
        (SETTING, " =no"),
        (SETTING, "nominal= "),
        (SETTING, "a=\x1b"),
        (BOTS, "0"),
        (BOTS, "12"),
        (BOTS, "²"),
        (BOTS, "3:2"),
        (BOTS, "3:"),
        (FILE, ""),
        (FILE, "a\0b"),
        (FILE, "a\udcff"),
        (FOLDER, "a\0b"),
    ],
)
def test_refused(kind: Kind[Any], text: str) -> None:
    with pytest.raises(BadValue):
        kind.read(text)


def test_the_home_is_filled_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert FOLDER.read("~/games") == tmp_path / "games"


def test_a_folder_may_have_a_name_that_is_no_text_but_a_log_may_not() -> None:
    assert FOLDER.read("a\udcff") == Path("a\udcff")


def test_a_choice_names_its_words() -> None:
    assert (COLOUR.possible, COLOUR.words) == ("auto, always", ("auto", "always"))


@given(st.integers())
def test_a_number_is_read_exactly_within_its_bounds(value: int) -> None:
    if -2 <= value <= 24:
        assert DEAL.read(str(value)) == value
    else:
        with pytest.raises(BadValue):
            DEAL.read(str(value))


@given(st.text())
def test_a_name_that_was_read_is_read_as_itself(text: str) -> None:
    try:
        name = NAME.read(text)
    except BadValue:
        return
    assert NAME.read(name) == name
    assert 1 <= len(name) <= 32
