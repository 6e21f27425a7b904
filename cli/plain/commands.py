"""Typed lines to commands: what a line says, before anybody asks whether it is possible now.

Total: every line is a command or a reason why it is none. Knows words, cards and the calls of a joker; knows no
table, no hand and no turn, and makes no sentence.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from cli.cards import parse_card, parse_suit
from joker_lan.engine import Face, Suit
from joker_lan.games.classic.actions import Demand, Mode


@dataclass(frozen=True, slots=True)
class Call:
    """What was said about a joker, as far as it was said."""

    mode: Mode | None = None
    suit: Suit | None = None
    demand: Demand | None = None

    def joined(self, later: "Call") -> "Call":
        """Return this call, completed or corrected by what was said later."""
        return Call(later.mode or self.mode, later.suit or self.suit, later.demand or self.demand)


@dataclass(frozen=True, slots=True)
class Number:
    """A number, perhaps with a call: a bid while bidding, else a card by its place in the hand."""

    number: int
    call: Call = Call()


@dataclass(frozen=True, slots=True)
class BidWord:
    """`bid 2`, `pass`."""

    tricks: int


@dataclass(frozen=True, slots=True)
class CardWord:
    """A card by its name, perhaps with a call."""

    face: Face
    call: Call = Call()


@dataclass(frozen=True, slots=True)
class JokerWord:
    """A call whose card was not named: `joker high`, `nominal`, or the rest of a call (`hearts highest`)."""

    call: Call


@dataclass(frozen=True, slots=True)
class TrumpWord:
    """`trump hearts`; None is `trump none`."""

    suit: Suit | None


class Word(StrEnum):
    """Commands of one word."""

    LOOK = "look"
    SCORE = "score"
    HAND = "hand"
    TRICKS = "tricks"
    RULES = "rules"
    HELP = "help"
    QUIT = "quit"
    YES = "yes"
    NO = "no"


class Why(StrEnum):
    """Why a line is no command; `Unclear.about` holds the word or the words in question."""

    EMPTY = "empty"
    UNKNOWN = "unknown"
    SEVERAL = "several"
    BID_NUMBER = "bid-number"
    WHICH_CARD = "which-card"
    WHICH_SUIT = "which-suit"
    CALL_WORD = "call-word"
    TOO_MANY = "too-many"


@dataclass(frozen=True, slots=True)
class Unclear:
    """The line is no command."""

    why: Why
    about: tuple[str, ...] = ()


Command: TypeAlias = Number | BidWord | CardWord | JokerWord | TrumpWord | Word

_VERBS: Final = ("bid", "pass", "play", "joker", "nominal", "trump", *(word.value for word in Word))
# Other words for the same; these are not completed from their beginnings.
_ALIASES: Final[Mapping[str, str]] = {
    "?": "help",
    "h": "help",
    "l": "look",
    "n": "no",
    "order": "bid",
    "пас": "pass",
    "sheet": "score",
    "paper": "score",
    "last": "tricks",
    "exit": "quit",
    "leave": "quit",
    "bye": "quit",
    "q": "quit",
    "s": "score",
    "y": "yes",
}
_MODES: Final[Mapping[str, Mode]] = {
    "high": Mode.HIGH,
    "takes": Mode.HIGH,
    "take": Mode.HIGH,
    "low": Mode.LOW,
    "not": Mode.LOW,
    "nominal": Mode.NOMINAL,
    "six": Mode.NOMINAL,
}
_DEMANDS: Final[Mapping[str, Demand]] = {
    "highest": Demand.HIGHEST,
    "lowest": Demand.LOWEST,
    "any": Demand.ANY,
}
_CALL_WORDS: Final[Mapping[str, Call]] = {
    **{word: Call(mode=mode) for word, mode in _MODES.items()},
    **{word: Call(demand=demand) for word, demand in _DEMANDS.items()},
}
# People talk: "joker 6c leads the clubs, any of them, does not take".
_NOISE: Final = frozenset(
    ("a", "and", "as", "at", "by", "card", "do", "does", "doesn't", "it", "its", "joker", "lead", "leads", "of", "the")
)
_NO_TRUMP: Final = frozenset(("none", "no", "without", "0", "-"))
_DIGITS: Final = re.compile(r"[0-9]{1,4}", re.ASCII)
_REFUSAL: Final = re.compile(r"\b(?:not|doesn't|don't) takes?\b")
_STOPS: Final = re.compile(r"[,;.!:]+")
_LONGEST: Final = 200


def parse(line: str, *, suit_asked: bool = False) -> Command | Unclear:
    """Return what a line says. Upper and lower case are the same, words may be shortened while one is meant.

    Args:
        line: what was typed, without limits.
        suit_asked: a suit is the question, so the letter `h` means hearts and not help, `s` spades and not score.
    """
    words = tuple(_REFUSAL.sub("low", _STOPS.sub(" ", line[:_LONGEST].casefold())).split())
    if not words:
        return Unclear(Why.EMPTY)
    first, rest = words[0], words[1:]
    if words == ("no", "trump") or (suit_asked and words == ("no",)):
        return TrumpWord(None)
    if suit_asked and len(first) == 1 and parse_suit(first) is not None:
        return _bare_call(words)
    if _DIGITS.fullmatch(first):
        call = _call(rest)
        return call if isinstance(call, Unclear) else Number(int(first), call)
    face = parse_card(first)
    if face is not None:
        call = _call(rest)
        return call if isinstance(call, Unclear) else CardWord(face, call)
    verb = _verb(first)
    if verb is None or (verb == "nominal" and rest):
        return _bare_call(words)
    return verb if isinstance(verb, Unclear) else _spoken(verb, rest)


def _verb(word: str) -> str | Unclear | None:
    if word in _VERBS:
        return word
    if word in _ALIASES:
        return _ALIASES[word]
    if word in _CALL_WORDS:
        return None
    meant = tuple(verb for verb in _VERBS if verb.startswith(word))
    if len(meant) > 1:
        return Unclear(Why.SEVERAL, meant)
    return meant[0] if meant else None


def _spoken(verb: str, rest: tuple[str, ...]) -> Command | Unclear:
    match verb:
        case "pass":
            return _alone(BidWord(0), rest)
        case "bid":
            if len(rest) == 1 and rest[0] in ("pass", "пас"):
                return BidWord(0)
            if len(rest) == 1 and _DIGITS.fullmatch(rest[0]):
                return BidWord(int(rest[0]))
            return Unclear(Why.BID_NUMBER)
        case "play":
            return _played(rest)
        case "joker":
            return _bare_call(rest) if rest else JokerWord(Call())
        case "nominal":
            return JokerWord(Call(mode=Mode.NOMINAL))
        case "trump":
            return _trump(rest)
        case _:
            return _alone(Word(verb), rest)


def _alone(command: Command, rest: tuple[str, ...]) -> Command | Unclear:
    return Unclear(Why.TOO_MANY, rest) if rest else command


def _played(rest: tuple[str, ...]) -> Command | Unclear:
    """Read `play 7h`, `play 3`, `play joker high`."""
    if not rest:
        return Unclear(Why.WHICH_CARD)
    if rest[0] == "joker":
        return _bare_call(rest[1:]) if rest[1:] else JokerWord(Call())
    call = _call(rest[1:])
    if isinstance(call, Unclear):
        return call
    if _DIGITS.fullmatch(rest[0]):
        return Number(int(rest[0]), call)
    face = parse_card(rest[0])
    return Unclear(Why.WHICH_CARD, rest[:1]) if face is None else CardWord(face, call)


def _trump(rest: tuple[str, ...]) -> Command | Unclear:
    if len(rest) == 1 and rest[0] in _NO_TRUMP:
        return TrumpWord(None)
    suit = parse_suit(rest[0]) if len(rest) == 1 else None
    return Unclear(Why.WHICH_SUIT, rest) if suit is None else TrumpWord(suit)


def _bare_call(words: tuple[str, ...]) -> Command | Unclear:
    """Read a call in which the card may stand anywhere, or nowhere."""
    if words in (("none",), ("without",)):
        return TrumpWord(None)
    for place, word in enumerate(words):
        face = parse_card(word)
        if face is not None:
            call = _call(words[:place] + words[place + 1 :])
            return call if isinstance(call, Unclear) else CardWord(face, call)
    call = _call(words)
    if not isinstance(call, Unclear):
        return JokerWord(call)
    return Unclear(Why.UNKNOWN, words[:1]) if len(words) == 1 else call


def _call(words: tuple[str, ...]) -> Call | Unclear:
    call = Call()
    for word in words:
        if word in _NOISE:
            continue
        part = _call_part(word)
        if part is None:
            return Unclear(Why.CALL_WORD, (word,))
        if _clash(call, part):
            return Unclear(Why.TOO_MANY, (word,))
        call = call.joined(part)
    return call


def _call_part(word: str) -> Call | None:
    if word in _CALL_WORDS:
        return _CALL_WORDS[word]
    suit = parse_suit(word)
    if suit is not None:
        return Call(suit=suit)
    # "hi" could be two things, but then it does not matter which of the words of one meaning was begun.
    meant = {part for name, part in _CALL_WORDS.items() if len(word) > 1 and name.startswith(word)}
    return meant.pop() if len(meant) == 1 else None


def _clash(call: Call, part: Call) -> bool:
    """Tell whether two words say different things of one kind."""
    return any(
        new is not None and old is not None and new != old
        for old, new in ((call.mode, part.mode), (call.suit, part.suit), (call.demand, part.demand))
    )
