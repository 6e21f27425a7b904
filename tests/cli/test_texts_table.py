"""Every reason for which a game can break off, and every notice, has a sentence of its own."""

import pytest

from cli.texts_table import broken_text, notice_text
from protocol.offences import Wrong
from protocol.seat import Broken, Notice


@pytest.mark.parametrize("wrong", list(Wrong))
def test_every_offence_is_told_in_words(wrong: Wrong) -> None:
    told = broken_text(Broken(wrong, 1), "Givi")
    assert told.startswith("The game cannot go on. ")
    assert f"({wrong})" not in told
    assert "{" not in told


def test_lost_secrets_are_nobodys_fault() -> None:
    told = broken_text(Broken("lost", 1), "Givi")
    assert "Givi" in told
    assert "proves" not in told


def test_what_has_no_sentence_is_told_by_its_code() -> None:
    assert broken_text(Broken("flood", None), "") == "The game cannot go on (flood)."
    assert notice_text(Notice("storm", {"wind": 7})) == "Notice: storm wind 7"


def test_a_choice_that_came_too_late() -> None:
    assert "too late" in notice_text(Notice("lapsed", {"entry": 7}))
