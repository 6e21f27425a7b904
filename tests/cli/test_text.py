"""One door for sentences: languages, missing catalogues, templates with missing data."""

from pathlib import Path

import pytest

from cli.text import Texts, _, fill, ngettext, printable, use

messages = pytest.importorskip("babel.messages", reason="babel belongs to the tools of a translator")


def _write_catalogue(folder: Path, sentences: dict[str | tuple[str, str], str | tuple[str, ...]]) -> None:
    from babel.messages.mofile import write_mo

    catalogue = messages.Catalog(locale="uk", project="joker-lan")
    for message, translation in sentences.items():
        catalogue.add(message, translation)
    place = folder / "uk" / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "joker_lan.mo").open("wb") as file:
        write_mo(file, catalogue)


def test_a_language_without_catalogue_shows_english(tmp_path: Path) -> None:
    texts = Texts("uk", folder=tmp_path)
    assert texts.gettext("Deal {deal}") == "Deal {deal}"
    assert texts.ngettext("{n} card", "{n} cards", 1) == "{n} card"
    assert texts.ngettext("{n} card", "{n} cards", 2) == "{n} cards"


def test_a_catalogue_is_used_and_gaps_stay_english(tmp_path: Path) -> None:
    forms = ("{n} карта", "{n} карти", "{n} карт")
    _write_catalogue(tmp_path, {"hand": "рука", ("{n} card", "{n} cards"): forms})
    texts = Texts("uk", folder=tmp_path)
    before = Texts("en")
    use(texts)
    try:
        assert _("hand") == "рука"
        assert [ngettext("{n} card", "{n} cards", n) for n in (1, 3, 5)] == list(forms)
        assert _("unknown to it") == "unknown to it"
    finally:
        use(before)
    assert _("hand") == "hand"


def test_nothing_is_not_the_head_of_the_catalogue(tmp_path: Path) -> None:
    _write_catalogue(tmp_path, {})
    assert Texts("uk", folder=tmp_path).gettext("") == ""


def test_missing_data_shows_as_a_question_mark() -> None:
    assert fill("{seat} led {card}", {"seat": 2}) == "2 led ?"


def test_names_from_elsewhere_cannot_steer_a_terminal() -> None:
    assert printable("Оле\x1b[2Jна\u202e\n") == "Оле?[2Jна??"
