"""The documents for scripts have the keys that their page promises."""

import json
import re
from pathlib import Path

import pytest

from cli.documents import dump, error_document, result_document
from cli.errors import Fault
from cli.exits import Exit
from protocol.net.local import Summary

PAGE = Path(__file__).parents[2] / "docs" / "command-line.md"


def promised() -> dict[str, list[str]]:
    """Return the keys of each schema, as the page lists them."""
    rows = re.findall(r"^\| `(joker-lan/[a-z-]+@\d)` \|[^|]*\|(.*)\|$", PAGE.read_text("utf-8"), re.MULTILINE)
    return {schema: re.findall(r"`([a-z_]+)`", keys) for schema, keys in rows}


def test_error() -> None:
    document = error_document(Fault("not-found", Exit.NOT_FOUND), "It is not there.", "")
    assert list(document) == promised()["joker-lan/error@1"]
    assert (document["ok"], document["exit"], document["message"]) == (False, 3, "It is not there.")


@pytest.mark.parametrize(("code", "is_ok"), [(Exit.DONE, True), (Exit.BROKEN_OFF, False)])
def test_result(code: Exit, is_ok: bool) -> None:
    summary = Summary(
        table="K7QF2M",
        game_id="ab" * 32,
        log=Path("game.jlog"),
        final_hash="cd" * 32,
        entries=7,
        scores=(10, -20),
        winners=None if code else (0,),
    )
    document = result_document(summary, code)
    assert list(document) == promised()["joker-lan/result@1"]
    assert (document["ok"], document["exit"]) == (is_ok, code)
    assert document["winners"] == ([0] if is_ok else None)
    assert json.loads(dump(document, encoding="utf-8")) == document


def test_the_page_names_every_schema_of_the_sources() -> None:
    sources = "".join(path.read_text("utf-8") for path in (PAGE.parents[1] / "cli").rglob("*.py"))
    assert set(re.findall(r'"(joker-lan/[a-z-]+@\d)"', sources)) == promised().keys()


def test_the_page_names_every_exit_code() -> None:
    codes = re.findall(r"^\| (\d+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert [int(code) for code in codes] == [int(code) for code in Exit]


@pytest.mark.parametrize(("encoding", "plain"), [("utf-8", False), ("UTF8", False), ("cp1251", True), ("ascii", True)])
def test_what_is_not_utf_8_gets_ascii(encoding: str, plain: bool) -> None:
    text = dump({"name": "Олена ♠"}, encoding=encoding)
    assert text.isascii() is plain
    assert json.loads(text) == {"name": "Олена ♠"}
