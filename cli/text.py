"""The way from a code to a sentence: one gettext catalogue, chosen once at the start of the program.

English sentences are the message ids. The catalogue is `cli/locale/joker_lan.pot`, extracted with babel (`_`, `N_` and
`ngettext` are its keywords); a language without a catalogue shows English. The templates of the codes that come from
below stand in the modules named `texts_…`. This module must not know what any sentence is about.

A template takes its values by name (`_("Seat {seat} is free.").format(seat=3)`), so that a translator may reorder them.
"""

import gettext
from collections.abc import Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Final

__all__ = ["LANGUAGES", "N_", "Texts", "_", "fill", "ngettext", "printable", "use"]

LANGUAGES: Final = ("uk", "ru", "en")
"""Languages that people may ask for, whether or not their catalogue is there already."""

_DOMAIN: Final = "joker_lan"
_LOCALE: Final = Path(__file__).parent / "locale"


class Texts:
    """The sentences of one language; English where that language has none.

    Args:
        language: a member of `LANGUAGES`.
        folder: where the catalogues lie; only tests give another one.
    """

    def __init__(self, language: str, *, folder: Path = _LOCALE) -> None:
        self.language = language
        self._catalogue: gettext.NullTranslations
        if language == "en":
            self._catalogue = gettext.NullTranslations()  # the message ids themselves: no file to look for
        else:
            self._catalogue = gettext.translation(_DOMAIN, folder, [language], fallback=True)

    def gettext(self, message: str) -> str:
        """Return the sentence for a message id."""
        return self._catalogue.gettext(message) if message else ""

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        """Return the sentence in the form that `count` asks for; the caller fills the count in."""
        return self._catalogue.ngettext(singular, plural, count)


_ENGLISH: Final = Texts("en")
_texts: ContextVar[Texts] = ContextVar("_texts", default=_ENGLISH)


def use(texts: Texts) -> None:
    """Make `texts` the language of this program, or of the task that calls it and the tasks below it."""
    _texts.set(texts)


def _(message: str) -> str:
    """Return the sentence for a message id in the chosen language."""
    return _texts.get().gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """Return the sentence for `count` things in the chosen language."""
    return _texts.get().ngettext(singular, plural, count)


def N_(message: str) -> str:  # noqa: N802 - the usual name of the mark for the extractor
    """Mark a message id for the catalogue where it is only kept in a table; `_` translates it when it is shown."""
    return message


def fill(template: str, about: Mapping[str, object]) -> str:
    """Fill a (translated) template with what a code carries; a value that is not there shows as `?`.

    Codes and their data may come from a newer program or a damaged file, and an error about an error helps nobody.
    """
    return template.format_map(_Lenient(about))


def printable(text: str) -> str:
    """Return a text from elsewhere (a name in somebody's log) without characters that could steer a terminal."""
    return "".join(character if character.isprintable() else "?" for character in text)


class _Lenient(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return "?"
