"""The pages for people: links lead somewhere, no page is lost, and the commands of the README exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]
FENCED = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
INLINE_CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)")
HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*$", re.MULTILINE)


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def links_of(page: Path) -> list[str]:
    """The targets of a page's links that stay inside the project."""
    text = INLINE_CODE.sub("", FENCED.sub("", page.read_text(encoding="utf-8")))
    return [target for target in LINK.findall(text) if not re.match(r"[a-z][a-z0-9+.-]*:", target)]


def anchors_of(page: Path) -> set[str]:
    """The names that headings get where Markdown is shown: lower case, spaces as hyphens, no punctuation."""
    headings = HEADING.findall(FENCED.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    broken = []
    for link in links_of(page):
        target, _, anchor = link.partition("#")
        place = (page.parent / target).resolve() if target else page
        is_page = place.suffix == ".md" and place.is_file()
        if (
            not place.is_relative_to(ROOT)
            or not place.exists()
            or (anchor and is_page and anchor not in anchors_of(place))
        ):
            broken.append(link)
    assert broken == []


def test_every_page_is_in_the_index() -> None:
    index = DOCS / "README.md"
    linked = {(index.parent / link.partition("#")[0]).resolve() for link in links_of(index)}
    lost = [named(page) for page in sorted(DOCS.rglob("*.md")) if page != index and page.resolve() not in linked]
    assert lost == [], "link these pages from docs/README.md"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_a_page_opens_with_its_title(page: Path) -> None:
    assert page.read_text(encoding="utf-8").startswith("# ")


def test_the_readme_begins_with_the_two_commands() -> None:
    commands = re.findall(
        r"^ *(?:\$ )?(python3 run\.py.*?)(?:  +#.*)?$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE
    )
    assert commands[:2] == ["python3 run.py", "python3 run.py test"]
