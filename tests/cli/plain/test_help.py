"""The help of the line-by-line face."""

from dataclasses import replace
from typing import Any

import pytest

from cli.plain.commands import Unclear, parse
from cli.plain.help import help_lines, rules_lines
from cli.plain.screen import View
from joker_lan.games.classic.options import PRESETS, Options
from tests.cli.fake_table import FakeTable, people
from tests.cli.plain.test_turn import view_of


def view(**options: Any) -> View:
    return view_of(FakeTable(Options(**options), people("Olena", "Givi")))


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("preset", list(PRESETS))
def test_it_fits_the_terminal(preset: str, columns: int) -> None:
    shown = view()
    lines = help_lines(replace(shown, state=replace(shown.state, options=PRESETS[preset]), columns=columns))
    assert max(map(len, lines)) < min(columns, 80)
    assert "\n".join(lines).isascii()


def test_every_command_it_shows_is_one() -> None:
    examples = [line[4:33].split("  ")[0].strip() for line in help_lines(view()) if line.startswith("    ")]
    typed = [each for each in examples if each and each.split()[0] in {"bid", "pass", "trump", "look", "6s", "7h", "3"}]
    assert len(typed) >= 8
    assert [each for each in typed if isinstance(parse(each), Unclear)] == []


@pytest.mark.parametrize(
    ("options", "there", "gone"),
    [
        ({}, "6s nominal", "jk high"),
        ({"nominal": False}, "6s high", "nominal"),
        ({"allow_no_trump_choice": False}, "look", "trump none"),
        ({"deck": "38_two_jokers"}, "jk high", "6s high"),
        ({"strict": True}, "nothing but jokers", "unknown"),
        ({"scoring": "uk"}, "10 for each trick; a kept pass: 5", "100 for each"),
        ({"scoring": "minus"}, "-100 for each missing trick", "khisht"),
        ({"khisht": -500}, "-500", "-200"),
        ({"premium": "off"}, "POINTS", "Premium"),
        ({"premium": "nextPlayer"}, "clockwise", "only one does"),
        ({"dealer_restriction": False}, "BIDS", "dealer bids last"),
        ({"low_with_suit": True}, "6s low hearts", "unknown"),
        ({"full_hand": "fullDealsOnly"}, "100 for each trick, in stages II and IV", "unknown"),
    ],
)
def test_it_explains_the_rules_of_this_table(options: dict[str, Any], there: str, gone: str) -> None:
    text = " ".join("\n".join(help_lines(view(**options))).split())
    assert there in text
    assert gone not in text


def test_the_house_rules_in_short() -> None:
    assert rules_lines(view(), "R-7K3F")[0] == "House rules R-7K3F: wiki."
    assert rules_lines(view(khisht=-500, deals=3), "R-7K3F")[0] == "House rules R-7K3F: wiki with deals=3, khisht=-500."
    assert rules_lines(view(**{"strict": True}), "R-7K3F")[0] == "House rules R-7K3F: strict."
    assert "At the table, clockwise: Olena, Givi." in rules_lines(view(), "R-7K3F")
