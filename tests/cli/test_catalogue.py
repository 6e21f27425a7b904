"""The catalogue of sentences is what the sources say: run with `--golden=update` after changing a sentence."""

import io
from pathlib import Path

import pytest

from tests.support.golden import Golden

CLI = Path(__file__).parents[2] / "cli"

extract = pytest.importorskip("babel.messages.extract", reason="babel belongs to the tools of a translator")


HEADER = """\
# Sentences of Joker over the LAN; `pytest tests/cli/test_catalogue.py --golden=update` writes this file.
msgid ""
msgstr ""
"Project-Id-Version: joker-lan\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""


def catalogue() -> str:
    """Return the template of the catalogue: every sentence once, in alphabetical order.

    It names no places in the sources, so that it changes only when a sentence does.
    """
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    made = Catalog(charset="utf-8")
    keywords = {"_": None, "N_": None, "ngettext": (1, 2)}
    for path in sorted(CLI.rglob("*.py")):
        with path.open("rb") as file:
            for _line, message, _comments, _context in extract.extract("python", file, keywords):
                made.add(message)
    written = io.BytesIO()
    write_po(written, made, no_location=True, omit_header=True, sort_output=True)
    return HEADER + written.getvalue().decode("utf-8")


def test_the_template_is_up_to_date(pytestconfig: pytest.Config) -> None:
    golden = Golden(CLI / "locale", update=pytestconfig.getoption("--golden") == "update")
    golden(catalogue(), "joker_lan.pot")


def test_the_reader_of_sources_finds_all_three_kinds_of_marks() -> None:
    text = catalogue()
    assert 'msgid "Interrupted."' in text
    assert 'msgid "{n} player"\nmsgid_plural "{n} players"' in text
    assert 'msgid "yes or no"' in text
