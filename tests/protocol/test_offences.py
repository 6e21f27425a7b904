"""Offences are values, and every reason has its word on the pages of the protocol."""

import re
from pathlib import Path

from protocol.deck.faults import Code, Fault
from protocol.offences import Guilt, Offence, Wrong

DOCS = Path(__file__).parents[2] / "docs" / "protocol"


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def test_every_reason_is_on_the_pages() -> None:
    """Those of a statement in one rule of its page, those of evidence each as a rule of its own; `statement` there
    stands for all of the former."""
    listed = re.search(r"Reasons of an offence: (.*?)\n\n", page("statements"), re.DOTALL)
    assert listed is not None
    of_statements = {word for word in re.findall(r"`([a-z]+)`", listed[1]) if word in set(Wrong)}
    of_evidence = set(re.findall(r"^\d+\. `([a-z]+)`: ", page("evidence"), re.MULTILINE)) - {"statement"}
    assert of_evidence == {"twice", "heads", "order", "proof"}
    assert of_statements.isdisjoint(of_evidence)
    assert of_statements | of_evidence == set(Wrong)


def test_offences_are_values() -> None:
    """The same offence found on two devices is the same, so that both say the same of it."""
    one, other = (Offence(1, Wrong.DECK, "cut", fault=Fault(Code.CUT, "cut", 1, (36,))) for _ in range(2))
    assert one == other
    assert len({Guilt(1, 0, Wrong.DECK, one), Guilt(1, 0, Wrong.DECK, other), Guilt(1, 1, Wrong.DECK, one)}) == 2


def test_a_device_may_be_guilty_without_a_seat() -> None:
    guilt = Guilt(None, 1, Wrong.HEADS)
    assert (guilt.seat, guilt.offence) == (None, None)
