"""The page `docs/architecture.md` names every room: a newcomer finds there what each module is for."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL))


def rooms(package: str) -> list[str]:
    """The modules and packages right inside a package; for joker_lan, those of its parts."""
    found = []
    for path in sorted((ROOT / package).iterdir()):
        if path.suffix == ".py" and path.stem != "__init__":
            found.append(path.stem)
        elif (path / "__init__.py").is_file():
            found.append(path.name)
    return found


@pytest.mark.parametrize("package", ["joker_lan/engine", "joker_lan/games", "joker_lan", "eventlog", "protocol"])
def test_every_room_is_named_on_the_page(package: str) -> None:
    text = SECTIONS[package.partition("/")[0]]
    named = {word for code in re.findall(r"`([^`]+)`", text) for word in code.split(".")}
    assert set(rooms(package)) <= named


@pytest.mark.parametrize("package", ["eventlog", "protocol"])
def test_the_page_names_no_room_that_is_gone(package: str) -> None:
    cells = re.findall(r"^\| (`[^|]*) \|", SECTIONS[package], re.MULTILINE)
    named = {word for cell in cells for word in re.findall(r"`(\w+)`", cell)}
    assert named
    assert named == set(rooms(package))
