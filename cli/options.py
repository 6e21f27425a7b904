"""The options: their names, what they take, and how a command line is taken apart.

One table serves the command line, the environment, `config.toml` and the help, so that no two of them can differ.
Reading is total: what is wrong becomes a list of faults beside what could be read, because even to tell a fault the
program must know the language and the form (`--json`) that were asked for.

This module must not know what an option does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

from cli.errors import Fault
from cli.exits import Exit
from cli.text import LANGUAGES, N_
from cli.values import BOTS, FILE, FOLDER, NAME, SETTING, SWITCH, WORD, BadValue, Bots, Kind, choice, number

__all__ = [
    "COMMON",
    "OWN",
    "AnyOption",
    "Given",
    "Line",
    "Option",
    "nearest",
    "read_line",
    "read_value",
]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Option(Generic[T]):
    """One option.

    Attributes:
        name: long name without dashes; also the key in `config.toml` and, in capitals, the end of the variable.
        kind: what it takes.
        help: message id of one line for the help.
        value_name: how the help calls the value; empty for a switch, which takes none.
        letter: short name, or an empty string.
        also: other long names.
        repeated: may stand several times, and all of them count; else the last one counts.
    """

    name: str
    kind: Kind[T]
    help: str
    value_name: str = ""
    letter: str = ""
    also: tuple[str, ...] = ()
    repeated: bool = False


AnyOption: TypeAlias = Option[Any]

DATA: Final = Option("data", FOLDER, N_("keep games and settings in this folder"), "DIR")
AS: Final = Option("as", NAME, N_("play under this name"), "NAME")
LANG: Final = Option("lang", choice(*LANGUAGES), N_("language of the program"), "|".join(LANGUAGES))
JSON: Final = Option("json", SWITCH, N_("print one JSON document on stdout"))
PLAIN: Final = Option("plain", SWITCH, N_("play line by line (the only face so far)"))
ASCII: Final = Option("ascii", SWITCH, N_("use letters instead of suit signs and other symbols"))
COLOR: Final = Option("color", choice("auto", "always", "never"), N_("use colours"), "auto|always|never")
NO_INPUT: Final = Option("no-input", SWITCH, N_("never wait for anything to be typed"))
BIND: Final = Option("bind", WORD, N_("use only this network interface or address"), "IF|ADDRESS")
CONFIG: Final = Option("config", FILE, N_("read settings from this file"), "FILE")
QUIET: Final = Option("quiet", SWITCH, N_("say less"), letter="q")
VERBOSE: Final = Option("verbose", SWITCH, N_("say more; show where a fault of the program happened"), letter="v")
HELP: Final = Option("help", SWITCH, N_("show this help"), letter="h")
VERSION: Final = Option("version", SWITCH, N_("show the version"))

COMMON: Final[tuple[AnyOption, ...]] = (
    DATA,
    AS,
    LANG,
    JSON,
    PLAIN,
    ASCII,
    COLOR,
    NO_INPUT,
    BIND,
    CONFIG,
    QUIET,
    VERBOSE,
    HELP,
    VERSION,
)
"""May stand anywhere, before or after the command."""

MOST: Final = 2**63 - 1

AUTOPLAY: Final = Option("autoplay", SWITCH, N_("let a bot play your seat too"))
SEED: Final = Option(
    "seed",
    number(-MOST, MOST, N_("a whole number")),
    N_("make the bots' choices repeatable (never the cards)"),
    "N",
)
LOG: Final = Option("log", FILE, N_("write the game's log to this file"), "PATH")
BOT_SEATS: Final[Option[Bots]] = Option("bots", BOTS, N_("how many bots sit down with you"), "N[:LEVEL]")
PRESET: Final = Option(
    "preset", WORD, N_("house rules by name; +strict forbids leading a joker early"), "NAME[+strict]"
)
SET: Final = Option("set", SETTING, N_("change one house rule; may be repeated"), "KEY=VALUE", repeated=True)
DEALS: Final = Option(
    "deals",
    number(1, 1000, N_("a number of deals from 1")),
    N_("play only so many deals"),
    "N",
    also=("rounds",),
)
PROOF_ROUNDS: Final = Option(
    "proof-rounds",
    number(16, 128, N_("a number from 16 to 128")),
    N_("rounds of each shuffle's proof; more is slower and surer (40)"),
    "N",
)
LIST: Final = Option("list", SWITCH, N_("list the saved games"))
STRICT: Final = Option(
    "strict", SWITCH, N_("check every shuffle proof too, and trust no device that held several seats, bots or not")
)
DEAL: Final = Option("deal", number(1, 1000, N_("a number of a deal, from 1")), N_("only this deal"), "N")
TRICK: Final = Option("trick", number(1, 100, N_("a number of a trick, from 1")), N_("only this trick"), "N")
SEAT: Final = Option(
    "seat", WORD, N_("whose cards to show: a player's name or number, all, or public"), "NAME|all|public"
)
AT: Final = Option(
    "at", number(0, MOST, N_("a number of an entry, from 0")), N_("the moment after this entry"), "ENTRY"
)
FORMAT: Final = Option("format", choice("table", "csv", "json"), N_("how to print the sheet"), "table|csv|json")
EXPLAIN: Final = Option("explain", WORD, N_("the arithmetic of one cell of the sheet"), "deal=D,seat=S")

OWN: Final[tuple[AnyOption, ...]] = (
    BOT_SEATS,
    AUTOPLAY,
    SEED,
    LOG,
    PRESET,
    SET,
    DEALS,
    PROOF_ROUNDS,
    LIST,
    STRICT,
    DEAL,
    TRICK,
    SEAT,
    AT,
    FORMAT,
    EXPLAIN,
)
"""Belong to some commands only."""

_LONG: Final[Mapping[str, AnyOption]] = {
    name: option for option in (*COMMON, *OWN) for name in (option.name, *option.also)
}
_SHORT: Final[Mapping[str, AnyOption]] = {option.letter: option for option in COMMON if option.letter}


@dataclass(frozen=True, slots=True)
class Given:
    """Option values that were given, wherever they came from."""

    values: Mapping[str, tuple[object, ...]] = field(default_factory=dict)

    def last(self, option: Option[T]) -> T | None:
        """Return the value that counts, or None when the option was not given."""
        found = self.values.get(option.name)
        return cast("T", found[-1]) if found else None

    def is_on(self, switch: Option[bool]) -> bool:
        """Say whether a switch was given and is on."""
        return self.last(switch) is True

    def every(self, option: Option[T]) -> tuple[T, ...]:
        """Return all values of a repeated option, in order."""
        return cast("tuple[T, ...]", self.values.get(option.name, ()))

    def over(self, weaker: "Given") -> "Given":
        """Return both together; what is given here wins."""
        return Given({**weaker.values, **self.values})


@dataclass(frozen=True, slots=True)
class Line:
    """A command line taken apart: option values, the other words in order, and what was wrong, in order.

    `written` is how each option was written, for sentences about it.
    """

    given: Given
    words: tuple[str, ...]
    faults: tuple[Fault, ...]
    written: Mapping[str, str]


def read_line(line: Sequence[str]) -> Line:
    """Take a command line apart. Options may stand anywhere; behind `--` everything is a plain word."""
    values: dict[str, tuple[object, ...]] = {}
    written: dict[str, str] = {}
    words: list[str] = []
    faults: list[Fault] = []
    waiting = list(reversed(line))
    while waiting:
        word = waiting.pop()
        if word == "--":
            words.extend(reversed(waiting))
            break
        if word.startswith("--"):
            name, equals, text = word[2:].partition("=")
            option = _LONG.get(name)
            if option is None:
                faults.append(unknown_option(f"--{name}"))
                continue
            written.setdefault(option.name, f"--{name}")
            read = _read_next(option, f"--{name}", text if equals else None, waiting)
            if isinstance(read, Fault):
                faults.append(read)
            else:
                values[option.name] = (*values.get(option.name, ()), read[0]) if option.repeated else read
        elif word.startswith("-") and len(word) > 1:
            for letter in word[1:]:
                option = _SHORT.get(letter)
                if option is None:
                    faults.append(unknown_option(f"-{letter}" if letter.isalpha() else word))
                    break
                values[option.name] = (True,)
                written.setdefault(option.name, f"-{letter}")
        else:
            words.append(word)
    return Line(Given(values), tuple(words), tuple(faults), written)


def _read_next(option: AnyOption, name: str, text: str | None, waiting: list[str]) -> tuple[object] | Fault:
    """Read the value of an option, from behind the equals sign or from the next word."""
    if text is None:
        if not option.value_name:
            return (True,)
        if not waiting or waiting[-1].startswith("--"):
            return Fault("value-missing", Exit.USAGE, {"option": name, "possible": option.kind.possible})
        text = waiting.pop()
    return read_value(option, name, text)


def read_value(option: AnyOption, name: str, text: str) -> tuple[object] | Fault:
    """Read one value (in a tuple of one, so that it is never taken for a fault).

    Args:
        option: what it is for.
        name: how its place is called: `--lang`, `JOKER_LAN_LANG`, `lang in config.toml`.
        text: what was written.
    """
    try:
        return (option.kind.read(text),)
    except BadValue:
        about = {"option": name, "value": text, "possible": option.kind.possible}
        suggestion = nearest(text, option.kind.words)
        if suggestion:
            about["suggestion"] = suggestion
        return Fault("value-bad", Exit.USAGE, about)


def unknown_option(name: str) -> Fault:
    """Return the fault for an option that does not exist, with the nearest one that does."""
    suggestion = nearest(name.lstrip("-"), tuple(_LONG)) if len(name) > 2 else ""
    about = {"option": name}
    if suggestion:
        about["suggestion"] = f"--{suggestion}"
    return Fault("option-unknown", Exit.USAGE, about)


def nearest(word: str, known: Sequence[str]) -> str:
    """Return the known word that was probably meant, or an empty string."""
    from difflib import get_close_matches

    found = get_close_matches(word.casefold(), known, n=1, cutoff=0.6)
    return found[0] if found else ""
