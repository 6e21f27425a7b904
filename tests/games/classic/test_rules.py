"""Classic Joker: the page of rules, its numbers, and the tests named after them."""

from pathlib import Path

from joker_lan.games.classic.rules import Rule

PAGE = Path(__file__).parents[3] / "docs" / "rules" / "classic.md"


def test_the_page_of_rules_has_every_rule_that_the_program_quotes() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [rule for rule in Rule if f"- **{rule}** " not in text] == []
