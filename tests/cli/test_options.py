"""Command lines taken apart: options stand anywhere, and what is wrong is found without hiding the rest."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli import options
from cli.exits import Exit
from cli.options import COMMON, OWN, read_line
from cli.values import Bots

COMMON_WORDS = {
    "data": ["--data", "folder"],
    "as": ["--as", "Olena"],
    "lang": ["--lang", "uk"],
    "json": ["--json"],
    "plain": ["--plain"],
    "ascii": ["--ascii"],
    "color": ["--color", "never"],
    "no-input": ["--no-input"],
    "bind": ["--bind", "lo"],
    "config": ["--config", "settings.toml"],
    "quiet": ["-q"],
    "verbose": ["-v"],
    "help": ["-h"],
    "version": ["--version"],
}


@pytest.mark.parametrize("option", COMMON, ids=lambda option: option.name)
def test_common_option_before_and_after_the_command(option: options.AnyOption) -> None:
    words = COMMON_WORDS[option.name]
    before = read_line([*words, "play", "classic", "--bots", "3"])
    after = read_line(["play", "classic", "--bots", "3", *words])
    between = read_line(["play", *words, "classic", "--bots", "3"])
    assert before.given == after.given == between.given
    assert before.words == after.words == between.words == ("play", "classic")
    assert not before.faults
    assert before.given.last(option) is not None


def test_values_are_read() -> None:
    line = read_line(
        ["play", "--bots", "2:1", "--deals=4", "--set", "nominal=no", "--set", "strict = yes", "--log", "a.jlog"]
    )
    assert not line.faults
    assert line.given.last(options.BOT_SEATS) == Bots(count=2, level=1)
    assert line.given.last(options.DEALS) == 4
    assert line.given.every(options.SET) == (("nominal", "no"), ("strict", "yes"))
    assert line.given.last(options.LOG) == Path("a.jlog")
    assert line.given.last(options.SEED) is None


def test_rounds_is_another_name_of_deals() -> None:
    assert read_line(["--rounds", "4"]).given == read_line(["--deals", "4"]).given


def test_the_last_one_counts() -> None:
    assert read_line(["--seed", "1", "--seed", "-2"]).given.last(options.SEED) == -2


def test_short_options_together() -> None:
    line = read_line(["-qv", "audit", "x"])
    assert line.given.is_on(options.QUIET)
    assert line.given.is_on(options.VERBOSE)
    assert line.words == ("audit", "x")


def test_a_switch_can_be_switched_off() -> None:
    assert read_line(["--json=no"]).given.last(options.JSON) is False
    assert read_line(["--json=perhaps"]).faults[0].code == "value-bad"


def test_words_behind_two_dashes_are_plain() -> None:
    assert read_line(["audit", "--", "--json", "-q"]).words == ("audit", "--json", "-q")


def test_a_single_dash_is_a_word() -> None:
    assert read_line(["audit", "-"]).words == ("audit", "-")


def test_good_options_are_read_beside_bad_ones() -> None:
    line = read_line(["--nonsense", "--seed", "x", "--json", "--lang", "uk"])
    assert [fault.code for fault in line.faults] == ["option-unknown", "value-bad"]
    assert line.given.is_on(options.JSON)
    assert line.given.last(options.LANG) == "uk"


@pytest.mark.parametrize(
    "words",
    [
        ["--deals", "0"],
        ["--deals", "1001"],
        ["--deals", "²"],
        ["--deals=--5"],
        ["--deals", ""],
        ["--deals", "1" * 5000],
        ["--proof-rounds", "15"],
        ["--proof-rounds", "129"],
        ["--bots", "0"],
        ["--bots", "10"],
        ["--bots", "3:2"],
        ["--bots", "3:"],
        ["--bots", ":1"],
        ["--as", " "],
        ["--as", "x" * 33],
        ["--as", "a\x1b[2Jb"],
        ["--set", "nominal"],
        ["--set", "=no"],
        ["--set", "nominal="],
        ["--data", ""],
        ["--data", "a\0b"],
        ["--log", "a\udcffb"],
        ["--lang", "UK"],
        ["--format", "xml"],
        ["--at", "-1"],
    ],
    ids=" ".join,
)
def test_refused_values(words: list[str]) -> None:
    line = read_line(words)
    assert [fault.code for fault in line.faults] == ["value-bad"]
    assert line.faults[0].exit is Exit.USAGE
    assert not line.given.values


@pytest.mark.parametrize(
    ("words", "suggestion"), [(["--jsn"], "--json"), (["--autoply"], "--autoplay"), (["--zzz"], None)]
)
def test_the_nearest_option_is_suggested(words: list[str], suggestion: str | None) -> None:
    assert read_line(words).faults[0].about.get("suggestion") == suggestion


def test_names_are_used_once() -> None:
    names = [name for option in (*COMMON, *OWN) for name in (option.name, *option.also)]
    assert len(names) == len(set(names))


@given(st.lists(st.one_of(st.sampled_from(["--seed", "--json", "-q", "--", "-", "--deals=", "play"]), st.text())))
def test_any_line_can_be_read(words: list[str]) -> None:
    line = read_line(words)
    assert len(line.words) + len(line.faults) <= len(words)
    assert all(fault.exit is Exit.USAGE for fault in line.faults)
