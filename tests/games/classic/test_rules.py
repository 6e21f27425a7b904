"""Classic Joker: the page of rules, its numbers, and the tests named after them."""

import ast
import re
from pathlib import Path

from joker_lan.games.classic.rules import Rule

TESTS = Path(__file__).parent
PAGE = Path(__file__).parents[3] / "docs" / "rules" / "classic.md"

WITHOUT_TEST = {
    "A39": "advice: how to play well is no rule",
    "A40": "history: where the game is played is no rule",
    "A42": "not built: no table has a time limit yet",
}


def numbers_with_a_test() -> set[str]:
    """Return the numbers of the rules that tests of this folder are named after."""
    names = [
        node.name
        for path in TESTS.glob("test_*.py")
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.FunctionDef)
    ]
    return {found[1] for name in names if (found := re.match(r"test_(A\d+)_", name))}


def by_number(rules: set[str]) -> list[str]:
    """Return numbers of rules in the order of the page."""
    return sorted(rules, key=lambda rule: int(rule[1:]))


def test_the_page_of_rules_has_every_rule_that_the_program_quotes() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [rule for rule in Rule if f"- **{rule}** " not in text] == []


def test_the_page_of_rules_leaves_no_number_out() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rules = re.findall(r"^- \*\*(A\d+)\*\* ", text, re.MULTILINE)
    assert len(rules) == len(set(rules))
    no_rules = {"A39", "A40"}
    assert by_number({*rules, *no_rules}) == [f"A{number}" for number in range(1, 43)]
    assert no_rules.isdisjoint(rules)


def test_every_rule_of_the_page_has_a_test_or_a_reason_why_not() -> None:
    numbers = {f"A{number}" for number in range(1, 43)}
    assert by_number(numbers - numbers_with_a_test()) == by_number(set(WITHOUT_TEST))
    assert numbers_with_a_test() <= numbers


def test_the_page_says_which_rules_have_no_test() -> None:
    text = PAGE.read_text(encoding="utf-8")
    section = text[text.index("## Tests\n") :].partition("\n## ")[0]
    assert by_number(set(re.findall(r"\bA\d+\b(?!_)", section))) == by_number(set(WITHOUT_TEST))
