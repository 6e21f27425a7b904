"""Every fault that the command line can find has a sentence of its own."""

import re
from pathlib import Path

import pytest

from cli.errors import Fault
from cli.exits import Exit
from cli.options import COMMON, OWN
from cli.texts_program import codes, sentence

SOURCES = sorted((Path(__file__).parents[2] / "cli").rglob("*.py"))


def used_codes() -> set[str]:
    return {code for path in SOURCES for code in re.findall(r"\bFault\(\s*\"([a-z-]+)\"", path.read_text("utf-8"))}


def test_codes_are_found_in_the_sources() -> None:
    assert {"option-unknown", "nobody-to-ask", "fault", "trick-alone"} <= used_codes()


@pytest.mark.parametrize("code", sorted(used_codes()))
def test_every_code_has_a_sentence(code: str) -> None:
    assert code in codes()


@pytest.mark.parametrize("code", sorted(codes()))
def test_sentences_are_sentences(code: str) -> None:
    text = sentence(Fault(code, Exit.USAGE, {}))
    assert text.endswith((".", "?", ".)"))
    assert "\n" not in text


def test_an_unknown_code_is_told_as_it_is() -> None:
    assert sentence(Fault("from-tomorrow", Exit.USAGE)) == "from-tomorrow"


def test_possible_values_of_options_can_be_told() -> None:
    for option in (*COMMON, *OWN):
        about = {"option": f"--{option.name}", "value": "x", "possible": option.kind.possible}
        assert option.kind.possible in sentence(Fault("value-bad", Exit.USAGE, about))
