"""Kinds of option values: how typed text becomes a value, and how the possible values are named to people.

Responsible for reading one value. It must not know which option the value is for, nor where it came from.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic, TypeVar

from cli.text import N_

__all__ = [
    "BOTS",
    "FILE",
    "FOLDER",
    "NAME",
    "SETTING",
    "SWITCH",
    "WORD",
    "BadValue",
    "Bots",
    "Kind",
    "choice",
    "number",
]

T_co = TypeVar("T_co", covariant=True)

NAME_LIMIT: Final = 32
"""Characters of a shown name."""


class BadValue(ValueError):  # noqa: N818 - a verdict word
    """The text is none of the possible values."""


@dataclass(frozen=True, slots=True)
class Kind(Generic[T_co]):
    """One kind of value.

    Attributes:
        possible: the possible values in words, a message id or a list of literal words.
        read: makes the value, or raises `BadValue`.
        words: the literal words, when there are only these.
    """

    possible: str
    read: Callable[[str], T_co]
    words: tuple[str, ...] = ()


_YES: Final = frozenset({"1", "yes", "on", "true"})
_NO: Final = frozenset({"0", "no", "off", "false"})


def _switch(text: str) -> bool:
    word = text.strip().casefold()
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise BadValue


SWITCH: Final = Kind(N_("yes or no"), _switch)
"""On or off; on the command line the bare option means on."""


def choice(*words: str) -> Kind[str]:
    """Return the kind of one of a few words."""

    def read(text: str) -> str:
        if text in words:
            return text
        raise BadValue

    return Kind(", ".join(words), read, words)


def number(low: int, high: int, possible: str) -> Kind[int]:
    """Return the kind of a whole number between two bounds, both possible.

    Args:
        low: least.
        high: greatest.
        possible: message id of the possible numbers in words.
    """

    def read(text: str) -> int:
        digits = text.strip()
        if not digits.lstrip("-").isascii() or not digits.lstrip("-").isdigit() or len(digits) > 20:
            raise BadValue
        try:
            value = int(digits)
        except ValueError as error:
            raise BadValue from error
        if low <= value <= high:
            return value
        raise BadValue

    return Kind(possible, read)


def _path(text: str) -> Path:
    if not text or "\0" in text:
        raise BadValue
    try:
        return Path(text).expanduser()
    except RuntimeError as error:  # `~somebody` who is no user of this machine
        raise BadValue from error


def _file(text: str) -> Path:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:  # bytes that are no text: a private file could not say where its log lies
        raise BadValue from error
    return _path(text)


FOLDER: Final = Kind(N_("a folder"), _path)
FILE: Final = Kind(N_("a file"), _file)


def read_name(text: str) -> str:
    """Return a name as it is shown: trimmed, printable, at most 32 characters.

    Raises:
        BadValue: it is empty, too long or holds a character that cannot be shown.
    """
    name = " ".join(text.split())
    if not name or len(name) > NAME_LIMIT or not name.isprintable():
        raise BadValue
    return name


NAME: Final = Kind(N_("a name of 1 to 32 characters"), read_name)


def _word(text: str) -> str:
    word = " ".join(text.split())
    if not word or not word.isprintable():
        raise BadValue
    return word


WORD: Final = Kind(N_("a word"), _word)


def _setting(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not (key.strip() and equals and value.strip()) or not text.isprintable():
        raise BadValue
    return key.strip(), value.strip()


SETTING: Final = Kind(N_("KEY=VALUE, for example nominal=no"), _setting)


@dataclass(frozen=True, slots=True)
class Bots:
    """How many bots, and how well they play."""

    count: int
    level: int


BOT_LEVELS: Final = (1,)
"""Levels that can be asked for; there is one kind of bot so far."""


def _bots(text: str) -> Bots:
    count, colon, level = text.partition(":")
    if len(count) != 1 or not "1" <= count <= "9" or (colon and level not in map(str, BOT_LEVELS)):
        raise BadValue
    return Bots(int(count), int(level) if colon else BOT_LEVELS[0])


BOTS: Final = Kind(N_("a number of bots, for example 3, or with their level 3:1 (1 is the only level so far)"), _bots)
