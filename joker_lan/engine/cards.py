"""Cards and packs: what may be printed on a card, and which cards a game is played with.

Knows no table, no seat and no rule.
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import TypeAlias


class Suit(StrEnum):
    """One of the four French suits; the value is its letter in card codes."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Rank(IntEnum):
    """Ranks from low to high; the ace is high unless a rule says otherwise."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14


_RANK_LETTERS = dict(zip("23456789TJQKA", Rank, strict=True))
_LETTER_OF_RANK = {rank: letter for letter, rank in _RANK_LETTERS.items()}
_JOKER_CODES = {"JK": 1, "JK2": 2}


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a suit."""

    rank: Rank
    suit: Suit


@dataclass(frozen=True, slots=True)
class PrintedJoker:
    """A card with a joker printed on it; `number` (1, 2) tells the two of a pack apart where a rule does."""

    number: int


Face: TypeAlias = Card | PrintedJoker


def face_code(face: Face) -> str:
    """Return the short code of a face: rank and suit (`TH`, `6S`), `JK` and `JK2` for printed jokers."""
    match face:
        case Card(rank, suit):
            return _LETTER_OF_RANK[rank] + suit
        case PrintedJoker(number):
            return "JK" if number == 1 else f"JK{number}"


@lru_cache(maxsize=128)
def face_of_code(code: str) -> Face:
    """Return the face with this code.

    Raises:
        ValueError: the text is no card code.
    """
    if code in _JOKER_CODES:
        return PrintedJoker(_JOKER_CODES[code])
    if len(code) == 2 and code[0] in _RANK_LETTERS and code[1] in "SHDC":
        return Card(_RANK_LETTERS[code[0]], Suit(code[1]))
    raise ValueError(code)


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of one shuffle: card id (index) -> face.

    `id` names this list of cards for ever: the points that stand for the cards in the fair shuffle are derived from
    it, so another list of cards takes another id. ASCII, at most 32 characters.
    """

    id: str
    faces: tuple[Face, ...]

    def __len__(self) -> int:
        return len(self.faces)
