"""Sentences for everything that the rules of classic Joker can say."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import joker_lan.games.classic
from cli.texts_classic import call_text, offence_text, terms_text, trump_text, violation_text
from joker_lan.engine import Suit, Violation
from joker_lan.games.classic.actions import Demand, JokerCall, Mode
from joker_lan.games.classic.rules import Rule
from joker_lan.games.classic.scoring import Reason, Term

ABOUT: dict[str, int | str] = {
    "card": "TD",
    "suit": "H",
    "mode": "high",
    "demand": "lowest",
    "bid": 3,
    "cards": 9,
    "most": 9,
}


def causes() -> Iterator[tuple[Rule, str]]:
    """Run through the causes that the rules name, as their source says them."""
    folder = Path(joker_lan.games.classic.__file__).parent
    for path in sorted(folder.glob("*.py")):
        for rule, cause in re.findall(r'Rule\.(A\d+),[^{}]*\{"cause": "(\w+)"', path.read_text(encoding="utf-8")):
            yield Rule(rule), cause
    for rule in (Rule.A16, Rule.A22):
        yield from ((rule, cause) for cause in ("suit", "trump"))
    yield from ((rule, cause) for rule in (Rule.A19, Rule.A22) for cause in ("highest",))
    yield (Rule.A22, "lowest")


def test_the_source_still_names_its_causes_as_this_test_expects() -> None:
    assert {(Rule.A14, "closed"), (Rule.A18, "call_missing"), (Rule.A27, "strict")} <= set(causes())


@pytest.mark.parametrize("rule", list(Rule))
def test_every_rule_has_a_sentence_with_its_number(rule: Rule) -> None:
    sentence = violation_text(Violation(rule, 0, {}))
    assert sentence.endswith(f"(rule {rule.value}).")
    assert offence_text(rule)


@pytest.mark.parametrize(("rule", "cause"), sorted(set(causes())))
def test_every_cause_has_a_sentence_that_leaves_nothing_open(rule: Rule, cause: str) -> None:
    sentence = violation_text(Violation(rule, 0, {**ABOUT, "cause": cause}))
    assert sentence.endswith(f"(rule {rule.value}).")
    assert "?" not in sentence
    assert "{" not in sentence
    # A missing value shows as a question mark, so a template that needs more than the rules give would show here.


@pytest.mark.parametrize(("rule", "cause"), sorted(set(causes()) - {(Rule.A27, "strict")}))
def test_causes_of_one_rule_are_told_apart(rule: Rule, cause: str) -> None:
    if sum(each == rule for each, _ in set(causes())) > 1:
        told = violation_text(Violation(rule, 0, {**ABOUT, "cause": cause}))
        assert told != violation_text(Violation(rule, 0, ABOUT))


def test_codes_become_words() -> None:
    refused = Violation(Rule.A22, 0, {"cause": "highest", "suit": "D", "card": "TD"})
    assert violation_text(refused) == (
        "The led joker asks for your highest card of diamonds: play 10♦ or a joker (rule A22)."
    )
    assert violation_text(refused, ascii=True).isascii()


def test_following_suit_is_explained() -> None:
    refused = Violation(Rule.A16, 0, {"cause": "suit", "suit": "H"})
    assert violation_text(refused) == "You hold hearts, the suit that was led: play one of them or a joker (rule A16)."


def test_a_value_that_no_version_knows_does_not_end_the_program() -> None:
    assert "XX" in violation_text(Violation(Rule.A17, 0, {"cause": "no_joker", "card": "XX"}))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (JokerCall(Mode.HIGH), "takes"),
        (JokerCall(Mode.LOW), "does not take"),
        (JokerCall(Mode.NOMINAL), "is the plain six"),
        (JokerCall(Mode.HIGH, Suit.HEARTS, Demand.HIGHEST), "takes, asks for the highest card of hearts"),
        (JokerCall(Mode.LOW, Suit.CLUBS, Demand.ANY), "does not take, asks for any card of clubs"),
        (JokerCall(Mode.LOW, Suit.CLUBS), "does not take, as the lowest of clubs"),
    ],
)
def test_calls(call: JokerCall, words: str) -> None:
    assert call_text(call) == words


def test_trump() -> None:
    assert trump_text(Suit.SPADES) == "spades"
    assert trump_text(None) == "no trump"


@pytest.mark.parametrize("reason", list(Reason))
def test_every_term_is_told_with_its_points(reason: Reason) -> None:
    assert "-30 points" in terms_text((Term(reason, -10, 3),))


def test_one_point_is_one_point() -> None:
    assert terms_text((Term(Reason.OVER, 1),)).endswith(": 1 point")


def test_one_trick_is_not_all_tricks() -> None:
    assert terms_text((Term(Reason.ALL_TRICKS, 100),)) == "the only trick announced and taken: 100 points"
    assert terms_text((Term(Reason.ALL_TRICKS, 100, 2),)).startswith("all 2 tricks announced and taken, 100 each")


def test_several_parts_are_added_up() -> None:
    parts = (Term(Reason.EXACT, 50), Term(Reason.EXACT_TRICKS, 50, 2))
    assert terms_text(parts).endswith("; in all 150 points")
    assert "in all" not in terms_text(parts[:1])
