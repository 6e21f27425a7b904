"""One door for sentences: languages, missing catalogues, templates with missing data."""

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from cli.text import Texts, _, fill, ngettext, printable, use


def test_a_language_without_catalogue_shows_english(tmp_path: Path) -> None:
    texts = Texts("uk", folder=tmp_path)
    assert texts.gettext("Deal {deal}") == "Deal {deal}"
    assert texts.ngettext("{n} card", "{n} cards", 1) == "{n} card"
    assert texts.ngettext("{n} card", "{n} cards", 2) == "{n} cards"


def test_a_catalogue_is_used_and_gaps_stay_english(tmp_path: Path) -> None:
    catalogue = Catalog(locale="uk")
    catalogue.add("hand", "рука")
    catalogue.add(("{n} card", "{n} cards"), ("{n} карта", "{n} карти", "{n} карт"))
    folder = tmp_path / "uk" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "joker_lan.mo").open("wb") as file:
        write_mo(file, catalogue)
    texts = Texts("uk", folder=tmp_path)
    before = Texts("en")
    use(texts)
    try:
        assert _("hand") == "рука"
        assert [ngettext("{n} card", "{n} cards", n) for n in (1, 3, 5)] == ["{n} карта", "{n} карти", "{n} карт"]
        assert _("unknown to it") == "unknown to it"
    finally:
        use(before)
    assert _("hand") == "hand"


def test_nothing_is_not_the_head_of_the_catalogue(tmp_path: Path) -> None:
    folder = tmp_path / "uk" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "joker_lan.mo").open("wb") as file:
        write_mo(file, Catalog(locale="uk", project="joker-lan"))
    assert Texts("uk", folder=tmp_path).gettext("") == ""


def test_missing_data_shows_as_a_question_mark() -> None:
    assert fill("{seat} led {card}", {"seat": 2}) == "2 led ?"


def test_names_from_elsewhere_cannot_steer_a_terminal() -> None:
    assert printable("Оле\x1b[2Jна\u202e\n") == "Оле?[2Jна??"
