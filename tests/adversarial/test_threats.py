"""The page of threats and the tests name each other: no attack without its line, no line without its test."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = (HERE.parent.parent / "docs" / "threats.md").read_text(encoding="utf-8")
CELLS = [line.strip("| ").split("|")[-1] for line in PAGE.splitlines() if line.startswith("| ")]
NAMES = sorted({name.partition("[")[0] for cell in CELLS for name in re.findall(r"`([^`]+)`", cell)})
ELSEWHERE = {"test_attacks.py"}


def attacks_in(*files: Path) -> set[str]:
    """The names of the tests in some files, without their `test_`."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    return set(re.findall(r"^def test_(\w+)", text, re.MULTILINE))


TESTS = attacks_in(*[file for file in HERE.glob("test_*.py") if file != Path(__file__)])
SCHEDULES = attacks_in(HERE / "test_schedules.py")
"""They are one line of the page together, which names their file."""


def named(name: str) -> re.Pattern[str]:
    """What a name on the page stands for: an ellipsis is any text."""
    return re.compile(".*".join(map(re.escape, name.split("…"))))


@pytest.mark.parametrize("name", sorted(set(NAMES) - ELSEWHERE))
def test_a_test_that_the_page_names_exists(name: str) -> None:
    assert any(named(name).fullmatch(test) for test in TESTS)


@pytest.mark.parametrize("test", sorted(TESTS - SCHEDULES))
def test_an_attack_has_its_line(test: str) -> None:
    assert any(named(name).fullmatch(test) for name in NAMES)
