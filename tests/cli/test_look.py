"""How finished lines look on a terminal."""

import io
import re
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.look import Look, look_of, painted, wants_colour

COLOUR = re.compile(r"\x1b\[[0-9]+m")


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def coloured(line: str) -> dict[str, str]:
    """Return what is painted in a line, and how."""
    return {text: codes for codes, text in re.findall(r"((?:\x1b\[[0-9]+m)+)([^\x1b]+)\x1b\[0m", painted(line))}


def test_suits_have_four_colours() -> None:
    found = coloured("You play 10♥. On the table: A♦; 6♣*; K♠. Trump: hearts ♥.")
    assert set(found) == {"10♥", "A♦", "6♣*", "♥"}
    assert len({found[card] for card in ("10♥", "A♦", "6♣*")}) == 3
    assert found["♥"] == found["10♥"]


def test_letters_are_painted_as_signs_are() -> None:
    assert coloured("Your hand: 1) 10HS  2) AD  3) 6C*x  4) QS") == {
        "AD": coloured("A♦")["A♦"],
        "6C*x": coloured("6♣*x")["6♣*x"],
    }


def test_what_is_not_allowed_is_faint() -> None:
    assert coloured("7♥x")["7♥x"] != coloured("7♥")["7♥"]
    assert set(coloured("7♠x 7♠")) == {"7♠x"}


@given(st.text(alphabet="AKQJ1067♠♥♦♣SHDC*x ()abc", max_size=40))
def test_a_colour_adds_nothing_and_takes_nothing_away(line: str) -> None:
    assert COLOUR.sub("", painted(line)) == line


@pytest.mark.parametrize(
    ("asked", "stream", "environment", "wanted"),
    [
        ("auto", Tty(), {"TERM": "xterm"}, True),
        ("auto", Tty(), {"TERM": "xterm", "NO_COLOR": ""}, True),
        ("auto", Tty(), {"TERM": "xterm", "NO_COLOR": "1"}, False),
        ("auto", Tty(), {"TERM": "dumb"}, False),
        ("auto", io.StringIO(), {"TERM": "xterm"}, False),
        ("always", io.StringIO(), {"NO_COLOR": "1"}, True),
        ("never", Tty(), {"TERM": "xterm"}, False),
    ],
)
def test_when_to_paint(
    asked: Literal["auto", "always", "never"], stream: io.StringIO, environment: dict[str, str], wanted: bool
) -> None:
    assert wants_colour(asked, stream, environment) is wanted


def test_a_closed_stream_wants_nothing() -> None:
    stream = io.StringIO()
    stream.close()
    assert look_of(stream, "auto") == Look()


def test_nothing_is_changed_where_nobody_looks() -> None:
    line = "Deal 1 counts: " + "you bid 1, took 0; " * 20 + "A♥"
    assert look_of(io.StringIO(), "auto").shown(line) == line


@pytest.mark.parametrize("columns", [20, 40, 80])
def test_lines_are_broken_between_words(columns: int) -> None:
    line = "Deal 1 counts: Bot 1 bid 1, took 0: -200 (khisht); Bot 2 bid 0, took 1: +10; Bot 3 bid 0, took 0: +50."
    shown = Look(lambda: columns).shown(line).split("\n")
    assert max(map(len, shown)) <= columns
    assert " ".join(part.strip() for part in shown) == line
    assert all(part.startswith("  ") for part in shown[1:])


def test_a_path_is_not_broken() -> None:
    path = "/a/very/long/path/that-fits/into/no-window/at-all.jlog"
    assert path in Look(lambda: 20).shown(f"The log of the game: {path}").split("\n")[-1]


def test_a_line_that_fits_keeps_its_blanks() -> None:
    table = "  1.  1   0/0    50\n ─────────────\n\ntotal   50"
    assert Look(lambda: 40).shown(table) == table


def test_colours_do_not_count_for_the_width() -> None:
    line = "A♥ K♥ Q♥"
    assert "\n" not in Look(lambda: len(line), colour=True).shown(line)
