"""Verdicts of the deck layer: their words are those of the page, and they are values."""

import re
from pathlib import Path

from protocol.deck.faults import Code, Fault

PAGE = Path(__file__).parents[3] / "docs" / "protocol" / "shuffle.md"


def test_the_codes_are_those_of_the_page() -> None:
    listed = re.search(
        r"^Codes of a fault, with its detail: (.*?)\.\n\n", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert listed is not None
    assert re.findall(r"`([a-z]+)`", listed[1]) == list(Code)


def test_two_who_find_one_fault_say_the_same() -> None:
    one, other = (Fault(Code("point"), "lock", 0, ("deck", 3)) for _ in range(2))
    assert one == other
    assert len({one, other, Fault(Code.POINT, "lock", 1, ("deck", 3)), Fault(Code.POINT, "lock", 0)}) == 3
